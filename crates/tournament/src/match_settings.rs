//! What decides the games of a match: two matches with the same settings are one job.

use files::Settings;
use notation::Fingerprint;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use crate::engine::EngineLimits;
use crate::openings::Opening;
use crate::rules::{Adjudication, Rules};

/// An engine's name in the match and its specification.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct NamedSpec<'a> {
    pub name: &'a str,
    pub spec: &'a str,
}

/// Everything that decides the games of a match, but not their number.
pub fn match_settings(
    limits: &EngineLimits,
    rules: &Rules,
    seed: u64,
    engines: &[NamedSpec<'_>],
    openings: &[Opening],
) -> Settings {
    let Adjudication {
        draw,
        resign,
        tablebases,
        max_moves,
    } = &rules.adjudication;
    let mut settings = Settings::new();
    let mut set = |name: &str, value: String| settings.insert(name.to_owned(), value);
    for (number, NamedSpec { name, spec }) in (1..).zip(engines) {
        set(&format!("engine {number}"), format!("{name}: {spec}"));
    }
    set("limits", limits.to_string());
    set("seed", seed.to_string());
    set("openings", fingerprint(openings));
    set("time margin", format!("{:?}", rules.time_margin));
    set("hang timeout", format!("{:?}", rules.hang_timeout));
    if let Some(rule) = draw {
        set(
            "draw",
            format!(
                "from={},moves={},score={}",
                rule.from_move, rule.moves, rule.score
            ),
        );
    }
    if let Some(rule) = resign {
        set(
            "resign",
            format!("moves={},score={}", rule.moves, rule.score),
        );
    }
    if let Some(rule) = tablebases {
        set("endgame tables", rule.folders.clone());
    }
    if let Some(moves) = max_moves {
        set("move limit", moves.to_string());
    }
    settings
}

/// Number and hash of the openings.
fn fingerprint(openings: &[Opening]) -> String {
    let mut hash = Fingerprint::default();
    for opening in openings {
        let position = opening.game.position().clone();
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        hash.add(format!("{}\n{fen}\n", opening.name).as_bytes());
    }
    format!("{} ({:016x})", openings.len(), hash.0)
}

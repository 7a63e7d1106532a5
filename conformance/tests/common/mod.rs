//! Suites read by several tests.

use std::path::PathBuf;

use notation::epd_text_lines;
use play::Game;
use shakmaty::Chess;

/// Positions of an EPD file in suites/, with the operations of each.
pub(crate) fn epd(name: &str) -> Vec<(Chess, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../suites")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    epd_text_lines(&text)
        .map(|(_, line)| {
            let fields: Vec<&str> = line.splitn(5, ' ').collect();
            let game = Game::from_fen(&format!("{} 0 1", fields[..4].join(" ")))
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            (
                game.position().clone(),
                fields.get(4).copied().unwrap_or_default().to_owned(),
            )
        })
        .collect()
}

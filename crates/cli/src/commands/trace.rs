//! `belle trace`

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use host::Link;
use machine::State;
use machine::wires::Wires;
use microcode::programs;
use roms::value::INFINITY;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use crate::positions;
use crate::waveform::{Channel, Waveform};

/// Search a position on the machine and write its signals as a waveform, for GTKWave and its like.
#[derive(Debug, Args)]
#[command(override_usage = "belle trace [OPTIONS] -o <FILE.vcd> <FEN>")]
pub(crate) struct Trace {
    /// How deep the machine searches, in plies.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=60))]
    depth: u8,
    /// Which signals: patterns over BLOCK/NAME, `*` for any letters, `?` for one, several parted by commas. Without
    /// it, all that the machine holds, but not the wires between the gates.
    #[arg(long, value_name = "PATTERN")]
    signals: Option<String>,
    /// The first machine cycle that is written.
    #[arg(long, value_name = "CYCLE", default_value_t = 0)]
    from: u64,
    /// How many machine cycles are written, 1 or more; all to the end if not told.
    #[arg(long, value_name = "CYCLES", value_parser = clap::value_parser!(u64).range(1..))]
    cycles: Option<u64>,
    /// The file; one of that name is replaced.
    #[arg(short, long, value_name = "FILE.vcd", required_unless_present = "list")]
    output: Option<PathBuf>,
    /// Show the signals there are, with their widths, and what they are.
    #[arg(long)]
    list: bool,
    /// 'startpos' or a position in FEN, in quotes or not.
    #[arg(value_name = "FEN", num_args = 1.., required_unless_present = "list")]
    position: Vec<String>,
}

impl Trace {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let program = programs::search().context("search.mc is part of this program")?;
        let wires = Wires::new(&program.words);
        let channels = matching(self.signals.as_deref(), Channel::all(&wires))?;
        let Some(path) = self.output.as_ref().filter(|_| !self.list) else {
            return channels.iter().try_for_each(|channel| {
                Ok(say!("{:40}{:>3}  {}", channel.path(), channel.width, channel.help())?)
            });
        };
        let game = positions::parse(&self.position)?;
        let position = game.position();
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        let about = format!("{fen}, to depth {}; one nanosecond is one machine cycle", self.depth);
        let window = self.cycles.unwrap_or(u64::MAX);
        let mut cycles = 0;
        files::write_atomically_with(path, |out| {
            let waveform = Waveform::new(out, &about, (&channels, wires), self.from, window)?;
            let mut link = Link::probed(waveform);
            link.load(position);
            let mut goes_on = |waveform: &Waveform<_>, state: &State| waveform.is_open(state);
            link.search_while(position, self.depth, -INFINITY, INFINITY, &mut goes_on);
            let state = link.state().clone();
            cycles = state.cycles;
            if !link.probe.finish(&state)? {
                bail!("the search ends after {cycles} cycles, before cycle {}", self.from);
            }
            Ok(())
        })?;
        eprintln!("{} signals: {}", channels.len(), path.display());
        Ok(())
    }
}

/// The channels whose path one of the patterns fits; without a pattern, all that the machine holds.
fn matching(patterns: Option<&str>, all: Vec<Channel>) -> anyhow::Result<Vec<Channel>> {
    let Some(patterns) = patterns else {
        return Ok(all.into_iter().filter(|channel| !channel.is_wire()).collect());
    };
    let patterns: Vec<&str> = patterns.split(',').map(str::trim).collect();
    for pattern in &patterns {
        if !all.iter().any(|channel| fits(pattern, &channel.path())) {
            let paths: Vec<String> = all.iter().map(Channel::path).collect();
            bail!("no signal is called '{pattern}'; there is {}", paths.join(", "));
        }
    }
    let wanted = |channel: &Channel| patterns.iter().any(|pattern| fits(pattern, &channel.path()));
    Ok(all.into_iter().filter(wanted).collect())
}

/// Whether a path is what a pattern means, from its beginning or from any block on: `value_bus/*` is as good as
/// `microengine/value_bus/*`.
fn fits(pattern: &str, path: &str) -> bool {
    let starts = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    std::iter::once(path).chain(starts).any(|path| glob(pattern.as_bytes(), path.as_bytes()))
}

/// `*` stands for any letters, none included, `?` for one.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    // Where to go on if the letters after the last star do not fit.
    let (mut p, mut t, mut retry) = (0, 0, None);
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                retry = Some((p, t));
                p += 1;
            }
            Some(&letter) if letter == b'?' || letter == text[t] => (p, t) = (p + 1, t + 1),
            _ => match retry {
                Some((star, from)) => {
                    retry = Some((star, from + 1));
                    (p, t) = (star + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&letter| letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_paths() {
        for (pattern, path, expected) in [
            ("*", "board/p0", true),
            ("acc", "microengine/value_bus/acc", true),
            ("value_bus/*", "microengine/value_bus/acc", true),
            ("microengine/*", "microengine/value_bus/acc", true),
            ("p?", "board/p0", true),
            ("p?", "board/ply", false),
            ("*a*c", "memory/acc", true),
            ("board", "board/p0", false),
            ("", "board/p0", false),
            ("**", "board/p0", true),
        ] {
            assert_eq!(fits(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn an_unknown_pattern_is_told_what_there_is() {
        let all = || Channel::all(&Wires::new(&[]));
        let error = matching(Some("acc,nonsense"), all()).unwrap_err().to_string();
        assert!(error.contains("'nonsense'") && error.contains("microengine/value_bus/acc"), "{error}");
        assert_eq!(matching(Some("acc, board/p?"), all()).expect("they exist").len(), 5);
        let north = matching(Some("ray_mux/north"), all()).expect("a wire");
        assert_eq!((north.len(), north[0].width), (1, 64));
    }
}

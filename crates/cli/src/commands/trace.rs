//! `belle trace`

use std::path::PathBuf;

use anyhow::{Context, Error, bail};
use clap::Args;
use files::{
    check_distinct, check_new, check_output, is_stream, write_atomically, write_atomically_with,
};
use host::{CHECK_INTERVAL, Link, Searcher};
use machine::clock::NANOSECONDS_PER_CYCLE;
use machine::wires::Wires;
use microcode::programs;
use roms::value::INFINITY;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use wave::{Channel, Waveform, select, viewers};

use crate::setup::{
    output_path, output_width, parse_position, usage, with_last_column_wrapped, working,
};

/// Write the machine's signals during a search as a VCD waveform.
///
/// Two more files arrange the signals in a viewer: FILE.gtkw for GTKWave
/// (`gtkwave FILE.vcd FILE.gtkw`) and FILE.sucl for Surfer (`surfer FILE.vcd -c FILE.sucl`). They
/// are left out if the waveform goes to a device or a pipe.
#[derive(Debug, Args)]
#[command(override_usage = "belle trace [OPTIONS] -o <FILE.vcd> <FEN>")]
pub(crate) struct Trace {
    /// Plies to search.
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=60)
    )]
    depth: u8,
    /// Signals to write, as BLOCK/NAME patterns with '*' and '?', separated by commas [default: all
    /// registers, memories and texts, but no wires between gates].
    #[arg(long, value_name = "PATTERNS")]
    signals: Option<String>,
    /// First machine cycle to write.
    #[arg(long, value_name = "CYCLE", default_value_t = 0)]
    from: u64,
    /// Number of machine cycles to write [default: all].
    #[arg(long, value_name = "CYCLES", value_parser = clap::value_parser!(u64).range(1..))]
    cycles: Option<u64>,
    /// Output file, or '-' for standard output.
    #[arg(
        short,
        long,
        value_name = "FILE.vcd",
        value_parser = output_path(),
        required_unless_present = "list"
    )]
    output: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long)]
    force: bool,
    /// List the signals and their widths.
    #[arg(long)]
    list: bool,
    /// Position in FEN, quoted or not, or 'startpos'.
    #[arg(value_name = "FEN", num_args = 1.., required_unless_present = "list")]
    position: Vec<String>,
}

impl Trace {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let program = programs::search().context("search.mc is part of this program")?;
        let wires = Wires::default();
        let patterns = match &self.signals {
            // A list without patterns shows every signal that a pattern can choose.
            None if self.list => Some("*"),
            patterns => patterns.as_deref(),
        };
        let channels = select(patterns, Channel::all(&wires)).map_err(Error::msg)?;
        let path = match &self.output {
            Some(path) if !self.list => path,
            _ => return list(&channels),
        };
        let [gtkw, sucl] = ["gtkw", "sucl"].map(|end| path.with_extension(end));
        if !is_stream(path) {
            check_distinct(&[
                ("-o", Some(path)),
                ("its arrangement for GTKWave", Some(&gtkw)),
                ("its arrangement for Surfer", Some(&sucl)),
            ])
            .map_err(usage)?;
            for file in [path, &gtkw, &sucl] {
                if self.force {
                    check_output(file)?;
                } else {
                    check_new(file, "--force replaces it")?;
                }
            }
        }
        let game = parse_position(&self.position)?;
        let position = game.position();
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        let about = format!(
            "{fen}, to depth {}; a machine cycle takes {NANOSECONDS_PER_CYCLE} ns",
            self.depth
        );
        let until = self.from.saturating_add(self.cycles.unwrap_or(u64::MAX));
        let recorded = self.from..until;
        let mut cycles = 0;
        write_atomically_with(path, |out| {
            let waveform = Waveform::new(out, &about, &channels, &program, recorded)?;
            let mut link = Link::with_probe(waveform);
            link.load(position);
            link.begin_search(self.depth, -INFINITY, INFINITY);
            working("trace", || {
                // The search goes on only as long as something is written.
                while link.run(CHECK_INTERVAL).is_none() && link.port.probe.is_open(link.state()) {}
            });
            let (state, settled) = (link.state().clone(), link.settled());
            cycles = state.cycles;
            if !link.port.probe.finish(&state, &settled)? {
                bail!(
                    "the search ends after {cycles} cycles, before cycle {}",
                    self.from
                );
            }
            Ok(())
        })?;
        // No file can stand beside a device or a pipe.
        if !is_stream(path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            write_atomically(&gtkw, &viewers::gtkwave(&channels, &name))?;
            write_atomically(&sucl, &viewers::surfer(&channels))?;
        }
        eprintln!("{} signals: {}", channels.len(), path.display());
        Ok(())
    }
}

fn list(channels: &[Channel]) -> anyhow::Result<()> {
    let width = output_width();
    for channel in channels {
        let path = channel.path();
        let row = format!("{path:40}{:>3}  {}", channel.width, channel.help);
        try_print!("{}", with_last_column_wrapped(&row, width))?;
    }
    Ok(())
}

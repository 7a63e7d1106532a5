//! The arrangement of a waveform's signals in GTKWave and Surfer.

use std::fmt::Write as _;

use machine::signal::Reading;

use crate::channel::Channel;

/// GTKWave's zoom: eight cycles of 240 ns fill its window. One less shows twice as much.
const ZOOM: &str = "-9.0";
/// Width in pixels of the names and of the values beside them: enough for those of 64 wires.
const NAMES_WIDTH: u32 = 360;

/// A save file of GTKWave for a waveform of these channels: a group for each block, values as
/// signed numbers.
pub fn gtkwave(channels: &[Channel], file: &str) -> String {
    let mut save = format!(
        "[*] Belle {}\n[dumpfile] \"{file}\"\n[timestart] 0\n[size] 1400 900\n[pos] -1 -1\n\
         *{ZOOM} 0{}\n[treeopen] belle.\n[signals_width] {NAMES_WIDTH}\n",
        env!("CARGO_PKG_VERSION"),
        " -1".repeat(26)
    );
    for (block, group) in blocks(channels) {
        let _ = writeln!(save, "@800200\n-{block}");
        for channel in group {
            // Formats, right justified: 8 binary, 4 decimal, 2 hexadecimal, 400 signed.
            let format = match channel.reading {
                _ if channel.is_text() => "20",
                _ if channel.width == 1 => "28",
                Reading::Number | Reading::Square | Reading::SquareOrNone | Reading::Address => {
                    "24"
                }
                Reading::Signed => "420",
                Reading::Bits | Reading::Squares | Reading::Piece | Reading::Rights => "22",
            };
            let range = if channel.width > 1 {
                format!("[{}:0]", channel.width - 1)
            } else {
                String::new()
            };
            let _ = writeln!(save, "@{format}\n{}{range}", dotted(channel));
        }
        let _ = writeln!(save, "@1000200\n-{block}");
    }
    save
}

/// Commands of Surfer that show these channels, a divider before each block.
pub fn surfer(channels: &[Channel]) -> String {
    let mut commands = String::new();
    for (block, group) in blocks(channels) {
        let _ = writeln!(commands, "divider_add {block}");
        for channel in group {
            let _ = writeln!(commands, "variable_add {}", dotted(channel));
        }
    }
    commands + "zoom_fit\n"
}

/// The signal's path in the VCD file.
fn dotted(channel: &Channel) -> String {
    format!("belle.{}.{}", channel.block.replace('/', "."), channel.name)
}

/// The channels by block, texts first.
fn blocks(channels: &[Channel]) -> Vec<(&str, Vec<&Channel>)> {
    let mut blocks: Vec<(&str, Vec<&Channel>)> = Vec::new();
    let (texts, rest): (Vec<_>, Vec<_>) = channels.iter().partition(|channel| channel.is_text());
    for channel in texts.into_iter().chain(rest) {
        match blocks.iter_mut().find(|(block, _)| *block == channel.block) {
            Some((_, group)) => group.push(channel),
            None => blocks.push((&channel.block, vec![channel])),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::select;
    use machine::wires::Wires;

    #[test]
    fn viewers_get_every_signal_once_texts_first() {
        let channels = select(None, Channel::all(&Wires::default())).expect("the default");
        let save = gtkwave(&channels, "x.vcd");
        assert!(save.contains("[dumpfile] \"x.vcd\"\n"), "{save}");
        let first = "@800200\n-text\n@20\nbelle.text.label\n@20\nbelle.text.word\n";
        assert!(
            save.contains(first) && save.find(first) < save.find("sequencer"),
            "{save}"
        );
        assert!(
            save.contains("@420\nbelle.microengine.value_bus.acc[15:0]\n"),
            "{save}"
        );
        let commands = surfer(&channels);
        for channel in &channels {
            let path = dotted(channel);
            let lines = |text: &str| {
                text.lines()
                    .filter(|line| line.split([' ', '[']).any(|word| word == path))
                    .count()
            };
            assert_eq!((lines(&save), lines(&commands)), (1, 1), "{path}");
        }
    }
}

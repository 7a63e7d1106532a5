//! `cargo xtask gui`: Debian's xboard plays games with the program, on a virtual screen.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, bail};
use clap::Args;

use crate::tools::{cargo, command, install, python, root, run};

const TIMEOUT: Duration = Duration::from_secs(300);

/// Debian's folder of chess engines.
const GAMES: &str = "/usr/games";

/// Plays a game in xboard (Debian's) in each protocol; python-chess replays the saved games.
#[derive(Debug, Args)]
pub(crate) struct Gui {
    /// Save a picture of the first game, as PNG.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Gui {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        install("xboard polyglot Xvfb=xvfb import=imagemagick fairymax python3=python3-venv")?;
        run(&mut cargo("build --quiet --release"))?;
        let belle = root().join("target/release/belle").display().to_string();
        let (_screen, display) = screen()?;
        let games = [
            (
                "xboard",
                format!("{belle} xboard"),
                format!("{belle} xboard --player atlas"),
                false,
            ),
            (
                "uci",
                format!("{belle} uci"),
                format!("{GAMES}/fairymax"),
                true,
            ),
        ];
        let mut files = Vec::new();
        for (name, first, second, uci) in games {
            let file = root().join(format!("target/gui-{name}.pgn"));
            let _ = fs::remove_file(&file);
            let shot = if name == "xboard" {
                self.screenshot.as_ref()
            } else {
                None
            };
            play(&display, &first, &second, uci, &file, shot)?;
            files.push(file);
        }
        let python = python("conformance/python/requirements.txt")?;
        run(command(&python, "conformance/python/saved_games.py").args(files))
    }
}

fn screen() -> anyhow::Result<(Running, String)> {
    let mut server = command("Xvfb", "-displayfd 1 -screen 0 420x490x24")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot run Xvfb")?;
    let output = server.stdout.take().expect("output is piped");
    let server = Running(server);
    let mut number = String::new();
    BufReader::new(output).read_line(&mut number)?;
    match number.trim() {
        "" => bail!("Xvfb: expected a screen's number, got none"),
        number => Ok((server, format!(":{number}"))),
    }
}

/// Plays one game between two engines and saves it; `uci`: the first engine speaks UCI.
fn play(
    display: &str,
    first: &str,
    second: &str,
    uci: bool,
    file: &PathBuf,
    screenshot: Option<&PathBuf>,
) -> anyhow::Result<()> {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut xboard = command(
        "xboard",
        "-mg 1 -tc 0:20 -inc 0.2 -ringBellAfterMoves false",
    );
    xboard
        .args(["-soundMove", "", "-fcp", first, "-scp", second, "-sgf"])
        .arg(file)
        .env("DISPLAY", display)
        .env("PATH", format!("{path}:{GAMES}"))
        .current_dir(root().join("target"))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if uci {
        xboard.arg("-fUCI");
    }
    println!("\n==> {xboard:?}");
    let mut xboard = Running(xboard.spawn().context("cannot run xboard")?);
    let begun = Instant::now();
    let mut shot = screenshot;
    // xboard saves a finished game, then shows the result until its window is closed.
    let is_over = || {
        fs::read_to_string(file).is_ok_and(|text| text.trim_end().ends_with(['0', '1', '2', '*']))
    };
    while xboard.0.try_wait()?.is_none() && !is_over() {
        if begun.elapsed() > TIMEOUT {
            bail!(
                "{first} - {second}: expected a result within {} s",
                TIMEOUT.as_secs()
            );
        }
        if begun.elapsed() > Duration::from_secs(15)
            && let Some(target) = shot.take()
        {
            run(command("import", "-window root -colors 64")
                .arg(target)
                .env("DISPLAY", display))?;
        }
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

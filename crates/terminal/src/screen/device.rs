//! The real terminal: taken, given back, and given back whatever happens.

use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use anyhow::Context;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, read,
};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::{Hooks, Screen, run};
use crate::event::Event;

/// Plays on the terminal until the person leaves, gives it back and saves the games whatever happened.
///
/// # Errors
/// The terminal cannot be used, or the games could not be saved.
pub(crate) fn play(
    mut screen: Screen,
    events: &Sender<Event>,
    inbox: &Receiver<Event>,
) -> anyhow::Result<()> {
    give_back_at_a_panic();
    watch_for_resumption(events.clone())?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        take().context("cannot use the terminal; --plain plays in plain lines")?;
        let keys = events.clone();
        thread::spawn(move || listen(&keys));
        let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        run(&mut screen, &mut terminal, inbox, &Hooks { suspend, resume: || drop(take()) })
    }));
    give_back();
    screen.session.close(played, &mut io::stdout())
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// As far as there still is a terminal.
fn give_back() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}

/// A panic's message is to be read, and the shell after it. A player's panic is told as its crash, and the game goes on.
fn give_back_at_a_panic() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(play::PLAYER_THREAD) {
            give_back();
            usual(panic);
        }
    }));
}

fn listen(events: &Sender<Event>) {
    while let Ok(event) = read() {
        if events.send(Event::Terminal(event)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::EndOfInput);
}

/// Gives the terminal back and stops, with whoever started the program.
#[cfg(unix)]
fn suspend() -> bool {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    give_back();
    let stopped = kill(Pid::from_raw(0), Signal::SIGTSTP).is_ok();
    if !stopped {
        let _ = take();
    }
    stopped
}

#[cfg(not(unix))]
fn suspend() -> bool {
    false
}

/// Tells when the program goes on, by whatever it was stopped.
#[cfg(unix)]
fn watch_for_resumption(events: Sender<Event>) -> anyhow::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGCONT])
        .context("cannot listen for the end of a suspension")?;
    thread::spawn(move || signals.forever().all(|_| events.send(Event::Resumed).is_ok()));
    Ok(())
}

#[cfg(not(unix))]
fn watch_for_resumption(_: Sender<Event>) -> anyhow::Result<()> {
    Ok(())
}

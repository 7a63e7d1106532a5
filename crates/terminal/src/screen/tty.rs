//! The real terminal: set up, and restored in any case.

use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use anyhow::Context;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, read,
};
use crossterm::execute;
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::app::{App, TtyHooks, event_loop};
use crate::event::Event;
use crate::text_width::terminal_width;
use crate::thread::start_thread;

/// Plays on the terminal until the person leaves, then restores it and saves the games.
pub(crate) fn run(
    mut app: App,
    events: &Sender<Event>,
    inbox: &Receiver<Event>,
) -> anyhow::Result<()> {
    restore_on_panic();
    send_stops(events.clone())?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        enter().context("cannot use the terminal (try --plain)")?;
        let keys = events.clone();
        start_thread(move || send_terminal_events(&keys))?;
        let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        event_loop(
            &mut app,
            &mut terminal,
            inbox,
            &TtyHooks {
                suspend_all,
                suspend,
                resume: || drop(enter()),
            },
        )
    }));
    restore();
    app.session
        .close(played, &mut io::stdout(), terminal_width())
}

/// Whether the terminal is as the full screen needs it.
static IN_USE: AtomicBool = AtomicBool::new(false);

/// Leaves the full screen before the program ends, if it is used.
pub(crate) fn leave() {
    if IN_USE.load(Ordering::Relaxed) {
        restore();
    }
}

fn enter() -> io::Result<()> {
    IN_USE.store(true, Ordering::Relaxed);
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        // A program that was killed may have left its screen there, and its colors.
        SetAttribute(Attribute::Reset),
        Clear(ClearType::All),
        EnableMouseCapture,
        EnableBracketedPaste
    )
}

/// Restores the terminal, ignoring errors: it may be closed.
fn restore() {
    IN_USE.store(false, Ordering::Relaxed);
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}

/// Restores the terminal before a panic's message; a panic of the player does not end the game.
fn restore_on_panic() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(play::PLAYER_THREAD) {
            restore();
            usual(panic);
        }
    }));
}

fn send_terminal_events(events: &Sender<Event>) {
    while let Ok(event) = read() {
        if events.send(Event::Terminal(event)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::EndOfInput);
}

/// Sends the signal to stop to the process group. It comes back as an event, as one from outside
/// does.
#[cfg(unix)]
fn suspend_all() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let _ = kill(Pid::from_raw(0), Signal::SIGTSTP);
}

#[cfg(not(unix))]
fn suspend_all() {}

/// Restores the terminal and stops this process.
#[cfg(unix)]
fn suspend() -> bool {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    restore();
    // The signal that asks for it is handled here: only the one that cannot be handled stops.
    let stopped = kill(Pid::this(), Signal::SIGSTOP).is_ok();
    if !stopped {
        let _ = enter();
    }
    stopped
}

#[cfg(not(unix))]
fn suspend() -> bool {
    false
}

/// Sends an event whenever the program is asked to stop, and when it continues.
#[cfg(unix)]
fn send_stops(events: Sender<Event>) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGTSTP};
    let mut signals = signal_hook::iterator::Signals::new([SIGTSTP, SIGCONT])
        .context("cannot listen for signals")?;
    start_thread(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::Suspend,
                _ => Event::Resumed,
            };
            if events.send(event).is_err() {
                return;
            }
        }
    })
}

#[cfg(not(unix))]
fn send_stops(_: Sender<Event>) -> anyhow::Result<()> {
    Ok(())
}

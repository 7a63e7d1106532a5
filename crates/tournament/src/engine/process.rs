//! A running program with its lines: whoever waits for one never waits longer than he says.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::Fault;
use play::Control;

use super::Program;

/// How often somebody who waits looks whether the match is stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// A program that was asked to quit gets this much to do so.
const FAREWELL: Duration = Duration::from_millis(200);

/// Lines longer than this are cut: no engine says so much.
const LONGEST_LINE: u64 = 1 << 20;

/// A program with pipes to its input and from its output. Dropped, it is asked to quit, and killed if it does not.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    pub(super) fn start(program: &Program) -> Result<Process, Fault> {
        let (name, arguments) =
            program.command.split_first().ok_or_else(|| Fault::Start("no command".to_owned()))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A Ctrl-C is for whoever runs the match: an engine that it killed would look as if it had crashed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(|error| Fault::Start(format!("{name}: {error}")))?;
        let (sender, lines) = channel();
        let output = child.stdout.take();
        thread::spawn(move || {
            let mut output = BufReader::new(output.expect("it was piped"));
            let mut line = Vec::new();
            while let Ok(1..) = std::io::Read::take(&mut output, LONGEST_LINE).read_until(b'\n', &mut line) {
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
                line.clear();
            }
        });
        Ok(Process { input: child.stdin.take(), child, lines })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let written = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()),
            None => return Err(self.ended()),
        };
        written.map_err(|_| self.ended())
    }

    /// The next line; `None` when there is none until `deadline`, or `abort` is given.
    pub(super) fn line(&mut self, deadline: Instant, abort: &Control) -> Result<Option<String>, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || abort.stopped() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Lines that came and were not read.
    pub(super) fn discard(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// What became of a program that says nothing any more.
    fn ended(&mut self) -> Fault {
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Crash(format!("the program ended ({status})")),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return Fault::Crash(error.to_string()),
            }
        }
        Fault::Crash("the program closed its output".to_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

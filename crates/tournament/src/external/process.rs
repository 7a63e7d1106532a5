//! A child process that exchanges lines through pipes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use play::Control;

use super::log::{Direction, LineLog};
use crate::engine::{Disconnected, Fault, receive};

const EXIT_GRACE: Duration = Duration::from_millis(200);
/// Longest line in bytes; longer ones are cut.
const MAX_LINE: u64 = 1 << 20;

/// Command line, folder and options of an engine.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The working folder, if not the current one.
    pub folder: Option<PathBuf>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
    /// The log of its lines.
    pub log: Option<LineLog>,
}

/// A child process with piped input and output. On drop it gets `quit` and is killed if it stays.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    log: Option<LineLog>,
}

impl Process {
    pub(super) fn start(program: &Program) -> Result<Process, Fault> {
        let (name, arguments) = program
            .command
            .split_first()
            .ok_or_else(|| Fault::Start("no command".to_owned()))?;
        let mut command = Command::new(name);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // Ctrl-C interrupts the match alone: an engine killed by it would seem to have crashed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let mut child = command
            .spawn()
            .map_err(|error| Fault::Start(format!("{name}: {error}")))?;
        let (sender, lines) = channel();
        let output = child.stdout.take();
        let log = program.log.clone();
        let read_lines = move || {
            let mut output = BufReader::new(output.expect("it was piped"));
            let mut line = Vec::new();
            while let Ok(1..) = Read::take(&mut output, MAX_LINE).read_until(b'\n', &mut line) {
                // Some engines separate words with tabs.
                let text = String::from_utf8_lossy(&line).trim().replace('\t', " ");
                log.iter()
                    .for_each(|log| log.add(Direction::Received, &text));
                if sender.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        };
        // The process ends when this is dropped.
        let process = Process {
            input: child.stdin.take(),
            child,
            lines,
            log: program.log.clone(),
        };
        match thread::Builder::new().spawn(read_lines) {
            Ok(_) => Ok(process),
            Err(error) => Err(Fault::Start(format!(
                "the system starts no thread for it: {error}"
            ))),
        }
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.log
            .iter()
            .for_each(|log| log.add(Direction::Sent, line));
        let Some(input) = &mut self.input else {
            return Err(self.ended());
        };
        let written = input.write_all(format!("{line}\n").as_bytes());
        if written.is_err() || input.flush().is_err() {
            return Err(self.ended());
        }
        Ok(())
    }

    pub(super) fn line(
        &mut self,
        deadline: Instant,
        abort: &Control,
    ) -> Result<Option<String>, Fault> {
        receive(&self.lines, deadline, abort).map_err(|Disconnected| self.ended())
    }

    /// Sends `request` and reads lines until `reply`; `check` may refuse the others.
    pub(super) fn request(
        &mut self,
        request: &str,
        reply: &str,
        timeout: Duration,
        abort: &Control,
        mut check: impl FnMut(&str) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.send(request)?;
        let deadline = Instant::now() + timeout;
        loop {
            match self.line(deadline, abort)? {
                Some(line) if line == reply => return Ok(()),
                Some(line) => check(&line)?,
                None if abort.stopped() => return Err(Fault::Aborted),
                None => return Err(Fault::Unresponsive),
            }
        }
    }

    pub(super) fn discard(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    fn ended(&mut self) -> Fault {
        match self.wait_for_exit() {
            Ok(Some(status)) => Fault::Crash(format!("the program ended ({status})")),
            Ok(None) => Fault::Crash("the program closed its output".to_owned()),
            Err(error) => Fault::Crash(error.to_string()),
        }
    }

    fn wait_for_exit(&mut self) -> io::Result<Option<ExitStatus>> {
        let deadline = Instant::now() + EXIT_GRACE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(None)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        if !matches!(self.wait_for_exit(), Ok(Some(_))) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

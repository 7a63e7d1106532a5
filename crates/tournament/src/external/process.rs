//! A child process that exchanges lines through pipes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use play::Control;

use super::log::{Direction, LineLog};
use crate::engine::{Disconnected, Fault, receive};

/// Time that a process has to end by itself before it is killed.
const EXIT_GRACE: Duration = Duration::from_millis(200);
/// Longest line in bytes; longer ones are cut.
const MAX_LINE: u64 = 64 << 10;
/// Most lines that wait for their reader, in either direction. A program that writes more has to
/// wait, and one that reads none of so many has stopped responding: neither fills the memory.
const MAX_WAITING: usize = 1024;
/// Longest time for which lines of an earlier search are passed over.
const DISCARD_TIME: Duration = Duration::from_millis(100);
/// Time after a stop in which lines still count, so that an answer that has come already is taken.
const STOPPED_GRACE: Duration = Duration::from_millis(100);

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
    /// Lines for its input. A thread writes them: a program that does not read must not hold the
    /// match.
    input: Option<SyncSender<String>>,
    lines: Receiver<ReceivedLine>,
    /// A line that came after the deadline of the last call, kept for the next one.
    next: Option<ReceivedLine>,
    /// When a call first saw that its search was stopped.
    stopped_since: Option<Instant>,
    log: Option<LineLog>,
}

/// A line with the time at which it was read.
#[derive(Debug)]
struct ReceivedLine {
    text: String,
    came_at: Instant,
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
        let (sender, lines) = sync_channel(MAX_WAITING);
        let (input, commands) = sync_channel::<String>(MAX_WAITING);
        let mut child_input = child.stdin.take().expect("it was piped");
        let write_lines = move || {
            for command in commands {
                if child_input.write_all(command.as_bytes()).is_err() {
                    return;
                }
            }
        };
        let output = child.stdout.take();
        let log = program.log.clone();
        let read_lines = move || {
            let mut output = BufReader::new(output.expect("it was piped"));
            let mut line = Vec::new();
            while let Ok(1..) = Read::take(&mut output, MAX_LINE).read_until(b'\n', &mut line) {
                // Some engines separate words with tabs.
                let text = String::from_utf8_lossy(&line).trim().replace('\t', " ");
                if let Some(log) = &log {
                    log.add(Direction::Received, &text);
                }
                let came_at = Instant::now();
                if sender.send(ReceivedLine { text, came_at }).is_err() {
                    return;
                }
                line.clear();
            }
        };
        // It is made before the threads are: if one cannot start, dropping it ends the child.
        let process = Process {
            input: Some(input),
            child,
            lines,
            next: None,
            stopped_since: None,
            log: program.log.clone(),
        };
        let reader = thread::Builder::new().spawn(read_lines);
        let writer = thread::Builder::new().spawn(write_lines);
        match reader.and(writer) {
            Ok(_) => Ok(process),
            Err(error) => Err(Fault::Start(format!(
                "the system starts no thread for it: {error}"
            ))),
        }
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(log) = &self.log {
            log.add(Direction::Sent, line);
        }
        let Some(input) = &self.input else {
            return Err(self.ended());
        };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Fault::Unresponsive),
            Err(TrySendError::Disconnected(_)) => Err(self.ended()),
        }
    }

    /// The next line, if it came before the deadline and not long after `abort` was stopped. What
    /// counts is when it came, so that a program that writes without pause gains no time.
    pub(super) fn line(
        &mut self,
        deadline: Instant,
        abort: &Control,
    ) -> Result<Option<String>, Fault> {
        let mut end = deadline;
        if abort.stopped() {
            let since = *self.stopped_since.get_or_insert_with(Instant::now);
            end = end.min(since + STOPPED_GRACE);
        } else {
            self.stopped_since = None;
        }
        let line = match self.next.take() {
            Some(line) => Some(line),
            None => receive(&self.lines, deadline, abort).map_err(|Disconnected| self.ended())?,
        };
        match line {
            Some(line) if line.came_at > end => {
                self.next = Some(line);
                Ok(None)
            }
            line => Ok(line.map(|line| line.text)),
        }
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

    /// Passes over the lines that have come, for as long as [`DISCARD_TIME`]: a program may write
    /// faster than they are passed over.
    pub(super) fn discard(&mut self) {
        self.next = None;
        let end = Instant::now() + DISCARD_TIME;
        while Instant::now() < end && self.lines.try_recv().is_ok() {}
    }

    /// Why no line comes any more, or none is taken.
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

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn start(script: &str) -> Process {
        let program = Program {
            command: ["sh", "-c", script].map(str::to_owned).into(),
            ..Program::default()
        };
        Process::start(&program).unwrap()
    }

    #[test]
    fn program_that_floods_is_held_to_the_time_and_waits() {
        let mut process = start("exec yes 'info string hello'");
        let started = Instant::now();
        let timeout = Duration::from_millis(300);
        let answer = process.request("uci", "uciok", timeout, &Control::new(), |_| Ok(()));
        assert_eq!(answer, Err(Fault::Unresponsive));
        process.discard();
        // A stop is heeded while lines come.
        let stopped = Control::new();
        stopped.stop();
        let long = Duration::from_secs(600);
        let answer = process.request("isready", "readyok", long, &stopped, |_| Ok(()));
        assert_eq!(answer, Err(Fault::Aborted));
        assert!(started.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn line_after_the_deadline_is_kept_for_the_next_question() {
        let mut process = start("read go; sleep 0.2; echo late; read quit");
        process.send("go").unwrap();
        let soon = Instant::now() + Duration::from_millis(20);
        assert_eq!(process.line(soon, &Control::new()), Ok(None));
        let later = Instant::now() + Duration::from_secs(60);
        let line = process.line(later, &Control::new()).unwrap();
        assert_eq!(line.as_deref(), Some("late"));
    }

    #[test]
    fn program_that_reads_nothing_does_not_hold_who_sends() {
        let mut process = start("exec sleep 60");
        let line = "x".repeat(60 << 10);
        let sent = (0..2 * MAX_WAITING).find_map(|_| process.send(&line).err());
        assert_eq!(sent, Some(Fault::Unresponsive));
    }
}

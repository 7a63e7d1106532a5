//! Sessions with an engine as data files, and their replay.
//!
//! ```text
//! # a remark
//! > go infinite          sent to the engine
//! < info * pv *          a later line matches; `*` stands for anything
//! <50 bestmove *         a later line matches, at most 50 ms after the last line sent
//! = uciok                the next line matches
//! ! 200                  for 200 ms only reports come (`info`, or a line of xboard's that begins with a number)
//! > ^D                   end of input
//! < ^D                   the engine ends
//! ```

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::referee::Referee;

const TIMEOUT: Duration = Duration::from_secs(20);
/// How the fault begins when no matching line came in time.
pub const LATE: &str = "no such line within";

/// Input and output of an engine.
#[derive(Debug)]
pub struct Engine {
    /// Dropped at the end of input.
    pub input: Option<Sender<Vec<u8>>>,
    /// Ends with the engine.
    pub output: Receiver<String>,
}

/// Replays a transcript; the error names the line that failed or the rule broken, with all lines of
/// the session.
pub fn replay(engine: Engine, referee: Box<dyn Referee>, transcript: &str) -> Result<(), String> {
    let mut run = Run {
        engine,
        referee,
        log: Vec::new(),
        sent: Instant::now(),
    };
    for (index, line) in transcript.lines().enumerate() {
        let step = line.trim_end();
        if step.is_empty() || step.starts_with('#') {
            continue;
        }
        run.step(step).map_err(|fault| {
            format!(
                "line {}: {step}\n{fault}\nthe session:\n{}",
                index + 1,
                run.log.join("\n")
            )
        })?;
    }
    Ok(())
}

struct Run {
    engine: Engine,
    referee: Box<dyn Referee>,
    log: Vec<String>,
    sent: Instant,
}

impl Run {
    fn step(&mut self, step: &str) -> Result<(), String> {
        let (word, text) = step.split_once(' ').unwrap_or((step, ""));
        match word.split_at(1) {
            (">", "") => self.send(text),
            ("=", "") => {
                let line = self.next(TIMEOUT)?;
                if matches(text, &line) {
                    Ok(())
                } else {
                    Err(format!("got '{line}'"))
                }
            }
            ("!", "") => self.only_reports(milliseconds(text)?),
            ("<", "") => self.await_line(text, self.sent + TIMEOUT),
            ("<", limit) => self.await_line(text, self.sent + milliseconds(limit)?),
            _ => Err("not a step".to_owned()),
        }
    }

    fn send(&mut self, text: &str) -> Result<(), String> {
        self.log.push(format!("> {text}"));
        self.sent = Instant::now();
        if text == "^D" {
            self.engine.input = None;
            return Ok(());
        }
        self.referee.sent(text);
        let input = self
            .engine
            .input
            .as_ref()
            .ok_or("the input was ended before")?;
        input
            .send(format!("{text}\n").into_bytes())
            .map_err(|_| "the engine reads no more".to_owned())
    }

    fn await_line(&mut self, pattern: &str, deadline: Instant) -> Result<(), String> {
        loop {
            let line = self.next(deadline.saturating_duration_since(Instant::now()))?;
            if matches(pattern, &line) {
                return Ok(());
            }
            if line == "^D" {
                return Err("the engine ended".to_owned());
            }
        }
    }

    /// Waits for `time`, in which nothing but reports may come.
    fn only_reports(&mut self, time: Duration) -> Result<(), String> {
        let deadline = Instant::now() + time;
        loop {
            match self.receive(deadline.saturating_duration_since(Instant::now()))? {
                None => return Ok(()),
                Some(line)
                    if line.starts_with("info ")
                        || line.starts_with(|c: char| c.is_ascii_digit()) => {}
                Some(line) => return Err(format!("got '{line}'")),
            }
        }
    }

    fn next(&mut self, limit: Duration) -> Result<String, String> {
        self.receive(limit)?
            .ok_or_else(|| format!("{LATE} {limit:?}"))
    }

    /// The next line, `^D` for the end, or `None` when the time is over.
    fn receive(&mut self, limit: Duration) -> Result<Option<String>, String> {
        let line = match self.engine.output.recv_timeout(limit) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => "^D".to_owned(),
            Err(RecvTimeoutError::Timeout) => return Ok(None),
        };
        self.log.push(format!("< {line}"));
        self.referee.received(&line)?;
        Ok(Some(line))
    }
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(number) => Ok(Duration::from_millis(number)),
        Err(_) => Err(format!("expected milliseconds, got '{text}'")),
    }
}

/// Whether `text` matches `pattern`, in which `*` stands for any characters.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn matches_star_any_text() {
        assert!(matches("info * pv *", "info depth 1 pv e2e4"));
        assert!(matches("uciok", "uciok") && !matches("uciok", "uciok "));
        assert!(!matches("a*a", "a") && matches("a*a", "aa") && matches("*", ""));
    }
}

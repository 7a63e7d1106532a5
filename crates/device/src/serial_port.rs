//! The host port at the end of a serial line, by the commands of `belle_serial.v`
//! ([`machine::rtl::serial`]).
//!
//! A question over USB takes a millisecond, so as few are asked as can be. Writes are gathered and
//! sent with the next question. A search is one question: its writes, the start, the wait for the
//! halt, and the registers that a host wants to know then. The searches of several root moves are
//! one question too: the board works through its queue by itself, and tells each value, until one
//! of them exceeds its limit. Only the next few of them are on their way at any time, since a stop
//! waits for all bytes that the line has still to carry.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use host::{Counters, Port, RegisterWrite, SEARCH_WRITES};
use machine::rtl::port::{
    COMMAND, CONTROL, CYCLES, DEEPEST, DRAW, ENTRY, ENTRY_ADDRESS, MEMORY_USED, MOVE, NODES,
    READ_ENTRY, SQUARE, STOP, VALUE,
};
use machine::rtl::serial;
use machine::transposition::hash::Key;
use machine::transposition::memory::Entry;
use thiserror::Error;

use crate::line::SerialLine;

/// The longest time that a board may be silent when it owes an answer. A model in a simulator
/// clears its memory in seconds, and takes many times as long on a busy computer; a board that is
/// unplugged is missed at once.
const PATIENCE: Duration = Duration::from_secs(120);
/// Time within which a board answers a host that it does not know.
const MEETING_TIME: Duration = Duration::from_secs(2);
/// A line that is silent for this time has nothing more to say.
const SILENCE: Duration = Duration::from_millis(100);
/// Time within which a board answers a stop, whatever it is doing.
const STOP_TIME: Duration = Duration::from_secs(5);
/// The time of one wait for the halt, at most: a stop is noticed after it.
const SLICE: Duration = Duration::from_millis(10);
/// Time between two looks at the counters of a machine that runs.
const POLL_TIME: Duration = Duration::from_millis(100);
/// Bytes that may wait in the board's queue: less than it holds.
const QUEUED: usize = serial::QUEUE - 256;
/// Bytes of a command that writes a register.
const WRITE: usize = 1 + serial::WRITE.data as usize;
/// Bytes of a search in the queue: its writes, and before them the wait for the one before, the
/// read of its value, and the command that may drop it.
const QUEUED_SEARCH: usize = SEARCH_WRITES * WRITE + 2 + 1 + serial::UNLESS.data as usize;
/// Queued runs that are sent before the board has told the value of the one before them, and
/// entries of its memory that are asked for before one is there. Enough to keep it at work while an
/// answer travels; few enough that a stop behind them is there in 2 ms at one megabaud, and in 11
/// at 115,200 baud.
const AHEAD: usize = 4;
/// No square holds this: it is written anew.
const UNKNOWN: u16 = u16::MAX;

/// Registers that are read after each halt.
const STATUS: [u8; 13] = [
    CONTROL.number,
    MOVE.number,
    VALUE.number,
    DEEPEST.number,
    MEMORY_USED.number,
    NODES.number,
    NODES.number + 1,
    NODES.number + 2,
    NODES.number + 3,
    CYCLES.number,
    CYCLES.number + 1,
    CYCLES.number + 2,
    CYCLES.number + 3,
];

/// Where the counters begin among them.
const COUNTED: usize = 3;

/// Registers that are read of a machine that runs. The upper half of a number is read before the
/// lower one: what is carried between the two makes it too small, never too great.
const POLLED: [u8; 5] = [
    NODES.number + 1,
    NODES.number,
    CYCLES.number + 1,
    CYCLES.number,
    DEEPEST.number,
];

/// The board does not speak as Belle does.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Silent(String);

/// An answer of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    /// The byte of its command.
    command: u8,
    /// The register's data, 0 if it has none.
    data: u16,
}

/// Whether the microcode runs, as far as is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    /// It has halted, or the queue waits for it.
    Halted,
    /// It was started.
    Started,
    /// It was started, and the board has been asked to answer when it has halted.
    Asked,
    /// It has halted with a value within its limit, and the board goes on to the next of its queue.
    GoesOn,
}

/// The host port of a board.
#[derive(Debug)]
pub struct SerialPort {
    line: SerialLine,
    /// Commands that are not sent yet.
    out: Vec<u8>,
    /// Bytes sent since the board's queue was known to be empty.
    queued: usize,
    run: Run,
    /// Of each run in the queue that has others behind it, whose value is still to come: these are
    /// dropped if it exceeds the limit.
    limits: VecDeque<i16>,
    /// Where in `out` the commands of each queued run begin.
    starts: Vec<usize>,
    /// Commands that are sent as the board comes closer to them: a queued run each, and at last the
    /// question for the halt.
    held: VecDeque<Vec<u8>>,
    /// Answers to the status after a halt that are still to come.
    status_left: usize,
    /// What the squares hold; only changes are sent.
    squares: [u16; 64],
    /// Registers whose contents are known.
    known: [Option<u16>; 64],
    /// The counters when they were last read.
    counters: Counters,
    /// The register of [`POLLED`] that is asked for next, whether its answer is to come, and when
    /// the polls began.
    poll: usize,
    poll_asked: bool,
    polled: Instant,
    /// Halves of the numbers polled, read before the other half.
    upper: u64,
    trips: u64,
    failure: Option<String>,
}

impl SerialPort {
    /// Comes to terms with the board at a line: whatever it was doing is stopped.
    ///
    /// # Errors
    /// An error if nobody answers as Belle would.
    pub fn new(line: SerialLine) -> Result<SerialPort, Silent> {
        let mut port = SerialPort {
            line,
            out: Vec::new(),
            queued: 0,
            run: Run::Halted,
            limits: VecDeque::new(),
            starts: Vec::new(),
            held: VecDeque::new(),
            status_left: 0,
            squares: [UNKNOWN; 64],
            known: [None; 64],
            counters: Counters::default(),
            poll: 0,
            poll_asked: false,
            polled: Instant::now(),
            upper: 0,
            trips: 0,
            failure: None,
        };
        port.meet();
        port.stop();
        match port.failure {
            None => Ok(port),
            Some(why) => Err(Silent(why)),
        }
    }

    /// Questions asked so far, each of which takes the line's time there and back. Looks at the
    /// counters of a machine that runs are not counted: they hold nothing up.
    pub fn trips(&self) -> u64 {
        self.trips
    }

    /// Forgets what the registers hold: a run, a command or a position may change any but the draw
    /// value.
    fn forget_registers(&mut self) {
        let draw = self.known[usize::from(DRAW.number)];
        self.known = [None; 64];
        self.known[usize::from(DRAW.number)] = draw;
    }

    fn fail(&mut self, why: &str) {
        if self.failure.is_none() {
            self.failure = Some(format!("{}: {why}", self.line.path()));
        }
    }

    /// Sends what is gathered, a question at its end.
    fn ask(&mut self) {
        if !self.out.is_empty() {
            self.trips += 1;
        }
        self.send();
    }

    /// Sends what is gathered.
    fn send(&mut self) {
        let bytes = std::mem::take(&mut self.out);
        self.starts.clear();
        self.send_bytes(&bytes);
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.queued += bytes.len();
        if self.failure.is_none()
            && let Err(error) = self.line.send(bytes, PATIENCE)
        {
            self.fail(&format!("the board is gone ({error})"));
        }
    }

    /// Makes room in the board's queue for so many bytes more.
    fn make_room(&mut self, bytes: usize) {
        if self.out.len() + self.queued + bytes <= QUEUED {
            return;
        }
        self.out.push(serial::MARK.code);
        self.ask();
        self.expect(serial::MARK.code);
        self.queued = 0;
    }

    fn byte(&mut self, end: Instant) -> Option<u8> {
        if self.failure.is_some() {
            return None;
        }
        match self.line.receive(end) {
            Ok(byte) => byte,
            Err(error) => {
                self.fail(&format!("the board is gone ({error})"));
                None
            }
        }
    }

    /// Stops whatever the board was doing for a host that went away, and lets pass what it still
    /// has to say to that one.
    fn meet(&mut self) {
        // That host may have left half a command: up to two of the stops are taken for its data.
        for _ in 0..3 {
            self.out.push(serial::STOP.code);
            self.send();
            let mut last = None;
            let mut end = Instant::now() + MEETING_TIME;
            while let Some(byte) = self.byte(end) {
                last = Some(byte);
                end = Instant::now() + SILENCE;
            }
            if last == Some(serial::STOP.code) {
                return;
            }
        }
    }

    /// The next answer; `None` if none has begun by `end`, or the board is gone.
    fn answer(&mut self, end: Instant) -> Option<Answer> {
        let command = self.byte(end)?;
        let is_short = [serial::MARK.code, serial::STOP.code].contains(&command);
        if is_short {
            return Some(Answer { command, data: 0 });
        }
        let end = Instant::now() + PATIENCE;
        let low = self.byte(end)?;
        let high = self.byte(end)?;
        Some(Answer {
            command,
            data: u16::from_le_bytes([low, high]),
        })
    }

    /// Waits for the answer to a command; its data.
    fn expect(&mut self, command: u8) -> u16 {
        let answer = self.answer(Instant::now() + PATIENCE);
        match answer {
            Some(answer) if answer.command == command => answer.data,
            Some(answer) => {
                let got = answer.command;
                self.fail(&format!(
                    "the line is disturbed, or there is no Belle: expected an answer to \
                     {command:#04x}, got {got:#04x}"
                ));
                0
            }
            None => {
                self.fail("the board does not answer");
                0
            }
        }
    }

    /// Stops what runs, and forgets what is known of the board.
    fn stop(&mut self) {
        self.out.clear();
        self.out.push(serial::STOP.code);
        self.ask();
        let end = Instant::now() + STOP_TIME;
        loop {
            match self.answer(end) {
                Some(answer) if answer.command == serial::STOP.code => break,
                // Answers that were on their way.
                Some(_) if Instant::now() < end => {}
                _ => {
                    self.fail("the board does not answer a stop: expected Belle at this rate");
                    break;
                }
            }
        }
        self.queued = 0;
        self.run = Run::Halted;
        self.limits.clear();
        self.held.clear();
        self.status_left = 0;
        self.poll_asked = false;
        self.squares = [UNKNOWN; 64];
        self.known = [None; 64];
        // The last report of a search that was stopped covers all its nodes.
        self.read_all(&STATUS[COUNTED..]);
        self.counters = self.counters();
    }

    /// Asks the board to answer when it has halted.
    fn ask_for_halt(&mut self) {
        self.make_room(2 + STATUS.len());
        self.starts.push(self.out.len());
        self.out.push(serial::WAIT.code);
        if !self.limits.is_empty() {
            self.out.push(serial::END.code);
        }
        self.out.extend(STATUS);
        self.hold_back();
        self.ask();
        self.status_left = STATUS.len();
        self.run = Run::Asked;
        self.poll = 0;
        self.polled = Instant::now();
    }

    /// Leaves of what is gathered only the runs that the board comes to next.
    fn hold_back(&mut self) {
        let starts = std::mem::take(&mut self.starts);
        for &start in starts.iter().skip(AHEAD).rev() {
            self.held.push_front(self.out.split_off(start));
        }
    }

    /// Sends the next of what is held back.
    fn send_held(&mut self) {
        if let Some(bytes) = self.held.pop_front() {
            self.send_bytes(&bytes);
        }
    }

    /// Sends of what is held back only the question for the halt: the board drops all before it.
    fn drop_held(&mut self) {
        let last = self.held.pop_back();
        self.held.clear();
        self.held.extend(last);
        self.send_held();
    }

    /// Takes an answer while the machine runs or its status comes in.
    fn take(&mut self, answer: Answer) {
        // The answer to a look at the counters passes the queue: it may come between any two
        // others, or after them.
        if self.poll_asked && answer.command == serial::READ_AT_ONCE.code | POLLED[self.poll] {
            self.poll_asked = false;
            self.take_poll(answer.data);
            return;
        }
        let limit = self.limits.pop_front();
        let expected = match limit {
            Some(_) => VALUE.number,
            None => STATUS[STATUS.len() - self.status_left.max(1)],
        };
        if answer.command != serial::READ.code | expected || self.status_left == 0 {
            self.fail("the line is disturbed: an answer came to no question");
            return;
        }
        self.known[usize::from(expected)] = Some(answer.data);
        match limit {
            Some(limit) if answer.data as i16 > limit => {
                self.limits.clear();
                self.drop_held();
            }
            Some(_) => {
                self.run = Run::GoesOn;
                self.send_held();
            }
            None => self.status_left -= 1,
        }
    }

    /// Takes a register of the running machine. A count never falls: what is smaller was read as it
    /// was carried.
    fn take_poll(&mut self, data: u16) {
        let data = u64::from(data);
        let counters = &mut self.counters;
        match self.poll {
            0 | 2 => self.upper = data << 16,
            1 => counters.nodes = counters.nodes.max(self.upper | data),
            3 => counters.cycles = counters.cycles.max(self.upper | data),
            _ => counters.deepest = data as u8,
        }
        self.poll = (self.poll + 1) % POLLED.len();
        if self.poll == 0 {
            self.polled = Instant::now();
        }
    }

    /// Asks for the next of the counters, if it is time.
    fn ask_for_poll(&mut self) {
        let is_time = self.poll != 0 || self.polled.elapsed() >= POLL_TIME;
        if !self.poll_asked && is_time {
            self.out.push(serial::READ_AT_ONCE.code | POLLED[self.poll]);
            let queued = self.queued;
            self.send();
            // It passes the queue.
            self.queued = queued;
            self.poll_asked = true;
        }
    }
}

impl Port for SerialPort {
    fn write(&mut self, register: u8, data: u16) {
        if self.failure.is_some() {
            return;
        }
        if register == COMMAND.number && data & STOP.mask() != 0 {
            return self.stop();
        }
        if register == SQUARE.number {
            let square = &mut self.squares[usize::from(data & 63)];
            if *square == data {
                return;
            }
            *square = data;
        } else {
            self.forget_registers();
        }
        if register == DRAW.number {
            self.known[usize::from(register)] = Some(data);
        }
        if register == DEEPEST.number {
            self.counters = Counters {
                hash_full: self.counters.hash_full,
                ..Counters::default()
            };
        }
        self.make_room(3);
        let [low, high] = data.to_le_bytes();
        self.out.extend([serial::WRITE.code | register, low, high]);
        if register == CONTROL.number || register == COMMAND.number {
            self.run = Run::Started;
        }
    }

    fn read(&mut self, register: u8) -> u16 {
        self.read_all(&[register])[0]
    }

    fn read_all(&mut self, registers: &[u8]) -> Vec<u16> {
        // What is known may be asked for while the board is at work.
        let known = registers
            .iter()
            .map(|&register| self.known[usize::from(register)]);
        if let Some(values) = known.collect::<Option<Vec<u16>>>() {
            return values;
        }
        self.finish();
        for &register in registers {
            if self.known[usize::from(register)].is_none() {
                self.out.push(serial::READ.code | register);
            }
        }
        self.ask();
        let mut values = Vec::with_capacity(registers.len());
        for &register in registers {
            let value = match self.known[usize::from(register)] {
                Some(value) => value,
                None => self.expect(serial::READ.code | register),
            };
            values.push(value);
        }
        self.queued = 0;
        for (&register, &value) in registers.iter().zip(&values) {
            self.known[usize::from(register)] = Some(value);
        }
        values
    }

    fn run(&mut self, cycles: u64) -> bool {
        if self.run == Run::Started {
            self.ask_for_halt();
        }
        let time = Duration::from_micros(cycles / 25 + 1).min(SLICE);
        let end = Instant::now() + time;
        while self.run == Run::Asked && self.failure.is_none() {
            // Once the status has begun to come in, it comes to its end.
            let is_complete = self.status_left == 0 && !self.poll_asked;
            if is_complete {
                self.run = Run::Halted;
                self.queued = 0;
                self.counters = self.counters();
                break;
            }
            let has_begun = self.status_left < STATUS.len();
            if !has_begun {
                self.ask_for_poll();
            }
            let end = if has_begun {
                Instant::now() + PATIENCE
            } else {
                end
            };
            match self.answer(end) {
                Some(answer) => self.take(answer),
                None if has_begun => self.fail("the board does not answer"),
                None => return false,
            }
        }
        true
    }

    fn finish(&mut self) {
        match self.run {
            Run::Halted => {}
            Run::Started if self.limits.is_empty() => {
                self.make_room(1);
                self.out.push(serial::WAIT.code);
                self.run = Run::Halted;
            }
            // Each round is a slice of time, or a run of the queue.
            Run::Started | Run::Asked | Run::GoesOn => {
                while self.run != Run::Halted && self.failure.is_none() {
                    self.go_on();
                    self.run(u64::MAX);
                }
            }
        }
    }

    fn queue_room(&self) -> usize {
        let first = self.queued + self.out.len() + SEARCH_WRITES * WRITE + 2 + STATUS.len();
        QUEUED.saturating_sub(first) / QUEUED_SEARCH
    }

    fn queue(&mut self, limit: i16, writes: &[RegisterWrite]) {
        let [low, high] = limit.to_le_bytes();
        let value = serial::READ.code | VALUE.number;
        self.starts.push(self.out.len());
        self.out
            .extend([serial::WAIT.code, value, serial::UNLESS.code, low, high]);
        self.limits.push_back(limit);
        for write in writes {
            self.write(write.register, write.data);
        }
    }

    fn go_on(&mut self) {
        if self.run == Run::GoesOn {
            self.forget_registers();
            self.run = Run::Asked;
        }
    }

    fn run_each(&mut self, starts: &[u16], registers: &[u8]) -> Vec<Vec<u16>> {
        let bytes = WRITE + 1 + registers.len();
        let mut all = Vec::with_capacity(starts.len());
        for starts in starts.chunks(QUEUED / bytes) {
            self.finish();
            self.make_room(bytes * starts.len());
            for &start in starts {
                self.write(CONTROL.number, start);
                self.finish();
                for &register in registers {
                    self.out.push(serial::READ.code | register);
                }
            }
            self.ask();
            for _ in starts {
                let mut values = Vec::with_capacity(registers.len());
                for &register in registers {
                    values.push(self.expect(serial::READ.code | register));
                }
                all.push(values);
            }
            self.queued = 0;
        }
        all
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn counters(&mut self) -> Counters {
        if self.run != Run::Halted {
            return self.counters;
        }
        let numbers = &STATUS[COUNTED..];
        let is_known = numbers
            .iter()
            .all(|&register| self.known[usize::from(register)].is_some());
        if is_known {
            let values = self.read_all(numbers);
            let wide = |parts: &[u16]| {
                let parts = parts.iter().rev();
                parts.fold(0, |number, &part| number << 16 | u64::from(part))
            };
            self.counters = Counters {
                deepest: values[0] as u8,
                hash_full: values[1].into(),
                nodes: wide(&values[2..6]),
                cycles: wide(&values[6..10]),
            };
        }
        self.counters
    }

    fn entries(&mut self, keys: &[Key], goes_on: &dyn Fn() -> bool) -> Vec<Entry> {
        self.finish();
        let parts: Vec<u8> = (ENTRY.number..ENTRY.number + ENTRY.count).collect();
        let mut entries = Vec::with_capacity(keys.len());
        let mut asked = 0;
        loop {
            while asked < keys.len() && asked - entries.len() < AHEAD && goes_on() {
                let key = keys[asked];
                self.write(ENTRY_ADDRESS.number, key.bits as u16);
                self.write(ENTRY_ADDRESS.number + 1, key.white_to_move.into());
                self.write(COMMAND.number, READ_ENTRY.mask());
                self.finish();
                self.out.extend(&parts);
                asked += 1;
            }
            if entries.len() == asked {
                return entries;
            }
            // Only the first is waited for: the others are asked for while the answers come.
            if entries.is_empty() {
                self.ask();
            } else {
                self.send();
            }
            let mut entry = 0;
            for (&register, place) in parts.iter().zip(0..) {
                entry |= u64::from(self.expect(register)) << (16 * place);
            }
            entries.push(Entry(entry));
            // What is on its way is less than the queue has in reserve.
            self.queued = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read as _, Write as _};
    use std::sync::mpsc::{self, Sender};
    use std::thread;

    use nix::pty::openpty;
    use nix::unistd::ttyname;

    use super::*;

    /// A board that halts when it is looked at, and answers the look last: its byte was on the line
    /// when the machine halted.
    fn answer_looks_last(mut line: File) {
        let (mut is_running, mut data) = (false, 0);
        let mut held = Vec::new();
        let mut byte = [0];
        while line.read_exact(&mut byte).is_ok() {
            let [command] = byte;
            if data > 0 {
                data -= 1;
                continue;
            }
            match command {
                _ if command == serial::STOP.code => line.write_all(&byte).unwrap(),
                _ if command == serial::WAIT.code => is_running = true,
                _ if command & 0xC0 == serial::WRITE.code => data = serial::WRITE.data,
                _ if command & 0xC0 == serial::READ.code && is_running => {
                    held.extend([command, 0, 0]);
                }
                _ => {
                    is_running = false;
                    held.extend([command, 0, 0]);
                    line.write_all(&std::mem::take(&mut held)).unwrap();
                }
            }
        }
    }

    /// Reads a command and its data; none at the end.
    fn next_command(line: &mut File) -> Option<(u8, [u8; 2])> {
        let (mut command, mut data) = ([0], [0; 2]);
        line.read_exact(&mut command).ok()?;
        let [command] = command;
        if command & 0xC0 == serial::WRITE.code || command == serial::UNLESS.code {
            line.read_exact(&mut data).ok()?;
        }
        Some((command, data))
    }

    /// A board whose runs end at once, each with the value 0.
    fn work_through(mut line: File) {
        let mut is_dropping = false;
        while let Some((command, data)) = next_command(&mut line) {
            if is_dropping {
                is_dropping = command != serial::END.code;
            } else if command == serial::UNLESS.code {
                is_dropping = 0 > i16::from_le_bytes(data);
            } else if [serial::STOP.code, serial::MARK.code].contains(&command) {
                line.write_all(&[command]).unwrap();
            } else if [serial::READ.code, serial::READ_AT_ONCE.code].contains(&(command & 0xC0)) {
                line.write_all(&[command, 0, 0]).unwrap();
            }
        }
    }

    /// A board whose first run does not end. At each stop it tells how many bytes came before it.
    fn never_halt(mut line: File, told: &Sender<usize>) {
        let (mut is_running, mut bytes) = (false, 0);
        while let Some((command, _)) = next_command(&mut line) {
            if command == serial::STOP.code {
                told.send(bytes).unwrap();
                (is_running, bytes) = (false, 0);
                line.write_all(&[command]).unwrap();
                continue;
            }
            is_running |= command == serial::WAIT.code;
            bytes += match command & 0xC0 {
                code if code == serial::WRITE.code => WRITE,
                _ if command == serial::UNLESS.code => WRITE,
                _ => 1,
            };
            if !is_running && command & 0xC0 == serial::READ.code {
                line.write_all(&[command, 0, 0]).unwrap();
            }
        }
    }

    fn connected(board: impl FnOnce(File) + Send + 'static) -> SerialPort {
        let pair = openpty(None, None).unwrap();
        let path = ttyname(&pair.slave).unwrap();
        let master = File::from(pair.master);
        thread::spawn(move || board(master));
        let line = SerialLine::open(&path.to_str().unwrap().parse().unwrap()).unwrap();
        SerialPort::new(line).unwrap()
    }

    /// Starts a run, and queues others behind it.
    fn queue_runs(port: &mut SerialPort, limits: &[i16]) {
        let search = [RegisterWrite {
            register: CONTROL.number,
            data: 0,
        }; SEARCH_WRITES];
        port.write(CONTROL.number, 0);
        for &limit in limits {
            port.queue(limit, &search);
        }
    }

    #[test]
    fn queue_longer_than_what_is_sent_ahead_ends_at_a_value_beyond_its_limit() {
        let mut port = connected(work_through);
        for (beyond, expected) in [(0, 1), (3, 4), (AHEAD, AHEAD + 1), (39, 40), (40, 41)] {
            let mut limits = [0; 40];
            if beyond < limits.len() {
                limits[beyond] = -1;
            }
            queue_runs(&mut port, &limits);
            let mut runs = 0;
            while runs <= limits.len() {
                while !port.run(u64::MAX) {}
                runs += 1;
                if port.run == Run::Halted {
                    break;
                }
                port.go_on();
            }
            assert_eq!((runs, port.failure()), (expected, None), "{beyond}");
        }
    }

    #[test]
    fn stop_behind_a_long_queue_passes_most_of_it() {
        let (sender, told) = mpsc::channel();
        let mut port = connected(move |line| never_halt(line, &sender));
        queue_runs(&mut port, &[0; 40]);
        assert!(!port.run(u64::MAX));
        let _meeting = told.try_iter().count();
        port.write(COMMAND.number, STOP.mask());
        assert_eq!(port.failure(), None);
        let bytes = told.recv().unwrap();
        // A run and those ahead of it, and a look at the counters; all runs would be 1,100 bytes.
        assert!((AHEAD * QUEUED_SEARCH..128).contains(&bytes), "{bytes}");
    }

    #[test]
    fn run_look_answered_after_the_status_is_taken() {
        let mut port = connected(answer_looks_last);
        port.write(CONTROL.number, 0);
        while !port.run(u64::MAX) {}
        assert_eq!(port.failure(), None);
        assert_eq!(port.counters().nodes, 0);
    }
}

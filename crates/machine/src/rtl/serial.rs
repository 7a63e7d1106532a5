//! The commands of the serial line in front of the host port (`belle_serial.v`).
//!
//! A command is a byte, some have two bytes of data behind them, lowest first. They wait in a queue
//! of [`QUEUE`] bytes and are done one after the other, but for the last two of the table, which
//! pass it. An answer begins with the byte of its command; that to a read goes on with the
//! register's two bytes.
//!
//! Fidelity: decided.

/// A command of the serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SerialCommand {
    /// Its byte; a register's number may stand in the lower six bits.
    pub code: u8,
    /// Whether a register's number stands in it.
    pub names_register: bool,
    /// Its name.
    pub name: &'static str,
    /// Bytes of data behind it.
    pub data: u8,
    /// Bytes of its answer.
    pub answer: u8,
    /// What it does.
    pub effect: &'static str,
}

/// Bytes that the queue holds.
pub const QUEUE: usize = 1 << 11;

/// Reads a register.
pub const READ: SerialCommand = SerialCommand {
    code: 0x00,
    names_register: true,
    name: "read",
    data: 0,
    answer: 3,
    effect: "reads the register",
};
/// Writes a register.
pub const WRITE: SerialCommand = SerialCommand {
    code: 0x40,
    names_register: true,
    name: "write",
    data: 2,
    answer: 0,
    effect: "writes the data into the register",
};
/// Waits for the halt.
pub const WAIT: SerialCommand = SerialCommand {
    code: 0x80,
    names_register: false,
    name: "wait",
    data: 0,
    answer: 0,
    effect: "the queue stands still until the machine has halted",
};
/// Answers.
pub const MARK: SerialCommand = SerialCommand {
    code: 0x81,
    names_register: false,
    name: "mark",
    data: 0,
    answer: 1,
    effect: "answers, so that the host knows how far the queue is done",
};
/// Drops what is queued, if the value is too great.
pub const UNLESS: SerialCommand = SerialCommand {
    code: 0x82,
    names_register: false,
    name: "unless",
    data: 2,
    answer: 0,
    effect: "if the value in the accumulator exceeds the data, drops all that follows up to `end`",
};
/// Ends what is dropped.
pub const END: SerialCommand = SerialCommand {
    code: 0x83,
    names_register: false,
    name: "end",
    data: 0,
    answer: 0,
    effect: "the end of what `unless` may drop",
};
/// Stops the machine.
pub const STOP: SerialCommand = SerialCommand {
    code: 0xC0,
    names_register: false,
    name: "stop",
    data: 0,
    answer: 1,
    effect: "at once: stops the machine and empties the queue. The host sends nothing until the answer has come",
};
/// Reads a register past the queue.
pub const READ_AT_ONCE: SerialCommand = SerialCommand {
    code: 0xC0,
    names_register: true,
    name: "read at once",
    data: 0,
    answer: 3,
    effect: "at once: reads the register (not 0), also of a machine that runs. The host awaits the answer before it asks again",
};

/// All of them.
pub static COMMANDS: &[SerialCommand] = &[READ, WRITE, WAIT, MARK, UNLESS, END, STOP, READ_AT_ONCE];

//! The serial line: eight data bits, no parity, one stop bit, bytes as they are.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{self, BaudRate, FlushArg, SetArg};

/// Bits a second if none are named: those of the boards that `belle verilog` writes.
const BAUD: u32 = 1_000_000;

/// Rates that a line may have.
const RATES: [(u32, BaudRate); 10] = [
    (9_600, BaudRate::B9600),
    (19_200, BaudRate::B19200),
    (38_400, BaudRate::B38400),
    (57_600, BaudRate::B57600),
    (115_200, BaudRate::B115200),
    (230_400, BaudRate::B230400),
    (921_600, BaudRate::B921600),
    (1_000_000, BaudRate::B1000000),
    (2_000_000, BaudRate::B2000000),
    (3_000_000, BaudRate::B3000000),
];

/// A device and the rate of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The device's file.
    pub path: String,
    /// Bits a second.
    pub baud: u32,
}

impl FromStr for Address {
    type Err = String;

    /// Reads `PATH` or `PATH,BAUD`.
    fn from_str(text: &str) -> Result<Address, String> {
        let Some((path, rate)) = text.rsplit_once(',') else {
            return Ok(Address {
                path: text.to_owned(),
                baud: BAUD,
            });
        };
        let known = RATES.map(|(rate, _)| rate);
        match rate.trim().parse() {
            Ok(baud) if known.contains(&baud) => Ok(Address {
                path: path.to_owned(),
                baud,
            }),
            _ => Err(format!(
                "{text}: expected a rate behind the comma, one of {known:?}, got '{rate}'"
            )),
        }
    }
}

/// An open line. It is nobody else's until it is dropped.
#[derive(Debug)]
pub struct SerialLine {
    file: File,
    path: String,
    /// Bytes that have come and were not taken yet, and how many of them were.
    came: Vec<u8>,
    taken: usize,
}

impl SerialLine {
    /// Opens a device and sets its line.
    ///
    /// # Errors
    /// If there is no such device, it is no serial line, or another program has it.
    pub fn open(address: &Address) -> io::Result<SerialLine> {
        // Without these flags a line without a modem would wait for one, or become this program's
        // terminal.
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(libc::O_NOCTTY | libc::O_NONBLOCK)
            .open(&address.path)?;
        let mut settings = termios::tcgetattr(&file)
            .map_err(|_| io::Error::other("expected a serial line, got another kind of file"))?;
        file.try_lock()
            .map_err(|_| io::Error::other("another program uses this line"))?;
        termios::cfmakeraw(&mut settings);
        for (rate, code) in RATES {
            if rate == address.baud {
                termios::cfsetspeed(&mut settings, code)?;
            }
        }
        termios::tcsetattr(&file, SetArg::TCSANOW, &settings)?;
        termios::tcflush(&file, FlushArg::TCIOFLUSH)?;
        Ok(SerialLine {
            file,
            path: address.path.clone(),
            came: Vec::new(),
            taken: 0,
        })
    }

    /// The device.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Sends bytes; fails if the line does not take them within `time`.
    ///
    /// # Errors
    /// Also if the device is gone.
    pub fn send(&mut self, mut bytes: &[u8], time: Duration) -> io::Result<()> {
        let end = Instant::now() + time;
        while !bytes.is_empty() {
            match self.file.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if !self.wait_for(PollFlags::POLLOUT, end)? {
                        return Err(ErrorKind::TimedOut.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The next byte; `None` if none has come by `end`.
    ///
    /// # Errors
    /// If the device is gone.
    pub fn receive(&mut self, end: Instant) -> io::Result<Option<u8>> {
        while self.taken == self.came.len() {
            let mut bytes = [0; 512];
            match self.file.read(&mut bytes) {
                // What has been unplugged is at its end for ever.
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    self.came.clear();
                    self.came.extend_from_slice(&bytes[..count]);
                    self.taken = 0;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if !self.wait_for(PollFlags::POLLIN, end)? {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        self.taken += 1;
        Ok(Some(self.came[self.taken - 1]))
    }

    /// Waits until the line is ready; false if it is not by `end`.
    fn wait_for(&self, what: PollFlags, end: Instant) -> io::Result<bool> {
        let left = end.saturating_duration_since(Instant::now());
        // Whole milliseconds, upwards: a wait of none would be a loop that spins.
        let left = (left + Duration::from_micros(999)).as_millis();
        let left = PollTimeout::from(u16::try_from(left).unwrap_or(u16::MAX));
        let mut asked = [PollFd::new(self.file.as_fd(), what)];
        match poll(&mut asked, left) {
            Ok(ready) => Ok(ready > 0),
            Err(nix::errno::Errno::EINTR) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_rate_is_named_or_that_of_our_boards() {
        for (text, path, baud) in [
            ("/dev/ttyUSB0", "/dev/ttyUSB0", 1_000_000),
            ("/dev/ttyUSB0,115200", "/dev/ttyUSB0", 115_200),
            ("a,b,9600", "a,b", 9_600),
        ] {
            let expected = Address {
                path: path.to_owned(),
                baud,
            };
            assert_eq!(text.parse(), Ok(expected));
        }
        for text in ["/dev/ttyUSB0,", "/dev/ttyUSB0,1", "/dev/ttyUSB0,fast"] {
            let error = text.parse::<Address>().unwrap_err();
            assert!(error.contains("expected a rate"), "{error}");
        }
    }

    #[test]
    fn open_no_serial_line_is_refused() {
        for (path, expected) in [
            ("/no/such/device", "No such file"),
            ("/dev/null", "expected a serial line"),
        ] {
            let error = SerialLine::open(&path.parse().unwrap())
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{path}: {error}");
        }
    }
}

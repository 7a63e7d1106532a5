//! The options of a build, and its errors.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::file::storage::FileError;
use crate::file::table::TableError;
use crate::index::material::Material;
use crate::score::Metric;

/// The options of a build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Directory of the tables; created if necessary.
    pub dir: PathBuf,
    /// The metric of the distances.
    pub metric: Metric,
    /// Bytes of memory to use at most; larger arrays go to temporary files in `dir`.
    pub memory: u64,
    /// Bytes of disk to use at most for one table and its temporary files; `None` for what is free.
    pub disk: Option<u64>,
}

impl BuildOptions {
    /// Options for a build in `dir` with two gigabytes of memory and all of the disk.
    pub fn new(dir: &Path, metric: Metric) -> BuildOptions {
        BuildOptions {
            dir: dir.to_owned(),
            metric,
            memory: 2 << 30,
            disk: None,
        }
    }
}

/// A build ended without its tables.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BuildError {
    #[error(transparent)]
    Io(#[from] FileError),
    /// An existing table is damaged; it is not overwritten.
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(
        "{count} tables need {} of disk in {dir}: {} are free",
        Bytes(*needed),
        Bytes(*available)
    )]
    Tables {
        count: usize,
        dir: PathBuf,
        needed: u64,
        available: u64,
    },
    #[error("{material} needs {} of memory: {} are allowed", Bytes(*needed), Bytes(*allowed))]
    Memory {
        material: Material,
        needed: u64,
        allowed: u64,
    },
    #[error("another process is building {0} there")]
    Busy(Material),
    #[error(
        "{material} needs {} of disk in {dir}: {} are {kind}",
        Bytes(*needed),
        Bytes(*available)
    )]
    Disk {
        material: Material,
        dir: PathBuf,
        needed: u64,
        available: u64,
        kind: &'static str,
    },
}

/// A number of bytes: printed in binary units, parsed with K, M, G or T for powers of 1,024, such
/// as 512M.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

/// A text that is not a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum InvalidBytes {
    #[error("not a number of bytes: expected a number such as 512M")]
    NotANumber,
    #[error("too large: expected less than 2^64 bytes")]
    TooLarge,
}

impl FromStr for Bytes {
    type Err = InvalidBytes;

    fn from_str(text: &str) -> Result<Bytes, InvalidBytes> {
        let upper = text.to_ascii_uppercase();
        let plain = upper.trim_end_matches('B').trim_end_matches('I');
        let units = [
            ('K', 1 << 10),
            ('M', 1 << 20),
            ('G', 1 << 30),
            ('T', 1 << 40),
        ];
        let (mut digits, mut unit) = (plain, 1_u64);
        for (letter, bytes) in units {
            if let Some(before) = plain.strip_suffix(letter) {
                (digits, unit) = (before, bytes);
            }
        }
        let number: u64 = digits.parse().map_err(|_| InvalidBytes::NotANumber)?;
        number
            .checked_mul(unit)
            .map(Bytes)
            .ok_or(InvalidBytes::TooLarge)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
        match units.into_iter().find(|(shift, _)| self.0 >> shift > 0) {
            Some((shift, unit)) => {
                write!(f, "{:.2} {unit}", self.0 as f64 / (1u64 << shift) as f64)
            }
            None => write!(f, "{} B", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_parsed_in_binary_units() {
        let parsed = |text: &str| text.parse::<Bytes>();
        for (text, bytes) in [
            ("0", 0),
            ("512", 512),
            ("64k", 65_536),
            ("512M", 536_870_912),
            ("2GiB", 2 << 30),
            ("3T", 3 << 40),
        ] {
            assert_eq!(parsed(text), Ok(Bytes(bytes)), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "2 G", "2E"] {
            assert_eq!(parsed(text), Err(InvalidBytes::NotANumber), "{text}");
        }
        assert_eq!(parsed("99999999999G"), Err(InvalidBytes::TooLarge));
    }
}

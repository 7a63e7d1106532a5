//! A hash of many bytes, by which a file is known again.

use serde::{Deserialize, Serialize};

/// The hash of Fowler, Noll and Vo (FNV-1a, 64 bits) of the bytes so far. It finds accidents, not forgeries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Takes these bytes in.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 =
            bytes.iter().fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }
}

//! Codes of values, one or two bytes each: numbers in the palette of the side to move.

use std::fmt::Debug;
use std::io;

use bytemuck::Pod;

use crate::file::storage::{LargeArray, Storage};

/// A code of one or two bytes.
pub(crate) trait Code: Pod + Ord + Send + Sync + Debug {
    const BYTES: usize;

    fn new(number: usize) -> Self;

    fn number(self) -> usize;
}

impl Code for u8 {
    const BYTES: usize = 1;

    #[inline]
    fn new(number: usize) -> u8 {
        number as u8
    }

    #[inline]
    fn number(self) -> usize {
        usize::from(self)
    }
}

impl Code for u16 {
    const BYTES: usize = 2;

    #[inline]
    fn new(number: usize) -> u16 {
        number as u16
    }

    #[inline]
    fn number(self) -> usize {
        usize::from(self)
    }
}

/// Bytes of a code: two if a side to move has more than 256 values.
pub(crate) fn code_bytes<T>(palettes: &[Vec<T>; 2]) -> usize {
    if palettes.iter().all(|palette| palette.len() <= 256) {
        1
    } else {
        2
    }
}

/// The codes of one side to move.
#[derive(Debug)]
pub(crate) enum Codes {
    Narrow(LargeArray<u8>),
    Wide(LargeArray<u16>),
}

impl Codes {
    pub(crate) fn zeroed(len: usize, bytes: usize, storage: Storage<'_>) -> io::Result<Codes> {
        Ok(match bytes {
            1 => Codes::Narrow(LargeArray::zeroed(len, storage)?),
            _ => Codes::Wide(LargeArray::zeroed(len, storage)?),
        })
    }

    #[inline]
    pub(crate) fn get(&self, number: usize) -> usize {
        match self {
            Codes::Narrow(codes) => codes[number].number(),
            Codes::Wide(codes) => codes[number].number(),
        }
    }

    /// No codes, for both sides to move.
    pub(crate) fn none() -> [Codes; 2] {
        [
            Codes::Narrow(LargeArray::default()),
            Codes::Narrow(LargeArray::default()),
        ]
    }

    /// The bytes of `len` codes from number `at`.
    pub(crate) fn bytes(&self, at: usize, len: usize) -> &[u8] {
        match self {
            Codes::Narrow(codes) => &codes[at..at + len],
            Codes::Wide(codes) => bytemuck::cast_slice(&codes[at..at + len]),
        }
    }

    /// Overwrites codes from number `at` with others of `bytes` bytes each; these are at least as
    /// wide.
    pub(crate) fn copy_from_bytes(&mut self, at: usize, from: &[u8], bytes: usize) {
        match self {
            Codes::Narrow(codes) => codes[at..at + from.len()].copy_from_slice(from),
            Codes::Wide(codes) => {
                for (i, code) in from.chunks_exact(bytes).enumerate() {
                    let mut wide = [0; 2];
                    wide[..bytes].copy_from_slice(code);
                    codes[at + i] = u16::from_le_bytes(wide);
                }
            }
        }
    }

    /// Makes the codes two bytes wide.
    pub(crate) fn widen(&mut self, storage: Storage<'_>) -> io::Result<()> {
        if let Codes::Narrow(codes) = self {
            let mut wide = LargeArray::zeroed(codes.len(), storage)?;
            for (to, from) in wide.iter_mut().zip(codes.iter()) {
                *to = u16::from(*from);
            }
            *self = Codes::Wide(wide);
        }
        Ok(())
    }
}

//! Packed blocks of codes, in which any one code can be read without unpacking the others.
//!
//! A block begins with the offset of each of its lines (16 bits each, from the block's start). A
//! line holds 128 codes, the last perhaps fewer. It consists of
//! - a byte with the number of different codes less one;
//! - these codes, ascending, one or two bytes each;
//! - for each position the index of its code among them, in the fewest bits that fit all, low bits
//!   first. With one code there are no bits.
//!
//! The first byte 255 marks a line of plain codes.
//!
//! **Against the record** (F103): Thompson's files were Huffman coded. Neighboring positions differ
//! little, so few bits suffice. On these tables lines of 128 take less room than LZ4 over blocks of
//! 4,096, and reading a code costs a few loads.

use crate::file::codes::Code;
use crate::ordinal::ORDINALS;

/// Codes in a line.
const LINE: usize = 128;
/// First byte of a line that is not packed.
const PLAIN: u8 = 255;

pub(crate) fn pack<C: Code>(codes: &[C]) -> Vec<u8> {
    let lines = codes.len().div_ceil(LINE);
    let mut out = vec![0; 2 * lines];
    let mut numbers = [None; ORDINALS];
    for (i, line) in codes.chunks(LINE).enumerate() {
        let start =
            u16::try_from(out.len()).expect("a block of 4,096 codes packs into less than 64 KiB");
        out[2 * i..2 * i + 2].copy_from_slice(&start.to_le_bytes());
        pack_line(line, &mut numbers, &mut out);
    }
    out
}

/// `numbers` is scratch space, all `None` before and after.
fn pack_line<C: Code>(line: &[C], numbers: &mut [Option<u8>; ORDINALS], out: &mut Vec<u8>) {
    let mut used = Vec::with_capacity(LINE);
    for &code in line {
        let number = &mut numbers[code.number()];
        if number.is_none() {
            *number = Some(0);
            used.push(code);
        }
    }
    used.sort_unstable();
    let width = width(used.len());
    if used.len() * C::BYTES + (line.len() * width).div_ceil(8) > line.len() * C::BYTES {
        out.push(PLAIN);
        line.iter().for_each(|code| push_code(*code, out));
    } else {
        out.push((used.len() - 1) as u8);
        for (n, code) in used.iter().enumerate() {
            numbers[code.number()] = Some(n as u8);
            push_code(*code, out);
        }
        let (mut bits, mut held) = (0u32, 0);
        for code in line {
            bits |= u32::from(numbers[code.number()].unwrap_or(0)) << held;
            held += width;
            while held >= 8 {
                out.push(bits as u8);
                bits >>= 8;
                held -= 8;
            }
        }
        if held > 0 {
            out.push(bits as u8);
        }
    }
    used.iter().for_each(|code| numbers[code.number()] = None);
}

fn push_code(code: impl Code, out: &mut Vec<u8>) {
    out.extend_from_slice(bytemuck::bytes_of(&code));
}

/// A line of a packed block.
#[derive(Clone, Copy)]
struct Line<'a, const BYTES: usize> {
    /// The codes that occur, or all if the line is plain.
    codes: &'a [u8],
    /// The indices, `width` bits each; `None` if the line is plain.
    bits: Option<(&'a [u8], usize)>,
}

impl<'a, const BYTES: usize> Line<'a, BYTES> {
    #[inline]
    fn of(data: &'a [u8], line: usize) -> Option<Line<'a, BYTES>> {
        Line::new(LineStart::of(data, line)?)
    }

    #[inline]
    fn new(LineStart { first, rest }: LineStart<'a>) -> Option<Line<'a, BYTES>> {
        if first == PLAIN {
            return Some(Line {
                codes: rest,
                bits: None,
            });
        }
        let used = usize::from(first) + 1;
        let (codes, bits) = rest.split_at_checked(used * BYTES)?;
        Some(Line {
            codes,
            bits: Some((bits, width(used))),
        })
    }

    #[inline]
    fn code(&self, number: usize) -> Option<usize> {
        let bytes = self.codes.get(number * BYTES..(number + 1) * BYTES)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |code, byte| code << 8 | usize::from(*byte)),
        )
    }

    #[inline]
    fn read(&self, i: usize) -> Option<usize> {
        match self.bits {
            None => self.code(i),
            Some((_, 0)) => self.code(0),
            Some((bits, width)) => {
                let (byte, shift) = (i * width / 8, i * width % 8);
                let two = u16::from(*bits.get(byte)?)
                    | u16::from(bits.get(byte + 1).copied().unwrap_or(0)) << 8;
                self.code(usize::from(two >> shift) & ((1 << width) - 1))
            }
        }
    }
}

/// A line's first byte, and the packed block from its second.
#[derive(Clone, Copy, Default)]
pub(crate) struct LineStart<'a> {
    first: u8,
    rest: &'a [u8],
}

impl<'a> LineStart<'a> {
    #[inline]
    fn of(data: &'a [u8], line: usize) -> Option<LineStart<'a>> {
        let start = data.get(2 * line..2 * line + 2)?;
        let line = data.get(usize::from(u16::from_le_bytes([start[0], start[1]]))..)?;
        let (&first, rest) = line.split_first()?;
        Some(LineStart { first, rest })
    }

    /// Finds the line of code `i` of a packed block; `None` if the block is damaged there.
    #[inline]
    pub(crate) fn of_code(data: &'a [u8], i: usize) -> Option<LineStart<'a>> {
        LineStart::of(data, i / LINE)
    }

    /// Reads code `i` of the block; `None` if it is damaged there.
    #[inline]
    pub(crate) fn read(self, i: usize, code_bytes: usize) -> Option<usize> {
        match code_bytes {
            1 => Line::<1>::new(self)?.read(i % LINE),
            _ => Line::<2>::new(self)?.read(i % LINE),
        }
    }
}

/// Reads code `i` of a packed block; `None` if the block is damaged there.
#[inline]
pub(crate) fn read(data: &[u8], i: usize, code_bytes: usize) -> Option<usize> {
    LineStart::of_code(data, i)?.read(i, code_bytes)
}

/// Unpacks a block into codes of its own width; `None` if it is damaged.
pub(crate) fn unpack<C: Code>(data: &[u8], codes: &mut [C]) -> Option<()> {
    for (number, codes) in codes.chunks_mut(LINE).enumerate() {
        match C::BYTES {
            1 => unpack_line(Line::<1>::of(data, number)?, codes)?,
            _ => unpack_line(Line::<2>::of(data, number)?, codes)?,
        }
    }
    Some(())
}

fn unpack_line<C: Code, const BYTES: usize>(line: Line<'_, BYTES>, codes: &mut [C]) -> Option<()> {
    for (i, code) in codes.iter_mut().enumerate() {
        *code = C::new(line.read(i)?);
    }
    Some(())
}

/// Calls `found` with the index in the block of each code that is `wanted`, of `len` codes in all.
/// Lines without such a code are skipped. `None` if the block is damaged.
pub(crate) fn find(
    data: &[u8],
    len: usize,
    code_bytes: usize,
    wanted: &[bool],
    found: impl FnMut(usize),
) -> Option<()> {
    match code_bytes {
        1 => find_wanted::<1>(data, len, wanted, found),
        _ => find_wanted::<2>(data, len, wanted, found),
    }
}

fn find_wanted<const BYTES: usize>(
    data: &[u8],
    len: usize,
    wanted: &[bool],
    mut found: impl FnMut(usize),
) -> Option<()> {
    for (number, first) in (0..len).step_by(LINE).enumerate() {
        let line = Line::<BYTES>::of(data, number)?;
        let in_line = LINE.min(len - first);
        let count = if line.bits.is_none() {
            in_line
        } else {
            line.codes.len() / BYTES
        };
        let mut any = false;
        for i in 0..count {
            any |= *wanted.get(line.code(i)?)?;
        }
        if !any {
            continue;
        }
        for i in 0..in_line {
            if *wanted.get(line.read(i)?)? {
                found(first + i);
            }
        }
    }
    Some(())
}

/// Bits needed to number `count` things.
fn width(count: usize) -> usize {
    (usize::BITS - (count - 1).leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pack_any_codes_unpack_the_same() {
        let noise: Vec<u8> = (0..4096u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let runs: Vec<u8> = (0..4096).map(|i| (i / 100) as u8).collect();
        let threes: Vec<u8> = (0..1000).map(|i| (i % 3 * 80) as u8).collect();
        for codes in [noise, runs, threes, vec![7; 4096], vec![1]] {
            let mut out = vec![0; codes.len()];
            assert_eq!(unpack(&pack(&codes), &mut out), Some(()));
            assert_eq!(out, codes);
            // As wide codes, beyond one byte.
            let wide: Vec<u16> = codes.iter().map(|code| 8 * u16::from(*code)).collect();
            let mut out = vec![0; wide.len()];
            let packed = pack(&wide);
            assert_eq!(unpack(&packed, &mut out), Some(()));
            assert_eq!(out, wide);
            assert!((0..wide.len()).all(|i| read(&packed, i, 2) == Some(usize::from(wide[i]))));
        }
    }

    #[test]
    fn pack_few_codes_takes_few_bits() {
        assert_eq!(pack(&[7u8; 128]).len(), 2 + 2);
        let two: Vec<u8> = (0..128).map(|i| i & 1).collect();
        assert_eq!(pack(&two).len(), 2 + 1 + 2 + 16);
    }

    #[test]
    fn find_wanted_codes_their_places() {
        let codes: Vec<u8> = (0..1000)
            .map(|i| if i % 300 == 299 { 9 } else { (i % 5) as u8 })
            .collect();
        let wanted: Vec<bool> = (0..10).map(|code| code == 9).collect();
        let mut places = Vec::new();
        find(&pack(&codes), codes.len(), 1, &wanted, |i| places.push(i)).unwrap();
        assert_eq!(places, [299, 599, 899]);
        assert_eq!(
            find(&pack(&codes), codes.len(), 1, &wanted[..3], |_| ()),
            None,
            "an unknown code"
        );
    }

    #[test]
    fn unpack_truncated_block_fails() {
        let packed = pack(&[1u8, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
        for end in 0..packed.len() {
            assert_eq!(unpack(&packed[..end], &mut [0u8; 12]), None);
        }
    }
}

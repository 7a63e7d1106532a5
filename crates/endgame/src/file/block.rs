//! Packed blocks of codes, in which any one code can be read without unpacking the others.
//!
//! A block begins with the offset of each of its lines (16 bits each, from the block's start). A line holds 128
//! codes, the last perhaps fewer. It consists of
//! - a byte with the number of different codes less one;
//! - these codes, ascending;
//! - for each position the index of its code among them, in the fewest bits that fit all, low bits first. With one
//!   code there are no bits.
//!
//! The first byte 255 marks a line of plain codes.
//!
//! **Decided**: neighboring positions differ little, so few bits suffice. On these tables lines of 128 take less room
//! than LZ4 over blocks of 4,096, and reading a code costs a few loads.

/// Codes in a line.
const LINE: usize = 128;
/// First byte of a line that is not packed.
const PLAIN: u8 = 255;

pub(crate) fn pack(codes: &[u8]) -> Vec<u8> {
    let lines = codes.len().div_ceil(LINE);
    let mut out = vec![0; 2 * lines];
    for (i, line) in codes.chunks(LINE).enumerate() {
        let start = u16::try_from(out.len()).expect("a block of 4,096 codes packs into less than 64 KiB");
        out[2 * i..2 * i + 2].copy_from_slice(&start.to_le_bytes());
        pack_line(line, &mut out);
    }
    out
}

fn pack_line(line: &[u8], out: &mut Vec<u8>) {
    let mut number = [None; 256];
    line.iter().for_each(|c| number[usize::from(*c)] = Some(0));
    let used: Vec<u8> = (0..=255).filter(|c| number[usize::from(*c)].is_some()).collect();
    let width = width(used.len());
    if used.len() + (line.len() * width).div_ceil(8) > line.len() {
        out.push(PLAIN);
        out.extend(line);
        return;
    }
    used.iter().zip(0..).for_each(|(c, n)| number[usize::from(*c)] = Some(n));
    out.push((used.len() - 1) as u8);
    out.extend(&used);
    let (mut bits, mut held) = (0u32, 0);
    for code in line {
        bits |= number[usize::from(*code)].unwrap_or(0) << held;
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

/// Reads code `i` of a packed block; `None` if the block is damaged there.
#[inline]
pub(crate) fn read(data: &[u8], i: usize) -> Option<u8> {
    let at = 2 * (i / LINE);
    let start = data.get(at..at + 2)?;
    let line = data.get(usize::from(u16::from_le_bytes([start[0], start[1]]))..)?;
    let (&first, rest) = line.split_first()?;
    let i = i % LINE;
    match usize::from(first) + 1 {
        1 => rest.first().copied(),
        256 => rest.get(i).copied(),
        used => {
            let width = width(used);
            let (codes, bits) = rest.split_at_checked(used)?;
            let (byte, shift) = (i * width / 8, i * width % 8);
            let two = u16::from(*bits.get(byte)?) | u16::from(bits.get(byte + 1).copied().unwrap_or(0)) << 8;
            codes.get(usize::from(two >> shift) & ((1 << width) - 1)).copied()
        }
    }
}

pub(crate) fn unpack(data: &[u8], codes: &mut [u8]) -> Option<()> {
    for (i, code) in codes.iter_mut().enumerate() {
        *code = read(data, i)?;
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
        let noise: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let runs: Vec<u8> = (0..4096).map(|i| (i / 100) as u8).collect();
        let threes: Vec<u8> = (0..1000).map(|i| (i % 3 * 80) as u8).collect();
        for codes in [noise, runs, threes, vec![7; 4096], vec![1]] {
            let mut out = vec![0; codes.len()];
            assert_eq!(unpack(&pack(&codes), &mut out), Some(()));
            assert_eq!(out, codes);
        }
    }

    #[test]
    fn pack_few_codes_takes_few_bits() {
        assert_eq!(pack(&[7; 128]).len(), 2 + 2);
        let two: Vec<u8> = (0..128).map(|i| i & 1).collect();
        assert_eq!(pack(&two).len(), 2 + 1 + 2 + 16);
    }

    #[test]
    fn unpack_truncated_block_fails() {
        let packed = pack(&[1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
        for end in 0..packed.len() {
            assert_eq!(unpack(&packed[..end], &mut [0; 12]), None);
        }
    }
}

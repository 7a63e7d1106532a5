//! Packs a block of codes and unpacks it.
//!
//! The first byte says how: 0, all codes are the one that follows; 1, an LZ4 block; 2, as they are.

/// Packs a block, which must not be empty.
pub(crate) fn pack(codes: &[u8]) -> Vec<u8> {
    if codes.iter().all(|c| *c == codes[0]) {
        return vec![0, codes[0]];
    }
    let mut out = vec![1];
    out.extend(lz4_flex::block::compress(codes));
    if out.len() > codes.len() {
        out.clear();
        out.push(2);
        out.extend(codes);
    }
    out
}

/// Unpacks a block into exactly `codes.len()` codes; `None` if it is none of that length.
pub(crate) fn unpack(data: &[u8], codes: &mut [u8]) -> Option<()> {
    match data.split_first()? {
        (0, [code]) => codes.fill(*code),
        (1, packed) => {
            let n = lz4_flex::block::decompress_into(packed, codes).ok()?;
            (n == codes.len()).then_some(())?;
        }
        (2, plain) if plain.len() == codes.len() => codes.copy_from_slice(plain),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_unpacks() {
        let plain: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let runs: Vec<u8> = (0..4096).map(|i| (i / 100) as u8).collect();
        for codes in [plain, runs, vec![7; 4096], vec![1]] {
            let packed = pack(&codes);
            let mut out = vec![0; codes.len()];
            assert!(packed.len() <= codes.len() + 1);
            assert_eq!(unpack(&packed, &mut out), Some(()));
            assert_eq!(out, codes);
        }
    }

    #[test]
    fn a_wrong_length_is_no_block() {
        let packed = pack(&[1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
        assert_eq!(unpack(&packed, &mut [0; 11]), None);
        assert_eq!(unpack(&packed, &mut [0; 13]), None);
        assert_eq!(unpack(&[], &mut [0; 1]), None);
    }
}

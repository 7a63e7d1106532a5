//! Memory of large tables: allocated at once, taken as it is used; huge pages, prefetching, the
//! computer's size.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Words of a cache line.
pub const LINE: usize = 8;

const LINE_BYTES: usize = LINE * size_of::<u64>();

/// A table of cache lines whose words are 0 at first. A page of it takes memory once it has been
/// written.
pub struct CacheLines {
    words: Vec<AtomicU64>,
    /// Index of the first word that begins a cache line of the processor.
    first: usize,
    len: usize,
}

impl CacheLines {
    /// A table of `len` lines; `None` if it cannot be allocated.
    pub fn new(len: usize) -> Option<CacheLines> {
        // The allocator aligns to words only: one line more leaves room to begin at a cache line.
        let words = len.checked_add(1)?.checked_mul(LINE)?;
        // Zeros from the allocator are pages not yet touched, and take no memory. With an alignment
        // beyond the usual one it would write the zeros itself.
        let words: Vec<AtomicU64> = bytemuck::try_zeroed_vec(words).ok()?;
        let to_next_line = words.as_ptr().cast::<u8>().align_offset(LINE_BYTES);
        let lines = CacheLines {
            words,
            first: to_next_line / size_of::<u64>(),
            len,
        };
        // If the system refuses, the table is only slower.
        let [_, pages, _] = whole_pages(&lines.words);
        advise(pages, Advice::HugePages);
        Some(lines)
    }

    /// Number of lines.
    #[expect(clippy::len_without_is_empty, reason = "a table has lines")]
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Line `index`. Panics if there is none.
    #[inline(always)]
    pub fn line(&self, index: usize) -> &[AtomicU64; LINE] {
        let from = self.first + index * LINE;
        self.words[from..]
            .first_chunk()
            .expect("a line is inside the table")
    }

    /// Sets all words to 0 and gives their memory back.
    pub fn clear(&mut self) {
        let [before, pages, after] = whole_pages(&self.words);
        let is_freed = advise(pages, Advice::ZeroAndFree);
        for part in [before, if is_freed { &[] } else { pages }, after] {
            for word in part {
                word.store(0, Relaxed);
            }
        }
    }
}

/// What the system is asked to do with pages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Advice {
    /// Use huge pages, to spare TLB misses.
    HugePages,
    /// Take the pages back; the next access finds zeros.
    ZeroAndFree,
}

/// Words of a page on most processors.
const PAGE: usize = 4096 / size_of::<u64>();

/// Splits a list into the words before its first whole page, its whole pages, and the words after
/// the last one.
fn whole_pages(words: &[AtomicU64]) -> [&[AtomicU64]; 3] {
    let to_next_page = words.as_ptr().align_offset(PAGE * size_of::<u64>());
    let (before, rest) = words.split_at(to_next_page.min(words.len()));
    let (pages, after) = rest.split_at(rest.len() / PAGE * PAGE);
    [before, pages, after]
}

/// Advises the system about whole pages; false if it does not take the advice.
#[cfg(target_os = "linux")]
fn advise(pages: &[AtomicU64], advice: Advice) -> bool {
    let advice = match advice {
        Advice::HugePages => libc::MADV_HUGEPAGE,
        Advice::ZeroAndFree => libc::MADV_DONTNEED,
    };
    let start = pages.as_ptr().cast_mut().cast();
    // SAFETY: these are whole pages of one vector, private and anonymous as all memory of the
    // allocator. Their words are atomic, so that they may change behind a shared reference; zero is
    // a value of theirs.
    unsafe { libc::madvise(start, size_of_val(pages), advice) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: &[AtomicU64], _: Advice) -> bool {
    false
}

/// Memory of the computer in bytes, or what a container may use of it if that is less; `None` where
/// the system does not say.
pub fn physical() -> Option<u64> {
    #[cfg(unix)]
    {
        // SAFETY: the calls read constants of the system.
        let (pages, page) = unsafe {
            (
                libc::sysconf(libc::_SC_PHYS_PAGES),
                libc::sysconf(libc::_SC_PAGESIZE),
            )
        };
        let computer = u64::try_from(pages).ok()? * u64::try_from(page).ok()?;
        let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
        let container = container.and_then(|text| text.trim().parse().ok());
        Some(computer.min(container.unwrap_or(u64::MAX)))
    }
    #[cfg(not(unix))]
    None
}

/// Asks the processor to bring a value's cache line near before it is read.
#[inline(always)]
pub fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 CPU has the instruction, which has no visible effect.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_aligned_separate_and_cleared() {
        // Beyond the size from which the allocator maps pages, and below.
        for len in [1, 3, 64, 70_000] {
            let mut lines = CacheLines::new(len).unwrap();
            assert_eq!(lines.len(), len);
            for index in [0, len / 2, len - 1] {
                let line = lines.line(index);
                assert!(line.as_ptr().cast::<u8>().align_offset(LINE_BYTES) == 0);
                for word in line {
                    word.store(index as u64 + 1, Relaxed);
                }
            }
            for index in [0, len / 2, len - 1] {
                assert!(
                    lines
                        .line(index)
                        .iter()
                        .all(|word| word.load(Relaxed) == index as u64 + 1)
                );
            }
            lines.clear();
            for index in 0..len {
                assert!(lines.line(index).iter().all(|word| word.load(Relaxed) == 0));
            }
        }
        assert!(CacheLines::new(usize::MAX).is_none());
        assert!(CacheLines::new(1 << 50).is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn table_of_half_the_memory_takes_none_until_written() {
        let resident = || {
            let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
            let pages: u64 = statm.split(' ').nth(1).unwrap().parse().unwrap();
            pages * 4096
        };
        let before = resident();
        let len = physical().unwrap() as usize / 2 / LINE_BYTES;
        let mut lines = CacheLines::new(len).unwrap();
        lines.line(len / 3)[0].store(1, Relaxed);
        lines.clear();
        assert!(
            resident() < before + (16 << 20),
            "{before} to {} bytes",
            resident()
        );
    }
}

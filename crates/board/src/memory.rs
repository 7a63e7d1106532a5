//! Large tables: allocation by several threads, huge pages, prefetching.

#![allow(unsafe_code)]

use std::sync::{Mutex, PoisonError};

/// A vector of default values, initialized by several threads; `None` if it cannot be allocated.
pub fn allocate<T: Default + Send>(length: usize, threads: usize) -> Option<Vec<T>> {
    let mut list: Vec<T> = Vec::new();
    list.try_reserve_exact(length).ok()?;
    let spare = &mut list.spare_capacity_mut()[..length];
    request_huge_pages(spare);
    parallel_for(spare, threads, |part| {
        for place in part {
            place.write(T::default());
        }
    });
    // SAFETY: the capacity is at least `length`, and joined threads have written every part.
    unsafe { list.set_len(length) };
    Some(list)
}

/// Applies `work` to a slice in parts, one per thread that can be started.
pub fn parallel_for<T: Send>(list: &mut [T], threads: usize, work: impl Fn(&mut [T]) + Sync) {
    let part = list.len().div_ceil(threads.max(1)).max(1);
    let parts = Mutex::new(list.chunks_mut(part));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
}

/// Requests huge pages for memory not yet written, to spare TLB misses.
fn request_huge_pages<T>(spare: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(spare);
        let start = spare.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        if bytes > skipped + PAGE {
            // SAFETY: whole pages of memory allocated by this process; the advice does not change their contents.
            unsafe {
                libc::madvise(
                    start.add(skipped).cast(),
                    (bytes - skipped) / PAGE * PAGE,
                    libc::MADV_HUGEPAGE,
                );
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = spare;
}

/// Prefetches a value's cache line.
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

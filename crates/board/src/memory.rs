//! What only unsafe code can say: a great table filled by several threads, in great pages where the system has them, and
//! a hint to the cache.

#![allow(unsafe_code)]

use std::sync::{Mutex, PoisonError};

/// A list of so many default values, written by so many threads; `None` if there is not the memory.
pub fn filled<T: Default + Send>(length: usize, threads: usize) -> Option<Vec<T>> {
    let mut list: Vec<T> = Vec::new();
    list.try_reserve_exact(length).ok()?;
    let room = &mut list.spare_capacity_mut()[..length];
    ask_for_great_pages(room);
    in_parts(room, threads, |part| {
        for place in part {
            place.write(T::default());
        }
    });
    // SAFETY: the capacity is at least `length`, and every part has been written, by threads that are all joined.
    unsafe { list.set_len(length) };
    Some(list)
}

/// Does something to all of a list, in as many parts as threads; a thread that the system does not give is done without.
pub fn in_parts<T: Send>(list: &mut [T], threads: usize, work: impl Fn(&mut [T]) + Sync) {
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

/// Asks the system to hold this memory, not yet written, in pages of 2 MiB: looked at in no order, small ones cost the
/// processor a search for nearly each place.
fn ask_for_great_pages<T>(room: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(room);
        let start = room.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        if bytes > skipped + PAGE {
            // SAFETY: the whole pages within memory that this process has allocated; the advice changes nothing in
            // them, and if it is refused nothing is lost.
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
    let _ = room;
}

/// Tells the processor that this will soon be read.
#[inline(always)]
pub fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every such processor has the instruction, and it changes nothing a program can see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

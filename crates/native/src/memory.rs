//! Two things that only unsafe code can say: a great table filled by several threads, and a hint to the cache.

#![allow(unsafe_code)]

/// A list of so many default values, written by so many threads; `None` if there is not the memory.
pub(crate) fn filled<T: Default + Send>(length: usize, threads: usize) -> Option<Vec<T>> {
    let mut list: Vec<T> = Vec::new();
    list.try_reserve_exact(length).ok()?;
    let room = &mut list.spare_capacity_mut()[..length];
    let part = length.div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        for part in room.chunks_mut(part) {
            scope.spawn(|| {
                for place in part {
                    place.write(T::default());
                }
            });
        }
    });
    // SAFETY: the capacity is at least `length`, and the threads, all of them joined, have written every value.
    unsafe { list.set_len(length) };
    Some(list)
}

/// Tells the processor that this will soon be read.
#[inline(always)]
pub(crate) fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every such processor has the instruction, and it changes nothing a program can see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

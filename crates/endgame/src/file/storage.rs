//! Long arrays, in memory or in a temporary file mapped into it; and finished files, ours and Syzygy's, mapped for
//! reading.
//!
//! The one file of this crate with unsafe code: mapping a file is unsafe because another process could change the
//! file under the map.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use bytemuck::Pod;
use memmap2::{Mmap, MmapMut};
use shakmaty::Chess;

/// Where an array lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage<'a> {
    Memory,
    /// In an unnamed file in this directory, which the system may page out and which vanishes with the process.
    Disk(&'a Path),
}

/// An array of fixed length whose elements start as zero.
#[derive(Debug)]
pub(crate) enum LargeArray<T: Pod> {
    Memory(Vec<T>),
    Disk { map: MmapMut, len: usize },
}

impl<T: Pod> LargeArray<T> {
    pub(crate) fn zeroed(len: usize, place: Storage<'_>) -> io::Result<LargeArray<T>> {
        match place {
            Storage::Disk(dir) if len > 0 => {
                let file = tempfile::tempfile_in(dir)?;
                reserve(&file, (len * size_of::<T>()) as u64)?;
                // SAFETY: the file has no name, so no other process can open it, and this one keeps no other handle.
                let map = unsafe { MmapMut::map_mut(&file)? };
                Ok(LargeArray::Disk { map, len })
            }
            _ => Ok(LargeArray::Memory(bytemuck::allocation::zeroed_vec(len))),
        }
    }
}

/// Makes a file so long, of zeros, with room on the disk for all of it: a disk that is full must be told of now, as a write
/// to the map could only end the process. A file system that cannot reserve gives the length alone.
fn reserve(file: &File, bytes: u64) -> io::Result<()> {
    match rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, bytes) {
        Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => file.set_len(bytes),
        done => Ok(done?),
    }
}

impl<T: Pod> LargeArray<T> {
    /// Whether it lies in memory that only the end of the array gives back.
    pub(crate) fn in_memory(&self) -> bool {
        matches!(self, LargeArray::Memory(values) if !values.is_empty())
    }
}

impl<T: Pod> Default for LargeArray<T> {
    fn default() -> LargeArray<T> {
        LargeArray::Memory(Vec::new())
    }
}

impl<T: Pod> Deref for LargeArray<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            LargeArray::Memory(v) => v,
            LargeArray::Disk { map, len } => &bytemuck::cast_slice(map)[..*len],
        }
    }
}

impl<T: Pod> DerefMut for LargeArray<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            LargeArray::Memory(v) => v,
            LargeArray::Disk { map, len } => &mut bytemuck::cast_slice_mut(map)[..*len],
        }
    }
}

/// Maps a finished file for reading.
pub(crate) fn map_file(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: tables are written under another name and renamed when complete, and never changed afterwards. Should
    // something else change one, checksums are verified on every block read, and all lengths are checked when used.
    unsafe { Mmap::map(&file) }
}

/// A collection of Syzygy tables, empty still, that maps the files it will hold.
pub(crate) fn mapped_syzygy() -> shakmaty_syzygy::Tablebase<Chess> {
    // SAFETY: nobody changes Syzygy tables once they are made; the library checks what it reads of them.
    unsafe { shakmaty_syzygy::Tablebase::with_mmap_filesystem() }
}

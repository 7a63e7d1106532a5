//! Large arrays in memory or in a mapped temporary file, and table files mapped for reading.
//!
//! This is the crate's only file with unsafe code: mapping a file is unsafe because another process
//! could change the file under the map. What happens when one is shortened is the subject of
//! [`check_nothing_lost`].
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytemuck::Pod;
use memmap2::{Mmap, MmapMut, UncheckedAdvice};
use rustix::fs::{FallocateFlags, fallocate};
use rustix::io::Errno;
use shakmaty::Chess;

/// A file or directory that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}")]
pub struct FileError {
    /// The file or directory.
    pub path: PathBuf,
    /// The system's error.
    pub error: io::Error,
}

impl FileError {
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> FileError {
        |error| FileError {
            path: path.to_owned(),
            error,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage<'a> {
    Memory,
    /// An unnamed file in this directory, which the system may page out and which vanishes with the
    /// process.
    Disk(&'a Path),
}

/// An array of fixed length whose elements start as zero.
#[derive(Debug)]
pub(crate) enum LargeArray<T: Pod> {
    Small(Vec<T>),
    Mapped { map: MmapMut, len: usize },
}

/// Least bytes of an array in memory that is mapped in huge pages, where the system has them.
const HUGE: usize = 2 << 20;

impl<T: Pod> LargeArray<T> {
    pub(crate) fn zeroed(len: usize, storage: Storage<'_>) -> io::Result<LargeArray<T>> {
        let bytes = len * size_of::<T>();
        match storage {
            Storage::Disk(dir) if bytes > 0 => {
                let file = tempfile::tempfile_in(dir)?;
                reserve(&file, bytes as u64)?;
                // SAFETY: the file has no name, so no other process can open it, and this one keeps
                // no other handle.
                let map = unsafe { MmapMut::map_mut(&file)? };
                Ok(LargeArray::Mapped { map, len })
            }
            Storage::Memory if bytes >= HUGE => {
                let map = MmapMut::map_anon(bytes)?;
                // If it is refused, small pages do.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Ok(LargeArray::Mapped { map, len })
            }
            _ => Ok(LargeArray::Small(bytemuck::allocation::zeroed_vec(len))),
        }
    }
}

/// Sets the file's length and reserves its disk space. A full disk must fail here: a later write to
/// the map could only kill the process. File systems that cannot reserve space get the length
/// alone.
fn reserve(file: &File, bytes: u64) -> io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, bytes) {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => file.set_len(bytes),
        done => Ok(done?),
    }
}

impl<T: Pod> Default for LargeArray<T> {
    fn default() -> LargeArray<T> {
        LargeArray::Small(Vec::new())
    }
}

impl<T: Pod> Deref for LargeArray<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            LargeArray::Small(v) => v,
            LargeArray::Mapped { map, len } => &bytemuck::cast_slice(map)[..*len],
        }
    }
}

impl<T: Pod> DerefMut for LargeArray<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            LargeArray::Small(v) => v,
            LargeArray::Mapped { map, len } => &mut bytemuck::cast_slice_mut(map)[..*len],
        }
    }
}

pub(crate) fn map_file(path: &Path) -> Result<Mmap, FileError> {
    survive_lost_pages();
    let map = || {
        let file = files::open_regular(path)?;
        // SAFETY: tables are written under another name, renamed when complete, and never changed
        // afterwards. Should another program change one, checksums are verified on every block read
        // and lengths are checked when used.
        unsafe { Mmap::map(&file) }
    };
    map().map_err(FileError::at(path))
}

/// A table's bytes in memory that is mapped as a file's would be.
pub(crate) fn map_bytes(bytes: &[u8]) -> io::Result<Mmap> {
    let mut map = MmapMut::map_anon(bytes.len())?;
    map.copy_from_slice(bytes);
    map.make_read_only()
}

/// Gives back the memory of a file's mapped pages, which are read again when they are used.
pub(crate) fn release(map: &Mmap) -> io::Result<()> {
    // SAFETY: the map is only read, and its file does not change: pages come back as they were.
    unsafe { map.unchecked_advise(UncheckedAdvice::DontNeed) }
}

/// An empty collection of Syzygy tables that maps the files added to it.
pub(crate) fn mapped_syzygy() -> shakmaty_syzygy::Tablebase<Chess> {
    survive_lost_pages();
    // SAFETY: Syzygy tables do not change once they are made; the library checks what it reads of
    // them.
    unsafe { shakmaty_syzygy::Tablebase::with_mmap_filesystem() }
}

/// Pages of mapped files that could not be read.
static LOST_PAGES: AtomicU64 = AtomicU64::new(0);

/// Number of pages of mapped files that were to be read and are no longer there. If it grows while
/// something is read, that is worth nothing.
#[inline]
pub(crate) fn lost_pages() -> u64 {
    LOST_PAGES.load(Ordering::Relaxed)
}

/// Fails if any page was lost.
///
/// A file that is shortened while it is mapped, or whose disk fails, has pages that cannot be read.
/// The system then sends the signal SIGBUS, which would end the program. Reading by position would
/// give an error instead, but a call of the system for each probe costs several times as much as
/// the probe. So the signal is handled: the page is replaced by zeros and counted, and whoever
/// reads compares the count before and after. What is computed from tables is not saved after a
/// loss.
pub(crate) fn check_nothing_lost() -> io::Result<()> {
    if lost_pages() == 0 {
        Ok(())
    } else {
        Err(io::Error::other(
            "an endgame table was shortened or its disk failed while it was in use",
        ))
    }
}

/// Handles the signal of a page that cannot be read.
fn survive_lost_pages() {
    static HANDLED: Once = Once::new();
    #[cfg(target_os = "linux")]
    HANDLED.call_once(|| {
        PAGE.store(rustix::param::page_size(), Ordering::Relaxed);
        // SAFETY: an action of zeros is a valid one, and the handler is a function of the type that
        // SA_SIGINFO asks for.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = replace_page as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut());
        }
    });
    #[cfg(not(target_os = "linux"))]
    HANDLED.call_once(|| ());
}

/// Bytes of a page.
static PAGE: AtomicUsize = AtomicUsize::new(0);

/// Maps a page of zeros that can only be read over one that cannot be read. A write to it, which
/// would be lost, still ends the program.
#[cfg(target_os = "linux")]
extern "C" fn replace_page(
    _signal: libc::c_int,
    about: *mut libc::siginfo_t,
    _context: *mut libc::c_void,
) {
    // SAFETY: the system passes a valid description. It names an address of this process that is
    // mapped to a file, of which nothing can be read, so that a new page there takes nothing away.
    // Only system calls and atomics are used.
    unsafe {
        let page = PAGE.load(Ordering::Relaxed);
        let begin = (*about).si_addr() as usize & !(page - 1);
        let is_unreadable = (*about).si_code == libc::BUS_ADRERR;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
        let is_replaced = is_unreadable
            && libc::mmap(
                begin as *mut libc::c_void,
                page,
                libc::PROT_READ,
                flags,
                -1,
                0,
            ) != libc::MAP_FAILED;
        if is_replaced {
            LOST_PAGES.fetch_add(1, Ordering::Relaxed);
        } else {
            // The read is tried again, and then ends the program.
            libc::signal(libc::SIGBUS, libc::SIG_DFL);
        }
    }
}

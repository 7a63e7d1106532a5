//! What a path leads to: a file, or something that is written and read as it comes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::process;

use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::parent_folder;

/// Most links from one name to the next, as in Linux.
const MAX_LINKS: usize = 40;

/// What a path leads to, after all links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Nothing yet: a file can be made here.
    Free(PathBuf),
    File(PathBuf),
    Folder,
    /// A name in the file system of a pipe.
    Pipe(PathBuf),
    /// A device or a socket.
    Device(PathBuf),
    /// What is open already under this number, here or in another process: `/dev/stdout`, or the
    /// pipe of a shell's `<(...)` and `>(...)`.
    Open(PathBuf),
}

impl Place {
    /// Follows a path. Fails if a folder on the way does not exist, or the links have no end.
    pub(crate) fn of(path: &Path) -> io::Result<Place> {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            let folder = parent_folder(&path);
            if !folder.is_dir() {
                let missing = format!("there is no folder {}", folder.display());
                return Err(io::Error::new(ErrorKind::NotFound, missing));
            }
            let folder = folder.canonicalize()?;
            // A path such as `..` ends in no name.
            let Some(name) = path.file_name() else {
                return Ok(Place::Folder);
            };
            let named = folder.join(name);
            if is_descriptors(&folder) {
                return Ok(Place::Open(named));
            }
            match fs::read_link(&named) {
                Ok(link) => path = folder.join(link),
                Err(_) => return Place::without_links(named),
            }
        }
        Err(io::Error::other("its links lead to each other"))
    }

    fn without_links(path: PathBuf) -> io::Result<Place> {
        let kind = match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Place::Free(path)),
            metadata => metadata?.file_type(),
        };
        Ok(if kind.is_file() {
            Place::File(path)
        } else if kind.is_dir() {
            Place::Folder
        } else if kind.is_fifo() {
            Place::Pipe(path)
        } else {
            Place::Device(path)
        })
    }
}

/// Whether the entries of a folder are what a process has open.
fn is_descriptors(folder: &Path) -> bool {
    folder == Path::new("/dev/fd") || (folder.starts_with("/proc") && folder.ends_with("fd"))
}

/// Whether the entries of a folder are what this process has open.
fn is_own_descriptors(folder: &Path) -> bool {
    let own = format!("/proc/{}", process::id());
    is_descriptors(folder) && (folder.starts_with("/dev") || folder.starts_with(own))
}

/// Whether a path leads to a device, a pipe or something that is open already. Outputs are written
/// into such a thing as they come; no file can stand beside it, and nothing can be read back.
pub fn is_stream(path: &Path) -> bool {
    matches!(
        Place::of(path),
        Ok(Place::Pipe(_) | Place::Device(_) | Place::Open(_))
    )
}

/// Opens a device or a pipe for writing, or a descriptor once more.
pub(crate) fn open_stream(path: &Path) -> io::Result<File> {
    // The standard streams may be sockets, or belong to another user: these cannot be opened by
    // their names.
    match path.file_name().and_then(|name| name.to_str()) {
        Some("1") if is_own_descriptors(parent_folder(path)) => {
            return Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?));
        }
        Some("2") if is_own_descriptors(parent_folder(path)) => {
            return Ok(File::from(io::stderr().as_fd().try_clone_to_owned()?));
        }
        _ => {}
    }
    // A descriptor may be a file that has text already.
    OpenOptions::new().append(true).open(path)
}

/// As [`open_stream`], but fails at once where nobody reads a named pipe.
pub(crate) fn open_stream_at_once(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.file_type().is_fifo() {
        return open_stream(path);
    }
    let mut options = OpenOptions::new();
    options.custom_flags(OFlags::NONBLOCK.bits() as i32);
    match options.append(true).open(path) {
        Err(error) if Errno::from_io_error(&error) == Some(Errno::NXIO) => {
            Err(io::Error::other("nobody reads this named pipe"))
        }
        // What is written then may wait for a slow reader.
        opened => opened.and_then(|_has_a_reader| open_stream(path)),
    }
}

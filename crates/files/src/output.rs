//! Outputs: files written whole or not at all, and streams written as they come.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Seek as _, Write};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, fchown};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use tempfile::{Builder, TempPath};

use crate::place::{Place, is_stream, open_stream, open_stream_at_once};
use crate::{check_folder, parent_folder};

/// Writes a whole file; one of the same name is replaced only when the new one is complete.
pub fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    write_atomically_with(path, |out| Ok(out.write_all(text.as_bytes())?))
}

/// Writes a whole file piece by piece, as [`write_atomically`] does.
pub fn write_atomically_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut file = NewFile::create(path)?;
    write(&mut file)?;
    file.finish()?;
    Ok(())
}

/// Writes a whole file of a new name; false, and nothing is written, if there is one of this name.
pub fn write_new(path: &Path, text: &str) -> anyhow::Result<bool> {
    let mut file = NewFile::create(path)?;
    if matches!(file.target, Target::File { owner: Some(_), .. }) {
        return Ok(false);
    }
    file.write_all(text.as_bytes())?;
    file.finish_new()
}

/// Opens a new file, or a stream, that is written as it comes. Fails if there is a file of this
/// name.
pub fn create_log(path: &Path) -> anyhow::Result<File> {
    create_log_by(path, open_stream)
}

/// As [`create_log`], but a named pipe that nobody reads is refused and not waited for.
pub fn create_log_at_once(path: &Path) -> anyhow::Result<File> {
    create_log_by(path, open_stream_at_once)
}

fn create_log_by(path: &Path, open: fn(&Path) -> io::Result<File>) -> anyhow::Result<File> {
    let create = || match Place::of(path)? {
        Place::Pipe(path) | Place::Device(path) | Place::Open(path) => open(&path),
        Place::Free(path) | Place::File(path) => {
            remove_stale(parent_folder(&path));
            File::create_new(path)
        }
        Place::Folder => Err(is_folder()),
    };
    match create() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{} already exists: choose another name", path.display())
        }
        file => file.with_context(|| cannot_write(path)),
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn is_folder() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "it is a folder")
}

/// Checks that a file can get this name: that it can be made in its folder, also where a link leads
/// elsewhere, and no file has it; then the error ends with `advice`. Nothing is lost by writing to
/// a device or a pipe.
pub fn check_new(path: &Path, advice: &str) -> anyhow::Result<()> {
    check_folder(parent_folder(path))?;
    let shown = path.display();
    let place = Place::of(path).with_context(|| cannot_write(path))?;
    ensure!(
        !matches!(place, Place::File(_) | Place::Folder),
        "{shown} already exists: {advice}"
    );
    check_output(path)
}

/// Checks that an output can be written, before the work whose results it would lose. A file that
/// it replaces stays as it is.
pub fn check_output(path: &Path) -> anyhow::Result<()> {
    // To open a pipe is to wait for its reader.
    if !is_stream(path) {
        // A file that is not finished leaves nothing.
        NewFile::create(path)?;
    }
    Ok(())
}

/// A file that gets its name when it is complete.
///
/// Until then it has no name, so that nothing is left of it whatever ends the program; only where
/// the system has no such files, it has a temporary one. It replaces a file of the same name, whose
/// mode and owner it keeps, and follows links. A device or a pipe is no file to replace: it is
/// written as it comes.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    out: BufWriter<File>,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Stream,
    File {
        /// The path without links.
        path: PathBuf,
        /// What the file that is replaced passes on.
        owner: Option<Owner>,
        draft: Draft,
    },
}

#[derive(Debug)]
struct Owner {
    permissions: Permissions,
    user: u32,
    group: u32,
}

#[derive(Debug)]
enum Draft {
    Unnamed,
    Named(TempPath),
    /// Nothing can be made in the folder, but the file in it can be written.
    Elsewhere,
}

impl NewFile {
    /// Begins a file. Fails if it cannot be made, or may not be replaced.
    pub fn create(path: &Path) -> anyhow::Result<NewFile> {
        NewFile::begin(path).with_context(|| cannot_write(path))
    }

    fn begin(path: &Path) -> io::Result<NewFile> {
        let (target, file) = match Place::of(path)? {
            Place::Folder => return Err(is_folder()),
            Place::Pipe(path) | Place::Device(path) | Place::Open(path) => {
                (Target::Stream, open_stream(&path)?)
            }
            Place::Free(path) => {
                let (draft, file) = draft_in(parent_folder(&path))?;
                let owner = None;
                (Target::File { path, owner, draft }, file)
            }
            Place::File(path) => {
                let owner = Some(check_writable(&path)?);
                let (draft, file) = match draft_in(parent_folder(&path)) {
                    Err(error) if is_closed(&error) => (Draft::Elsewhere, unnamed_file()?),
                    draft => draft?,
                };
                (Target::File { path, owner, draft }, file)
            }
        };
        Ok(NewFile {
            path: path.to_owned(),
            out: BufWriter::new(file),
            target,
        })
    }

    /// The file itself, to lock it.
    pub(crate) fn file(&self) -> &File {
        self.out.get_ref()
    }

    /// Puts the file on the disk and gives it its name; one of the same name is replaced. Returns
    /// it.
    pub fn finish(self) -> anyhow::Result<File> {
        let shown = self.path.clone();
        self.persist().with_context(|| cannot_write(&shown))
    }

    fn persist(mut self) -> io::Result<File> {
        self.out.flush()?;
        let (file, _) = self.out.into_parts();
        let Target::File { path, owner, draft } = self.target else {
            return Ok(file);
        };
        if let Some(owner) = &owner {
            owner.pass_on(&file)?;
        }
        let temporary = match draft {
            Draft::Elsewhere => return copy_over(file, &path),
            // A temporary name would be left behind by a kill, and only a file that is replaced
            // needs one.
            Draft::Unnamed if owner.is_none() && link_new(&file, &path)? => return Ok(file),
            draft => named(draft, &file, &path)?,
        };
        match temporary.persist(&path) {
            // A file that is mounted by itself, as in a container, cannot be replaced.
            Err(error) if error.error.kind() == ErrorKind::ResourceBusy => copy_over(file, &path),
            Err(error) => Err(error.error),
            Ok(()) => Ok(file),
        }
    }

    /// As [`NewFile::finish`]; false if there is a file of this name now.
    fn finish_new(mut self) -> anyhow::Result<bool> {
        let persist = || {
            self.out.flush()?;
            let Target::File { path, draft, .. } = self.target else {
                return Ok(true);
            };
            if matches!(draft, Draft::Unnamed) {
                return link_new(self.out.get_ref(), &path);
            }
            let temporary = named(draft, self.out.get_ref(), &path)?;
            match temporary.persist_noclobber(&path) {
                Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(error.error),
                Ok(()) => Ok(true),
            }
        };
        persist().with_context(|| cannot_write(&self.path))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        written.map_err(|error| at_path(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        flushed.map_err(|error| at_path(&self.path, &error))
    }
}

/// The error of a write in the middle, where the caller does not know which of its files failed.
fn at_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", cannot_write(path)))
}

/// What a file that is to be replaced passes on. Fails if it may not be written: the right to write
/// in its folder is enough to replace it, but a file is protected for a reason.
fn check_writable(path: &Path) -> io::Result<Owner> {
    let metadata = fs::metadata(path)?;
    // This alone stops the system's administrator.
    if metadata.permissions().readonly() {
        let text = "it is read-only: choose another name, or chmod +w it";
        return Err(io::Error::new(ErrorKind::PermissionDenied, text));
    }
    OpenOptions::new().write(true).open(path)?;
    Ok(Owner {
        permissions: metadata.permissions(),
        user: metadata.uid(),
        group: metadata.gid(),
    })
}

impl Owner {
    fn pass_on(&self, file: &File) -> io::Result<()> {
        let metadata = file.metadata()?;
        if (metadata.uid(), metadata.gid()) != (self.user, self.group) {
            // Only the administrator can give files away. Other users keep what they may write.
            let _ = fchown(file, Some(self.user), Some(self.group));
        }
        // After the owner, whose change would take special bits away.
        file.set_permissions(self.permissions.clone())
    }
}

/// Whether nothing can be made in a folder.
fn is_closed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
    )
}

/// Begins a file that is to get a name in a folder.
fn draft_in(folder: &Path) -> io::Result<(Draft, File)> {
    remove_stale(folder);
    match unnamed_in(folder) {
        Some(file) => Ok((Draft::Unnamed, file)),
        None => {
            let (draft, file) = temporary_in(folder)?;
            Ok((Draft::Named(draft), file))
        }
    }
}

/// A file without a name in the system's folder for temporary files.
pub fn unnamed_file() -> io::Result<File> {
    tempfile::tempfile().map_err(|error| {
        let folder = env::temp_dir();
        let shown = folder.display();
        let named = if env::var_os("TMPDIR").is_some() {
            format!("{shown}, which TMPDIR names")
        } else {
            shown.to_string()
        };
        let text = format!(
            "cannot make a temporary file in {named}: {error}; let TMPDIR name a folder that \
             exists and can be written"
        );
        io::Error::new(error.kind(), text)
    })
}

/// A file without a name, where the system has such files.
#[cfg(target_os = "linux")]
fn unnamed_in(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
    Some(File::from(file))
}

#[cfg(not(target_os = "linux"))]
fn unnamed_in(_folder: &Path) -> Option<File> {
    None
}

const PREFIX: &str = ".belle-";
const SUFFIX: &str = ".tmp";
/// Random letters between them.
const LETTERS: usize = 6;

fn temporary_in(folder: &Path) -> io::Result<(TempPath, File)> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(LETTERS);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true).mode(0o666);
    // The builder's own errors name the temporary file.
    let file = builder.make_in(folder, |path| options.open(path))?;
    // It is in use as long as it is locked.
    let _ = file.as_file().try_lock();
    let (file, path) = file.into_parts();
    Ok((path, file))
}

/// The draft of a file at `path`, complete and on the disk, with a temporary name.
fn named(draft: Draft, file: &File, path: &Path) -> io::Result<TempPath> {
    file.sync_all()?;
    if let Draft::Named(temporary) = draft {
        return Ok(temporary);
    }
    let folder = parent_folder(path);
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(LETTERS);
    let named = builder.make_in(folder, |name| link(file, name))?;
    Ok(named.into_temp_path())
}

/// Gives a complete file without a name its own at once; false if there is a file of this name now.
fn link_new(file: &File, path: &Path) -> io::Result<bool> {
    file.sync_all()?;
    match link(file, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
        Ok(()) => Ok(true),
    }
}

/// Gives a name to a file without one.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd as _;
    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, unnamed, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_file: &File, _name: &Path) -> io::Result<()> {
    unreachable!("all drafts have names")
}

/// Writes a complete draft over the file that it is to replace.
fn copy_over(mut draft: File, path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).truncate(true).open(path)?;
    draft.rewind()?;
    io::copy(&mut draft, &mut file)?;
    file.sync_all()?;
    Ok(file)
}

/// Age of a temporary file that nobody finishes any more.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes what a kill left in a folder. Files that are young, locked, of another user or named
/// otherwise stay. This is done at the first output of a program to the folder; errors are of no
/// interest.
pub(crate) fn remove_stale(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.insert(folder.to_owned()) {
        return;
    }
    let user = rustix::process::geteuid().as_raw();
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if !is_temporary_name(&entry.file_name()) {
            continue;
        }
        // Of a link, not of what it leads to.
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        let age = metadata
            .modified()
            .ok()
            .and_then(|time| time.elapsed().ok());
        let is_stale =
            metadata.is_file() && metadata.uid() == user && age.is_some_and(|age| age > STALE);
        if !is_stale {
            continue;
        }
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_temporary_name(name: &OsStr) -> bool {
    let letters = name
        .to_str()
        .and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    let Some(letters) = letters else { return false };
    letters.len() == LETTERS && letters.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

//! Files that a program makes for itself, by names of its own choice: locks, journals, checkpoints.
//!
//! Nobody has asked for them, so they never lead elsewhere. A link of such a name is not followed,
//! whatever it names; and a pipe or a device is refused without waiting for its other end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::OFlags;

use crate::output::{NewFile, remove_stale};
use crate::parent_folder;
use crate::place::Place;

/// Opens a file to read and write it, and makes it if there is none. Nothing of it is cut off.
pub fn open_own(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.custom_flags(flags.bits() as i32);
    remove_stale(parent_folder(path));
    let open = || {
        check_own(path)?;
        // Between the check and this call the name may have become another thing's.
        let file = options.open(path)?;
        if file.metadata()?.is_file() {
            Ok(file)
        } else {
            Err(refused("no file"))
        }
    };
    open().map_err(|error| at(path, &error))
}

/// Makes an empty file. What had its name before is removed, and if that was a link, not what the
/// link names.
pub fn create_own(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    remove_stale(parent_folder(path));
    let create = || {
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        options.open(path)
    };
    create().map_err(|error| at(path, &error))
}

/// Makes a folder, or takes the one that is there.
pub fn create_own_folder(path: &Path) -> io::Result<()> {
    let create = || match fs::create_dir(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            if fs::symlink_metadata(path)?.is_dir() {
                Ok(())
            } else {
                Err(refused("no folder"))
            }
        }
        created => created,
    };
    create().map_err(|error| at(path, &error))
}

/// Writes a whole file; the one before it is replaced only when the new one is complete.
pub fn write_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    check_own(path).map_err(|error| at(path, &error))?;
    let write = || {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes)?;
        file.finish()
    };
    match write() {
        Ok(_) => Ok(()),
        Err(error) => Err(io::Error::other(format!("{error:#}"))),
    }
}

/// Gives a complete file that stands under a name of the program's own the name that it is made
/// for, which may be a link.
pub fn publish_own(own: &Path, to: &Path) -> io::Result<()> {
    let publish = || {
        let to = match Place::of(to)? {
            Place::Free(path) | Place::File(path) => path,
            _ => return Err(refused("no file")),
        };
        match fs::rename(own, &to) {
            // The link leads to another disk.
            Err(error) if error.kind() == ErrorKind::CrossesDevices => {
                let mut file = NewFile::create(&to).map_err(io::Error::other)?;
                io::copy(&mut File::open(own)?, &mut file)?;
                file.finish().map_err(io::Error::other)?;
                fs::remove_file(own)?;
            }
            renamed => renamed?,
        }
        File::open(parent_folder(&to))?.sync_all()
    };
    publish().map_err(|error| at(to, &error))
}

/// Fails if the name is taken by something else than a file.
fn check_own(path: &Path) -> io::Result<()> {
    let kind = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        metadata => metadata?.file_type(),
    };
    if kind.is_file() {
        Ok(())
    } else if kind.is_symlink() {
        Err(refused("a link"))
    } else if kind.is_dir() {
        Err(refused("a folder"))
    } else if kind.is_fifo() {
        Err(refused("a named pipe"))
    } else {
        Err(refused("a device"))
    }
}

fn refused(got: &str) -> io::Error {
    let text = format!("it is {got}: move it away, the program has this name for its own");
    io::Error::new(ErrorKind::InvalidInput, text)
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use tempfile::tempdir;

    use super::*;

    #[test]
    fn own_files_are_made_and_kept() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("own");
        open_own(&path).unwrap().write_all(b"one").unwrap();
        open_own(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write_own(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        create_own(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn other_things_of_the_name_are_refused_at_once_and_stay() {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("mine"), "mine").unwrap();
        symlink("mine", at("link")).unwrap();
        symlink("nothing", at("dangling")).unwrap();
        symlink("loop", at("loop")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        let made = Command::new("mkfifo").arg(at("pipe")).status().unwrap();
        assert!(made.success());
        symlink("pipe", at("link-to-pipe")).unwrap();
        for name in ["link", "dangling", "loop", "folder", "pipe", "link-to-pipe"] {
            for refused in [open_own(&at(name)).map(drop), write_own(&at(name), b"x")] {
                let error = refused.unwrap_err().to_string();
                assert!(error.contains(&format!("{name}: it is a ")), "{error}");
            }
        }
        assert_eq!(fs::read(at("mine")).unwrap(), b"mine");
        assert!(!at("nothing").exists());
        // A new file takes the place of the link.
        create_own(&at("link")).unwrap();
        create_own(&at("pipe")).unwrap();
        assert_eq!(fs::read(at("mine")).unwrap(), b"mine");
        assert!(create_own(&at("folder")).is_err());
        create_own_folder(&at("folder")).unwrap();
        create_own_folder(&at("new")).unwrap();
        symlink("new", at("link-to-folder")).unwrap();
        for name in ["link-to-folder", "mine", "dangling"] {
            let error = create_own_folder(&at(name)).unwrap_err().to_string();
            assert!(
                error.contains(&format!("{name}: it is no folder")),
                "{error}"
            );
        }
    }

    #[test]
    fn file_is_published_where_a_link_leads() {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("elsewhere")).unwrap();
        symlink("elsewhere/table", at("table")).unwrap();
        fs::write(at("own"), "complete").unwrap();
        publish_own(&at("own"), &at("table")).unwrap();
        assert!(at("table").is_symlink() && !at("own").exists());
        assert_eq!(fs::read(at("elsewhere/table")).unwrap(), b"complete");
        fs::write(at("own"), "complete").unwrap();
        symlink("missing/table", at("lost")).unwrap();
        let error = publish_own(&at("own"), &at("lost"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("there is no folder"), "{error}");
    }
}

//! Files that several programs change, each by reading one, changing it, and writing it whole.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::parent_folder;

/// Time that is left to another program to change its file.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// Holds off other programs that are about to change this file or another of its folder, until what
/// is returned is dropped: none of them then writes over what another has added since it read. The
/// folder is locked, and not the file, which another one replaces. Where the folder cannot be
/// locked, nobody is held off.
///
/// # Errors
/// Another program has held this one off for ten seconds.
pub fn change_alone(path: &Path) -> anyhow::Result<Option<File>> {
    // A link and the file that it names are in one folder's care.
    let target = fs::canonicalize(path);
    let folder = parent_folder(target.as_deref().unwrap_or(path));
    let Ok(lock) = File::open(folder) else {
        return Ok(None);
    };
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Some(lock)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => bail!(
                "cannot change {}: another process has been changing a file of its folder for {} \
                 seconds",
                path.display(),
                PATIENCE.as_secs()
            ),
        }
    }
}

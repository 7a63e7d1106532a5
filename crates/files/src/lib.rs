//! Texts read, also compressed and never without an end; jobs that are resumed and split; outputs
//! written whole or not at all; and checks of paths.

mod alone;
mod distinct;
mod input;
mod job;
mod lines;
mod open;
mod output;
mod own;
mod place;
mod shard;

use std::fs::{self, File, TryLockError};
use std::path::Path;

use anyhow::{Context, bail, ensure};

pub use alone::change_alone;
pub use distinct::check_distinct;
pub use input::{Input, decompressed, open_input, uncompressed_name};
pub use job::{Header, InputEnd, Job, Settings, job_path, merge};
pub use lines::each_line;
pub use open::{Bounded, MAX_TEXT, open, open_regular, read, read_text};
pub use output::{
    NewFile, check_new, check_output, create_log, create_log_at_once, unnamed_file,
    write_atomically, write_atomically_with, write_new,
};
pub use own::{create_own, create_own_folder, open_own, publish_own, write_own};
pub use place::is_stream;
pub use shard::{Shard, shard_path};

/// Checks that a folder exists.
pub fn check_folder(folder: &Path) -> anyhow::Result<()> {
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    Ok(())
}

/// Makes a folder, and those that it is in, where they are missing.
pub fn create_folder(folder: &Path) -> anyhow::Result<()> {
    let Err(error) = fs::create_dir_all(folder) else {
        return Ok(());
    };
    let shown = folder.display();
    // The system says only that something exists, not which of the folders on the way it is.
    for taken in folder.ancestors() {
        if taken.is_dir() || taken == Path::new("") {
            break;
        }
        if taken.is_symlink() && !taken.exists() {
            bail!(
                "cannot make the folder {shown}: {} is a link that leads nowhere; make what it \
                 names, or remove it",
                taken.display()
            );
        }
        ensure!(
            !taken.exists(),
            "cannot make the folder {shown}: there is a file of that name; choose another name"
        );
    }
    Err(error).with_context(|| format!("cannot make the folder {shown}"))
}

/// Locks an open file until it is closed. Fails if another process has locked it.
pub(crate) fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("{shown}: another process is writing to it"),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {shown}"))
        }
        Ok(()) => Ok(()),
    }
}

/// The folder that a file is in.
pub fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

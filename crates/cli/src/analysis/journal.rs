//! The journal of an analysis: what has been done, game by game, so that it can be cut off at any moment and goes on with
//! nothing lost and nothing twice.
//!
//! The games go to `OUTPUT.part`, and after each of them a line to `OUTPUT.journal` that says how far both files are
//! finished and what their bytes come to. Whoever goes on believes a line only if the bytes are there.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use analysis::Summary;
use anyhow::{Context, bail};
use notation::{FilePosition, Fingerprint};
use serde::{Deserialize, Serialize};

/// What was done with a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Result {
    /// It was judged.
    Judged(Summary),
    /// It was skipped.
    Malformed {
        /// Who played, if that was to be read.
        players: Option<String>,
        /// What is wrong with it.
        reason: String,
    },
}

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The game's number, from 1.
    pub(crate) game: u64,
    /// The line it begins on, or that of what is wrong with it.
    pub(crate) line: u64,
    /// How far the input was read.
    pub(crate) input: FilePosition,
    /// How far the output was written.
    pub(crate) output: Written,
    /// What was done.
    pub(crate) result: Result,
}

/// How much was written, and its fingerprint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Written {
    length: u64,
    fingerprint: Fingerprint,
}

/// Everything that decides the output: names and values, as they are told to whoever would go on with others.
pub(crate) type Settings = Vec<(String, String)>;

/// What stands first in a journal.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    settings: Settings,
}

/// The open files of an analysis.
#[derive(Debug)]
pub(crate) struct Journal {
    paths: Paths,
    part: File,
    journal: File,
    written: Written,
}

#[derive(Debug)]
struct Paths {
    output: PathBuf,
    part: PathBuf,
    journal: PathBuf,
}

/// Where an analysis goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    /// Games done, malformed ones among them.
    pub(crate) games: u64,
    /// Where the next one begins.
    pub(crate) place: FilePosition,
}

impl Journal {
    /// Begins an analysis or, to `resume`, goes on with the one that was begun; `input` is then read up to where it goes on.
    ///
    /// # Errors
    /// The output is there already, was begun and is not to be resumed, was begun with other settings or another input,
    /// is being written by somebody else, or cannot be written.
    pub(crate) fn open(
        output: &Path,
        settings: Settings,
        resume: bool,
        input: &mut dyn Read,
    ) -> anyhow::Result<(Journal, Start)> {
        let paths = Paths::new(output);
        paths.check(resume)?;
        let mut journal = open(&paths.journal)?;
        match journal.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("somebody else is writing {}", output.display()),
            Err(TryLockError::Error(error)) => return Err(error).context("cannot lock the journal"),
            Ok(()) => {}
        }
        if paths.output.exists() {
            // It was cut off between the last two steps: both are taken again.
            fs::rename(&paths.output, &paths.part).context("cannot go on")?;
        }
        let mut part = open(&paths.part)?;
        let (kept, written, start) = verified(&journal, &mut part, &settings, input)?;
        journal.set_len(kept)?;
        part.set_len(written.length)?;
        part.seek(SeekFrom::End(0))?;
        journal.seek(SeekFrom::End(0))?;
        if kept == 0 {
            journal.write_all(line(&Header { settings })?.as_bytes()).context("cannot write the journal")?;
        }
        Ok((Journal { paths, part, journal, written }, start))
    }

    /// Adds a game, which is done: its text, which may be empty, and then what the journal says of it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn add(&mut self, text: &str, entry: impl FnOnce(Written) -> Entry) -> anyhow::Result<()> {
        self.written.length += text.len() as u64;
        self.written.fingerprint.add(text.as_bytes());
        let entry = line(&entry(self.written))?;
        let written =
            self.part.write_all(text.as_bytes()).and_then(|()| self.journal.write_all(entry.as_bytes()));
        written.with_context(|| format!("cannot write {}", self.paths.part.display()))
    }

    /// All games done so far, read again.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(crate) fn entries(&self) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Entry>> + use<>> {
        let file = File::open(&self.paths.journal).context("cannot read the journal")?;
        let lines = BufReader::new(file).lines().skip(1);
        Ok(lines.map(|line| serde_json::from_str(&line?).context("cannot read the journal")))
    }

    /// There was nothing to do: no file stays behind.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub(crate) fn discard(self) -> io::Result<()> {
        fs::remove_file(&self.paths.part)?;
        fs::remove_file(&self.paths.journal)
    }

    /// The output is whole: it gets its name, and the journal goes.
    ///
    /// # Errors
    /// The disk is full, or the folder cannot be written.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let Paths { output, part, journal } = &self.paths;
        let finish = || {
            self.part.sync_all()?;
            fs::rename(part, output)?;
            fs::remove_file(journal)
        };
        finish().with_context(|| format!("cannot write {}", output.display()))
    }
}

impl Paths {
    fn new(output: &Path) -> Paths {
        let beside = |end: &str| {
            let mut name = OsString::from(output);
            name.push(end);
            PathBuf::from(name)
        };
        Paths { output: output.to_owned(), part: beside(".part"), journal: beside(".journal") }
    }

    fn check(&self, resume: bool) -> anyhow::Result<()> {
        let Paths { output, part, journal } = self;
        let begun = journal.exists();
        if output.exists() && (!begun || part.exists()) {
            bail!("{} is there already: choose another name with -o", output.display());
        }
        if begun && !resume {
            bail!(
                "an analysis to {} was begun: --resume goes on with it; to begin again, remove {}",
                output.display(),
                journal.display()
            );
        }
        if !begun && part.exists() {
            bail!(
                "{} is there already, without its journal: remove it, or choose another name",
                part.display()
            );
        }
        Ok(())
    }
}

fn open(path: &Path) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

fn line(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// How many bytes of the journal hold, how much of the output, and where the work goes on.
fn verified(
    journal: &File,
    part: &mut File,
    settings: &Settings,
    input: &mut dyn Read,
) -> anyhow::Result<(u64, Written, Start)> {
    let mut lines = Lines { journal: BufReader::new(journal), read: 0 };
    let (mut written, mut start) = (Written::default(), Start::default());
    let Some(header) = lines.next::<Header>()? else { return Ok((0, written, start)) };
    same(&header.settings, settings)?;
    let mut kept = lines.read;
    while let Some(entry) = lines.next::<Entry>()? {
        let there = advance(part, (written.length, written.fingerprint), entry.output.length)?;
        if there != Some(entry.output.fingerprint) {
            break;
        }
        let place = start.place;
        let there = advance(input, (place.offset, place.fingerprint), entry.input.offset)?;
        if there != Some(entry.input.fingerprint) {
            bail!(
                "the input has changed: game {} is not what it was when this analysis was begun",
                start.games + 1
            );
        }
        (kept, written) = (lines.read, entry.output);
        start = Start { games: entry.game, place: entry.input };
    }
    Ok((kept, written, start))
}

/// Lines of JSON, up to the first that is not whole.
struct Lines<'a> {
    journal: BufReader<&'a File>,
    read: u64,
}

impl Lines<'_> {
    fn next<T: for<'de> Deserialize<'de>>(&mut self) -> io::Result<Option<T>> {
        let mut line = Vec::new();
        self.journal.read_until(b'\n', &mut line)?;
        let value = line.strip_suffix(b"\n").and_then(|line| serde_json::from_slice(line).ok());
        self.read += line.len() as u64;
        Ok(value)
    }
}

/// The fingerprint at `to` of what was read up to `from`; none if there is not so much.
fn advance(
    file: &mut (impl Read + ?Sized),
    from: (u64, Fingerprint),
    to: u64,
) -> io::Result<Option<Fingerprint>> {
    let (offset, mut fingerprint) = from;
    let Some(mut left) = to.checked_sub(offset) else { return Ok(None) };
    let mut buffer = [0; 16 << 10];
    while left > 0 {
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        match file.read(&mut buffer[..most]) {
            Ok(0) => return Ok(None),
            Ok(bytes) => {
                fingerprint.add(&buffer[..bytes]);
                left -= bytes as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(fingerprint))
}

fn same(begun: &Settings, asked: &Settings) -> anyhow::Result<()> {
    let value = |settings: &Settings, name: &str| {
        settings
            .iter()
            .find(|(known, _)| known == name)
            .map_or("nothing".to_owned(), |(_, value)| value.clone())
    };
    for (name, _) in asked.iter().chain(begun) {
        let (before, now) = (value(begun, name), value(asked, name));
        if before != now {
            bail!("this analysis was begun with other settings: {name} was '{before}' and is now '{now}'");
        }
    }
    Ok(())
}

//! The journal of an analysis, from which an interrupted one resumes without losing or repeating a game.
//!
//! Games are written to `OUTPUT.part`. After each, `OUTPUT.journal` gets a line with the positions reached in input and
//! output and the fingerprints of both. A line counts only if the output has the bytes it describes.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use notation::{FilePosition, Fingerprint};
use serde::{Deserialize, Serialize};

use crate::summary::Summary;

/// Result of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryResult {
    /// The game was judged.
    Judged(Summary),
    /// The game was skipped.
    Malformed {
        /// `White - Black`, if both are tagged.
        players: Option<String>,
        /// The error.
        reason: String,
    },
}

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The game's number, from 1.
    pub game: u64,
    /// The line it begins on, or that of its error.
    pub line: u64,
    /// Position reached in the input.
    pub input: FilePosition,
    /// Position reached in the output.
    pub output: OutputPosition,
    /// Remarks on text that was left out.
    #[serde(default)]
    pub remarks: Vec<String>,
    /// Its result.
    pub result: EntryResult,
}

/// Length and fingerprint of the output so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputPosition {
    length: u64,
    fingerprint: Fingerprint,
}

/// Names and values of everything that determines the output.
pub type Settings = Vec<(String, String)>;

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    settings: Settings,
}

/// The open files of an analysis.
#[derive(Debug)]
pub struct Journal {
    paths: Paths,
    part: File,
    journal: File,
    written: OutputPosition,
}

#[derive(Debug)]
struct Paths {
    output: PathBuf,
    part: PathBuf,
    journal: PathBuf,
}

/// Where an analysis starts or resumes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResumePoint {
    /// Games done, malformed ones included.
    pub games: u64,
    /// Position after them.
    pub position: FilePosition,
}

impl Journal {
    /// Begins an analysis, or resumes it with `resume`; `input` is then read up to the position it resumes from. Fails
    /// if the output exists, was begun with other settings or another input, is not to be resumed, is
    /// being written by another process, or cannot be written.
    pub fn open(
        output: &Path,
        settings: Settings,
        resume: bool,
        input: &mut dyn Read,
    ) -> anyhow::Result<(Journal, ResumePoint)> {
        let paths = Paths::new(output);
        paths.check(resume)?;
        let mut journal = open(&paths.journal)?;
        files::lock(&journal, output)?;
        if paths.output.exists() {
            // It was interrupted between the last two steps: both are repeated.
            fs::rename(&paths.output, &paths.part).context("cannot resume")?;
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

    /// Adds a finished game: its text, which can be empty, and then its entry. Fails if the disk is full, or the files
    /// are not writable.
    pub fn add(&mut self, text: &str, entry: impl FnOnce(OutputPosition) -> Entry) -> anyhow::Result<()> {
        self.written.length += text.len() as u64;
        self.written.fingerprint.add(text.as_bytes());
        let entry = line(&entry(self.written))?;
        let written =
            self.part.write_all(text.as_bytes()).and_then(|()| self.journal.write_all(entry.as_bytes()));
        written.with_context(|| format!("cannot write {}", self.paths.part.display()))
    }

    /// The file of the games so far.
    pub fn part(&self) -> &Path {
        &self.paths.part
    }

    /// Length of the output in bytes; zero without a judged game.
    pub fn length(&self) -> u64 {
        self.written.length
    }

    /// The entries so far, read from the file. Fails if the journal cannot be read.
    pub fn entries(&self) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Entry>> + use<>> {
        let file = File::open(&self.paths.journal).context("cannot read the journal")?;
        let lines = BufReader::new(file).lines().skip(1);
        Ok(lines.map(|line| serde_json::from_str(&line?).context("cannot read the journal")))
    }

    /// Removes the files of an analysis without games. Fails if the folder is not writable.
    pub fn discard(self) -> io::Result<()> {
        fs::remove_file(&self.paths.part)?;
        fs::remove_file(&self.paths.journal)
    }

    /// Gives the finished output its name and removes the journal. Fails if the disk is full, or the folder is not
    /// writable.
    pub fn finish(self) -> anyhow::Result<()> {
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
            bail!("{} already exists: choose another name with -o", output.display());
        }
        if begun && !resume {
            let (output, journal) = (output.display(), journal.display());
            bail!(
                "an analysis to {output} was begun: resume it with --resume, or remove {journal} to start again"
            );
        }
        if !begun && part.exists() {
            bail!("{} exists without its journal: remove it, or choose another name", part.display());
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

/// The valid length of the journal, the valid output, and where the analysis resumes.
fn verified(
    journal: &File,
    part: &mut File,
    settings: &Settings,
    input: &mut dyn Read,
) -> anyhow::Result<(u64, OutputPosition, ResumePoint)> {
    let mut lines = Lines { journal: BufReader::new(journal), read: 0 };
    let (mut written, mut start) = (OutputPosition::default(), ResumePoint::default());
    let Some(header) = lines.next::<Header>()? else { return Ok((0, written, start)) };
    check_settings(&header.settings, settings)?;
    let mut kept = lines.read;
    while let Some(entry) = lines.next::<Entry>()? {
        let found = advance(part, (written.length, written.fingerprint), entry.output.length)?;
        if found != Some(entry.output.fingerprint) {
            break;
        }
        let position = start.position;
        let found = advance(input, (position.offset, position.fingerprint), entry.input.offset)?;
        if found != Some(entry.input.fingerprint) {
            bail!("the input has changed since this analysis was begun: game {} differs", start.games + 1);
        }
        (kept, written) = (lines.read, entry.output);
        start = ResumePoint { games: entry.game, position: entry.input };
    }
    Ok((kept, written, start))
}

/// Lines of JSON, up to the first incomplete one.
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

/// Reads on from `from` to offset `to` and returns the fingerprint there, unless the file is shorter.
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

fn check_settings(begun: &Settings, requested: &Settings) -> anyhow::Result<()> {
    let value = |settings: &Settings, name: &str| {
        settings.iter().find(|(known, _)| known == name).map_or("none".to_owned(), |(_, value)| value.clone())
    };
    for (name, _) in requested.iter().chain(begun) {
        let (before, now) = (value(begun, name), value(requested, name));
        if before != now {
            bail!("this analysis was begun with other settings: {name} was '{before}', got '{now}'");
        }
    }
    Ok(())
}

//! The journal of an analysis, from which an interrupted one resumes without losing or repeating a game.
//!
//! Games are written to `OUTPUT.part`. After each, `OUTPUT.journal` gets a line with the positions reached in input and
//! output and the fingerprints of both. A line counts only if the output has the bytes it describes.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use notation::{FilePosition, Fingerprint};
use serde::{Deserialize, Serialize};

use crate::result_files::ResultFiles;
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
    pub(crate) length: u64,
    pub(crate) fingerprint: Fingerprint,
}

/// Names and values of everything that determines the output.
pub type Settings = Vec<(String, String)>;

/// First line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Everything that determines the output.
    pub settings: Settings,
    /// Names the part, if it is a part of an analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

/// A part of an analysis, and the files that the whole is to have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Part {
    pub shard: String,
    pub input: String,
    pub results: ResultFiles,
}

/// Last line of a finished part's journal: the last game read, and so the length of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PartEnd {
    pub(crate) end: ResumePoint,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        header: &Header,
        resume: bool,
        input: &mut dyn Read,
    ) -> anyhow::Result<(Journal, ResumePoint)> {
        let paths = Paths::new(output);
        paths.check(resume)?;
        let mut journal = open(&paths.journal)?;
        files::lock(&journal, output)?;
        // It was interrupted between the last two steps, or is a finished part: the last steps are repeated.
        let has_name = paths.output.exists();
        let mut part = open(if has_name { &paths.output } else { &paths.part })?;
        let (kept, written, start) = verified(&journal, &mut part, header, input)?;
        if has_name {
            fs::rename(&paths.output, &paths.part).context("cannot resume")?;
        }
        journal.set_len(kept)?;
        part.set_len(written.length)?;
        part.seek(SeekFrom::End(0))?;
        journal.seek(SeekFrom::End(0))?;
        if kept == 0 {
            journal
                .write_all(line(header)?.as_bytes())
                .context("cannot write the journal")?;
        }
        Ok((
            Journal {
                paths,
                part,
                journal,
                written,
            },
            start,
        ))
    }

    /// Begins a journal of the games that a merge adds, with its files in `folder` until it is finished.
    pub(crate) fn within(folder: &Path, output: &Path, header: &Header) -> anyhow::Result<Journal> {
        let paths = Paths {
            output: output.to_owned(),
            ..Paths::new(&folder.join("games"))
        };
        let (part, mut journal) = (open(&paths.part)?, open(&paths.journal)?);
        journal
            .write_all(line(header)?.as_bytes())
            .context("cannot write the journal")?;
        Ok(Journal {
            paths,
            part,
            journal,
            written: OutputPosition::default(),
        })
    }

    /// Adds a finished game: its text, which can be empty, and then its entry. Fails if the disk is full, or the files
    /// are not writable.
    pub fn add(
        &mut self,
        text: &[u8],
        entry: impl FnOnce(OutputPosition) -> Entry,
    ) -> anyhow::Result<()> {
        self.written.length += text.len() as u64;
        self.written.fingerprint.add(text);
        let entry = line(&entry(self.written))?;
        let written = self
            .part
            .write_all(text)
            .and_then(|()| self.journal.write_all(entry.as_bytes()));
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

    /// Gives the finished part its name and keeps the journal for the merge. `end` is the last game read. Fails if the
    /// disk is full, or the folder is not writable.
    pub fn finish_part(self, end: ResumePoint) -> anyhow::Result<()> {
        let last = line(&PartEnd { end })?;
        let Paths { output, part, .. } = &self.paths;
        let finish = || {
            self.part.sync_all()?;
            (&self.journal).write_all(last.as_bytes())?;
            self.journal.sync_all()?;
            fs::rename(part, output)
        };
        finish().with_context(|| format!("cannot write {}", output.display()))
    }

    /// Gives the finished output its name and removes the journal. Fails if the disk is full, or the folder is not
    /// writable.
    pub fn finish(self) -> anyhow::Result<()> {
        let Paths {
            output,
            part,
            journal,
        } = &self.paths;
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
        Paths {
            output: output.to_owned(),
            part: beside(output, ".part"),
            journal: journal_path(output),
        }
    }

    fn check(&self, resume: bool) -> anyhow::Result<()> {
        let Paths {
            output,
            part,
            journal,
        } = self;
        let begun = journal.exists();
        if output.exists() && (!begun || part.exists()) {
            bail!(
                "{} already exists: choose another name with -o",
                output.display()
            );
        }
        if begun && !resume {
            let (output, journal) = (output.display(), journal.display());
            bail!(
                "an analysis to {output} was begun: resume it with --resume, or remove {journal} to start again"
            );
        }
        if !begun && part.exists() {
            bail!(
                "{} exists without its journal: remove it, or choose another name",
                part.display()
            );
        }
        Ok(())
    }
}

fn beside(output: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(output);
    name.push(end);
    PathBuf::from(name)
}

/// The journal of an output.
pub(crate) fn journal_path(output: &Path) -> PathBuf {
    beside(output, ".journal")
}

fn open(path: &Path) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    let file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

fn line(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// The valid length of the journal, the valid output, and where the analysis resumes.
fn verified(
    journal: &File,
    part: &mut File,
    expected: &Header,
    input: &mut dyn Read,
) -> anyhow::Result<(u64, OutputPosition, ResumePoint)> {
    let mut lines = Lines::new(journal);
    let (mut written, mut start) = (OutputPosition::default(), ResumePoint::default());
    let Some(header) = lines.next::<Header>()? else {
        return Ok((0, written, start));
    };
    if let Some((name, before, now)) = difference(&header.settings, &expected.settings) {
        bail!("this analysis was begun with other settings: {name} was '{before}', got '{now}'");
    }
    ensure!(
        header.part == expected.part,
        "this analysis was begun as another part, or with other files of results"
    );
    let mut kept = lines.read;
    while let Some(entry) = lines.next::<Entry>()? {
        let found = advance(
            part,
            (written.length, written.fingerprint),
            entry.output.length,
        )?;
        if found != Some(entry.output.fingerprint) {
            break;
        }
        let position = start.position;
        let found = advance(
            input,
            (position.offset, position.fingerprint),
            entry.input.offset,
        )?;
        if found != Some(entry.input.fingerprint) {
            bail!(
                "the input has changed since this analysis was begun: game {} differs",
                start.games + 1
            );
        }
        (kept, written) = (lines.read, entry.output);
        start = ResumePoint {
            games: entry.game,
            position: entry.input,
        };
    }
    Ok((kept, written, start))
}

/// Lines of JSON, up to the first incomplete one.
pub(crate) struct Lines<'a> {
    journal: BufReader<&'a File>,
    /// Bytes read.
    pub(crate) read: u64,
}

impl Lines<'_> {
    pub(crate) fn new(journal: &File) -> Lines<'_> {
        Lines {
            journal: BufReader::new(journal),
            read: 0,
        }
    }

    /// The next line, unless it is incomplete.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.journal.read_until(b'\n', &mut line)?;
        self.read += line.len() as u64;
        Ok(line.ends_with(b"\n").then_some(line))
    }

    pub(crate) fn next<T: for<'de> Deserialize<'de>>(&mut self) -> io::Result<Option<T>> {
        Ok(self
            .next_line()?
            .and_then(|line| serde_json::from_slice(&line).ok()))
    }
}

/// Reads on from `from` to offset `to` and returns the fingerprint there, unless the file is shorter.
pub(crate) fn advance(
    file: &mut (impl Read + ?Sized),
    from: (u64, Fingerprint),
    to: u64,
) -> io::Result<Option<Fingerprint>> {
    let (offset, mut fingerprint) = from;
    let Some(mut left) = to.checked_sub(offset) else {
        return Ok(None);
    };
    let mut buffer = [0; 16 << 10];
    while left > 0 {
        let most = buffer
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
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

/// The first setting that differs, with both values.
pub(crate) fn difference<'a>(
    begun: &'a Settings,
    requested: &'a Settings,
) -> Option<(&'a str, &'a str, &'a str)> {
    let value = |settings: &'a Settings, name: &str| {
        settings
            .iter()
            .find(|(known, _)| known == name)
            .map_or("none", |(_, value)| value)
    };
    let all = requested
        .iter()
        .chain(begun)
        .map(|(name, _)| (&name[..], value(begun, name), value(requested, name)));
    all.into_iter().find(|(_, before, now)| before != now)
}

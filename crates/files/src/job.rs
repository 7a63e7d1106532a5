//! Jobs: work on numbered tasks that is interrupted, resumed, split among machines and merged.
//!
//! A job is one file in JSON lines: a header, and a record for each task that is done, in any
//! order.
//!
//! ```text
//! {"kind":"suite","format":2,"settings":{"limit":"depth 6 a move","player":"native"},"tasks":24,"crc32":"8f2b1c04"}
//! {"task":1,"id":"BK.02","solved":true,"crc32":"90e3d75a"}
//! {"task":0,"id":"BK.01","solved":true,"crc32":"1d04a6bb"}
//! ```
//!
//! Each line ends with a checksum of what stands before it. A record whose line is damaged is left
//! out, and so its task is done again.
//!
//! Each record is on the disk before the next task begins, so a kill loses only tasks in progress.
//! It can leave half a line at the end, which the next run cuts off. A job that ends puts its
//! records in the order of the tasks, so that its bytes do not depend on how often it was
//! interrupted, nor on how many tasks ran at the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::output::remove_stale;
use crate::shard::{Shard, ShardFile, all_shards, list};
use crate::{NewFile, lock, open_regular, parent_folder, unnamed_file};

/// Version of the file's format. Lines of the first had no checksums.
const FORMAT: usize = 2;

/// Names and values of everything that decides the records of a job.
pub type Settings = BTreeMap<String, String>;

/// First line of a job's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What the tasks are, such as `match`.
    pub kind: String,
    /// Version of the file's format.
    #[serde(default = "one")]
    pub format: usize,
    /// With other settings it is another job.
    pub settings: Settings,
    /// The shard that this file has, if it is not the whole job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Tasks of the whole job. Unknown where they are read from an input: its end tells.
    pub tasks: Option<usize>,
    /// Successive tasks that stay in one shard, such as the two games of an opening.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub group: usize,
    /// What the command that renders the records has to know besides them. It may change when a job
    /// is resumed.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub outputs: Value,
}

fn one() -> usize {
    1
}

fn is_one(group: &usize) -> bool {
    *group == 1
}

/// The end of the input from which tasks are read: last line of a job that has come so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputEnd {
    /// Number of tasks.
    pub tasks: usize,
    /// Hash of the input.
    pub fingerprint: u64,
}

#[derive(Serialize, Deserialize)]
struct EndLine {
    end: InputEnd,
}

#[derive(Deserialize)]
struct Numbered {
    task: usize,
}

/// Why two jobs are not the same.
#[derive(Debug)]
struct Difference {
    name: String,
    ours: String,
    other: String,
}

impl Header {
    /// The header of a whole job with no outputs and independent tasks.
    pub fn new(kind: &str, settings: Settings, tasks: Option<usize>) -> Header {
        Header {
            kind: kind.to_owned(),
            format: FORMAT,
            settings,
            shard: None,
            tasks,
            group: 1,
            outputs: Value::Null,
        }
    }

    /// Whether a task is in the shard that this job does.
    pub fn has(&self, task: usize) -> bool {
        match self.shard {
            Some(shard) => shard.has(task / self.group),
            None => true,
        }
    }

    /// Fails if this is not the header of the job that `expected` describes. Number of tasks,
    /// outputs and shard may differ.
    pub fn check_same_job(&self, expected: &Header) -> anyhow::Result<()> {
        if let Some(Difference { name, ours, other }) = self.difference(expected) {
            bail!("another job: {name} is '{ours}', expected '{other}'");
        }
        Ok(())
    }

    fn difference(&self, other: &Header) -> Option<Difference> {
        let difference = |name: &str, ours: &str, other: &str| Difference {
            name: name.to_owned(),
            ours: ours.to_owned(),
            other: other.to_owned(),
        };
        if self.kind != other.kind {
            return Some(difference("kind", &self.kind, &other.kind));
        }
        for name in self.settings.keys().chain(other.settings.keys()) {
            let value = |header: &Header| match header.settings.get(name) {
                Some(value) => value.clone(),
                None => "none".to_owned(),
            };
            let (ours, others) = (value(self), value(other));
            if ours != others {
                return Some(difference(name, &ours, &others));
            }
        }
        None
    }
}

/// The file of a job whose results are written to `output`: `games.pgn.job` for `games.pgn`. A path
/// that ends in `.job` is that file itself.
pub fn job_path(output: &Path) -> PathBuf {
    if output.extension().is_some_and(|end| end == "job") {
        return output.to_owned();
    }
    let mut name = OsString::from(output);
    name.push(".job");
    PathBuf::from(name)
}

/// A job and where its records are in the file.
#[derive(Debug)]
pub struct Job {
    path: PathBuf,
    file: File,
    header: Header,
    /// Bytes of each record's line.
    places: BTreeMap<usize, Range<u64>>,
    /// Whether the lines are in the order of the tasks.
    is_sorted: bool,
    /// Whether there are lines that are left out.
    has_damage: bool,
    /// Length of header and records.
    length: u64,
    end: Option<InputEnd>,
    /// Whether this run began it.
    is_new: bool,
    /// Whether its file has no name, and ends with this run.
    is_unnamed: bool,
}

impl Job {
    /// Begins a job, or continues it with `resume`, and locks its file. Fails if the file has
    /// records and is not to be resumed, is of another job, or another process works on it.
    pub fn open(path: &Path, header: Header, resume: bool) -> anyhow::Result<Job> {
        let shown = path.display();
        let cannot_write = || format!("cannot write {shown}");
        crate::check_folder(parent_folder(path))?;
        let file = open_and_lock(path)?;
        // Nothing is lost when a job without records begins again.
        let begun = Job::scan(path, &file)?.filter(|begun| !begun.is_empty());
        let Some(mut begun) = begun else {
            return Job::begin(path, file, header);
        };
        ensure!(
            resume || !begun.is_complete(),
            "{shown} is done: --resume shows it again and writes more outputs; remove it to start again"
        );
        ensure!(
            resume,
            "{shown} was begun: continue it with --resume, or remove it to start again"
        );
        if let Some(Difference { name, ours, other }) = begun.header.difference(&header) {
            bail!("{shown} was begun with other settings: {name} was '{ours}', got '{other}'");
        }
        begun.check_shard(header.shard)?;
        // Tasks may be added, and another end of the input be found.
        begun.end = None;
        if begun.has_damage {
            begun = begun.rewritten()?;
        }
        begun.length = begun.length_of_records();
        begun
            .file
            .set_len(begun.length)
            .with_context(cannot_write)?;
        if begun.header == header {
            return Ok(begun);
        }
        begun.header = header;
        begun.check_tasks()?;
        begun.rewritten()
    }

    /// Reads the file of a job, which another process may be working on.
    pub fn read(path: &Path) -> anyhow::Result<Job> {
        let file = open_regular(path).with_context(|| format!("cannot read {}", path.display()))?;
        let job = Job::scan(path, &file)?;
        job.with_context(|| format!("{}: expected a job, got half a header", path.display()))
    }

    /// A job that cannot be continued, since its output goes to a stream. Its file has no name, so
    /// nothing is left of it.
    pub fn unnamed(header: Header) -> anyhow::Result<Job> {
        let mut job = Job::begin(&unnamed_path(), unnamed_file()?, header)?;
        job.is_unnamed = true;
        Ok(job)
    }

    fn begin(path: &Path, file: File, header: Header) -> anyhow::Result<Job> {
        file.set_len(0)
            .with_context(|| format!("cannot write {}", path.display()))?;
        let line = sealed(&serde_json::to_string(&header)?);
        let mut job = Job {
            path: path.to_owned(),
            file,
            header,
            places: BTreeMap::new(),
            is_sorted: true,
            has_damage: false,
            length: 0,
            end: None,
            is_new: true,
            is_unnamed: false,
        };
        job.append(&line)?;
        job.length = line.len() as u64;
        Ok(job)
    }

    /// Length of the file up to the end of the last record.
    fn length_of_records(&self) -> u64 {
        let ends = self.places.values().map(|place| place.end);
        ends.max().unwrap_or(self.length)
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether a task is done.
    pub fn has(&self, task: usize) -> bool {
        self.places.contains_key(&task)
    }

    /// The tasks that are done.
    pub fn tasks(&self) -> BTreeSet<usize> {
        self.places.keys().copied().collect()
    }

    /// Number of tasks done.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether no task is done.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether all tasks of its shard are done.
    pub fn is_complete(&self) -> bool {
        match self.header.tasks {
            Some(tasks) => (0..tasks).all(|task| !self.header.has(task) || self.has(task)),
            None => self.end.is_some(),
        }
    }

    /// Adds the record of a task, a JSON object, and waits until it is on the disk. Fails if it
    /// cannot be written.
    pub fn add(&mut self, task: usize, record: &impl Serialize) -> anyhow::Result<()> {
        let object = serde_json::to_string(record)?;
        let fields = object.strip_prefix('{').context("a record is an object")?;
        let comma = if fields == "}" { "" } else { "," };
        let line = sealed(&format!("{{\"task\":{task}{comma}{fields}"));
        self.append(&line)?;
        let begin = self.length;
        self.length += line.len() as u64;
        let last = self.places.last_key_value();
        self.is_sorted &= last.is_none_or(|(&last, _)| last < task);
        self.places.insert(task, begin..self.length);
        Ok(())
    }

    fn append(&mut self, line: &str) -> anyhow::Result<()> {
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.length))?;
            self.file.write_all(line.as_bytes())?;
            self.file.sync_data()
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// The record of a task. Fails if it is not done, or its record is not of this type.
    pub fn record<T: DeserializeOwned>(&self, task: usize) -> anyhow::Result<T> {
        let place = self.places.get(&task).context("not done")?;
        let at = || format!("{}: task {task}", self.path.display());
        serde_json::from_slice(&self.line(place)?).with_context(at)
    }

    /// The records in the order of the tasks, read one after the other.
    pub fn records<T: DeserializeOwned>(
        &self,
    ) -> impl Iterator<Item = anyhow::Result<(usize, T)>> + '_ {
        self.places
            .keys()
            .map(|&task| Ok((task, self.record(task)?)))
    }

    fn line(&self, place: &Range<u64>) -> anyhow::Result<Vec<u8>> {
        let read = || {
            let mut file = &self.file;
            file.seek(SeekFrom::Start(place.start))?;
            let mut line = vec![0; (place.end - place.start) as usize];
            file.read_exact(&mut line)?;
            std::io::Result::Ok(line)
        };
        read().with_context(|| format!("cannot read {}", self.path.display()))
    }

    /// Ends a run: puts the records in order, and marks the end of the input if it was reached.
    /// Fails if the file cannot be written.
    pub fn finish(mut self, end: Option<InputEnd>) -> anyhow::Result<Job> {
        // The order in a file without a name is nobody's concern.
        if !self.is_sorted && !self.is_unnamed {
            self = self.rewritten()?;
        }
        if let Some(end) = end {
            self.append(&sealed(&serde_json::to_string(&EndLine { end })?))?;
            self.end = Some(end);
        }
        Ok(self)
    }

    /// Removes the file of a job that came to nothing.
    pub fn discard(self) -> anyhow::Result<()> {
        if self.is_unnamed {
            return Ok(());
        }
        fs::remove_file(&self.path)
            .with_context(|| format!("cannot remove {}", self.path.display()))
    }

    /// The same job in a new file, in order. The old one is replaced only when the new one is
    /// complete.
    fn rewritten(self) -> anyhow::Result<Job> {
        let mut lines = self
            .places
            .iter()
            .map(|(&task, place)| Ok((task, self.line(place)?)));
        Job::write(&self.path, &self.header, &mut lines, self.end)
    }

    /// Writes and locks a file with these records.
    fn write(
        path: &Path,
        header: &Header,
        lines: &mut dyn Iterator<Item = anyhow::Result<(usize, Vec<u8>)>>,
        end: Option<InputEnd>,
    ) -> anyhow::Result<Job> {
        let mut new = NewFile::create(path)?;
        lock(new.file(), path)?;
        let records = write_records(&mut new, header, lines, end)?;
        Ok(records.of(path, new.finish()?, header, end))
    }

    /// Writes these records to a file without a name.
    fn write_unnamed(
        header: &Header,
        lines: &mut dyn Iterator<Item = anyhow::Result<(usize, Vec<u8>)>>,
        end: Option<InputEnd>,
    ) -> anyhow::Result<Job> {
        let file = unnamed_file()?;
        let mut out = BufWriter::new(file);
        let records = write_records(&mut out, header, lines, end)?;
        let path = unnamed_path();
        let file = out
            .into_inner()
            .with_context(|| format!("cannot write {}", path.display()))?;
        let mut job = records.of(&path, file, header, end);
        job.is_unnamed = true;
        Ok(job)
    }

    /// Finds the records of a file; `None` if it has no complete header. Damaged lines are left out
    /// and named on standard error. Fails if the header is damaged or of another format, or a line
    /// is intact and malformed.
    fn scan(path: &Path, file: &File) -> anyhow::Result<Option<Job>> {
        let shown = path.display();
        let cannot_read = || format!("cannot read {shown}");
        let mut lines = BufReader::new(file);
        let mut line = Vec::new();
        read_line(&mut lines, &mut line).with_context(cannot_read)?;
        if !line.ends_with(b"\n") {
            let begin = BEGIN.as_bytes();
            let is_ours = begin.starts_with(&line) || line.starts_with(begin);
            ensure!(is_ours, "{shown} is not the file of a job");
            return Ok(None);
        }
        let header = read_header(&line).with_context(|| format!("{shown}: line 1"))?;
        let mut length = line.len() as u64;
        let mut has_damage = false;
        let mut places = BTreeMap::new();
        let mut is_sorted = true;
        let mut end = None;
        for number in 2.. {
            read_line(&mut lines, &mut line).with_context(cannot_read)?;
            if !line.ends_with(b"\n") {
                break;
            }
            let begin = length;
            length += line.len() as u64;
            if !is_intact(&line) {
                eprintln!("{shown}: line {number} is damaged: its record is left out");
                has_damage = true;
                continue;
            }
            ensure!(
                end.is_none(),
                "{shown}: line {number}: a line after the last"
            );
            if let Ok(last) = serde_json::from_slice::<EndLine>(&line) {
                end = Some(last.end);
                continue;
            }
            let Numbered { task } = serde_json::from_slice(&line)
                .with_context(|| format!("{shown}: line {number}: not a record"))?;
            if let Some((&last, _)) = places.last_key_value() {
                is_sorted &= last < task;
            }
            ensure!(
                places.insert(task, begin..length).is_none(),
                "{shown}: line {number}: task {task} has two records"
            );
        }
        let job = Job {
            path: path.to_owned(),
            file: file.try_clone().with_context(cannot_read)?,
            header,
            places,
            is_sorted,
            has_damage,
            length,
            end,
            is_new: false,
            is_unnamed: false,
        };
        job.check_tasks()?;
        Ok(Some(job))
    }

    fn check_shard(&self, expected: Option<Shard>) -> anyhow::Result<()> {
        let named = |shard: Option<Shard>| match shard {
            Some(shard) => format!("shard {shard}"),
            None => "the whole job".to_owned(),
        };
        let own = self.header.shard;
        ensure!(
            own == expected,
            "{} is {}, not {}",
            self.path.display(),
            named(own),
            named(expected)
        );
        Ok(())
    }

    /// Fails if a record is of a task that the job does not have.
    fn check_tasks(&self) -> anyhow::Result<()> {
        let shown = self.path.display();
        if let (Some(tasks), Some((&last, _))) = (self.header.tasks, self.places.last_key_value()) {
            ensure!(
                last < tasks,
                "{shown} has a record of task {last}, expected {tasks} tasks"
            );
        }
        for &task in self.places.keys() {
            if let Some(shard) = self.header.shard
                && !self.header.has(task)
            {
                bail!("{shown} has a record of task {task}, which is not of shard {shard}");
            }
        }
        Ok(())
    }
}

/// Records that were written, in order.
struct WrittenRecords {
    places: BTreeMap<usize, Range<u64>>,
    length: u64,
}

impl WrittenRecords {
    /// The job whose records these are.
    fn of(self, path: &Path, file: File, header: &Header, end: Option<InputEnd>) -> Job {
        Job {
            path: path.to_owned(),
            file,
            header: header.clone(),
            places: self.places,
            is_sorted: true,
            has_damage: false,
            length: self.length,
            end,
            is_new: false,
            is_unnamed: false,
        }
    }
}

fn write_records(
    out: &mut dyn Write,
    header: &Header,
    lines: &mut dyn Iterator<Item = anyhow::Result<(usize, Vec<u8>)>>,
    end: Option<InputEnd>,
) -> anyhow::Result<WrittenRecords> {
    let first = sealed(&serde_json::to_string(header)?);
    out.write_all(first.as_bytes())?;
    let mut length = first.len() as u64;
    let mut places = BTreeMap::new();
    for line in lines {
        let (task, line) = line?;
        out.write_all(&line)?;
        places.insert(task, length..length + line.len() as u64);
        length += line.len() as u64;
    }
    if let Some(end) = end {
        let last = sealed(&serde_json::to_string(&EndLine { end })?);
        out.write_all(last.as_bytes())?;
    }
    Ok(WrittenRecords { places, length })
}

/// What messages call a file without a name: if its disk is full, another folder helps.
fn unnamed_path() -> PathBuf {
    let folder = env::temp_dir();
    PathBuf::from(format!(
        "a temporary file in {} (TMPDIR names another folder)",
        folder.display()
    ))
}

impl Drop for Job {
    /// The file of a job that came to nothing would only be in the way of another attempt.
    fn drop(&mut self) {
        if self.is_new && !self.is_unnamed && self.is_empty() && !self.is_complete() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Most bytes of a line. The largest records are those of analyzed games, some hundred kilobytes.
const MAX_LINE: u64 = 64 << 20;

/// Reads a line with its end, which the last one may lack.
fn read_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    // A file that is no job may have no lines at all.
    if lines.take(MAX_LINE).read_until(b'\n', line)? as u64 == MAX_LINE {
        let text = format!("a line has more than {} MiB", MAX_LINE >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    Ok(())
}

/// A line with a checksum at its end, of a JSON object.
fn sealed(object: &str) -> String {
    with_checksum(object.strip_suffix('}').unwrap_or(object))
}

fn with_checksum(fields: &str) -> String {
    let checksum = crc32fast::hash(fields.as_bytes());
    format!("{fields}{CHECKSUM}{checksum:08x}\"}}\n")
}

/// Begin of a file.
const BEGIN: &str = "{\"kind\":\"";

const CHECKSUM: &str = ",\"crc32\":\"";

/// Whether a line is as [`sealed`] made it.
fn is_intact(line: &[u8]) -> bool {
    let length = CHECKSUM.len() + 8 + "\"}\n".len();
    let Some(fields) = line.len().checked_sub(length) else {
        return false;
    };
    match str::from_utf8(&line[..fields]) {
        Ok(fields) => with_checksum(fields).as_bytes() == line,
        Err(_) => false,
    }
}

/// Reads the first line of a file. Fails if it is not that of a job, is damaged, or of another
/// format.
fn read_header(line: &[u8]) -> anyhow::Result<Header> {
    let header = serde_json::from_slice::<Header>(line);
    if is_intact(line) {
        let header = header.context("not the header of a job")?;
        ensure!(
            header.format == FORMAT,
            "format {}, expected {FORMAT}: another version of Belle began it and can end it; or remove it to start again",
            header.format
        );
        return Ok(header);
    }
    let mut parts = line.windows(CHECKSUM.len());
    let has_checksum = parts.any(|part| part == CHECKSUM.as_bytes());
    match header {
        Ok(Header { format: 1, .. }) if !has_checksum => bail!(
            "an earlier version of Belle began it, without checksums: end it with that version, or remove it to start again"
        ),
        _ if has_checksum || line.starts_with(BEGIN.as_bytes()) => bail!(
            "the header is damaged: restore the file from a copy, or remove it to start again"
        ),
        header => header.context("not the header of a job"),
    }
}

fn open_and_lock(path: &Path) -> anyhow::Result<File> {
    let cannot_write = || format!("cannot write {}", path.display());
    remove_stale(parent_folder(path));
    if path.exists() {
        open_regular(path).with_context(cannot_write)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).with_context(cannot_write)?;
    lock(&file, path)?;
    Ok(file)
}

/// Joins the shards of a job beside its file to that file, with the records in order; or to one
/// without a name, if its results go to a stream. Fails if the file exists, or a shard is missing,
/// not finished, or not of the same job.
pub fn merge(whole: &Path, is_kept: bool) -> anyhow::Result<Job> {
    let mut jobs = Vec::new();
    let mut unfinished = Vec::new();
    for ShardFile { shard, path } in all_shards(whole)? {
        // No run may add to a shard that is being merged.
        let job = Job::scan(&path, &open_and_lock(&path)?)?;
        let Some(job) = job.filter(Job::is_complete) else {
            unfinished.push(path);
            continue;
        };
        job.check_shard(Some(shard))?;
        jobs.push(job);
    }
    ensure!(
        unfinished.is_empty(),
        "unfinished shards: {}; their commands with --resume go on",
        list(&unfinished)
    );
    let first = jobs.first().context("no shards")?;
    for job in &jobs {
        let (shown, other) = (job.path.display(), first.path.display());
        if let Some(difference) = job.header.difference(&first.header) {
            let Difference {
                name,
                ours,
                other: expected,
            } = difference;
            bail!("{shown} is of another job than {other}: {name} is '{ours}', not '{expected}'");
        }
        ensure!(
            (job.header.tasks, job.end) == (first.header.tasks, first.end),
            "{shown} is of another input than {other}"
        );
    }
    let mut order = BTreeMap::new();
    for job in &jobs {
        for (&task, place) in &job.places {
            order.insert(task, (job, place));
        }
    }
    let header = Header {
        shard: None,
        ..first.header.clone()
    };
    let mut lines = order
        .into_iter()
        .map(|(task, (job, place))| Ok((task, job.line(place)?)));
    if is_kept {
        Job::write(whole, &header, &mut lines, first.end)
    } else {
        Job::write_unnamed(&header, &mut lines, first.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::{TempDir, tempdir};

    fn header(limit: &str) -> Header {
        let settings = [("limit", limit), ("player", "native")];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Header::new("squares", settings.into(), Some(4))
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Square {
        square: usize,
    }

    fn add(job: &mut Job, task: usize) {
        let square = task * task;
        job.add(task, &Square { square }).unwrap();
    }

    /// A job with these tasks done, in this order.
    fn begun(tasks: &[usize]) -> (TempDir, PathBuf) {
        let folder = tempdir().unwrap();
        let path = folder.path().join("squares.job");
        let mut job = Job::open(&path, header("one"), false).unwrap();
        for &task in tasks {
            add(&mut job, task);
        }
        (folder, path)
    }

    fn message(result: anyhow::Result<Job>) -> String {
        format!("{:#}", result.unwrap_err())
    }

    #[test]
    fn file_without_lines_is_refused_before_it_is_read_whole() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("sparse.job");
        // It has no blocks on the disk.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let error = format!("{:#}", Job::read(&path).unwrap_err());
        assert!(error.contains("a line has more than 64 MiB"), "{error}");
        assert_eq!(fs::metadata(&path).unwrap().len(), 1 << 40);
    }

    #[test]
    fn finish_puts_records_in_order() {
        let (_folder, path) = begun(&[2, 0]);
        let mut job = Job::open(&path, header("one"), true).unwrap();
        add(&mut job, 1);
        assert!(!job.is_complete());
        let job = job.finish(None).unwrap();
        let squares: Vec<(usize, Square)> = job.records().map(Result::unwrap).collect();
        assert_eq!(squares.len(), 3);
        assert_eq!(squares[2], (2, Square { square: 4 }));
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            [
                sealed(
                    "{\"kind\":\"squares\",\"format\":2,\"settings\":{\"limit\":\"one\",\"player\":\"native\"},\"tasks\":4}"
                ),
                sealed("{\"task\":0,\"square\":0}"),
                sealed("{\"task\":1,\"square\":1}"),
                sealed("{\"task\":2,\"square\":4}"),
            ]
            .concat()
        );
    }

    #[test]
    fn open_cut_anywhere_loses_the_cut_record_only() {
        let (_folder, path) = begun(&[0, 1, 2]);
        let whole = fs::read(&path).unwrap();
        for cut in (0..whole.len()).step_by(5) {
            fs::write(&path, &whole[..cut]).unwrap();
            let mut job = Job::open(&path, header("one"), true).unwrap();
            for task in 0..3 {
                if !job.has(task) {
                    add(&mut job, task);
                }
            }
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn open_with_any_bit_flipped_redoes_that_record_only() {
        let (_folder, path) = begun(&[0, 1, 2]);
        let end = InputEnd {
            tasks: 3,
            fingerprint: 7,
        };
        let open = || Job::open(&path, header("one"), true);
        drop(open().unwrap().finish(Some(end)).unwrap());
        let whole = fs::read(&path).unwrap();
        let header_length = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for place in 0..whole.len() {
            let bit = place % 8;
            let mut flipped = whole.clone();
            flipped[place] ^= 1 << bit;
            fs::write(&path, &flipped).unwrap();
            let at = format!("bit {bit} of byte {place}");
            if place < header_length {
                let error = message(open());
                assert!(error.contains("line 1: "), "{at}: {error}");
                assert_eq!(fs::read(&path).unwrap(), flipped, "{at}");
                continue;
            }
            let mut job = open().unwrap();
            // A line that lost its end takes the next one with it.
            assert!(job.len() + 2 >= 3, "{at}");
            for (_, record) in job.records::<Square>().map(Result::unwrap) {
                assert!([0, 1, 4].contains(&record.square), "{at}");
            }
            for task in 0..3 {
                if !job.has(task) {
                    add(&mut job, task);
                }
            }
            drop(job.finish(Some(end)).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "{at}");
        }
    }

    #[test]
    fn open_another_job_names_the_difference() {
        let (_folder, path) = begun(&[0, 3]);
        let refused = |header: Header, resume: bool| {
            let text = message(Job::open(&path, header, resume));
            text.replace(&path.display().to_string(), "FILE")
        };
        assert_eq!(
            refused(header("one"), false),
            "FILE was begun: continue it with --resume, or remove it to start again"
        );
        assert_eq!(
            refused(header("two"), true),
            "FILE was begun with other settings: limit was 'one', got 'two'"
        );
        let shard = Header {
            shard: Some("2/2".parse().unwrap()),
            ..header("one")
        };
        assert_eq!(refused(shard, true), "FILE is the whole job, not shard 2/2");
        let fewer = Header {
            tasks: Some(3),
            ..header("one")
        };
        assert_eq!(
            refused(fewer, true),
            "FILE has a record of task 3, expected 3 tasks"
        );
        let more = Header {
            tasks: Some(9),
            ..header("one")
        };
        let job = Job::open(&path, more, true).unwrap();
        assert_eq!((job.len(), job.header().tasks), (2, Some(9)));
    }

    #[test]
    fn open_file_of_a_running_job_is_refused() {
        let (_folder, path) = begun(&[0]);
        let _running = Job::open(&path, header("one"), true).unwrap();
        let busy = message(Job::open(&path, header("one"), true));
        assert!(busy.ends_with("another process is writing to it"), "{busy}");
    }

    #[test]
    fn read_malformed_lines_are_named() {
        let (_folder, path) = begun(&[0]);
        let whole = fs::read_to_string(&path).unwrap();
        for (more, expected) in [
            ("{\"letters\":0}", "line 3: not a record"),
            ("{\"task\":0}", "line 3: task 0 has two records"),
            ("{\"task\":4}", "has a record of task 4, expected 4 tasks"),
        ] {
            fs::write(&path, whole.clone() + &sealed(more)).unwrap();
            let error = message(Job::read(&path));
            assert!(error.contains(expected), "{error}");
        }
        for (text, expected) in [
            ("a letter\n", "line 1: not the header of a job"),
            ("{\"task\":0}\n", "line 1: not the header of a job"),
            (
                "{\"kind\":\"squares\",\"settings\":{},\"tasks\":4}\n",
                "line 1: an earlier version of Belle began it",
            ),
            ("a letter", "is not the file of a job"),
        ] {
            fs::write(&path, text).unwrap();
            for error in [
                message(Job::read(&path)),
                message(Job::open(&path, header("one"), true)),
            ] {
                assert!(error.contains(expected), "{error}");
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn job_without_records_leaves_no_file() {
        let (folder, _) = begun(&[]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// The shards of a job with these limits, of which some tasks are done.
    fn shards(limits: [&str; 2], tasks: &[usize]) -> (TempDir, PathBuf) {
        let folder = tempdir().unwrap();
        let whole = folder.path().join("squares.job");
        for (number, limit) in (1..).zip(limits) {
            let shard: Shard = format!("{number}/2").parse().unwrap();
            let header = Header {
                shard: Some(shard),
                group: 2,
                ..header(limit)
            };
            let mut job = Job::open(&shard.path(&whole), header, false).unwrap();
            for &task in tasks {
                if job.header().has(task) {
                    add(&mut job, task);
                }
            }
        }
        (folder, whole)
    }

    #[test]
    fn merged_shards_equal_the_whole() {
        let (_folder, whole) = shards(["one", "one"], &[1, 0, 3, 2]);
        let merged = merge(&whole, true).unwrap();
        assert!(merged.is_complete());
        let (_other, path) = begun(&[0, 1, 2, 3]);
        let lines = |path: &Path| {
            let text = fs::read_to_string(path).unwrap();
            text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lines(&whole), lines(&path));
        assert!(message(merge(&whole, true)).contains("already exists"));
    }

    #[test]
    fn merge_refuses_unfinished_shards_and_other_jobs() {
        let (_folder, whole) = shards(["one", "one"], &[0, 1, 2]);
        let error = message(merge(&whole, true));
        assert!(error.starts_with("unfinished shards: "), "{error}");
        assert!(error.contains("squares.2-of-2.job; "), "{error}");
        let (_folder, whole) = shards(["one", "two"], &[0, 1, 2, 3]);
        let error = message(merge(&whole, true));
        assert!(error.contains("limit is 'two', not 'one'"), "{error}");
    }

    #[test]
    fn input_of_unknown_length_ends_with_a_line() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("games.job");
        let open = || {
            Job::open(
                &path,
                Header {
                    tasks: None,
                    ..header("one")
                },
                true,
            )
            .unwrap()
        };
        let mut job = open();
        add(&mut job, 1);
        assert!(!job.is_complete());
        let end = InputEnd {
            tasks: 2,
            fingerprint: 7,
        };
        let done = job.finish(Some(end)).unwrap();
        assert!(done.is_complete());
        drop(done);
        let text = fs::read_to_string(&path).unwrap();
        assert!(Job::read(&path).unwrap().is_complete());
        // The end is found again: the input may have grown.
        let job = open();
        assert!(!job.is_complete());
        drop(job.finish(Some(end)).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

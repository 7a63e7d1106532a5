//! Builds tables by retrograde analysis, each after the tables it depends on.

mod checkpoint;
mod division;
mod estimate;
mod fill;
pub(crate) mod journal;
mod layout;
mod leaving_moves;
mod options;
mod plan;
mod prepare;
mod solver;
mod table_builder;
mod unmove;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub use estimate::BuildSpeed;
pub use options::{BuildError, BuildOptions, Bytes, InvalidBytes};
use plan::check_all;
pub use plan::{Plan, Progress};

use crate::file::format::table_path;
use crate::file::storage::FileError;
use crate::file::table::{Table, Tables, with_tested};
use crate::file::writer::WrittenTable;
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::probe::tablebase::Tablebase;
use crate::ranks::{Alone, Ranks};
use crate::score::Metric;
use checkpoint::Checkpoint;
use table_builder::TableBuilder;

/// Builds the tables of `wanted` and of every ending they lead to, except those already in the
/// directory. Returns the endings built, in order. After an error the same call continues the work.
pub fn build(
    wanted: &[Material],
    options: &BuildOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Material>, BuildError> {
    build_with(wanted, options, &Alone, progress)
}

/// Builds tables as [`build()`] does, together with other processes, each of which calls this with
/// the same arguments. All must see the same directory. An error in one process must end all, or
/// the others wait for it without end.
pub fn build_with(
    wanted: &[Material],
    options: &BuildOptions,
    ranks: &dyn Ranks,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Material>, BuildError> {
    with_tested(|| build_tables(wanted, options, ranks, progress))
}

fn build_tables(
    wanted: &[Material],
    options: &BuildOptions,
    ranks: &dyn Ranks,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Material>, BuildError> {
    let at_dir = FileError::at(&options.dir);
    fs::create_dir_all(&options.dir).map_err(&at_dir)?;
    let first = ranks.rank() == 0;
    let all = with_dependencies(wanted);
    if first {
        let mut left = Vec::new();
        for &material in &all {
            let path = table_path(&options.dir, material, options.metric);
            if !path.exists() {
                check_place(&path)?;
                left.push(material);
            }
        }
        check_all(&left, options)?;
    }
    let mut tables = Tables::new();
    let mut built = Vec::new();
    for material in all {
        let path = table_path(&options.dir, material, options.metric);
        // The first process decides for all.
        if ranks.sum(u64::from(first && path.exists())) > 0 {
            if first {
                Table::open(&options.dir, material, options.metric)?;
                Checkpoint::clear(&options.dir, material, options.metric).map_err(&at_dir)?;
            }
            continue;
        }
        let start = Instant::now();
        // Small endings are built by the first process on its own.
        let is_small = Plan::is_small(&Index::new(material));
        let builders: &dyn Ranks = if is_small { &Alone } else { ranks };
        if first || !is_small {
            TableBuilder::new(material, options, builders, &mut tables, progress)?.run(progress)?;
        }
        // The file is whole before any process goes on.
        ranks.sum(0);
        let bytes = fs::metadata(&path).map_err(FileError::at(&path))?.len();
        progress(Progress::Finished {
            material,
            elapsed: start.elapsed(),
            bytes,
        });
        built.push(material);
    }
    Ok(built)
}

/// Fails if a table cannot get its name, which may be a link: better now than after hours.
fn check_place(path: &Path) -> Result<(), FileError> {
    let checked = files::check_output(path);
    checked.map_err(|error| {
        let cause = io::Error::other(error.root_cause().to_string());
        FileError::at(path)(cause)
    })
}

/// Builds the tables of `wanted` and of every ending they lead to in memory. No file is made, so
/// nothing is left of them.
pub fn build_in_memory(wanted: &[Material], metric: Metric) -> Result<Tablebase, BuildError> {
    let mut tables = Tables::new();
    let order = with_dependencies(wanted);
    for &material in &order {
        let table = build_one_in_memory(material, metric, &tables)?;
        tables.insert(material, table);
    }
    let tables = order.iter().filter_map(|material| tables.remove(material));
    Ok(Tablebase::of_tables(tables.collect(), metric))
}

/// Builds one table in memory, given those that it leads to.
fn build_one_in_memory(
    material: Material,
    metric: Metric,
    tables: &Tables,
) -> Result<Table, BuildError> {
    let options = BuildOptions {
        dir: PathBuf::new(),
        metric,
        memory: u64::MAX,
        disk: None,
    };
    match TableBuilder::in_memory(material, &options, tables)?.run(&mut |_progress| {})? {
        WrittenTable::Memory(bytes) => Ok(Table::in_memory(&bytes, material, metric)?),
        WrittenTable::File => unreachable!("a builder in memory writes no file"),
    }
}

/// The endings and all that they lead to, each after those it depends on.
pub fn with_dependencies(wanted: &[Material]) -> Vec<Material> {
    let mut order = Vec::new();
    for ending in wanted {
        for material in ending.with_all_successors() {
            if !order.contains(&material) {
                order.push(material);
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Threads in the place of processes.
    #[derive(Debug)]
    struct Threads {
        rank: usize,
        to: Vec<Mutex<Sender<Vec<u8>>>>,
        from: Vec<Mutex<Receiver<Vec<u8>>>>,
    }

    impl Threads {
        fn new(size: usize) -> Vec<Threads> {
            let empty = |rank| Threads {
                rank,
                to: Vec::new(),
                from: Vec::new(),
            };
            let mut all: Vec<Threads> = (0..size).map(empty).collect();
            for sender in 0..size {
                for receiver in 0..size {
                    let (to, from) = channel();
                    all[sender].to.push(Mutex::new(to));
                    all[receiver].from.push(Mutex::new(from));
                }
            }
            all
        }

        fn all(&self, n: u64) -> Vec<u64> {
            let sent = self.exchange(vec![n.to_le_bytes().to_vec(); self.size()]);
            sent.iter()
                .map(|n| u64::from_le_bytes(n[..].try_into().unwrap()))
                .collect()
        }
    }

    impl Ranks for Threads {
        fn rank(&self) -> usize {
            self.rank
        }

        fn size(&self) -> usize {
            self.to.len()
        }

        fn exchange(&self, to: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
            self.to
                .iter()
                .zip(to)
                .for_each(|(sender, bytes)| sender.lock().unwrap().send(bytes).unwrap());
            self.from
                .iter()
                .map(|receiver| receiver.lock().unwrap().recv().unwrap())
                .collect()
        }

        fn sum(&self, n: u64) -> u64 {
            self.all(n).into_iter().sum()
        }

        fn min(&self, n: u64) -> u64 {
            self.all(n).into_iter().min().unwrap()
        }
    }

    fn same_files(name: &str, metric: Metric, size: usize) {
        let material: Material = name.parse().unwrap();
        // The tables it depends on, then the table itself by one rank and by several.
        let [one, many] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for dir in [&one, &many] {
            let needed = Vec::from_iter(material.successors());
            build(&needed, &BuildOptions::new(dir.path(), metric), &mut |_| {}).unwrap();
        }
        build(
            &[material],
            &BuildOptions::new(one.path(), metric),
            &mut |_| {},
        )
        .unwrap();
        std::thread::scope(|scope| {
            for ranks in Threads::new(size) {
                let options = BuildOptions::new(many.path(), metric);
                scope
                    .spawn(move || build_with(&[material], &options, &ranks, &mut |_| {}).unwrap());
            }
        });
        let files =
            [one, many].map(|dir| fs::read(table_path(dir.path(), material, metric)).unwrap());
        assert!(files[0] == files[1], "{name} {size}");
    }

    #[test]
    fn build_several_ranks_same_files_as_one() {
        // The third and the fourth cut planes, the last have pawns.
        for (name, metric, size) in [
            ("KRKN", Metric::Dtm, 3),
            ("KNNK", Metric::Dtc, 3),
            ("KQKR", Metric::Dtz, 13),
            ("KRKN", Metric::Dtc, 90),
            ("KRKP", Metric::Dtc, 3),
            ("KRPK", Metric::Dtz, 2),
        ] {
            same_files(name, metric, size);
        }
    }

    #[test]
    #[ignore = "minutes"]
    fn build_several_ranks_five_pieces_same_files_as_one() {
        // The last has pawns and a plane of two owners.
        for (name, size) in [("KBBKN", 7), ("KNNKN", 17), ("KRBKN", 33), ("KRPKN", 3)] {
            same_files(name, Metric::Dtc, size);
        }
    }

    #[test]
    fn build_in_memory_same_tables_as_in_files() {
        // The last has pawns.
        for (name, metric) in [
            ("KBNK", Metric::Dtm),
            ("KQKR", Metric::Dtc),
            ("KPK", Metric::Dtm),
        ] {
            let material: Material = name.parse().unwrap();
            let dir = tempfile::tempdir().unwrap();
            let options = BuildOptions::new(dir.path(), metric);
            build(&[material], &options, &mut |_| {}).unwrap();
            let memory = build_in_memory(&[material], metric).unwrap();
            for ending in with_dependencies(&[material]) {
                let file = fs::read(table_path(dir.path(), ending, metric)).unwrap();
                assert!(
                    memory.table(ending).unwrap().bytes() == file,
                    "{name}: {ending}"
                );
            }
        }
    }

    fn build_rook(dir: &Path) -> Result<(), String> {
        let options = BuildOptions::new(dir, Metric::Dtc);
        let built = build(&["KRK".parse().unwrap()], &options, &mut |_| {});
        built.map(drop).map_err(|error| error.to_string())
    }

    #[test]
    fn build_table_that_is_a_link_is_written_where_it_leads() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("tables")).unwrap();
        symlink("../real", at("tables/KRK.dtc")).unwrap();
        build_rook(&at("tables")).unwrap();
        assert!(at("tables/KRK.dtc").is_symlink());
        Table::open(&at("tables"), "KRK".parse().unwrap(), Metric::Dtc).unwrap();
        assert!(fs::symlink_metadata(at("real")).unwrap().is_file());
        // What cannot be written there is refused before the work.
        fs::remove_file(at("tables/KRK.dtc")).unwrap();
        symlink("../missing/real", at("tables/KRK.dtc")).unwrap();
        let error = build_rook(&at("tables")).unwrap_err();
        assert!(error.contains("KRK.dtc: there is no folder "), "{error}");
        assert_eq!(fs::read_dir(at("tables")).unwrap().count(), 1);
    }

    #[test]
    fn build_names_of_its_own_lead_nowhere_else() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let work = ".KRK.dtc.work";
        fs::write(at("mine"), "mine").unwrap();
        fs::create_dir(at("folder")).unwrap();
        let pipe = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(pipe.unwrap().success());
        for other in ["mine", "folder", "missing", "pipe"] {
            symlink(other, at(work)).unwrap();
            let error = build_rook(dir.path()).unwrap_err();
            assert!(error.contains(".KRK.dtc.work: it is no folder"), "{error}");
            fs::remove_file(at(work)).unwrap();
        }
        fs::write(at(work), "mine").unwrap();
        let error = build_rook(dir.path()).unwrap_err();
        assert!(error.contains(".KRK.dtc.work: it is no folder"), "{error}");
        fs::remove_file(at(work)).unwrap();
        // A table that was begun is begun again.
        fs::create_dir(at(work)).unwrap();
        symlink("../mine", at(work).join("table")).unwrap();
        build_rook(dir.path()).unwrap();
        assert_eq!(fs::read(at("mine")).unwrap(), b"mine");
        assert!(!at(work).exists());
    }

    #[test]
    fn check_all_more_files_than_the_disk_holds_refused() {
        let dir = tempfile::tempdir().unwrap();
        let options = BuildOptions::new(dir.path(), Metric::Dtc);
        let large = "KQRKRB".parse().unwrap();
        let error = check_all(&[large; 20_000], &options)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("20000 tables need ") && error.ends_with(" are free"),
            "{error}"
        );
    }

    #[test]
    fn build_more_memory_than_allowed_refused() {
        let dir = tempfile::tempdir().unwrap();
        let options = BuildOptions {
            memory: 1 << 20,
            ..BuildOptions::new(dir.path(), Metric::Dtc)
        };
        let error = build(&["KQK".parse().unwrap()], &options, &mut |_| {}).unwrap_err();
        assert_eq!(
            error.to_string(),
            "KQK needs 48.00 MiB of memory: 1.00 MiB are allowed"
        );
    }

    #[test]
    fn build_more_disk_than_allowed_refused() {
        let dir = tempfile::tempdir().unwrap();
        let options = BuildOptions {
            disk: Some(1 << 20),
            ..BuildOptions::new(dir.path(), Metric::Dtc)
        };
        let error = build(&["KQKR".parse().unwrap()], &options, &mut |_| {}).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("KQKR needs ") && text.ends_with("1.00 MiB are allowed"),
            "{text}"
        );
    }
}

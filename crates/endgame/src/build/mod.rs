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
use std::time::Instant;

pub use estimate::BuildSpeed;
pub use options::{BuildError, BuildOptions, Bytes, InvalidBytes};
use plan::check_all;
pub use plan::{Plan, Progress};

use crate::file::format::table_path;
use crate::file::storage::FileError;
use crate::file::table::{Table, Tables, with_tested};
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::ranks::{Alone, Ranks};
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
        let left = all
            .iter()
            .filter(|m| !table_path(&options.dir, **m, options.metric).exists());
        check_all(&left.copied().collect::<Vec<_>>(), options)?;
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
    use crate::score::Metric;
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

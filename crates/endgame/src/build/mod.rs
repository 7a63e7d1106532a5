//! Builds tables by retrograde analysis, each after the tables it depends on.

mod checkpoint;
mod division;
mod estimate;
mod fill;
mod journal;
mod layout;
mod leaving_moves;
mod options;
mod plan;
mod prepare;
mod ranks;
mod solver;
mod table_builder;
mod unmove;

use std::fs;
use std::sync::Arc;
use std::time::Instant;

pub use estimate::BuildSpeed;
pub use options::{BuildError, BuildOptions, Progress};
pub use plan::Plan;
pub use ranks::{Alone, Ranks};

use crate::file::format::table_path;
use crate::file::loaded::{Source, Sources};
use crate::file::storage::FileError;
use crate::file::table::Table;
use crate::index::material::Material;
use checkpoint::Checkpoint;
use table_builder::TableBuilder;

/// Builds the tables of `wanted` and of every ending they lead to, except those already in the directory. Returns the
/// endings built, in order. After an error the same call continues the work.
pub fn build(
    wanted: &[Material],
    options: &BuildOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Material>, BuildError> {
    let at_dir = FileError::at(&options.dir);
    fs::create_dir_all(&options.dir).map_err(&at_dir)?;
    let mut tables = Sources::new();
    let mut built = Vec::new();
    for material in with_dependencies(wanted) {
        let path = table_path(&options.dir, material, options.metric);
        if path.exists() {
            Table::open(&options.dir, material, options.metric)?;
            Checkpoint::clear(&options.dir, material, options.metric).map_err(&at_dir)?;
            continue;
        }
        let start = Instant::now();
        let builder = TableBuilder::new(material, options, &Alone, &mut tables, progress)?;
        let table = builder.run(progress)?;
        let bytes = fs::metadata(&path).map_err(FileError::at(&path))?.len();
        progress(Progress::Finished { material, elapsed: start.elapsed(), bytes });
        if let Some(table) = table {
            tables.insert(material, Source::Loaded(Arc::new(table)));
        }
        built.push(material);
    }
    Ok(built)
}

/// The endings and all that they lead to, each after those it depends on.
pub fn with_dependencies(wanted: &[Material]) -> Vec<Material> {
    let mut order = Vec::new();
    for material in wanted.iter().flat_map(|m| m.with_all_successors()) {
        if !order.contains(&material) {
            order.push(material);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Metric;

    #[test]
    fn successors_beyond_memory_read_in_their_files() {
        let dir = tempfile::tempdir().unwrap();
        let knight: Material = "KRKN".parse().unwrap();
        let options = |memory| BuildOptions { memory, ..BuildOptions::new(dir.path(), Metric::Dtc) };
        build(&Vec::from_iter(knight.successors()), &options(1 << 30), &mut |_| {}).unwrap();
        let mut tables = Sources::new();
        for (memory, loaded) in [(1 << 30, true), (0, false), (1 << 30, true)] {
            drop(TableBuilder::new(knight, &options(memory), &Alone, &mut tables, &mut |_| {}).unwrap());
            assert!(tables.len() > 1 && tables.values().all(|source| source.in_memory() == loaded));
        }
    }

    #[test]
    fn build_more_disk_than_allowed_refused() {
        let dir = tempfile::tempdir().unwrap();
        let options = BuildOptions { disk: Some(1 << 20), ..BuildOptions::new(dir.path(), Metric::Dtc) };
        let error = build(&["KQKR".parse().unwrap()], &options, &mut |_| {}).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("KQKR needs ") && text.ends_with("1.00 MiB are allowed"), "{text}");
    }
}

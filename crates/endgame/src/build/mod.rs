//! Builds tables by retrograde analysis, each after the tables it depends on.

mod checkpoint;
mod layout;
mod leaving_moves;
mod options;
mod solver;
mod table_builder;
mod unmove;

use std::fs;
use std::sync::Arc;
use std::time::Instant;

pub use options::{BuildError, BuildOptions, Progress};

use crate::file::format::table_path;
use crate::file::loaded::LoadedTables;
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
    let mut order = Vec::new();
    for material in wanted.iter().flat_map(|m| m.with_all_successors()) {
        if !order.contains(&material) {
            order.push(material);
        }
    }
    let mut tables = LoadedTables::new();
    let mut built = Vec::new();
    for material in order {
        let path = table_path(&options.dir, material, options.metric);
        if path.exists() {
            Table::open(&options.dir, material, options.metric)?;
            Checkpoint::clear(&options.dir, material, options.metric).map_err(&at_dir)?;
            continue;
        }
        let start = Instant::now();
        let table = TableBuilder::new(material, options, &mut tables, progress)?.run(progress)?;
        let bytes = fs::metadata(&path).map_err(FileError::at(&path))?.len();
        progress(Progress::Finished { material, elapsed: start.elapsed(), bytes });
        tables.insert(material, Arc::new(table));
        built.push(material);
    }
    Ok(built)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::storage::Storage;
    use crate::score::Metric;

    #[test]
    fn successors_planned_on_disk_leave_memory() {
        let dir = tempfile::tempdir().unwrap();
        let [rook, knight] = ["KRK", "KRKN"].map(|name| name.parse::<Material>().unwrap());
        let options = |memory| BuildOptions { memory, ..BuildOptions::new(dir.path(), Metric::Dtc) };
        build(&Vec::from_iter(knight.successors()), &options(1 << 30), &mut |_| {}).unwrap();
        let built = Table::open(dir.path(), rook, Metric::Dtc).unwrap().load(Storage::Memory).unwrap();
        let mut tables = LoadedTables::from([(rook, Arc::new(built))]);
        assert!(tables[&rook].in_memory());
        drop(TableBuilder::new(knight, &options(0), &mut tables, &mut |_| {}).unwrap());
        assert!(tables.len() > 1 && tables.values().all(|table| !table.in_memory()));
        tables.clear();
        drop(TableBuilder::new(knight, &options(1 << 30), &mut tables, &mut |_| {}).unwrap());
        assert!(tables.values().all(|table| table.in_memory()));
    }
}

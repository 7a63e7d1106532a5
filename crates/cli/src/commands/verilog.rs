//! `belle verilog`

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail};
use clap::Args;
use machine::blocks::BLOCKS;
use machine::rtl;
use microcode::programs;

use crate::progress::working;

/// Write the circuits as synthesizable Verilog.
#[derive(Debug, Args)]
pub(crate) struct Verilog {
    /// Write only this block, to standard output unless --output is given.
    #[arg(short, long, value_parser = known)]
    block: Option<String>,
    /// Output directory, created if missing.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace existing files.
    #[arg(short, long)]
    force: bool,
    /// List the blocks.
    #[arg(long, conflicts_with_all = ["block", "output", "force"])]
    list: bool,
}

/// A named set of Verilog files.
struct Design {
    name: &'static str,
    about: &'static str,
    /// Names and contents of the files.
    files: Box<dyn Fn() -> Vec<(String, String)>>,
}

/// All blocks, and the whole machine.
fn designs() -> Vec<Design> {
    let block = |block: &'static machine::blocks::Block| Design {
        name: block.name,
        about: block.about,
        files: Box::new(|| vec![(format!("{}.v", block.name), block.verilog())]),
    };
    let machine = Design {
        name: "machine",
        about: "the whole machine with search.mc: registers, memories, microcode, host port",
        files: Box::new(|| {
            let program = programs::search().expect("search.mc assembles");
            rtl::verilog(&program.words)
        }),
    };
    BLOCKS.iter().map(block).chain([machine]).collect()
}

/// Checks the name of a block.
fn known(name: &str) -> Result<String, String> {
    let names: Vec<_> = designs().iter().map(|design| design.name).collect();
    if names.contains(&name) {
        Ok(name.to_owned())
    } else {
        Err(format!("no such block; known: {}", names.join(", ")))
    }
}

impl Verilog {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.list {
            return designs()
                .iter()
                .try_for_each(|design| Ok(try_println!("{:24}{}", design.name, design.about)?));
        }
        let wanted = |design: &Design| self.block.as_ref().is_none_or(|block| block == design.name);
        let files: Vec<_> = working("verilog", || {
            designs().iter().filter(|design| wanted(design)).flat_map(|design| (design.files)()).collect()
        });
        match (&self.output, &files[..]) {
            (Some(folder), _) => self.save(folder, &files),
            (None, [(_, text)]) => Ok(io::Write::write_all(&mut io::stdout().lock(), text.as_bytes())?),
            (None, _) => bail!("{} files need a folder: -o DIR", files.len()),
        }
    }

    /// Writes all files, or none if one exists and may not be replaced.
    fn save(&self, folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        let existing = files.iter().map(|(name, _)| folder.join(name)).find(|path| path.exists());
        if let Some(path) = existing.filter(|_| !self.force) {
            bail!("{} already exists; --force replaces it", path.display());
        }
        for (name, text) in files {
            let path = folder.join(name);
            files::write_atomically(&path, text)?;
            eprintln!("{}", path.display());
        }
        Ok(())
    }
}

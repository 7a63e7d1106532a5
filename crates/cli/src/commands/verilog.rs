//! `belle verilog`

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail};
use clap::Args;
use machine::blocks::BLOCKS;
use machine::rtl;
use microcode::programs;

/// Write the machine's circuits as synthesizable Verilog, from the very functions that are simulated.
#[derive(Debug, Args)]
pub(crate) struct Verilog {
    /// This block only, to the screen if there is no folder for it; else all of them.
    #[arg(short, long, value_parser = known)]
    block: Option<String>,
    /// The folder for the files; made if it is missing.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace files that are there already.
    #[arg(short, long)]
    force: bool,
    /// Show the blocks, and what each is.
    #[arg(long, conflicts_with_all = ["block", "output", "force"])]
    list: bool,
}

/// Something that can be written.
struct Design {
    name: &'static str,
    about: &'static str,
    /// The files' names and contents.
    files: Box<dyn Fn() -> Vec<(String, String)>>,
}

/// All of them.
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
            let program = programs::search().expect("search.mc is part of this program and tested");
            rtl::verilog(&program.words)
        }),
    };
    BLOCKS.iter().map(block).chain([machine]).collect()
}

/// The name of a block that there is, for the command line.
fn known(name: &str) -> Result<String, String> {
    let names: Vec<_> = designs().iter().map(|design| design.name).collect();
    if names.contains(&name) {
        Ok(name.to_owned())
    } else {
        Err(format!("no such block; there is {}", names.join(", ")))
    }
}

impl Verilog {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.list {
            return designs().iter().try_for_each(|design| Ok(say!("{:24}{}", design.name, design.about)?));
        }
        let wanted = |design: &Design| self.block.as_ref().is_none_or(|block| block == design.name);
        let files: Vec<_> =
            designs().iter().filter(|design| wanted(design)).flat_map(|design| (design.files)()).collect();
        match (&self.output, &files[..]) {
            (Some(folder), _) => self.save(folder, &files),
            (None, [(_, text)]) => Ok(io::Write::write_all(&mut io::stdout().lock(), text.as_bytes())?),
            (None, _) => bail!("these are {} files: give a folder for them with -o DIR", files.len()),
        }
    }

    /// Writes all files or, if one is in the way, none.
    fn save(&self, folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let in_the_way = files.iter().map(|(name, _)| folder.join(name)).find(|path| path.exists());
        if let Some(path) = in_the_way.filter(|_| !self.force) {
            bail!("{} is there already; --force replaces it", path.display());
        }
        for (name, text) in files {
            let path = folder.join(name);
            files::write_atomically(&path, text)?;
            eprintln!("{}", path.display());
        }
        Ok(())
    }
}

//! The board's Verilog in Verilator, with its serial line on a pseudo terminal: a board for tests.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use machine::microengine::variant::Variant;
use machine::rtl::boards::{self, BOARDS};
use microcode::programs;

/// The board without a board.
const SIM: &str = "sim";

/// Options of Verilator: Clang compiles what it writes in half of GCC's time.
pub const COMPILER: [&str; 4] = ["-MAKEFLAGS", "CXX=clang++", "-MAKEFLAGS", "LINK=clang++"];

/// The folder of a board with its model, built.
#[derive(Clone, Debug)]
pub struct ModelFolder(PathBuf);

impl ModelFolder {
    /// Writes and builds the model of the whole machine in a folder of tests.
    pub fn build(tests: &Path) -> ModelFolder {
        ModelFolder::of(SIM, &[], tests)
    }

    /// Writes and builds the model of a board, with these variables for its Makefile, in a folder
    /// of tests. What is there already is not built again.
    pub fn of(board: &str, variables: &[&str], tests: &Path) -> ModelFolder {
        let mut name = format!("belle-{board}");
        for variable in variables {
            name += &format!("-{variable}");
        }
        let folder = tests.join(name);
        fs::create_dir_all(&folder).expect("a folder for the model");
        let lock = File::create(folder.join("lock")).expect("a file to lock");
        lock.lock().expect("the others build in their turn");
        // Linting takes seconds, and every test with a board asks for the model.
        let passed = folder.join("passed");
        for (name, text) in files_of(board) {
            let path = folder.join(name);
            if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
                let _ = fs::remove_file(&passed);
                fs::write(&path, text).expect("the folder is written");
            }
        }
        if passed.exists() {
            return ModelFolder(folder);
        }
        let output = Command::new("make")
            .args(["obj_dir/belle_model", "lint"])
            .arg(format!("VERILATOR=verilator {}", COMPILER.join(" ")))
            .args(variables)
            .current_dir(&folder)
            .output()
            .expect("make is installed");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "make: {errors}");
        assert!(!errors.contains("%Warning"), "verilator: {errors}");
        File::create(passed).expect("the folder is written");
        ModelFolder(folder)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// Names and contents of the files of the board `sim`.
pub fn files() -> Vec<(String, String)> {
    files_of(SIM)
}

/// Names and contents of the files of a board.
pub fn files_of(name: &str) -> Vec<(String, String)> {
    let program = programs::search().expect("search.mc assembles");
    let mut entries = Vec::new();
    for name in &program.entries {
        entries.push((name.as_str(), program.address(name).expect("a label")));
    }
    let board = BOARDS
        .iter()
        .find(|board| board.name == name)
        .expect("a board of this name");
    boards::files(board, Variant::Authentic, &program.words, &entries)
}

/// A running model. It is killed when it is dropped.
#[derive(Debug)]
pub struct Model {
    child: Child,
    line: String,
}

impl Model {
    /// Starts the model in `folder`, whose ROMs it reads, with its line at the path `line`.
    pub fn start(built: &ModelFolder, folder: &Path, line: &Path) -> Model {
        let mut child = Command::new(built.0.join("obj_dir/belle_model"))
            .arg(line)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the model starts");
        let mut told = String::new();
        let out = child.stdout.as_mut().expect("piped");
        BufReader::new(out)
            .read_line(&mut told)
            .expect("it tells its line");
        let line = told.trim().rsplit(' ').next().expect("a name").to_owned();
        Model { child, line }
    }

    /// Where its serial line is.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// The time that it has had on a processor.
    #[cfg(target_os = "linux")]
    pub fn processor_time(&self) -> Duration {
        processor_time(&self.child)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

/// The time that a process has had on a processor. Beside others, a limit on it means what one on
/// the clock means on a computer with nothing else to do.
#[cfg(target_os = "linux")]
pub fn processor_time(process: &Child) -> Duration {
    /// The kernel counts these, whatever its own clock.
    const TICK: Duration = Duration::from_millis(10);
    let path = format!("/proc/{}/stat", process.id());
    let stat = fs::read_to_string(path).expect("it runs");
    // The name of the program stands in brackets, and may have spaces.
    let (_, fields) = stat.rsplit_once(") ").expect("a name in brackets");
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = |field: usize| fields[field].parse::<u32>().expect("ticks");
    let (user, system) = (ticks(11), ticks(12));
    TICK * (user + system)
}

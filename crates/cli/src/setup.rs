//! Players, search limits and positions on the command line.

use std::fs;
use std::io::{self, IsTerminal, stderr, stdin};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, bail, ensure};
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Command};
use config::{Config, Setting};
use files::{Header, Input, Job, Shard, check_new, check_output, is_stream, job_path, shard_path};
use host::Generation;
use indicatif::{ProgressBar, ProgressStyle};
use play::{Choices, Control, Game, Limits, Pace, Player, PlayerFactory, PlayerList};
use shakmaty::Color;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use terminal::SIGNAL_GRACE;
use terminal::board::locale_is_ascii;
use tournament::{EngineSpec, parse_seconds};

use crate::listed::ListedValues;
use crate::players;

/// What the words of the command line are read by.
pub(crate) struct Program {
    /// Without the defaults of the configuration file.
    pub(crate) description: Command,
    /// The configuration file's settings.
    pub(crate) config: Config,
}

pub(crate) static PROGRAM: OnceLock<Program> = OnceLock::new();

/// The options that the command line gives, by their identifiers in its description; without those
/// of the configuration.
pub(crate) static GIVEN: OnceLock<Vec<String>> = OnceLock::new();

/// Whether the command line itself gives an option.
pub(crate) fn is_given(option: &str) -> bool {
    match GIVEN.get() {
        Some(given) => given.iter().any(|known| known == option),
        None => false,
    }
}

/// The description of the command line.
pub(crate) fn program() -> Command {
    let program = PROGRAM.get().expect("set before a command runs");
    program.description.clone()
}

/// Partial success: the message lists what was skipped.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Partly(pub(crate) String);

/// Partial success, if there is a message.
pub(crate) fn partly(message: Option<String>) -> anyhow::Result<()> {
    match message {
        Some(message) => Err(Partly(message).into()),
        None => Ok(()),
    }
}

/// An error of the command line that its parser cannot see.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// Makes an error one of the command line.
pub(crate) fn usage(error: impl Into<Error>) -> Error {
    Usage(format!("{:#}", error.into())).into()
}

/// How a command does its job: docs/jobs.md.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JobOptions {
    /// Continue an interrupted job, if there is one.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Do only the K-th of N shards, each of which any computer can do; `merge` joins them.
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,
}

/// End of the message of a command whose job was interrupted.
pub(crate) const RESUME_HINT: &str = "; the same command with --resume continues";

impl JobOptions {
    /// Begins or continues the job of a new output. Fails if the output exists, but not its job, or
    /// if the job is not to be resumed or is another. What goes to a device or a pipe cannot be
    /// continued.
    pub(crate) fn open(&self, output: &Path, header: Header) -> anyhow::Result<Job> {
        if is_stream(output) {
            ensure!(
                !self.resume && self.shard.is_none(),
                "{}: --resume and --shard need a file",
                output.display()
            );
            return Job::unnamed(header);
        }
        let path = shard_path(&job_path(output), self.shard);
        if self.shard.is_none() && path.exists() {
            check_output(output)?;
        } else if self.shard.is_none() {
            check_new(output, "choose another name")?;
        }
        Job::open(&path, header, self.resume)
    }
}

/// The name of standard input, and of standard output.
pub(crate) const STANDARD: &str = "-";

/// Parser of an input: `-` is standard input.
pub(crate) fn input_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| standard_as(path, "/dev/stdin"))
}

/// Parser of an output: `-` is standard output.
pub(crate) fn output_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| standard_as(path, "/dev/stdout"))
}

fn standard_as(path: PathBuf, stream: &str) -> PathBuf {
    if path == Path::new(STANDARD) {
        PathBuf::from(stream)
    } else {
        path
    }
}

/// Parser of a folder, which a stream cannot be.
pub(crate) fn folder_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path == Path::new(STANDARD) {
            Err("a folder cannot be a stream; one of this name is ./-")
        } else {
            Ok(path)
        }
    })
}

/// A player with its options.
#[derive(Debug, Args)]
pub(crate) struct PlayerSetup {
    /// Player to use.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::parser())]
    player: PlayerFactory,
    /// Set an option of the player by its UCI name; repeatable.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Shorthand for --option Pace=VALUE.
    #[arg(long, value_name = "VALUE", value_parser = names_of::<Pace>())]
    pace: Option<String>,
    /// Shorthand for --option Generation=YEAR.
    #[arg(long, value_name = "YEAR", value_parser = names_of::<Generation>())]
    generation: Option<String>,
    /// Play on the machine on a board at this serial line: shorthand for --option Device=PATH,BAUD.
    #[arg(long, value_name = "PATH[,BAUD]")]
    device: Option<String>,
    /// Folder of endgame tables: shorthand for --option EndgamePath=DIR.
    #[arg(short, long, value_name = "DIR")]
    dir: Option<String>,
}

/// Parser of the name of an option's value. The player refuses what it does not know.
fn names_of<C: Choices>() -> ListedValues<String> {
    ListedValues::new(C::ALL.iter().map(|&(_, name)| name), |text| {
        Ok(text.to_owned())
    })
}

/// An option of a player with its value.
struct PlayerOption {
    name: String,
    value: String,
    /// The setting of the configuration file; none for one of the command line.
    setting: Option<&'static Setting>,
}

/// An option of a player that the command line gives.
pub(crate) struct GivenOption {
    /// The flag that gives it.
    pub(crate) flag: &'static str,
    pub(crate) name: String,
}

impl PlayerSetup {
    /// The player chosen. A configured one gives way to the machine where the command line asks for
    /// a year or a board, which only the machine has.
    fn player(&self) -> &PlayerFactory {
        let asks_for_machine = is_given("generation") || is_given("device");
        if asks_for_machine && !is_given("player") {
            &players::PLAYERS[0]
        } else {
            &self.player
        }
    }

    /// The options that the command line itself gives.
    pub(crate) fn given_options(&self) -> anyhow::Result<Vec<GivenOption>> {
        let mut given = Vec::new();
        for (id, flag, name) in [
            ("pace", "--pace", "Pace"),
            ("generation", "--generation", "Generation"),
            ("device", "--device", "Device"),
            ("dir", "--dir", "EndgamePath"),
        ] {
            if is_given(id) {
                let name = name.to_owned();
                given.push(GivenOption { flag, name });
            }
        }
        if is_given("options") {
            for option in &self.options {
                let (name, _) = name_and_value(option)?;
                given.push(GivenOption {
                    flag: "--option",
                    name: name.to_owned(),
                });
            }
        }
        Ok(given)
    }

    /// Makes the player and sets its options.
    pub(crate) fn make(&self) -> anyhow::Result<Box<dyn Player>> {
        let mut player = self.player().make();
        for option in self.player_options()? {
            if let Err(error) = play::set_option(&mut *player, &option.name, &option.value) {
                match option.setting {
                    Some(setting) => bail!(setting.blamed(&error)),
                    None => bail!(error),
                }
            }
        }
        Ok(player)
    }

    /// The options of the configuration file, then those given, which may set the same ones.
    fn player_options(&self) -> anyhow::Result<Vec<PlayerOption>> {
        let mut options = Vec::new();
        let mut add = |name: &str, value: &str, setting: Option<&'static Setting>| {
            options.push(PlayerOption {
                name: name.trim().to_owned(),
                value: value.trim().to_owned(),
                setting,
            });
        };
        if let Some(program) = PROGRAM.get() {
            for setting in program.config.player_options(self.player().name()) {
                add(setting.name, setting.value, Some(setting.setting));
            }
        }
        for (name, value) in [
            ("Pace", &self.pace),
            ("Generation", &self.generation),
            ("Device", &self.device),
            ("EndgamePath", &self.dir),
        ] {
            if let Some(value) = value {
                add(name, value, None);
            }
        }
        for option in &self.options {
            let (name, value) = name_and_value(option)?;
            add(name, value, None);
        }
        Ok(options)
    }

    /// All players, for a protocol that can change them; this one is chosen, with its options set.
    pub(crate) fn list(&self) -> anyhow::Result<PlayerList> {
        self.make()?;
        // The player connects when it is first asked for a move: a board that is not there is
        // better known at once.
        if let Some(address) = &self.device {
            device::connect(address)?;
        }
        let mut settings = Vec::new();
        for option in self.player_options()? {
            settings.push((option.name, option.value));
        }
        let chosen = players::PLAYERS
            .iter()
            .position(|known| known.name() == self.player().name());
        Ok(PlayerList::new(
            players::PLAYERS.clone(),
            chosen.unwrap_or(0),
            settings,
        ))
    }

    /// The player's name and the options given.
    pub(crate) fn described(&self, player: &dyn Player) -> String {
        let mut settings = Vec::new();
        for option in self.player_options().unwrap_or_default() {
            settings.push(format!("{}={}", option.name, option.value));
        }
        if settings.is_empty() {
            player.name()
        } else {
            format!("{} ({})", player.name(), settings.join(", "))
        }
    }
}

/// A player, or an engine in its place.
#[derive(Debug, Args)]
pub(crate) struct EngineSetup {
    #[command(flatten)]
    player: PlayerSetup,
    /// Engine in place of a player, such as 'cmd=stockfish,option.Threads=2'; one of xboard's needs
    /// proto=xboard.
    #[arg(
        long,
        value_name = "ENGINE",
        value_parser = players::engine,
        conflicts_with_all = ["player", "options", "pace", "generation", "dir"]
    )]
    engine: Option<EngineSpec>,
}

impl EngineSetup {
    /// Makes the player, or starts the engine as one.
    pub(crate) fn make(&self) -> anyhow::Result<Box<dyn Player>> {
        match &self.engine {
            Some(engine) => engine.player(),
            None => self.player.make(),
        }
    }

    /// The engine as given, if one was given.
    pub(crate) fn engine(&self) -> Option<&str> {
        self.engine.as_ref().map(|engine| &engine.text[..])
    }

    /// The name of the player or engine with the options given.
    pub(crate) fn described(&self, player: &dyn Player) -> String {
        match &self.engine {
            Some(_) => player.name(),
            None => self.player.described(player),
        }
    }
}

/// Name and value of an option.
pub(crate) fn name_and_value(option: &str) -> anyhow::Result<(&str, &str)> {
    let (name, value) = option
        .split_once('=')
        .with_context(|| format!("--option {option}: expected NAME=VALUE, such as Hash=64"))?;
    Ok((name.trim(), value.trim()))
}

/// Limits of each search.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub(crate) struct SearchLimits {
    /// Seconds per search, by the player's own clock if it has one [default: 5, unless another
    /// limit is given].
    #[arg(long, value_parser = parse_seconds)]
    seconds: Option<Duration>,
    /// Plies per search.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Nodes per search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl SearchLimits {
    /// Whether a limit is given.
    pub(crate) fn is_given(&self) -> bool {
        self.seconds.is_some() || self.depth.is_some() || self.nodes.is_some()
    }

    /// The limits; five seconds by default.
    pub(crate) fn limits(&self) -> Limits {
        let move_time = if self.is_given() {
            self.seconds
        } else {
            Some(Duration::from_secs(5))
        };
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time,
            ..Limits::default()
        }
    }

    /// The limits as text.
    pub(crate) fn described(&self) -> String {
        let mut words = Vec::new();
        if let Some(depth) = self.depth {
            words.push(format!("depth {depth}"));
        }
        if let Some(nodes) = self.nodes {
            words.push(format!("{nodes} nodes"));
        }
        if let Some(time) = self.limits().move_time {
            words.push(format!("{} s", time.as_secs_f64()));
        }
        format!("{} a move", words.join(", "))
    }
}

/// Parser of a side.
pub(crate) fn side() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| Color::from_white(name == "white"))
}

/// Opens a text, or standard input for `-`.
pub(crate) fn open_input(path: &Path) -> anyhow::Result<Input> {
    if path == Path::new(STANDARD) {
        return files::decompressed(stdin(), None).context("cannot read standard input");
    }
    files::open_input(path)
}

/// Signals that ask the program to end.
const INTERRUPTS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// The signal that interrupted the program; 0 before one comes.
static INTERRUPTED_BY: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// Ends the program by the signal that interrupted it, if one did. A shell sees in the status by
/// what its program ended: only then Ctrl-C ends a loop too. What was to be put in order is, and
/// what was to be said is said.
pub(crate) fn end_by_signal() {
    let Some(signal) = INTERRUPTED_BY.get() else {
        return;
    };
    let signal = signal.load(Ordering::Relaxed);
    if signal != 0 {
        let _ = emulate_default_handler(signal as i32);
    }
}

/// Lets [`end_by_signal`] end also a command that heeds signals itself. Ctrl-C is left out: there
/// it is a way to leave.
pub(crate) fn keep_end_signals() -> anyhow::Result<()> {
    for signal in heeded() {
        if signal != SIGINT {
            keep(signal).context("cannot handle signals")?;
        }
    }
    Ok(())
}

/// Keeps the signal for [`end_by_signal`].
fn keep(signal: i32) -> io::Result<()> {
    let kept = INTERRUPTED_BY.get_or_init(Arc::default);
    flag::register_usize(signal, Arc::clone(kept), signal as usize)?;
    Ok(())
}

/// A control that Ctrl-C stops. When it is pressed again, the program ends at once, whatever it
/// waits for: the handler itself ends it, without a thread or memory.
pub(crate) fn stopped_by_interrupt() -> anyhow::Result<Control> {
    let stop = Arc::new(AtomicBool::new(false));
    // Without a thread that counts the time, the second signal ends the program however soon it
    // comes.
    let impatient = set_after_first(SIGNAL_GRACE).unwrap_or(Arc::clone(&stop));
    let register = |signal| {
        flag::register_conditional_default(signal, Arc::clone(&impatient))?;
        keep(signal)?;
        flag::register(signal, Arc::clone(&stop))
    };
    for signal in heeded() {
        register(signal).context("cannot handle interrupts")?;
    }
    Ok(Control::stopped_by(stop))
}

/// Makes a write beyond the largest size of a file that the shell allows (`ulimit -f`) an error,
/// which is told in words; the system's own way is to end the program.
pub(crate) fn bear_file_size_limit() {
    // Without it the limit ends the program, and nothing else is amiss.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// The interrupts that are not ignored already. A shell ignores Ctrl-C for its jobs in the
/// background, and `nohup` the end of the terminal.
fn heeded() -> Vec<i32> {
    let ignored = ignored_signals();
    let mut heeded = INTERRUPTS.to_vec();
    heeded.retain(|signal| ignored >> (signal - 1) & 1 == 0);
    heeded
}

/// A bit for each signal that this process ignores, as far as the system tells it.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    for line in status.lines() {
        if let Some(mask) = line.strip_prefix("SigIgn:") {
            return u64::from_str_radix(mask.trim(), 16).unwrap_or(0);
        }
    }
    0
}

/// Time between two looks at whether a signal has come.
const LOOK: Duration = Duration::from_millis(30);

/// Ends the program at the first interrupt with a message, which says how to go on. It is for
/// commands that have nothing to put in order. Without a thread for it the signals end the program,
/// without a message.
pub(crate) fn end_at_interrupt(how: &'static str) {
    let stop = Arc::new(AtomicBool::new(false));
    // The second signal ends a program whose message nobody reads. Until it is written, signals
    // count as one.
    let told = Arc::new(AtomicBool::new(false));
    let (seen, tells) = (Arc::clone(&stop), Arc::clone(&told));
    let wait = move || {
        while !seen.load(Ordering::Relaxed) {
            thread::sleep(LOOK);
        }
        tells.store(true, Ordering::Relaxed);
        if stderr().is_terminal() {
            eprintln!();
        }
        eprintln!("belle: interrupted{how}");
        end_by_signal();
    };
    // The signals are caught only when there is somebody to end the program.
    if thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(wait)
        .is_err()
    {
        return;
    }
    for signal in heeded() {
        let _ = flag::register_conditional_default(signal, Arc::clone(&told));
        let _ = keep(signal);
        let _ = flag::register(signal, Arc::clone(&stop));
    }
}

/// A flag that is set some time after the first interrupt.
fn set_after_first(time: Duration) -> io::Result<Arc<AtomicBool>> {
    let late = Arc::new(AtomicBool::new(false));
    let mut signals = Signals::new(heeded())?;
    let set = Arc::clone(&late);
    let wait = move || {
        signals.forever().next();
        thread::sleep(time);
        set.store(true, Ordering::Relaxed);
    };
    thread::Builder::new().spawn(wait)?;
    Ok(late)
}

/// Columns of help and of lists: those of the terminal; of an output that is none, what COLUMNS
/// says, or 80.
pub(crate) fn output_width() -> usize {
    let given = || {
        let columns = std::env::var("COLUMNS").ok()?;
        match columns.parse() {
            Ok(columns @ 1..) => Some(columns),
            _ => None,
        }
    };
    terminal::terminal_width().or_else(given).unwrap_or(80)
}

/// Lines of columns with two blanks or more between them, of which the last column is wrapped at
/// `width`.
pub(crate) fn with_last_column_wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let last = match line.trim_end().rfind("  ") {
            Some(gap) if gap + 2 < width => gap + 2,
            _ => 0,
        };
        let indent = line[..last].chars().count();
        for (index, part) in terminal::wrap(&line[last..], width.saturating_sub(indent).max(1))
            .iter()
            .enumerate()
        {
            match index {
                0 => wrapped += &line[..last],
                _ => wrapped += &" ".repeat(indent),
            }
            wrapped += part;
            wrapped.push('\n');
        }
    }
    wrapped
}

/// A progress bar on a terminal, nothing elsewhere; without a length, a spinner.
pub(crate) fn progress_bar(length: Option<u64>, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = match length {
        Some(length) => ProgressBar::new(length),
        None => ProgressBar::new_spinner(),
    };
    bar.enable_steady_tick(Duration::from_millis(250));
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    bar.with_style(if locale_is_ascii() {
        style.progress_chars("#>-").tick_chars("|/-\\ ")
    } else {
        style
    })
}

/// Does the work beside a spinner on a terminal.
pub(crate) fn working<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    let bar = progress_bar(None, "{spinner} {msg}  {elapsed}").with_message(what);
    let result = work();
    bar.finish_and_clear();
    result
}

/// Parses a position for a player, also of Chess960 if it plays that.
pub(crate) fn parse_position_for(player: &dyn Player, words: &[String]) -> anyhow::Result<Game> {
    let game = match words.join(" ").trim() {
        "startpos" => Game::new(),
        fen => Game::from_any_fen(fen)
            .context("expected 'startpos' or a position in FEN")
            .map_err(usage)?,
    };
    play::check_position(player, game.position()).map_err(Error::msg)?;
    Ok(game)
}

/// Parses `startpos` or FEN, quoted as one word or spread over several.
pub(crate) fn parse_position(words: &[String]) -> anyhow::Result<Game> {
    match words.join(" ").trim() {
        "startpos" => Ok(Game::new()),
        fen => Game::from_fen(fen)
            .context("expected 'startpos' or a position in FEN")
            .map_err(usage),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_column_is_wrapped_below_itself() {
        let text = "name      12  one two three four\n\nA sentence of more than twenty letters.\n";
        assert_eq!(
            with_last_column_wrapped(text, 22),
            "name      12  one two\n              three\n              four\n\n\
             A sentence of more\nthan twenty letters.\n"
        );
        assert_eq!(with_last_column_wrapped("a  b\n", 80), "a  b\n");
    }
}

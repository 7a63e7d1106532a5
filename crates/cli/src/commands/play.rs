//! `belle play`: a game in the terminal.

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::Args;
use config::Config;
use endgame::{LongestLine, Material, Metric, Tablebase, table_path};
use files::change_alone;
use play::{Game, PlayerList, check_position, chess960_start};
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Position};
use terminal::{
    Interface, Level, Options, Remember, SessionOptions, Strength, Theme, any_chess960,
};

use crate::listed::ListedValues;
use crate::setup::{
    GivenOption, PROGRAM, PlayerSetup, end_by_signal, is_given, keep_end_signals,
    parse_position_for, side, usage,
};

/// The position from which the win of an ending takes longest, by the tables that the player would
/// use.
fn longest_win(ending: Material, players: &PlayerList) -> anyhow::Result<Game> {
    let folder = players.setting("EndgamePath").unwrap_or(tablebase::FOLDER);
    let mut has_table = false;
    for metric in Metric::ALL {
        if !table_path(folder.as_ref(), ending, metric).is_file() {
            continue;
        }
        has_table = true;
        let tables = Tablebase::open(folder.as_ref(), metric)?;
        if let Some(line) = LongestLine::new(&tables, ending)? {
            let fen = Fen::from_position(&line.start, EnPassantMode::Legal).to_string();
            return Ok(Game::from_fen(&fen)?);
        }
    }
    ensure!(
        has_table,
        "no table of {ending} in {folder}: build it with \
         `belle endgame build {ending} --dir {folder}`, or name its folder by -d"
    );
    bail!("{ending}: neither side ever wins")
}

/// Play a game in the terminal.
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    player: PlayerSetup,
    /// Play against a rating from 500 to 2800, as measured by games against chess programs: a chess
    /// site's ratings are others.
    #[arg(long, value_name = "RATING", conflicts_with = "player", value_parser = Strength::rating)]
    elo: Option<Strength>,
    /// Play against a named level, from 'beginner' (500) and 'casual' (1100) to 'machine', another
    /// program or an early year of the machine; in the game, 'opponent' lists them.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["elo", "player"],
        value_parser = ListedValues::<Strength>::new(Strength::names(), |text| text.parse()))]
    opponent: Option<Strength>,
    /// Play without the opening book.
    #[arg(long)]
    no_book: bool,
    /// Your side; by default the one that is to move.
    #[arg(long, value_parser = side())]
    side: Option<Color>,
    /// Level of play: a clock, as minutes plus seconds a move (3+2), minutes (15) or moves in
    /// minutes (40/90); seconds for each move ('5 s'); or a depth ('depth 6').
    #[arg(long, default_value_t)]
    level: Level,
    /// Start from this position, or with the player 'tablebase' from the longest win of an ending,
    /// such as KQKR.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Play Chess960 (needs --player native): the position with this number, 0 to 959, or a random
    /// one.
    #[arg(
        long,
        value_name = "NUMBER",
        num_args = 0..=1,
        conflicts_with = "fen",
        value_parser = clap::value_parser!(u16).range(..960)
    )]
    chess960: Option<Option<u16>>,
    /// Draw the board in letters (automatic if the locale is not UTF-8).
    #[arg(long)]
    ascii: bool,
    /// Print plain lines instead of using the full screen (automatic if input or output is not a
    /// terminal).
    #[arg(long)]
    plain: bool,
    /// Let the machine think on your time.
    #[arg(long)]
    ponder: bool,
    /// Hide the machine's values and lines (automatic against an opponent of limited strength).
    #[arg(long, conflicts_with = "thoughts")]
    no_thoughts: bool,
    /// Show the machine's values and lines, also against an opponent of limited strength.
    #[arg(long)]
    thoughts: bool,
    /// Warn before you play a move that loses a piece: the same move again plays it.
    #[arg(long)]
    warnings: bool,
    /// Use the teletype console of Ken Thompson's chess program for Unix.
    #[arg(long)]
    console: bool,
    /// Your name in saved games.
    #[arg(long)]
    name: Option<String>,
    /// Colors of the board.
    #[arg(
        long,
        default_value_t,
        value_parser = ListedValues::<Theme>::new(Theme::ALL.map(Theme::name), |text| text.parse())
    )]
    theme: Theme,
    /// Add the games to this PGN file [default: belle/games.pgn in XDG_DATA_HOME or
    /// ~/.local/share].
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.begin_with(None)
    }

    /// Begins with a command of the terminal, as if it were typed.
    pub(crate) fn begin_with(self, first: Option<String>) -> anyhow::Result<()> {
        let mut players = self.player.list()?;
        let strength = self.opponent(&mut players)?;
        let player = players.make();
        let game = match (&self.fen, self.chess960) {
            (Some(text), _) => match text.trim().parse::<Material>() {
                Ok(ending) => longest_win(ending, &players)?,
                Err(_) => parse_position_for(&*player, std::slice::from_ref(text))?,
            },
            (None, Some(Some(number))) => chess960_start(number),
            (None, Some(None)) => chess960_start(any_chess960()),
            (None, None) => Game::new(),
        };
        check_position(&*player, game.start()).map_err(anyhow::Error::msg)?;
        let contempt = match players.setting("Contempt") {
            Some(value) => value.parse().unwrap_or(0),
            None => 0,
        };
        // A player without a book ignores these. The seed varies the openings, and the errors of a
        // limited opponent, from session to session; a script without a book is repeated exactly.
        if !self.no_book {
            players.set("OwnBook", "true");
        }
        if !self.no_book || is_person() {
            draw_seed(&mut players);
        }
        let thoughts = match (self.thoughts, self.no_thoughts) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        // A script's commands hold for its own session.
        let remember: Option<Remember> = if is_person() { Some(remember) } else { None };
        let human = self.side.unwrap_or(game.position().turn());
        keep_end_signals()?;
        terminal::run(Options {
            session: SessionOptions {
                players,
                strength,
                game,
                human,
                level: self.level,
                contempt,
                ponder: self.ponder,
                name: self.name,
                theme: self.theme,
                thoughts,
                warnings: self.warnings,
                journal: None,
                asks_strength: first.is_none() && is_new_user(),
                remember,
            },
            interface: match (self.plain, self.console) {
                (_, true) => Interface::Console,
                (true, false) => Interface::Plain,
                (false, false) => Interface::Automatic,
            },
            ascii: self.ascii,
            pgn: self.pgn,
            first,
        })?;
        // The game is saved, and the screen as it was.
        end_by_signal();
        Ok(())
    }
}

impl Play {
    /// Chooses the opponent: what the command line says, else what is configured or remembered,
    /// else the machine. An option of the command line that a remembered opponent does not have
    /// outdoes it.
    fn opponent(&self, players: &mut PlayerList) -> anyhow::Result<Option<Strength>> {
        let Some(named) = self.elo.or(self.opponent) else {
            return Ok(Strength::of(players));
        };
        let mut list = players.clone();
        named.apply(&mut list).map_err(anyhow::Error::msg)?;
        let Some(option) = self.option_without_use(named, &list)? else {
            // The machine, of the year that is set.
            let mut strength = named;
            if named.is_machine()
                && let Some(generation) = players.setting("Generation")
                && let Some(year) = Strength::year(generation)
            {
                strength = year;
            }
            strength.apply(players).map_err(anyhow::Error::msg)?;
            return Ok(Some(strength));
        };
        let is_remembered = !is_given("opponent") && !is_given("elo");
        if is_remembered {
            return Ok(Strength::of(players));
        }
        let flag = if is_given("elo") {
            "--elo"
        } else {
            "--opponent"
        };
        Err(usage(anyhow::anyhow!(
            "{flag} {} has no use for {} ({}): leave out one of them; years of the machine are \
             opponents too: --opponent belle1972",
            named.word(),
            option.flag,
            option.name
        )))
    }

    /// An option of the command line that this opponent, already chosen in `list`, does not have,
    /// or sets otherwise.
    fn option_without_use(
        &self,
        named: Strength,
        list: &PlayerList,
    ) -> anyhow::Result<Option<GivenOption>> {
        let known = list.make().options();
        for option in self.player.given_options()? {
            let is_known = known
                .iter()
                .any(|spec| spec.name.eq_ignore_ascii_case(&option.name));
            let is_other_year = named.is_year() && option.name.eq_ignore_ascii_case("Generation");
            if !is_known || is_other_year {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}

/// Draws what the book's moves and the errors of a limited player depend on, unless it is given.
pub(crate) fn draw_seed(players: &mut PlayerList) {
    if players.setting("BookSeed").is_none() {
        let seed = chrono::Local::now().timestamp_millis().rem_euclid(1 << 31);
        players.set("BookSeed", &(seed | 1).to_string());
    }
}

/// Settings that choose an opponent, and options that do.
const OPPONENT_SETTINGS: [&str; 3] = ["player", "opponent", "elo"];
const OPPONENT_OPTIONS: [&str; 5] = ["player", "opponent", "elo", "generation", "device"];

fn is_person() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Whether to ask for the user's strength: on a terminal, if neither the configuration nor the
/// command line chooses an opponent. Scripts are never asked.
fn is_new_user() -> bool {
    let Some(program) = PROGRAM.get() else {
        return false;
    };
    let is_set = program.config.settings().iter().any(|setting| {
        let name = setting.key.rsplit('.').next().unwrap_or_default();
        OPPONENT_SETTINGS.contains(&name)
    });
    is_person() && !is_set && !OPPONENT_OPTIONS.into_iter().any(is_given)
}

/// Hides the thoughts; `thoughts = false` would leave them automatic.
const NO_THOUGHTS: &str = "play.no-thoughts";

/// Makes a value the default of an option of later games.
fn remember(option: &str, value: &str) -> anyhow::Result<()> {
    let path = config::default_path()?;
    let _alone = change_alone(&path)?;
    let mut config = Config::read(&path)?;
    config = match (option, value) {
        // A rating or a year would outdo the named opponent.
        ("opponent", _) => {
            unset(unset(config, "play.elo")?, "play.generation")?.with("play.opponent", value)?
        }
        ("thoughts", "true") => unset(config, NO_THOUGHTS)?.with("play.thoughts", value)?,
        ("thoughts", _) => unset(config, "play.thoughts")?.with(NO_THOUGHTS, "true")?,
        _ => config.with(&format!("play.{option}"), value)?,
    };
    config.save()
}

/// The settings without this one.
fn unset(config: Config, key: &str) -> anyhow::Result<Config> {
    if config.settings().iter().any(|setting| setting.key == key) {
        config.without(key)
    } else {
        Ok(config)
    }
}

//! Matches of the test player against itself and against those that misbehave: in this process and outside.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Duration;

use conformance::minimax::Minimax;
use play::{Choice, Control, Game, Limits, Player, Report};
use shakmaty::{Color, KnownOutcome};
use tournament::engine::{Program, Uci, XBoard};
use tournament::{
    Allowance, Contestant, Entrant, Fault, Match, Opening, Record, Rules, Seat, Standings, Termination,
    completed, schedule,
};

const SECOND: Duration = Duration::from_secs(1);

fn entrant(
    name: &str,
    depth: u32,
    make: impl Fn() -> Result<Box<dyn Contestant>, Fault> + Send + Sync + 'static,
) -> Entrant {
    let allowance = Allowance { depth: Some(depth), ..Allowance::default() };
    Entrant { name: name.to_owned(), allowance, machine_clock: false, make: Box::new(make) }
}

/// The test player with a fault.
fn minimax(name: &str, depth: u32, fault: &'static str) -> Entrant {
    entrant(name, depth, move || {
        let mut player = Minimax::default();
        player.set_option("Fault", fault).map_err(|error| Fault::Start(error.to_string()))?;
        Ok(Box::new(Seat::new(Box::new(player), false)))
    })
}

/// A program that speaks UCI in the shell: `go` and `stop` do what is given.
fn script(name: &str, go: &str, stop: &str) -> Entrant {
    let text = format!(
        "while read word rest; do case $word in \
         uci) echo uciok;; isready) echo readyok;; go) {go};; stop) {stop};; quit) exit;; esac; done"
    );
    entrant(name, 1, move || {
        let command = vec!["sh".to_owned(), "-c".to_owned(), text.clone()];
        Ok(Box::new(Uci::start(&Program { command, ..Program::default() })?))
    })
}

/// A program that speaks xboard's protocol in the shell: what it does when it is told to go or to move at once.
fn xboard_script(name: &str, features: &str, go: &str, now: &str) -> Entrant {
    let text = format!(
        "while read word rest; do case $word in protover) echo 'feature {features} done=1';; \
         ping) echo pong $rest;; go|usermove) {go};; '?') {now};; quit) exit;; esac; done"
    );
    entrant(name, 1, move || {
        let command = vec!["sh".to_owned(), "-c".to_owned(), text.clone()];
        Ok(Box::new(XBoard::start(&Program { command, ..Program::default() })?))
    })
}

fn openings() -> Vec<Opening> {
    let fens = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
    ];
    let opening = |fen| Opening { name: String::new(), game: Game::from_fen(fen).unwrap() };
    fens.into_iter().map(opening).collect()
}

fn contest(entrants: Vec<Entrant>, rounds: usize, concurrency: usize) -> Match {
    let rules = Rules { patience: SECOND, ..Rules::default() };
    let rules =
        Rules { adjudication: tournament::Adjudication { longest: Some(60), ..rules.adjudication }, ..rules };
    let openings = openings();
    let schedule = schedule(entrants.len(), rounds, openings.len(), 5);
    Match { schedule, entrants, openings, rules, concurrency }
}

fn play(contest: &Match, done: &BTreeSet<usize>) -> Vec<Record> {
    let mut records = Vec::new();
    contest.run(done, &Control::new(), &mut |record| {
        records.push(record);
        true
    });
    records
}

/// What is left of a game when times are taken out.
fn moves(record: &Record) -> String {
    let game = &record.played.game;
    format!("{} {:?} {}", record.number, record.played.finish, notation::san_line(game.start(), game.moves()))
}

#[test]
fn the_deeper_search_wins_and_the_match_repeats_itself() {
    let both = || contest(vec![minimax("deep", 3, "none"), minimax("shallow", 1, "none")], 3, 1);
    let (first, second) = (play(&both(), &BTreeSet::new()), play(&both(), &BTreeSet::new()));
    assert_eq!(first.len(), 6);
    assert!(first.iter().map(moves).eq(second.iter().map(moves)));
    let mut standings = Standings::new(2);
    first.iter().for_each(|record| standings.add(record.number, record.sides, record.played.finish.outcome));
    assert!(standings.points(0) > standings.points(1));
    assert_eq!(standings.pairs(0, 1).pairs(), 3);
}

#[test]
fn a_player_against_itself_scores_half() {
    let records =
        play(&contest(vec![minimax("one", 2, "none"), minimax("two", 2, "none")], 3, 2), &BTreeSet::new());
    let mut standings = Standings::new(2);
    records
        .iter()
        .for_each(|record| standings.add(record.number, record.sides, record.played.finish.outcome));
    // Each opening is the same game twice with the names exchanged.
    assert_eq!(standings.pairs(0, 1).0, [0, 0, 3, 0, 0]);
}

/// Everybody who fails loses that game alone, and it is said why.
#[test]
fn faults_lose_games_and_the_match_goes_on() {
    for (bad, reason, termination) in [
        (minimax("bad", 1, "panic"), "crashed: a fault on demand", Termination::Abandoned),
        (minimax("bad", 1, "illegal"), "played an illegal move", Termination::RulesInfraction),
        (
            entrant("bad", 1, || Ok(Box::new(Seat::new(Box::new(Deaf), false)))),
            "hangs",
            Termination::Abandoned,
        ),
        (script("bad", "exit 3", ":"), "crashed: the program ended (exit status: 3)", Termination::Abandoned),
        (script("bad", ":", ":"), "hangs", Termination::Abandoned),
        (script("bad", ":", "echo bestmove e2e4"), "did not move in time", Termination::TimeForfeit),
        (
            script("bad", "echo bestmove e1e8", ":"),
            "played an illegal move: e1e8",
            Termination::RulesInfraction,
        ),
        (script("bad", "echo bestmove", ":"), "played an illegal move: none", Termination::RulesInfraction),
        (
            xboard_script("bad", "setboard=1", "exit 3", ":"),
            "crashed: the program ended (exit status: 3)",
            Termination::Abandoned,
        ),
        (xboard_script("bad", "ping=1 setboard=1", ":", ":"), "hangs", Termination::Abandoned),
        (
            xboard_script("bad", "ping=1 setboard=1", ":", "echo move e2e4"),
            "did not move in time",
            Termination::TimeForfeit,
        ),
        (
            xboard_script("bad", "setboard=1 usermove=1", "echo move e1e8", ":"),
            "played an illegal move: e1e8",
            Termination::RulesInfraction,
        ),
        (xboard_script("bad", "setboard=1", "echo resign", ":"), "resigns", Termination::Normal),
        (
            xboard_script("bad", "setboard=1", "echo Illegal move: e7e5", ":"),
            "breaks the protocol: Illegal move: e7e5",
            Termination::Abandoned,
        ),
        (
            entrant("bad", 1, || Err(Fault::Start("no".to_owned()))),
            "does not start: no",
            Termination::Abandoned,
        ),
    ] {
        let records = play(&contest(vec![minimax("good", 1, "none"), bad], 1, 1), &BTreeSet::new());
        assert_eq!(records.len(), 2, "{reason}");
        for record in records {
            let finish = &record.played.finish;
            let color = if record.names.white == "bad" { Color::White } else { Color::Black };
            assert_eq!(finish.outcome, KnownOutcome::Decisive { winner: !color }, "{reason}");
            assert_eq!(finish.termination, termination, "{finish:?}");
            let named = format!("{} {reason}", color.fold_wb("White", "Black"));
            assert!(finish.reason.contains(&named), "'{}' is not '{named}'", finish.reason);
        }
    }
}

#[test]
fn a_clock_that_runs_out_loses() {
    let control = Some("0.2".parse().unwrap());
    let mut slow = script("slow", "sleep 0.9; echo bestmove e2e4", ":");
    slow.allowance = Allowance { control, ..Allowance::default() };
    let records = play(&contest(vec![minimax("good", 1, "none"), slow], 1, 2), &BTreeSet::new());
    assert_eq!(records.len(), 2);
    for record in records {
        assert_eq!(record.played.finish.termination, Termination::TimeForfeit);
        assert!(record.played.finish.reason.contains("overstepped the time"));
    }
}

/// A file of games that ends in the middle of one: what is missing is played, nothing twice, and the games are the same.
#[test]
fn a_match_goes_on_where_it_was_cut_off() {
    let both = || contest(vec![minimax("deep", 2, "none"), minimax("shallow", 1, "none")], 3, 1);
    let whole = play(&both(), &BTreeSet::new());
    let text: String = whole.iter().map(|record| record.pgn("m", "2026.01.01", "k")).collect();
    for cut in [0, 1, text.len() / 3, text.len() / 2, text.len() - 1] {
        let (kept, end) = completed(&text[..cut]);
        assert!(end <= cut);
        let done: BTreeSet<usize> = kept.iter().map(|game| game.number).collect();
        let rest = play(&both(), &done);
        assert_eq!(rest.len() + kept.len(), whole.len());
        assert!(rest.iter().map(moves).eq(whole[kept.len()..].iter().map(moves)));
    }
}

/// shakmaty reads the file, and every game in it to its end.
#[test]
fn games_are_legal_pgn() {
    let records =
        play(&contest(vec![minimax("one", 2, "none"), minimax("two", 1, "panic")], 2, 1), &BTreeSet::new());
    let mut file = Vec::new();
    for record in &records {
        file.write_all(record.pgn("m", "2026.01.01", "k").as_bytes()).unwrap();
    }
    let read = tournament::read_pgn(&file[..], usize::MAX);
    // A game that is over is no opening, but it was read to its end.
    for (read, record) in read.iter().zip(&records) {
        match read {
            Ok(read) => assert_eq!(read.game.moves(), record.played.game.moves()),
            Err(error) => assert!(error.reason.contains("the game is over"), "{error}"),
        }
    }
    assert_eq!(read.len(), records.len());
}

/// Our own server of each protocol, outside, plays what the player inside plays: the clients bring the same positions.
#[test]
fn programs_outside_play_the_games_that_players_inside_do() {
    let records = |entrant: Entrant| {
        let both = contest(vec![minimax("inside", 1, "none"), entrant], 2, 1);
        play(&both, &BTreeSet::new()).iter().map(moves).collect::<Vec<String>>()
    };
    let expected = records(minimax("other", 2, "none"));
    for protocol in ["uci", "xboard"] {
        let start = move || -> Result<Box<dyn Contestant>, Fault> {
            let command = vec![env!("CARGO_BIN_EXE_minimax").to_owned(), protocol.to_owned()];
            // Inside nobody gives a game up.
            let resign = ("Resign".to_owned(), "0".to_owned());
            let options = Some(resign).filter(|_| protocol == "xboard").into_iter().collect();
            let program = Program { command, options, ..Program::default() };
            match protocol {
                "uci" => Ok(Box::new(Uci::start(&program)?)),
                _ => Ok(Box::new(XBoard::start(&program)?)),
            }
        };
        assert_eq!(records(entrant("other", 2, start)), expected, "{protocol}");
    }
}

/// Two who think by a clock of their own: the game's clock counts that, not the wall's.
#[test]
fn the_machines_own_time_counts() {
    let control = Some("10+0".parse().unwrap());
    let machine = |name: &str, seconds: f64| Entrant {
        name: name.to_owned(),
        allowance: Allowance { control, depth: Some(1), ..Allowance::default() },
        machine_clock: true,
        make: Box::new(move || Ok(Box::new(Seat::new(Box::new(Timed(Minimax::default(), seconds)), true)))),
    };
    let records = play(&contest(vec![machine("brisk", 0.01), machine("slow", 4.0)], 1, 1), &BTreeSet::new());
    for record in records {
        let slow = if record.names.white == "slow" { Color::White } else { Color::Black };
        assert_eq!(record.played.finish.outcome, KnownOutcome::Decisive { winner: !slow });
        // Two moves of four seconds, and no time for a third.
        assert_eq!(record.played.game.positions().len() - 1, 4 + usize::from(slow == Color::Black));
    }
}

/// Never answers, whatever it is told.
struct Deaf;

/// Says that each move cost so many seconds of a machine.
struct Timed(Minimax, f64);

impl Player for Deaf {
    fn name(&self) -> String {
        String::new()
    }

    fn search(&mut self, _: &Game, _: &Limits, _: &Control, _: &mut dyn FnMut(&Report)) -> Choice {
        loop {
            std::thread::sleep(SECOND);
        }
    }
}

impl Player for Timed {
    fn name(&self) -> String {
        String::new()
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Choice {
        self.0.search(game, limits, control, &mut |said| {
            let machine = Some(play::MachineTime { cycles: 0, seconds: self.1 });
            report(&Report { machine, ..said.clone() });
        })
    }
}

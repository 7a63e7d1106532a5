//! Matches of the test player against itself and against faulty engines, in this process and in
//! others.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Duration;

use conformance::minimax::Minimax;
use play::{Choice, Control, Game, Limits, Player, Report, ReportSink, Termination, side_name};
use shakmaty::{Color, KnownOutcome};
use tournament::{
    Adjudication, Engine, EngineLimits, EngineSpec, ExternalEngine, Fault, LocalEngine, MatchGame,
    Opening, Participant, Program, Protocol, Rules, Scoreboard, Tournament, round_robin,
};

const SECOND: Duration = Duration::from_secs(1);

fn participant(
    name: &str,
    depth: u32,
    start: impl Fn() -> Result<Box<dyn Engine>, Fault> + Send + Sync + 'static,
) -> Participant {
    let limits = EngineLimits {
        depth: Some(depth),
        ..EngineLimits::default()
    };
    Participant {
        name: name.to_owned(),
        limits,
        machine_clock: false,
        start: Box::new(start),
    }
}

fn minimax(name: &str, depth: u32, fault: &'static str) -> Participant {
    participant(name, depth, move || {
        let mut player = Minimax::default();
        player
            .set_option("Fault", fault)
            .map_err(|error| Fault::Start(error.to_string()))?;
        Ok(Box::new(LocalEngine::new(Box::new(player), false)))
    })
}

fn script(name: &str, protocol: Protocol, cases: &str) -> Participant {
    let text = format!("while read word rest; do case $word in {cases} quit) exit;; esac; done");
    participant(name, 1, move || {
        let command = vec!["sh".to_owned(), "-c".to_owned(), text.clone()];
        Ok(Box::new(ExternalEngine::start(
            &Program {
                command,
                ..Program::default()
            },
            protocol,
        )?))
    })
}

/// A UCI engine that executes `go` and `stop` for these commands.
fn uci_script(name: &str, go: &str, stop: &str) -> Participant {
    let cases = format!("uci) echo uciok;; isready) echo readyok;; go) {go};; stop) {stop};;");
    script(name, Protocol::Uci, &cases)
}

/// An xboard engine that executes `go` when it is to search, and `now` when it must move at once.
fn xboard_script(name: &str, features: &str, go: &str, now: &str) -> Participant {
    let cases = format!(
        "protover) echo 'feature {features} done=1';; ping) echo pong $rest;; go|usermove) {go};; '?') {now};;"
    );
    script(name, Protocol::XBoard, &cases)
}

fn openings() -> Vec<Opening> {
    let fens = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
    ];
    let opening = |fen| Opening {
        name: String::new(),
        game: Game::from_fen(fen).unwrap(),
    };
    fens.into_iter().map(opening).collect()
}

fn tournament(participants: Vec<Participant>, rounds: usize, concurrency: usize) -> Tournament {
    let adjudication = Adjudication {
        max_moves: Some(60),
        ..Adjudication::default()
    };
    let rules = Rules {
        adjudication,
        hang_timeout: SECOND,
        ..Rules::default()
    };
    let openings = openings();
    let pairings = round_robin(participants.len(), rounds, openings.len(), 5);
    Tournament {
        pairings,
        participants,
        openings,
        rules,
        concurrency,
    }
}

fn play(tournament: &Tournament, done: &BTreeSet<usize>) -> Vec<MatchGame> {
    let mut games = Vec::new();
    tournament
        .run(done, &Control::new(), &mut |game| {
            games.push(game);
            Ok(true)
        })
        .unwrap();
    games
}

fn play_all(participants: Vec<Participant>, rounds: usize, concurrency: usize) -> Vec<MatchGame> {
    play(
        &tournament(participants, rounds, concurrency),
        &BTreeSet::new(),
    )
}

/// A game without its times.
fn moves(game: &MatchGame) -> String {
    let record = &game.record;
    let line = notation::san_line(record.game.start(), record.game.moves());
    format!("{} {:?} {line}", game.number, record.end)
}

fn scoreboard(games: &[MatchGame], names: [&str; 2]) -> Scoreboard {
    let mut board = Scoreboard::new(names.map(str::to_owned).to_vec());
    for game in games {
        board.add_played(game).unwrap();
    }
    board
}

#[test]
fn match_deeper_search_wins_and_repeats() {
    let both = || {
        play_all(
            vec![minimax("deep", 3, "none"), minimax("shallow", 1, "none")],
            3,
            1,
        )
    };
    let (first, second) = (both(), both());
    assert_eq!(first.len(), 6);
    assert!(first.iter().map(moves).eq(second.iter().map(moves)));
    let board = scoreboard(&first, ["deep", "shallow"]);
    assert!(board.points(0) > board.points(1));
    assert_eq!(board.pairs(0, 1).pairs(), 3);
}

#[test]
fn match_equal_players_score_half() {
    let games = play_all(
        vec![minimax("one", 2, "none"), minimax("two", 2, "none")],
        3,
        2,
    );
    // Each opening is the same game twice with the names exchanged.
    assert_eq!(
        scoreboard(&games, ["one", "two"]).pairs(0, 1).0,
        [0, 0, 3, 0, 0]
    );
}

/// Each fault loses its game with the right reason, and the match goes on.
#[test]
fn fault_loses_game_and_match_goes_on() {
    let unresponsive = || {
        participant("bad", 1, || {
            Ok(Box::new(LocalEngine::new(Box::new(Unresponsive), false)))
        })
    };
    let absent = participant("bad", 1, || Err(Fault::Start("no".to_owned())));
    let uci = |go, stop| uci_script("bad", go, stop);
    let xboard = |features, go, now| xboard_script("bad", features, go, now);
    let ended = "crashed: the program ended (exit status: 3)";
    let illegal = "played an illegal move: e1e8";
    let (ping, silent, late) = (
        "ping=1 setboard=1",
        "stopped responding",
        "did not move in time",
    );
    let cases = [
        (
            minimax("bad", 1, "panic"),
            "crashed: a fault on demand",
            Termination::Abandoned,
        ),
        (
            minimax("bad", 1, "illegal"),
            "played an illegal move",
            Termination::RulesInfraction,
        ),
        (unresponsive(), silent, Termination::Abandoned),
        (uci("exit 3", ":"), ended, Termination::Abandoned),
        (uci(":", ":"), silent, Termination::Abandoned),
        (
            uci(":", "echo bestmove e2e4"),
            late,
            Termination::TimeForfeit,
        ),
        (
            uci("echo bestmove e1e8", ":"),
            illegal,
            Termination::RulesInfraction,
        ),
        (
            uci("echo bestmove", ":"),
            "played an illegal move: none",
            Termination::RulesInfraction,
        ),
        (
            xboard("setboard=1", "exit 3", ":"),
            ended,
            Termination::Abandoned,
        ),
        (xboard(ping, ":", ":"), silent, Termination::Abandoned),
        (
            xboard(ping, ":", "echo move e2e4"),
            late,
            Termination::TimeForfeit,
        ),
        (
            xboard("setboard=1 usermove=1", "echo move e1e8", ":"),
            illegal,
            Termination::RulesInfraction,
        ),
        (
            xboard("setboard=1", "echo resign", ":"),
            "resigns",
            Termination::Normal,
        ),
        (
            xboard("setboard=1", "echo Illegal move: e7e5", ":"),
            "violated the protocol: Illegal move: e7e5",
            Termination::Abandoned,
        ),
        (absent, "failed to start: no", Termination::Abandoned),
    ];
    // Most of them wait for an engine that does not answer, so all play at a time.
    std::thread::scope(|scope| {
        for (bad, reason, termination) in cases {
            scope.spawn(move || assert_fault_loses(bad, reason, termination));
        }
    });
}

/// A match with this engine has two games, which it loses for this reason.
fn assert_fault_loses(bad: Participant, reason: &str, termination: Termination) {
    let games = play_all(vec![minimax("good", 1, "none"), bad], 1, 1);
    assert_eq!(games.len(), 2, "{reason}");
    for game in games {
        let end = &game.record.end;
        let color = if game.names.white == "bad" {
            Color::White
        } else {
            Color::Black
        };
        let winner = KnownOutcome::Decisive { winner: !color };
        assert_eq!(end.outcome, winner, "{reason}");
        assert_eq!(end.termination(), termination, "{end:?}");
        let expected = format!("{} {reason}", side_name(color));
        assert!(
            end.to_string().contains(&expected),
            "got '{end}', expected '{expected}'"
        );
    }
}

#[test]
fn clock_overstepped_loses() {
    let control = Some("0.2".parse().unwrap());
    let mut slow = uci_script("slow", "sleep 0.9; echo bestmove e2e4", ":");
    slow.limits = EngineLimits {
        control,
        ..EngineLimits::default()
    };
    let games = play_all(vec![minimax("good", 1, "none"), slow], 1, 2);
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game.record.end.termination(), Termination::TimeForfeit);
        assert!(game.record.end.to_string().contains("lost on time"));
    }
}

/// Only the games that are not done are played, and are the same.
#[test]
fn match_resumed_plays_the_missing_games() {
    let both = || {
        tournament(
            vec![minimax("deep", 2, "none"), minimax("shallow", 1, "none")],
            3,
            1,
        )
    };
    let all = play(&both(), &BTreeSet::new());
    for done in [vec![0, 1], vec![0, 2, 3, 5]] {
        let rest = play(&both(), &done.iter().copied().collect());
        let expected = all.iter().filter(|game| !done.contains(&game.number));
        assert!(rest.iter().map(moves).eq(expected.map(moves)));
    }
}

/// The PGN reader reads every game of the file to its end.
#[test]
fn pgn_of_match_is_legal() {
    let games = play_all(
        vec![minimax("one", 2, "none"), minimax("two", 1, "panic")],
        2,
        1,
    );
    let mut file = Vec::new();
    for game in &games {
        file.write_all(game.pgn("2026.01.01").as_bytes()).unwrap();
    }
    let read = tournament::read_pgn(&file[..], usize::MAX);
    // The reader of openings refuses a finished game, but only at its end.
    for (read, game) in read.iter().zip(&games) {
        match read {
            Ok(read) => assert_eq!(read.game.moves(), game.record.game.moves()),
            Err(error) => assert!(error.reason.contains("the game is over"), "{error}"),
        }
    }
    assert_eq!(read.len(), games.len());
}

/// This project's server of each protocol, as another process, plays the same games as the player
/// itself.
#[test]
fn external_engine_plays_same_games_as_local() {
    let play = |other: Participant| {
        let games = play_all(vec![minimax("inside", 1, "none"), other], 2, 1);
        games.iter().map(moves).collect::<Vec<String>>()
    };
    let expected = play(minimax("other", 2, "none"));
    for (name, protocol) in [("uci", Protocol::Uci), ("xboard", Protocol::XBoard)] {
        let start = move || -> Result<Box<dyn Engine>, Fault> {
            let command = vec![env!("CARGO_BIN_EXE_minimax").to_owned(), name.to_owned()];
            let mut options = Vec::new();
            if protocol == Protocol::XBoard {
                // Local players never resign.
                options.push(("Resign".to_owned(), "0".to_owned()));
            }
            let program = Program {
                command,
                options,
                ..Program::default()
            };
            Ok(Box::new(ExternalEngine::start(&program, protocol)?))
        };
        assert_eq!(play(participant("other", 2, start)), expected, "{name}");
    }
}

/// An engine of either protocol is a player that finds what the player inside finds, also for one
/// move alone.
#[test]
fn external_engine_is_the_same_player_as_local() {
    let mut game = Game::new();
    for text in ["e4", "e5", "Nf3"] {
        game.play(notation::parse_move(game.position(), text).unwrap());
    }
    let reply = notation::parse_move(game.position(), "f6").unwrap();
    let only = Limits {
        search_moves: vec![reply],
        ..Limits::depth(3)
    };
    let find = |player: &mut dyn Player, limits: &Limits| {
        let mut found = None;
        let choice = player.search(&game, limits, &Control::new(), &mut |report| {
            found = Some((report.depth, report.score, report.pv.first().copied()));
        });
        (choice.best, found)
    };
    for protocol in ["uci", "xboard"] {
        let program = env!("CARGO_BIN_EXE_minimax");
        let text = format!("cmd={program} {protocol},proto={protocol}");
        let spec = EngineSpec::parse(&text, &[]).unwrap();
        let mut outside = spec.player().unwrap();
        for limits in [&Limits::depth(2), &only, &Limits::depth(1)] {
            let expected = find(&mut Minimax::default(), limits);
            assert_eq!(find(&mut *outside, limits), expected, "{protocol}");
        }
    }
}

/// With machine clocks the game's clock charges machine time, not wall-clock time.
#[test]
fn machine_clock_charges_machine_time() {
    let control = Some("10+0".parse().unwrap());
    let machine = |name: &str, seconds: f64| Participant {
        limits: EngineLimits {
            control,
            depth: Some(1),
            ..EngineLimits::default()
        },
        machine_clock: true,
        ..participant(name, 1, move || {
            Ok(Box::new(LocalEngine::new(
                Box::new(Timed(Minimax::default(), seconds)),
                true,
            )))
        })
    };
    for game in play_all(vec![machine("brisk", 0.01), machine("slow", 4.0)], 1, 1) {
        let slow = if game.names.white == "slow" {
            Color::White
        } else {
            Color::Black
        };
        assert_eq!(
            game.record.end.outcome,
            KnownOutcome::Decisive { winner: !slow }
        );
        // Two moves of four seconds each leave no time for a third.
        assert_eq!(
            game.record.game.positions().len() - 1,
            4 + usize::from(slow == Color::Black)
        );
    }
}

struct Unresponsive;

/// A player whose moves each cost this many seconds of machine time.
struct Timed(Minimax, f64);

impl Player for Unresponsive {
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
        report: ReportSink<'_>,
    ) -> Choice {
        self.0.search(game, limits, control, &mut |original| {
            let machine = Some(play::MachineTime {
                cycles: 0,
                seconds: self.1,
            });
            report(&Report {
                machine,
                ..original.clone()
            });
        })
    }
}

//! The chapters of the page's learning face: every figure and claim of their texts, measured on the
//! machine.

use machine::clock::{CYCLES_PER_SECOND, READY_CYCLES};
use machine::evaluator::full::full_terms;
use play::Game;
use room::{
    ArrayLevels, Command, DisableOrder, Event, Frame, InfoLine, MoveTerms, Room, RootDriver,
};
use serde_json::Value;
use shakmaty::{Chess, Position, perft};

/// Most words of a chapter's text.
const MOST_WORDS: usize = 75;

fn book() -> Value {
    let text = include_str!("../../web/learn/chapters.json");
    serde_json::from_str(text).expect("chapters.json is JSON")
}

fn chapter(id: &str) -> Value {
    let book = book();
    let chapters = book["chapters"].as_array().unwrap();
    let found = chapters.iter().find(|chapter| chapter["id"] == id);
    found.unwrap_or_else(|| panic!("no chapter '{id}'")).clone()
}

fn fact(chapter: &Value, name: &str) -> f64 {
    chapter["facts"][name]
        .as_f64()
        .unwrap_or_else(|| panic!("no fact '{name}' in {}", chapter["id"]))
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name]
        .as_str()
        .unwrap_or_else(|| panic!("no text '{name}'"))
}

fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().unwrap();
    list.iter()
        .map(|one| one.as_str().unwrap().to_owned())
        .collect()
}

/// A chapter's paragraphs as one text, its live words as they are read.
fn prose(chapter: &Value) -> String {
    let text = strings(&chapter["text"]).join(" ");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, marked)) = rest.split_once('{') {
        let (inside, after) = marked.split_once('}').expect("a brace is closed");
        out.push_str(before);
        out.push_str(inside.split('|').next().unwrap());
        rest = after;
    }
    out + rest
}

/// The machine as the page has it.
struct Machine {
    room: Room,
}

/// A search that has ended.
struct EndedSearch {
    frame: Frame,
    thoughts: Vec<InfoLine>,
    san: String,
}

impl Machine {
    fn new() -> Machine {
        Machine { room: Room::new() }
    }

    fn ask(&mut self, command: Command) -> Vec<Event> {
        let events = self.room.command(command);
        for event in &events {
            if let Event::Fault { message } = event {
                panic!("{message}");
            }
        }
        events
    }

    fn position(&mut self, fen: Option<&str>, moves: &[&str]) {
        self.ask(Command::Position {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&one| one.to_owned()).collect(),
        });
    }

    fn search(&mut self, depth: u8, root: RootDriver) -> EndedSearch {
        self.ask(Command::Think { depth, root });
        let mut thoughts = Vec::new();
        loop {
            let (mut last, mut best) = (None, None);
            for event in self.ask(Command::Run {
                cycles: room::MAX_CYCLES,
                until: Vec::new(),
                stops: Vec::new(),
            }) {
                match event {
                    Event::Thought(thought) => thoughts.push(thought),
                    Event::Frame(frame) => last = Some(*frame),
                    Event::Done { san, .. } => best = Some(san.unwrap_or_default()),
                    _ => {}
                }
            }
            if let Some(san) = best {
                return EndedSearch {
                    frame: last.expect("a run ends with a frame"),
                    thoughts,
                    san,
                };
            }
        }
    }

    fn weigh(&mut self, fen: &str) -> Vec<MoveTerms> {
        let events = self.ask(Command::Weigh {
            fen: Some(fen.to_owned()),
        });
        match events.into_iter().next() {
            Some(Event::Weighed { moves }) => moves,
            other => panic!("{other:?}"),
        }
    }

    fn settle(&mut self, setting: Setting<'_>) -> ArrayLevels {
        let events = self.ask(Command::Settle {
            pieces: pieces(setting.fen),
            white_to_move: true,
            disabled: setting.disabled,
            disable: setting.disable,
            victim: setting.victim,
        });
        match events.into_iter().next() {
            Some(Event::Settled(settled)) => settled,
            other => panic!("{other:?}"),
        }
    }

    /// All moves as the loop of victims and aggressors finds them.
    fn moves_in_order(&mut self, fen: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut victim = self.settle(Setting {
            fen,
            ..Setting::default()
        });
        while let Some((_, to)) = victim.winner {
            let mut aggressor = self.settle(Setting {
                fen,
                disabled: victim.disabled.clone(),
                victim: Some(square(to)),
                ..Setting::default()
            });
            while let Some((_, from)) = aggressor.winner {
                found.push(square(from) + &square(to));
                aggressor = self.settle(Setting {
                    fen,
                    disabled: aggressor.disabled,
                    disable: Some(DisableOrder::From {
                        square: square(from),
                    }),
                    victim: Some(square(to)),
                });
            }
            victim = self.settle(Setting {
                fen,
                disabled: aggressor.disabled,
                disable: Some(DisableOrder::Close { square: square(to) }),
                ..Setting::default()
            });
        }
        found
    }

    /// Puts changed texts of search.mc into the machine; none for its own.
    fn assemble(&mut self, text: Option<String>) -> usize {
        let files = text
            .map(|text| ("search.mc".to_owned(), text))
            .into_iter()
            .collect();
        for event in self.ask(Command::Assemble { files }) {
            if let Event::Assembled { words, errors, .. } = event {
                assert!(errors.is_empty(), "{errors:?}");
                return words;
            }
        }
        panic!("no answer to assemble")
    }

    /// Seconds that the machine of 1980 takes.
    fn seconds(&mut self, frame: &Frame) -> f64 {
        for event in self.ask(Command::Describe {}) {
            if let Event::Described(description) = event {
                return frame.cycle as f64 / description.cycles_per_second;
            }
        }
        panic!("no description")
    }
}

#[derive(Default)]
struct Setting<'a> {
    fen: &'a str,
    disabled: Vec<String>,
    disable: Option<DisableOrder>,
    victim: Option<String>,
}

/// 64 letters from a1.
fn pieces(fen: &str) -> String {
    let mut out = String::new();
    for rank in fen.split(' ').next().unwrap().split('/').rev() {
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => out.push_str(&".".repeat(empty as usize)),
                None => out.push(letter),
            }
        }
    }
    out
}

fn square(index: u8) -> String {
    shakmaty::Square::new(index.into()).to_string()
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen).expect("a chapter's position is legal")
}

/// The replies to each move of a position, with their values for White: what the tree of chapters 3
/// and 4 shows.
fn tree(fen: &str) -> Vec<(String, Vec<MoveTerms>)> {
    let mut machine = Machine::new();
    let position = game(fen).position().clone();
    let mut branches = Vec::new();
    for chess_move in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        let fen = shakmaty::fen::Fen::from_position(&after, shakmaty::EnPassantMode::Legal);
        let replies = machine.weigh(&fen.to_string());
        branches.push((play::san(&position, chess_move), replies));
    }
    branches
}

fn least(replies: &[MoveTerms]) -> i16 {
    replies.iter().map(|reply| reply.value).min().unwrap()
}

#[test]
fn texts_are_short_and_say_no_hard_word_too_early() {
    let book = book();
    let chapters = book["chapters"].as_array().unwrap();
    assert_eq!(chapters.len(), 10);
    for (chapter, number) in chapters.iter().zip(1..) {
        let words = prose(chapter).split_whitespace().count();
        assert!(words <= MOST_WORDS, "{}: {words} words", chapter["id"]);
        let all = chapter.to_string().to_lowercase();
        assert!(
            number >= 8 || !all.contains("register"),
            "{}: a register before chapter 8",
            chapter["id"]
        );
        let said = strings(&chapter["text"]).join(" ") + text(chapter, "after");
        for facts in said.split("{=").skip(1) {
            let name = facts.split('}').next().unwrap();
            fact(chapter, name);
        }
    }
}

#[test]
fn pages_say_the_same_time_as_the_cover() {
    let time = "about ten minutes";
    assert!(prose(&book()["cover"]).contains(time));
    for page in [
        include_str!("../../README.md"),
        include_str!("../../web/README.md"),
        include_str!("../../web/learn/teachers.html"),
    ] {
        assert!(page.contains(time));
    }
}

#[test]
fn asides_are_facts_of_the_record() {
    let record = record::record();
    for chapter in book()["chapters"].as_array().unwrap() {
        let Some(sources) = chapter["aside"]["sources"].as_array() else {
            continue;
        };
        for source in sources {
            let id = text(source, "fact");
            let fact = record.fact(id).unwrap_or_else(|| panic!("no fact {id}"));
            let read = record.where_read(fact);
            let shown = text(source, "text");
            // A reader of the aside sees how sure it is without opening the record.
            let place = shown.strip_suffix(" (second-hand)");
            assert_eq!(
                place.is_none(),
                fact.confidence == record::Confidence::High,
                "{id}"
            );
            assert!(read.starts_with(place.unwrap_or(shown)), "{id}: {read}");
        }
    }
    let speed = fact(&chapter("count"), "speed");
    let claim = &record.fact("F010").unwrap().claim;
    assert!(speed == 160_000.0 && claim.contains("160,000"), "{claim}");
    let program = fact(&chapter("count"), "program");
    let claim = &record.fact("F004").unwrap().claim;
    assert!(claim.contains(&format!("{program}")), "{claim}");
}

#[test]
fn first_chapter_answers_every_first_move_in_time() {
    let chapter = chapter("answer");
    let depth = fact(&chapter, "depth");
    assert_eq!(chapter["data"]["depth"].as_f64(), Some(depth));
    let guesses = chapter["data"]["guesses"].as_array().unwrap();
    let mut machine = Machine::new();
    let start = Chess::default();
    for chess_move in start.legal_moves() {
        let san = play::san(&start, chess_move);
        machine.position(None, &[&san]);
        let found = machine.search(depth as u8, RootDriver::Host);
        let seconds = machine.seconds(&found.frame);
        assert!(
            seconds < fact(&chapter, "most_seconds"),
            "{san}: {seconds} s"
        );
        let distance = |guess: &Value| (guess.as_f64().unwrap() - found.frame.nodes as f64).abs();
        let near = guesses
            .iter()
            .min_by(|one, other| distance(one).total_cmp(&distance(other)));
        assert_eq!(near.unwrap().as_u64(), Some(1_000), "{san}");
        // Most positions that are there so many plies ahead it has skipped.
        let mut after = start.clone();
        after.play_unchecked(chess_move);
        let all = perft(&after, depth as u32);
        assert!(found.frame.nodes * 2 < all, "{san}: {all}");
    }
}

#[test]
fn second_chapter_has_one_best_capture_among_others() {
    let chapter = chapter("capture");
    let fen = text(&chapter["data"], "fen");
    let mut machine = Machine::new();
    let victim = machine.settle(Setting {
        fen,
        ..Setting::default()
    });
    let (line, to) = victim.winner.unwrap();
    // Lines 1 to 5 are victims; on line 6 an empty square answers.
    assert!(line < 6, "nothing to take");
    let aggressor = machine.settle(Setting {
        fen,
        victim: Some(square(to)),
        ..Setting::default()
    });
    let (_, from) = aggressor.winner.unwrap();
    assert_eq!(square(from) + &square(to), "d4e5");
    // Both questions can be answered wrongly: a lesser victim, and two dearer takers.
    let position = game(fen).position().clone();
    let mut captures = Vec::new();
    for chess_move in position.legal_moves() {
        if chess_move.is_capture() {
            captures.push(shakmaty::uci::UciMove::from_standard(chess_move).to_string());
        }
    }
    captures.sort();
    assert_eq!(captures, ["c3b5", "d4e5", "e2e5", "f4e5"]);
}

#[test]
fn third_and_fourth_chapters_show_the_machines_own_tree() {
    let replies = chapter("replies");
    let cut = chapter("cut");
    let fen = text(&replies["data"], "fen");
    // Who has solved the one tree does not know the other.
    assert_ne!(text(&cut["data"], "fen"), fen);
    let branches = tree(fen);
    assert_eq!(branches.len() as f64, fact(&replies, "moves"));
    // What is shown as an example leaves the best move to be found.
    assert_eq!(text(&replies["data"], "example"), "Ng6");
    for (_, leaves) in &branches {
        assert_eq!(leaves.len() as f64, fact(&replies, "replies"));
    }
    let (best, leaves) = branches
        .iter()
        .max_by_key(|(_, leaves)| least(leaves))
        .unwrap();
    let value = f64::from(least(leaves)) / 100.0;
    assert_eq!((best.as_str(), value), ("Nxf7", fact(&replies, "value")));
    // A reply of Black's that leaves White more is not what counts.
    let (_, hoped) = branches.iter().find(|(san, _)| san == "Ng6").unwrap();
    let most = hoped.iter().map(|reply| reply.value).max().unwrap();
    assert_eq!(f64::from(most) / 100.0, fact(&replies, "hope"));
    assert!(prose(&replies).contains("+2.21"));

    let fen = text(&cut["data"], "fen");
    let branches = tree(fen);
    let (best, leaves) = branches
        .iter()
        .max_by_key(|(_, leaves)| least(leaves))
        .unwrap();
    let sure = f64::from(least(leaves)) / 100.0;
    assert_eq!((best.as_str(), sure), ("Kxf3", fact(&cut, "sure")));
    let said = prose(&cut);
    assert!(
        said.contains("With Kxf3 White has +0.76 for sure"),
        "{said}"
    );
    // Some replies refute a move, and others do not.
    for (san, replies) in &branches {
        assert_eq!(replies.len(), 3, "{san}");
        let refuting = replies.iter().filter(|reply| reply.value <= least(leaves));
        assert_eq!(refuting.count(), 1, "{san}");
    }
    let mut machine = Machine::new();
    machine.position(Some(fen), &[]);
    let found = machine.search(2, RootDriver::Machine);
    assert_eq!(found.san, *best);
    let events = machine.ask(Command::Branch {
        from: 0,
        to: found.frame.cycle,
        ply: 0,
        plies: 2,
    });
    let Some(Event::Branch(branch)) = events.first() else {
        panic!("{events:?}")
    };
    let looked: Vec<&str> = branch
        .nodes
        .iter()
        .filter(|node| node.ply == 2 && !node.illegal)
        .map(|node| node.text.as_str())
        .collect();
    // After all replies to the best move, one look each at the two others: a capture.
    assert_eq!(looked, ["fxe5", "Kh4", "Kg5", "fxe5+", "fxe5"]);
}

#[test]
fn fourth_chapter_counts_the_beginning_of_a_game() {
    let chapter = chapter("cut");
    let plies = fact(&chapter, "plies");
    let mut machine = Machine::new();
    machine.position(None, &[]);
    let found = machine.search(plies as u8, RootDriver::Machine);
    assert_eq!(fact(&chapter, "looked"), found.frame.nodes as f64);
    let all = perft(&Chess::default(), plies as u32);
    assert_eq!(fact(&chapter, "all"), all as f64);
}

#[test]
fn fifth_chapter_has_every_term_on_one_slider() {
    let chapter = chapter("weights");
    let data = &chapter["data"];
    let mut machine = Machine::new();
    let moves = machine.weigh(text(data, "fen"));
    let sliders = data["sliders"].as_array().unwrap();
    for (name, _) in &moves[0].terms {
        let holders = sliders
            .iter()
            .filter(|slider| strings(&slider["terms"]).contains(name));
        assert_eq!(holders.count(), 1, "{name}");
    }
    let named: usize = sliders
        .iter()
        .map(|slider| strings(&slider["terms"]).len())
        .sum();
    assert_eq!(named, 4 + full_terms([0; 4], 0).len());
    // The ninth chapter: a lazy value knows the pieces and where they stand.
    let lazy: Vec<&str> = moves[0].terms[..4]
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(
        lazy,
        [
            "material",
            "piece square",
            "king safety",
            "king centralization"
        ]
    );
    // At first it takes the pawn.
    let best = |factors: [(&str, i32); 2]| {
        let worth = |one: &MoveTerms| {
            let mut sum = 0;
            for (name, value) in &one.terms {
                let slider = sliders
                    .iter()
                    .find(|slider| strings(&slider["terms"]).contains(name))
                    .unwrap();
                let turned = factors.iter().find(|(id, _)| slider["id"] == *id);
                sum += i32::from(*value) * turned.map_or(100, |&(_, factor)| factor);
            }
            sum
        };
        let best = moves.iter().max_by_key(|one| worth(one)).unwrap();
        best.san.clone()
    };
    assert_eq!(best([("material", 100), ("places", 100)]), "Nxe5");
    // The hint's way leads to another move.
    assert_eq!(best([("material", 0), ("places", 100)]), "d4");
    assert_eq!(data["wanted"], 2);
    // A queen more is worth what the text says.
    let alone = |fen: &str| {
        let moves = Machine::new().weigh(fen);
        let (name, value) = &moves[0].terms[0];
        assert_eq!(name, "material");
        *value
    };
    let none = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    for (letter, name) in [
        ('Q', "queen"),
        ('R', "rook"),
        ('B', "bishop"),
        ('N', "knight"),
    ] {
        let more = format!("4k3/8/8/8/8/8/8/{letter}3K3 b - - 0 1");
        let worth = f64::from(alone(&more) - alone(none)) / 100.0;
        assert_eq!(worth, fact(&chapter, name), "{name}");
    }
    let pawn = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1";
    assert_eq!(alone(pawn) - alone(none), 100);
}

#[test]
fn sixth_chapter_has_one_fork_of_king_and_queen() {
    let chapter = chapter("array");
    let fen = text(&chapter["data"], "fen");
    let start = pieces(fen);
    let mut machine = Machine::new();
    let mut forks = Vec::new();
    for to in 0..64 {
        let mut letters: Vec<char> = start
            .chars()
            .map(|letter| if letter.is_uppercase() { '.' } else { letter })
            .collect();
        if letters[to] != '.' {
            continue;
        }
        letters[to] = 'N';
        let events = machine.ask(Command::Settle {
            pieces: letters.iter().collect(),
            white_to_move: true,
            disabled: Vec::new(),
            disable: None,
            victim: None,
        });
        let Some(Event::Settled(settled)) = events.first() else {
            panic!("{events:?}")
        };
        // Line 1 is a queen; CHECK says that the king can be taken.
        if settled.check && settled.winner.is_some_and(|(line, _)| line == 1) {
            forks.push(square(to as u8));
        }
    }
    assert_eq!(forks, ["e7"]);
    assert_eq!(fact(&chapter, "circuits"), 64.0);
    for event in machine.ask(Command::Describe {}) {
        let Event::Described(description) = event else {
            continue;
        };
        let find = description
            .words
            .iter()
            .find(|word| word.orders.contains("find victim"));
        let ticks = find.unwrap().cycles;
        assert_eq!(ticks, 2);
        let millionths = f64::from(ticks as u32) / description.cycles_per_second * 1e6;
        assert_eq!(
            fact(&chapter, "ticks"),
            (millionths * 100.0).round() / 100.0
        );
    }
}

#[test]
fn seventh_chapter_is_solved_by_the_loop_of_the_machine() {
    let chapter = chapter("hand");
    let fen = text(&chapter["data"], "fen");
    let mut machine = Machine::new();
    let found = machine.moves_in_order(fen);
    let wanted = fact(&chapter, "wanted");
    assert_eq!(chapter["data"]["wanted"].as_f64(), Some(wanted));
    assert_eq!(found[..3], ["e4d5", "c3d5", "g5f6"]);
    // The task ends where the victim is disabled, too, because no taker is left.
    assert_eq!(wanted, 2.0);
    let stack = &record::record().fact("F049").unwrap().claim;
    let told = strings(&chapter["more"]).join(" ");
    assert!(told.contains("in a stack"), "{told}");
    assert!(
        stack.contains("stack of one 64-bit disable word a ply"),
        "{stack}"
    );
    // Two of them leave the king in check: the array finds moves, and the program asks for check.
    assert_eq!(found.len() as f64, fact(&chapter, "moves"));
    let legal = game(fen).position().legal_moves();
    assert_eq!(legal.len() as f64, fact(&chapter, "legal"));
    for chess_move in legal {
        let uci = shakmaty::uci::UciMove::from_standard(chess_move).to_string();
        assert_eq!(found.iter().filter(|&one| *one == uci).count(), 1, "{uci}");
    }
}

#[test]
fn eighth_chapter_counts_legal_moves_with_ten_words() {
    let chapter = chapter("program");
    let data = &chapter["data"];
    let mut machine = Machine::new();
    let own = machine.assemble(None);
    assert_eq!(fact(&chapter, "words"), own as f64);
    let words = machine.assemble(Some(strings(&data["source"]).join("\n")));
    assert_eq!(fact(&chapter, "ten"), words as f64);
    assert_eq!(data["words"].as_array().unwrap().len(), words);
    machine.position(Some(text(data, "fen")), &[]);
    let found = machine.search(1, RootDriver::Machine);
    let legal = game(text(data, "fen")).position().legal_moves().len();
    assert_eq!(found.frame.nodes, legal as u64);
    assert_eq!(fact(&chapter, "moves"), legal as f64);
    // Where each word goes, as the chapter says it.
    for event in machine.ask(Command::Describe {}) {
        let Event::Described(description) = event else {
            continue;
        };
        let names = ["who", "close", "stop", "back"];
        for (word, said) in description
            .words
            .iter()
            .zip(data["words"].as_array().unwrap())
        {
            let goal = word.orders.split_once("goto ").map(|(_, label)| label);
            let address = goal.map(|label| {
                let labelled = |one: &room::WordText| one.labels.iter().any(|name| name == label);
                assert!(names.contains(&label), "{label}");
                description.words.iter().position(labelled).unwrap() as u64
            });
            assert_eq!(said["to"].as_u64(), address, "{}", word.orders);
            let conditional = word.orders.contains("if ") || word.orders.contains("unless ");
            assert_eq!(said["when"].is_string(), conditional, "{}", word.orders);
            let sign = said["sign"].as_str();
            assert_eq!(sign.is_some(), conditional, "{}", word.orders);
        }
    }
}

#[test]
fn ninth_chapter_switches_real_devices_off() {
    let chapter = chapter("count");
    let data = &chapter["data"];
    let margin = f64::from(roms::full::FULL_MARGIN) / 100.0;
    assert_eq!(fact(&chapter, "margin"), margin);
    // From the rough value of the example the exact one does not reach what is sure.
    assert!(fact(&chapter, "rough") + margin < fact(&chapter, "sure"));
    let said = prose(&chapter);
    for name in ["+1.00", "−2.00"] {
        assert!(said.contains(name), "{name}");
    }
    assert_eq!(
        [fact(&chapter, "sure"), fact(&chapter, "rough")],
        [1.0, -2.0]
    );
    // From the start of the evaluation to its latch; the program goes on meanwhile.
    let more = strings(&chapter["more"]).join(" ");
    assert!(more.contains(&format!("{READY_CYCLES} ticks")), "{more}");
    let mut machine = Machine::new();
    let (_, source) = microcode::programs::SOURCES
        .iter()
        .find(|(name, _)| *name == "search.mc")
        .unwrap();
    let without = |id: &str| {
        let devices = data["devices"].as_array().unwrap();
        let device = devices.iter().find(|device| device["id"] == id).unwrap();
        let (old, new) = (strings(&device["old"]), strings(&device["new"]));
        let old = old.join("\n");
        assert_eq!(source.matches(&old).count(), 1, "{id}");
        source.replace(&old, &new.join("\n"))
    };
    let mut count = |place: usize, program: Option<String>| {
        machine.assemble(program);
        let place = &data["places"][place];
        machine.position(Some(text(place, "fen")), &[]);
        let depth = place["depth"].as_u64().unwrap() as u8;
        let frame = machine.search(depth, RootDriver::Machine).frame;
        (frame.nodes as f64, frame.cycle as f64)
    };
    let middle = count(0, None);
    let end = count(1, None);
    // Some positions are searched at fewer a second than on average: each takes more ticks.
    let average = CYCLES_PER_SECOND / fact(&chapter, "speed");
    assert!(end.1 / end.0 > average, "{end:?}");
    assert_eq!(middle.0, fact(&chapter, "middle"));
    assert_eq!(end.0, fact(&chapter, "end"));
    let middle_bare = count(0, Some(without("memory"))).0;
    assert_eq!(middle_bare, fact(&chapter, "middle_bare"));
    let bare = count(1, Some(without("memory"))).0;
    assert_eq!(bare, fact(&chapter, "end_bare"));
    assert!(
        bare / end.0 > middle_bare / middle.0,
        "memory saves most in the endgame"
    );
    // The lazy value saves no position, only time.
    let busy = count(0, Some(without("lazy")));
    assert_eq!(busy.0, middle.0);
    assert!(busy.1 > middle.1, "{busy:?} {middle:?}");
    // In the endgame not even time: no rough value decides.
    assert_eq!(count(1, Some(without("lazy"))), end);
}

#[test]
fn tenth_chapter_finds_the_move_and_the_mate() {
    let chapter = chapter("predict");
    let data = &chapter["data"];
    let fen = text(data, "fen");
    let depth = fact(&chapter, "depth");
    assert_eq!(data["depth"].as_f64(), Some(depth));
    let mut machine = Machine::new();
    machine.position(Some(fen), &[]);
    let found = machine.search(depth as u8, RootDriver::Host);
    assert_eq!(found.san, "Rxh2");
    let last = found.thoughts.last().unwrap();
    assert_eq!(last.uci[0], text(data, "played"));
    assert_eq!(fact(&chapter, "found_after"), last.nodes as f64);
    // It has not seen the mate, which is further away than it looks.
    assert_eq!(last.mate, None);
    assert!(strings(&data["line"]).len() as f64 > depth);
    let before = found
        .thoughts
        .iter()
        .rfind(|thought| f64::from(thought.depth) < depth);
    assert_ne!(before.unwrap().uci[0], text(data, "played"));

    let line = strings(&data["line"]);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let mut played = game(fen);
    for san in &line {
        played.play(notation::parse_move(played.position(), san).unwrap());
    }
    assert!(played.position().is_checkmate());
    // After the rook is taken, mate is forced.
    machine.position(Some(fen), &line[..2]);
    let mate = machine.search(7, RootDriver::Host).thoughts;
    assert_eq!(
        mate.last().unwrap().mate.map(f64::from),
        Some(fact(&chapter, "mate"))
    );
}

/// The number with which a white knight's target answers, and that of a taker of a black queen.
fn answers(fen: &str, victim: Option<&str>) -> (u8, String) {
    let settled = Machine::new().settle(Setting {
        fen,
        victim: victim.map(str::to_owned),
        ..Setting::default()
    });
    let (line, at) = settled.winner.expect("a square answers");
    (line, square(at))
}

#[test]
fn numbers_in_the_circles_stand_for_what_the_texts_say() {
    let book = book();
    let victims = strings(&book["queue"]["victim"]);
    let aggressors = strings(&book["queue"]["aggressor"]);
    // What can be taken on c3.
    for (number, (letter, name)) in (1..).zip([
        ("q", "a queen"),
        ("r", "a rook"),
        ("b", "a bishop"),
        ("n", "a knight"),
        ("p", "a pawn"),
        ("1", "an empty square"),
    ]) {
        assert_eq!(victims[usize::from(number) - 1], name);
        let fen = format!("8/8/8/8/8/2{letter}5/8/1N6 w - - 0 1");
        let (line, at) = answers(&fen, None);
        assert_eq!(line, number, "{letter}");
        assert!(number == 6 || at == "c3", "{letter}: {at}");
    }
    // What can take it.
    for (number, (fen, name)) in (1..).zip([
        ("8/8/8/3q4/4P3/8/8/8 w - - 0 1", "a pawn"),
        ("8/8/8/3q4/8/2N5/8/8 w - - 0 1", "a knight"),
        ("8/8/8/3q4/4B3/8/8/8 w - - 0 1", "a bishop"),
        ("8/8/8/3q4/3R4/8/8/8 w - - 0 1", "a rook"),
        ("8/8/8/3q4/3Q4/8/8/8 w - - 0 1", "a queen"),
        ("8/8/8/3q4/3K4/8/8/8 w - - 0 1", "the king"),
    ]) {
        assert_eq!(aggressors[usize::from(number) - 1], name);
        assert_eq!(answers(fen, Some("d5")).0, number, "{fen}");
    }
    // Between equals the first from a1 on wins.
    assert_eq!(answers("8/8/8/8/p3p3/1P1P4/8/8 w - - 0 1", None).1, "a4");
    assert_eq!(answers("8/8/8/4p3/p2P4/1P6/8/8 w - - 0 1", None).1, "a4");
}

/// The worksheet's trees: moves in words, each with the values of its replies.
fn sheet_trees() -> Vec<Vec<(String, Vec<i32>)>> {
    let page = include_str!("../../web/learn/worksheet.html");
    let tables = page.split("<table class=\"tree\">").skip(1);
    tables.map(sheet_tree).collect()
}

fn sheet_tree(table: &str) -> Vec<(String, Vec<i32>)> {
    let (tree, _) = table.split_once("</table>").unwrap();
    let cells = |tag: &str| -> Vec<String> {
        let mut out = Vec::new();
        for cell in tree.split(&format!("<{tag}")).skip(1) {
            let (_, text) = cell.split_once('>').unwrap();
            out.push(text.split('<').next().unwrap().to_owned());
        }
        out
    };
    let heads = cells("th ");
    let mut values = Vec::new();
    for cell in cells("td") {
        if let Ok(value) = cell.replace('−', "-").parse::<i32>() {
            values.push(value);
        }
    }
    assert_eq!(values.len(), 3 * heads.len());
    heads
        .into_iter()
        .zip(values.chunks(3).map(<[i32]>::to_vec))
        .collect()
}

/// The position that the worksheet's board shows, White to move.
fn sheet_board() -> String {
    let page = include_str!("../../web/learn/worksheet.html");
    let (_, board) = page.split_once("<table class=\"board\"").unwrap();
    let (board, _) = board.split_once("</table>").unwrap();
    let mut ranks = Vec::new();
    for row in board.split("<tr>").skip(1).take(8) {
        let mut rank = String::new();
        for cell in row.split("<td>").skip(1) {
            let glyph = cell.split('<').next().unwrap();
            let at = "♔♕♖♗♘♙♚♛♜♝♞♟"
                .chars()
                .position(|one| glyph.starts_with(one));
            rank.push(at.map_or('1', |at| "KQRBNPkqrbnp".chars().nth(at).unwrap()));
        }
        ranks.push(rank);
    }
    format!("{} w - - 0 1", ranks.join("/"))
}

/// Replies that alpha-beta looks at from left to right, and the move that it finds.
fn looks(tree: &[(String, Vec<i32>)]) -> (usize, String) {
    let (mut count, mut sure, mut best) = (0, i32::MIN, String::new());
    for (name, replies) in tree {
        let mut worth = i32::MAX;
        for &reply in replies {
            count += 1;
            worth = worth.min(reply);
            if worth <= sure {
                break;
            }
        }
        if worth > sure {
            sure = worth;
            best.clone_from(name);
        }
    }
    (count, best)
}

#[test]
fn worksheet_has_the_answers_of_search_and_machine() {
    let answers = include_str!("../../web/learn/answers.html");
    let trees = sheet_trees();
    assert_eq!(trees.len(), 3);
    // The same moves each time, in another order.
    let sorted = |tree: &[(String, Vec<i32>)]| {
        let mut tree = tree.to_vec();
        tree.sort();
        tree
    };
    assert!(trees.iter().all(|tree| sorted(tree) == sorted(&trees[0])));
    for (name, replies) in &trees[0] {
        let worth = *replies.iter().min().unwrap();
        let said = format!("{name}: {worth}").replace('-', "−");
        assert!(answers.contains(&said), "{said}");
    }
    let (first, best) = looks(&trees[1]);
    assert!(
        answers.contains(&format!("<strong>{best}</strong>")),
        "{best}"
    );
    assert!(answers.contains(&format!("= {first} looks")), "{first}");
    let (second, same) = looks(&trees[2]);
    assert!(
        answers.contains(&format!("<strong>{second} looks")),
        "{second}"
    );
    assert_eq!(same, best);
    // In words the answers are those of the teachers' page.
    let teachers = include_str!("../../web/learn/teachers.html");
    for answer in answers.split("<dd>").skip(1) {
        let (answer, _) = answer.split_once("</dd>").unwrap();
        assert!(teachers.contains(answer), "{answer}");
    }
    // The third task has a position of its own.
    let fen = sheet_board();
    assert_ne!(pieces(&fen), pieces(text(&chapter("hand")["data"], "fen")));
    let position = game(&fen).position().clone();
    let mut said = Vec::new();
    for uci in &Machine::new().moves_in_order(&fen)[..3] {
        let (from, to) = uci.split_at(2);
        let chess_move = notation::parse_move(&position, uci).expect("the capture is legal");
        assert!(chess_move.is_capture(), "{uci}");
        let letter = match chess_move.role() {
            shakmaty::Role::Pawn => String::new(),
            role => role.upper_char().to_string(),
        };
        said.push(format!("{letter}{from}x{to}"));
    }
    let said = said.join(", ");
    assert!(answers.contains(&said), "{said}");
}

//! The fast board of the classic search against the plain one: the same answers, and so the same search.

mod common;

use board::{self, Cpu};
use common::{random_endings, random_positions, standard, suite};
use reference::full::full_counts;
use reference::{Address, Bitboards, Board, MemoryUse, Move, MoveSet, Outcome, Position, Searcher};
use roms::full::{FULL_TERMS, TERMS};
use roms::value::INFINITY;
use shakmaty::Chess;

fn many_positions() -> Vec<Chess> {
    let mut out = random_positions(31, 3000);
    out.extend(random_endings(32, 8, 1500));
    out.extend(standard());
    out.extend(suite(include_str!("../../../suites/lockstep.epd")));
    out.extend(suite(include_str!("../../../suites/absurd.epd")));
    out
}

/// The moves tried, and the positions after them.
fn tried<B: Board + Clone>(board: &B, tried: MoveSet) -> Vec<(Move, B)> {
    let mut out = Vec::new();
    board.try_moves(tried, |m, child| {
        out.push((m, child.clone()));
        false
    });
    out
}

/// Everything that the search reads from a position.
fn search_view(board: &impl Board) -> (bool, Address, bool, i16, i16) {
    (
        board.white_to_move(),
        board.address(),
        board.in_check(),
        board.lazy_value(),
        board.full_value(),
    )
}

#[test]
fn fast_board_answers_equal_plain_board() {
    board::with_cpu!(each |cpu| -> () {
        let mut exchanges = 0;
        for chess in many_positions() {
            let plain = Position::from(&chess);
            let fast = Bitboards::new(cpu, &plain);
            assert_eq!(search_view(&fast), search_view(&plain), "{chess:?}");
            let targets = (0..64).filter(|&target| plain.board[usize::from(target)] != roms::EMPTY);
            for which in [MoveSet::All, MoveSet::Noisy].into_iter().chain(targets.map(MoveSet::Exchange)) {
                let (found, expected) = (tried(&fast, which), tried(&plain, which));
                let moves = |all: &[(Move, _)]| all.iter().map(|&(m, _)| m).collect::<Vec<_>>();
                assert_eq!(
                    moves(&found),
                    expected.iter().map(|&(m, _)| m).collect::<Vec<_>>(),
                    "{which:?} in {chess:?}"
                );
                for ((m, child), (_, plain)) in found.iter().zip(&expected) {
                    // What moves keep up to date is what is worked out afresh.
                    assert_eq!(*child, Bitboards::new(cpu, plain), "{m:?} in {chess:?}");
                    assert_eq!(search_view(child), search_view(plain), "{m:?} in {chess:?}");
                }
                exchanges += usize::from(matches!(which, MoveSet::Exchange(_)) && !found.is_empty());
            }
        }
        assert!(exchanges > 1000, "{exchanges}");
    });
}

#[test]
fn full_counts_fast_board_equals_plain() {
    board::with_cpu!(each |cpu| -> () {
        let mut seen = [0; FULL_TERMS];
        for chess in many_positions().into_iter().chain(random_positions(33, 20_000)) {
            let position = Position::from(&chess);
            let expected = full_counts(&position.board);
            let found = Bitboards::new(cpu, &position).full_counts();
            for (index, term) in TERMS.iter().enumerate() {
                assert_eq!(found[index], expected[index], "{} in {chess:?}", term.name);
                seen[index] += u32::from(found[index] != [0, 0]);
            }
        }
        // The positions must have shown every term.
        for (term, seen) in TERMS.iter().zip(seen) {
            assert!(seen > 100, "{}: {seen}", term.name);
        }
    });
}

/// Two searchers, and what each does with a position on its own board.
struct Both {
    fast: Searcher,
    plain: Searcher,
}

impl Both {
    fn remembering(remembers: MemoryUse, draw_value: i16) -> Both {
        let mut both = Both {
            fast: Searcher::remembering(remembers),
            plain: Searcher::remembering(remembers),
        };
        both.fast.set_draw_value(draw_value);
        both.plain.set_draw_value(draw_value);
        both
    }

    /// Searches on both boards: the same value, move and nodes.
    fn search(
        &mut self,
        cpu: impl Cpu,
        chess: &Chess,
        depth: u8,
        [alpha, beta]: [i16; 2],
    ) -> Outcome {
        let position = Position::from(chess);
        let fast = self
            .fast
            .search(&Bitboards::new(cpu, &position), depth, alpha, beta);
        let plain = self.plain.search(&position, depth, alpha, beta);
        assert_eq!(
            fast, plain,
            "depth {depth}, window {alpha} to {beta}: {chess:?}"
        );
        fast
    }
}

#[test]
fn search_fast_board_equals_plain() {
    board::with_cpu!(|cpu| -> () {
        // More nodes than this at a depth: not to the next, for the plain board is slow.
        const HEAVY: u64 = 1_000;
        let mut positions = random_positions(34, 200);
        positions.extend(random_endings(35, 6, 200));
        let whole = positions.iter().map(|chess| (chess, MemoryUse::All, 0));
        let some = positions.iter().step_by(8);
        let less = some.flat_map(|chess| {
            [
                (chess, MemoryUse::MarksOnly, 25),
                (chess, MemoryUse::Nothing, 0),
            ]
        });
        let mut deep = 0;
        for (number, (chess, remembers, draw_value)) in whole.chain(less).enumerate() {
            let mut both = Both::remembering(remembers, draw_value);
            let mut guess = 0;
            for depth in 1..=5 {
                // First a null window, which leaves bounds in the memory; then the whole one.
                both.search(cpu, chess, depth, [guess, guess + 1]);
                let found = both.search(cpu, chess, depth, [-INFINITY, INFINITY]);
                deep += u32::from(depth >= 3);
                guess = found.value;
                if found.nodes > HEAVY {
                    break;
                }
            }
            if number % 50 == 0 {
                for index in 0..1 << 17 {
                    let [fast, plain] =
                        [&both.fast, &both.plain].map(|searcher| searcher.memory().entry(index));
                    assert_eq!(fast, plain, "entry {index} after {chess:?}");
                }
            }
        }
        assert!(deep > 200, "only {deep} searches to depth 3 and deeper");
    });
}

//! Perft: the number of leaves of the game tree, on several threads, with an optional hash table.
//!
//! Leaves are counted on bare piece sets without keys, values or move lists, the moves of the last
//! ply in bulk.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use shakmaty::Chess;

use super::castling::CastlingRooks;
use super::generate::Count;
use super::movegen::{Black, MoveGen, Side, Sink, White};
use super::piece_sets::PieceSets;
use super::{
    Bitboard, Board, CastlingSide, Color, Cpu, Flag, Kernel, Kind, NoTable, PieceSquareTable,
    Square, attacks,
    memory::{CacheLines, LINE},
};

impl<C: Cpu, V: PieceSquareTable> Board<C, V> {
    /// Number of legal move sequences of `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let bare = Bare {
            sets: self.sets,
            rooks: self.rooks,
            castling: self.castling,
            en_passant: self.en_passant,
        };
        match self.turn {
            Color::White => bare.leaves::<C, White>(self.cpu, depth),
            Color::Black => bare.leaves::<C, Black>(self.cpu, depth),
        }
    }
}

/// State on which moves depend. The en-passant square is set if an enemy pawn stands beside, legal
/// or not.
#[derive(Clone, Copy)]
struct Bare {
    sets: PieceSets,
    rooks: CastlingRooks,
    castling: u8,
    en_passant: Option<Square>,
}

impl Bare {
    /// Number of leaves `depth` plies (1 or more) below, with `U` to move.
    #[inline(always)]
    fn leaves<C: Cpu, U: Side>(&self, cpu: C, depth: u32) -> u64 {
        if depth == 1 {
            cpu.vectorize(Last {
                cpu,
                from: self,
                side: PhantomData::<U>,
            })
        } else {
            cpu.vectorize(Walk {
                cpu,
                from: self,
                depth,
                leaves: 0,
                side: PhantomData::<U>,
            })
        }
    }

    #[inline(always)]
    fn movegen<C: Cpu, U: Side>(&self, cpu: C) -> MoveGen<'_, C> {
        MoveGen {
            cpu,
            sets: &self.sets,
            king_threats: self.sets.king_threats(U::COLOR),
            rooks: self.rooks,
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    /// The state after a piece of `us` moves between the two squares of `path`.
    #[inline(always)]
    fn moved(&self, us: Color, kind: Kind, path: Bitboard) -> Bare {
        let mut after = Bare {
            en_passant: None,
            ..*self
        };
        after.sets.toggle(us, kind, path);
        after
    }
}

/// Counts the moves of the last ply.
struct Last<'a, C, U> {
    cpu: C,
    from: &'a Bare,
    side: PhantomData<U>,
}

impl<C: Cpu, U: Side> Kernel for Last<'_, C, U> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut count = Count {
            cpu: self.cpu,
            moves: 0,
        };
        self.from
            .movegen::<C, U>(self.cpu)
            .generate::<_, U, true, true>(&mut count);
        u64::from(count.moves)
    }
}

/// Makes each move and counts the leaves below.
struct Walk<'a, C, U> {
    cpu: C,
    from: &'a Bare,
    depth: u32,
    leaves: u64,
    side: PhantomData<U>,
}

impl<C: Cpu, U: Side> Kernel for Walk<'_, C, U> {
    type Output = u64;

    #[inline(always)]
    fn run(mut self) -> u64 {
        self.from
            .movegen::<C, U>(self.cpu)
            .generate::<_, U, true, true>(&mut self);
        self.leaves
    }
}

impl<C: Cpu, U: Side> Walk<'_, C, U> {
    #[inline(always)]
    fn below(&mut self, after: &Bare) {
        self.leaves += after.leaves::<C, U::Other>(self.cpu, self.depth - 1);
    }

    /// The castling rights that remain when a piece leaves or reaches a square.
    #[inline(always)]
    fn rights_after(&self, rights: u8, kind: Kind, square: Square) -> u8 {
        self.from
            .rooks
            .rights_after(rights, U::COLOR, kind, square, square)
    }
}

impl<C: Cpu, U: Side> Sink for Walk<'_, C, U> {
    #[inline(always)]
    fn piece_moves(&mut self, kind: Kind, from: Square, to: Bitboard, enemies: Bitboard) {
        // A queen's moves are generated as a bishop's and a rook's.
        let is_queen =
            matches!(kind, Kind::Bishop | Kind::Rook) && self.from.sets.kind(Kind::Queen).has(from);
        let kind = if is_queen { Kind::Queen } else { kind };
        let castling = self.rights_after(self.from.castling, kind, from);
        for to in to & enemies {
            let mut after = *self.from;
            after.sets.clear(!U::COLOR, to.bb());
            let mut after = after.moved(U::COLOR, kind, from.bb() | to.bb());
            after.castling = self.rights_after(castling, kind, to);
            self.below(&after);
        }
        for to in to & !enemies {
            let mut after = self.from.moved(U::COLOR, kind, from.bb() | to.bb());
            after.castling = castling;
            self.below(&after);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, step: i8, flag: Flag) {
        for to in to {
            let mut after = *self.from;
            if flag == Flag::Capture {
                after.sets.clear(!U::COLOR, to.bb());
                after.castling = self.rights_after(after.castling, Kind::Pawn, to);
            }
            let mut after = after.moved(U::COLOR, Kind::Pawn, to.offset(-step).bb() | to.bb());
            if flag == Flag::Double {
                let over = to.offset(-step / 2);
                let near = attacks::pawn(U::COLOR, over) & after.sets.pieces(!U::COLOR, Kind::Pawn);
                after.en_passant = near.not_empty().then_some(over);
            }
            self.below(&after);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, step: i8, capture: bool) {
        for to in to {
            let mut before = *self.from;
            if capture {
                before.sets.clear(!U::COLOR, to.bb());
                before.castling = self.rights_after(before.castling, Kind::Pawn, to);
            }
            for kind in [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop] {
                let mut after = before.moved(U::COLOR, Kind::Pawn, to.offset(-step).bb());
                after.sets.toggle(U::COLOR, kind, to.bb());
                self.below(&after);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let mut after = self.from.moved(U::COLOR, Kind::Pawn, from.bb() | to.bb());
        after.sets.clear(!U::COLOR, to.offset(-U::COLOR.up()).bb());
        self.below(&after);
    }

    #[inline(always)]
    fn castle(&mut self, from: Square, to: Square) {
        let side = CastlingSide::of_target(to);
        let mut after = self.from.moved(U::COLOR, Kind::King, from.bb() ^ to.bb());
        let (rook, beside) = (
            self.from.rooks.square(U::COLOR, side),
            Square::at(side.rook_file(), to.rank()),
        );
        after
            .sets
            .toggle(U::COLOR, Kind::Rook, rook.bb() ^ beside.bb());
        after.castling = self.rights_after(after.castling, Kind::King, from);
        self.below(&after);
    }
}

/// Threads and memory of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftSetup {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Size of the hash table in MiB; 0 for none.
    pub hash: usize,
}

impl PerftSetup {
    /// Permitted numbers of threads.
    pub const THREADS: std::ops::RangeInclusive<usize> = 1..=256;
    /// Permitted sizes of the hash table in MiB.
    pub const HASH: std::ops::RangeInclusive<usize> = 0..=16_384;
}

/// Failure of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The caller stopped it.
    #[error("stopped before it was done")]
    Stopped,
    /// The hash table could not be allocated.
    #[error("no memory for a table of {0} MiB")]
    NoMemory(usize),
}

type Leaves = Vec<(shakmaty::Move, u64)>;

/// Counts the leaves `depth` plies (1 or more) below a position, for each move, until `stopped`.
pub fn perft(
    position: &Chess,
    depth: u32,
    setup: PerftSetup,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Leaves, PerftError> {
    let table = match setup.hash {
        0 => None,
        hash => Some(Table::new(hash).ok_or(PerftError::NoMemory(hash))?),
    };
    let tree = Tree {
        table: table.as_ref(),
        stopped,
    };
    crate::with_cpu!(|cpu,
                      position: &'a Chess,
                      depth: u32,
                      setup: PerftSetup,
                      tree: Tree<'a>|
     -> Result<Leaves, PerftError> {
        let root = Board::<_, NoTable>::from_chess(cpu, position);
        let moves = root.moves();
        // Threads share the subtrees two plies below the root; one ply gives too few, too uneven
        // parts.
        let below = depth.saturating_sub(2);
        let parts = moves.iter().enumerate().flat_map(|(at, &m)| {
            let next = root.make(m);
            let parts = match depth {
                0 | 1 => vec![next],
                _ => next.moves().iter().map(|&m| next.make(m)).collect(),
            };
            parts.into_iter().map(move |part| (at, part))
        });
        let parts: Vec<_> = parts.collect();
        let count = |(at, part): &(usize, Board<_, NoTable>)| Ok((*at, tree.leaves(part, below)?));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(setup.threads)
            .build();
        let counts: Result<Vec<_>, PerftError> = match pool {
            Ok(pool) => pool.install(|| parts.par_iter().with_max_len(1).map(count).collect()),
            // The system refuses threads.
            Err(_) => parts.iter().map(count).collect(),
        };
        let mut leaves: Leaves = moves
            .iter()
            .filter_map(|&m| Some((root.to_shakmaty(m)?, 0)))
            .collect();
        for (at, count) in counts? {
            leaves[at].1 += count;
        }
        Ok(leaves)
    })
}

/// Remaining depth up to which neither table nor stop is consulted.
const PLAIN_DEPTH: u32 = 2;

/// Counts by key and depth. An entry is key XOR count, and count, so that a torn entry matches no
/// key.
struct Table(CacheLines);

impl Table {
    fn new(mebibytes: usize) -> Option<Table> {
        CacheLines::new((mebibytes << 20) / (LINE * size_of::<u64>())).map(Table)
    }

    /// Check and count at the place of this key.
    fn slot(&self, key: u64) -> [&AtomicU64; 2] {
        const SLOTS: usize = LINE / 2;
        let slots = self.0.len() * SLOTS;
        let at = ((u128::from(key) * slots as u128) >> 64) as usize;
        let line = self.0.line(at / SLOTS);
        let first = at % SLOTS * 2;
        [&line[first], &line[first + 1]]
    }

    fn key(position: u64, depth: u32) -> u64 {
        position ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn probe(&self, key: u64) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Relaxed);
        // No position has a count of 0 here, so 0 marks an empty entry.
        (count != 0 && check.load(Relaxed) ^ count == key).then_some(count)
    }

    fn store(&self, key: u64, leaves: u64) {
        let [check, count] = self.slot(key);
        count.store(leaves, Relaxed);
        check.store(key ^ leaves, Relaxed);
    }
}

/// A count of a tree: what its threads share.
struct Tree<'a> {
    table: Option<&'a Table>,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Tree<'_> {
    fn leaves<C: Cpu>(&self, board: &Board<C, NoTable>, depth: u32) -> Result<u64, PerftError> {
        if depth <= PLAIN_DEPTH {
            return Ok(board.perft(depth));
        }
        if (self.stopped)() {
            return Err(PerftError::Stopped);
        }
        let key = Table::key(board.key(), depth);
        if let Some(known) = self.table.and_then(|table| table.probe(key)) {
            return Ok(known);
        }
        let sum = if depth == PLAIN_DEPTH + 1 && self.table.is_none() {
            board.perft(depth)
        } else {
            board
                .moves()
                .iter()
                .map(|&m| self.leaves(&board.make(m), depth - 1))
                .sum::<Result<_, _>>()?
        };
        if let Some(table) = self.table {
            table.store(key, sum);
        }
        Ok(sum)
    }
}

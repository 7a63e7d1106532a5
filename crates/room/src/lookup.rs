//! Entries of the transposition memory by position, moves of the opening book, and digests of
//! states.

use book::Book;
use host::transposition_key;
use machine::State;
use machine::signal::SIGNALS;
use play::Game;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

use crate::Fault;
use crate::event::{Event, Level, MemoryLookup, StoredEntry, WeightedMove};
use crate::room::{Room, play_moves};
use crate::{frame, text};

/// The entry of a position given by FEN and moves; without FEN, moves from the game's position.
pub(crate) fn looked_up(
    room: &Room,
    fen: Option<&str>,
    moves: &[String],
) -> Result<Vec<Event>, Fault> {
    let mut game = match fen.map(str::trim) {
        None | Some("") => Game::from_position(room.game.position().clone()),
        Some(fen) => Game::from_fen(fen).map_err(|error| Fault::other(&error))?,
    };
    play_moves(&mut game, moves)?;
    let key = transposition_key(game.position());
    let memory = &room.link.state().memory;
    let entry = memory.probe(key);
    Ok(vec![Event::Looked(MemoryLookup {
        fen: Fen::from_position(game.position(), EnPassantMode::Legal).to_string(),
        key: Level(key.bits),
        index: memory.index(key),
        bits: Level(entry.0),
        entry: frame::entry(entry, key),
    })])
}

/// The entry at an address.
pub(crate) fn stored(room: &Room, address: usize) -> Result<Vec<Event>, Fault> {
    let state = room.link.state();
    let entries = state.memory.entries();
    let Some(&entry) = entries.get(address) else {
        let last = entries.len() - 1;
        return Err(Fault::other(&format!(
            "address {address:#x}: expected 0x0 to {last:#x}"
        )));
    };
    Ok(vec![Event::Stored(StoredEntry {
        address,
        bits: Level(entry.0),
        entry: frame::entry(entry, state.key()),
    })])
}

/// The embedded book's moves in a position, those that are never played left out.
pub(crate) fn book_moves(position: &Chess) -> Event {
    let mut moves = Vec::new();
    for found in Book::embedded().moves(position) {
        if found.weight > 0 {
            moves.push(WeightedMove {
                uci: text::uci(found.chess_move),
                weight: found.weight,
            });
        }
    }
    Event::Book { moves }
}

/// FNV-1a over all registers and memories.
pub(crate) fn digest(state: &State) -> Event {
    let mut digest = 0xCBF2_9CE4_8422_2325u64;
    let mut add = |level: u64| digest = (digest ^ level).wrapping_mul(0x0000_0100_0000_01B3);
    SIGNALS.iter().for_each(|signal| add((signal.read)(state)));
    for ply in 0..64 {
        add(state.disable.word(ply));
        (0..8).for_each(|slot| add(state.stack.slot(ply, slot) as u64));
        let saved = state.stack.state(ply);
        [
            saved.to,
            saved.from,
            saved.captured,
            saved.en_passant,
            saved.rights,
            saved.kind as u8,
        ]
        .into_iter()
        .for_each(|register| add(register.into()));
    }
    state.memory.entries().iter().for_each(|entry| add(entry.0));
    Event::Digest {
        cycle: state.cycles,
        digest: Level(digest),
    }
}

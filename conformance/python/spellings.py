#!/usr/bin/env python3
"""Compares how moves are read with python-chess, for every spelling that people use.

    spellings.py [--positions 200] [--seed 1] target/debug/examples/read_moves

The positions come from seeded random games, also of Chess960 and with many pawns about to promote.
In each, every legal move is spelled in all the ways of SPELLINGS: the program must read that move.
Then texts are damaged at random: what python-chess reads as a move, the program must read as the
same move; what only the program reads must name the square that the move goes to, or castling. Exit
code 1 on any fault.
"""

import argparse
import collections
import random
import re
import subprocess
import sys

import chess

GERMAN = str.maketrans("QRBN", "DTLS")
FIGURINES = str.maketrans("KQRBN", "♔♕♖♗♘")
STARTS = [
    chess.STARTING_FEN,
    "rnbq1bnr/pPP1kPPp/8/8/8/8/PppKppP1/RNBQ1BNR w - - 0 1",
    "r3k2r/1PpppPpP/8/8/8/8/pPPPPpPp/R3K2R b KQkq - 0 1",
    "4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 w - - 0 1",
    "n1n1n1nk/PPPPPPPP/8/8/8/8/pppppppp/N1N1N1NK w - - 0 1",
    "k7/8/8/2Q2Q2/8/2Q2Q2/8/K3N2N w - - 0 1",
]


def promotion(form):
    """The promotion in this form, with {} for its piece."""

    def spell(san, move):
        return re.sub(r"=([QRBN])", lambda found: form.format(found[1]), san)

    return spell


def long_form(separator):
    """From and to square with the piece, as in Ng1-f3."""

    def spell(san, move):
        if san.startswith("O"):
            return san
        piece = san[0] if san[0] in "KQRBN" else ""
        start, end = (
            chess.square_name(move.from_square),
            chess.square_name(move.to_square),
        )
        last = (
            "=" + chess.piece_symbol(move.promotion).upper() if move.promotion else ""
        )
        return piece + start + separator + end + last

    return spell


def castling(king, queen):
    def spell(san, move):
        return san.replace("O-O-O", queen).replace("O-O", king)

    return spell


SPELLINGS = {
    "as the standard says": lambda san, move: san,
    "without x": lambda san, move: san.replace("x", ""),
    "colon": lambda san, move: san.replace("x", ":"),
    "cross": lambda san, move: san.replace("x", "×"),
    "without check": lambda san, move: san.rstrip("+#"),
    "without all signs": lambda san, move: re.sub("[x+#=]", "", san),
    "annotated": lambda san, move: san + "!?",
    "dagger": lambda san, move: san.rstrip("+#") + "†",
    "numbered": lambda san, move: "12." + san,
    "numbered with dots": lambda san, move: "7... " + san,
    "a8Q": promotion("{}"),
    "a8(Q)": promotion("({})"),
    "a8/Q": promotion("/{}"),
    "a8=(Q)": promotion("=({})"),
    "a8 = Q": promotion(" = {}"),
    "small promotion": lambda san, move: re.sub("=[QRBN]", lambda f: f[0].lower(), san),
    "German": lambda san, move: san.translate(GERMAN),
    "figurines": lambda san, move: san.translate(FIGURINES),
    "Na1-b3": long_form("-"),
    "Na1xb3": long_form("x"),
    "Na1b3": long_form(""),
    "coordinates": lambda san, move: move.uci(),
    "capital coordinates": lambda san, move: move.uci().upper(),
    "zeros": castling("0-0", "0-0-0"),
    "small o": castling("o-o", "o-o-o"),
    "digits only": castling("00", "000"),
    "letters only": castling("OO", "OOO"),
    "dashes": lambda san, move: san.replace("-", "–"),
    "no-break space": lambda san, move: "\u00a0" + san + "\u00a0",
    "zero width": lambda san, move: "\u200b".join(san),
    "byte order mark": lambda san, move: "\ufeff" + san,
}
# A small letter b can be a pawn.
SMALL = {
    "small piece": lambda san, move: (
        san[0].lower() + san[1:] if san[0] in "KQRN" else san
    )
}


def positions(rng, count):
    """Positions of random games."""
    for number in range(count):
        if number % 4 == 3:
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        else:
            board = chess.Board(STARTS[number % len(STARTS)])
        for _ in range(rng.randrange(0, 60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if board.is_valid() and not board.is_game_over():
            yield board


def damaged(rng, text):
    """The text with a letter changed, left out, added or exchanged with the next."""
    at = rng.randrange(len(text))
    letter = rng.choice("abcdefgh12345678NBRQKOxX=+#-:()/0o. qrbn")
    return rng.choice(
        [
            text[:at] + letter + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[:at] + letter + text[at:],
            text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
        ]
    )


def peer(board, text):
    """The move that python-chess reads."""
    try:
        return board.parse_san(text)
    except ValueError:
        return None


def abbreviated(board, text):
    """The one capture that a text without the square names by its file, such as cd or Nxc."""
    plain = re.sub(r"^\s*\d+\s*\.*|[^a-hxKQRBN]", "", text.replace("×", "x"))
    parts = re.fullmatch(r"([a-hKQRBN])x?([a-h])([QRBN]?)", plain)
    if not parts:
        return None
    mover, file, piece = parts.groups()
    fitting = []
    for move in filter(board.is_capture, board.legal_moves):
        role = chess.piece_symbol(board.piece_type_at(move.from_square)).upper()
        name = chess.square_name(move.from_square)[0] if role == "P" else role
        promotion = chess.piece_symbol(move.promotion) if move.promotion else ""
        goes_there = chess.square_name(move.to_square)[0] == file
        if name == mover and goes_there and piece in ("", promotion.upper()):
            fitting.append(move)
    return fitting[0] if len(fitting) == 1 else None


def questions(rng, board):
    """Texts about a position, each with its kind and the move that is meant, if one is."""
    for move in board.legal_moves:
        san = board.san(move)
        for kind, spell in {**SPELLINGS, **SMALL}.items():
            if "coordinates" in kind and board.chess960 and board.is_castling(move):
                continue
            yield kind, spell(san, move), move
        spell = rng.choice(list(SPELLINGS.values()))
        yield "damaged", damaged(rng, spell(san, move)), None


def fault(board, kind, text, move, answer):
    """What is wrong with an answer."""
    refused = answer.startswith("error: ")
    if move is None:
        other = peer(board, text)
        # For python-chess an x means nothing.
        if other and "x" in text and not board.is_capture(other):
            other = None
        if other and (refused or chess.Move.from_uci(answer) != other):
            return f"python-chess reads {board.uci(other)}"
        if refused or other:
            return None
        read = board.parse_uci(answer)
        if read == abbreviated(board, text):
            return None
        if board.is_castling(read) or chess.square_name(read.to_square) in text.lower():
            return None
        # Invisible characters and gaps stand between its letters.
        plain = re.sub(r"[^a-h1-8]", "", text.lower())
        return (
            None
            if chess.square_name(read.to_square) in plain
            else "it names no such square"
        )
    if refused or board.parse_uci(answer) != move:
        return f"it means {board.uci(move)}"
    return None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--positions", type=int, default=200, help="(default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("program", help="the example read_moves of crates/notation")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    asked = [
        (board.copy(stack=False), kind, text, move)
        for board in positions(rng, arguments.positions)
        for kind, text, move in questions(rng, board)
    ]
    lines = "".join(
        f"{board.shredder_fen() if board.chess960 else board.fen()}\t{text}\n"
        for board, _, text, _ in asked
    )
    done = subprocess.run(
        [arguments.program], input=lines.encode(), capture_output=True, check=True
    )
    answers = done.stdout.decode().splitlines()
    assert len(answers) == len(asked), (len(answers), len(asked))
    counts, faults = collections.Counter(), 0
    for (board, kind, text, move), answer in zip(asked, answers):
        counts[kind] += 1
        if wrong := fault(board, kind, text, move, answer):
            faults += 1
            if faults <= 40:
                print(f"{board.fen()}: {kind} {text!r}: {answer}; {wrong}")
    for kind, count in counts.items():
        print(f"{kind:24} {count:7}")
    print(f"{len(asked)} texts, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

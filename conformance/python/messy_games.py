#!/usr/bin/env python3
"""Has `belle analyse` read messy PGN files, and compares what it keeps with python-chess's reader.

    messy_games.py [--games 1000] [--seed 1] PROGRAM [ARGUMENT...]

The files are made from suites/belle.pgn by a seeded generator, which knows the moves that are legal
and readable in each game. Of every game the program keeps at least these, no other moves, and the
comments before the fault; or it names the game. Every damaged game is named with its line. Exit
code 1 on any fault. A table shows for each kind of mess the share of the moves that both readers
keep.
"""

import argparse
import collections
import io
import logging
import os
import random
import re
import subprocess
import sys
import tempfile

import chess
import chess.pgn

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
GERMAN = str.maketrans("KQRBN", "KDTLS")
FIGURINES = str.maketrans("KQRBN", "♔♕♖♗♘")
# python-chess reports each of the moves that the generator damaged.
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


class Given:
    """A game as it stands in a file: its text, and what a reader must keep of it."""

    def __init__(self, kind, text, moves, damaged, comments=()):
        self.kind, self.text, self.moves, self.damaged = kind, text, moves, damaged
        self.comments = comments


def sources():
    """Moves and names of the project's games."""
    with open(os.path.join(ROOT, "suites", "belle.pgn"), encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            if "FEN" in game.headers:
                continue
            yield (
                game.headers["White"],
                game.headers["Black"],
                list(game.mainline_moves()),
            )


def words(moves):
    """The moves in SAN, each with its number and side."""
    board, found = chess.Board(), []
    for move in moves:
        number = f"{board.fullmove_number}." if board.turn else ""
        found.append((number, board.san(move)))
        board.push(move)
    return found


def illegal(board, rng):
    """A move of a legal form that is not legal here."""
    pseudo = [f"{piece}{square}" for piece in "NBRQK" for square in chess.SQUARE_NAMES]
    rng.shuffle(pseudo)
    for text in pseudo:
        try:
            board.parse_san(text)
        except chess.AmbiguousMoveError:
            continue
        except ValueError:
            return text
    raise AssertionError("some move is illegal")


# Each kind returns the movetext, the number of moves that a reader must keep,
# and whether it must name a fault.
def plain(line, rng, at):
    return line, None, False


def spelled(change):
    def kind(line, rng, at):
        return [(number, change(san)) for number, san in line], None, False

    return kind


def long_form(san):
    """The move without its signs, with zeros for castling and glyphs in place of signs."""
    return (
        san.replace("O", "0").rstrip("+#") + "!?"
        if san.startswith("O")
        else san.rstrip("+#")
    )


def no_numbers(line, rng, at):
    return [("", san) for _, san in line], None, False


def wrong_numbers(line, rng, at):
    return (
        [(f"{rng.randrange(1, 99)}." if number else "", san) for number, san in line],
        None,
        False,
    )


def dots(line, rng, at):
    return [(number.replace(".", "..."), san) for number, san in line], None, False


def comments(line, rng, at):
    """Comments of both kinds, with braces, parentheses, moves and quotation marks in them."""
    texts = [
        "{one (1. e4) two}",
        '{it\'s "so" ; no line}',
        "; a {line\n",
        "{%eval 0.3}",
        "{[%clk 0:01:02] 1-0}",
        "{}",
    ]
    made = []
    for number, san in line:
        made.append(
            (number, san + (" " + rng.choice(texts) if rng.random() < 0.3 else ""))
        )
    return made, None, False


def nested_comment(line, rng, at):
    """A comment in a comment: the first closing brace ends both,
    and the words after it are no moves.
    """
    number, san = line[at]
    return line[:at] + [(number, san + " {out {in} rest}")] + line[at + 1 :], None, True


def variations(line, rng, at):
    number, san = line[at]
    return (
        line[:at]
        + [(number, f"{san} ({number or '1...'} {san} (({san}))")]
        + line[at + 1 :],
        at + 1,
        True,
    )


def good_variations(line, rng, at):
    number, san = line[at]
    return (
        line[:at]
        + [(number, f"{san} ({number} {san} {{again}}) $146")]
        + line[at + 1 :],
        None,
        False,
    )


def open_comment(line, rng, at):
    number, san = line[at]
    return line[:at] + [(number, san + " {never closed")] + line[at + 1 :], at + 1, True


def illegal_move(line, rng, at, board):
    return line[:at] + [(line[at][0], illegal(board, rng))] + line[at + 1 :], at, True


def missing_move(line, rng, at, board):
    return line[:at] + line[at + 1 :], at, True


def garbage(line, rng, at):
    number, san = line[at]
    word = rng.choice(["&&&", "@home", "\\x", "^^", "~"])
    return line[:at] + [(number, f"{san} {word}")] + line[at + 1 :], None, True


def twice(line, rng, at):
    """A glyph that does not exist, and annotations in words."""
    number, san = line[at]
    return line[:at] + [(number, san + "!!?? $3 $140")] + line[at + 1 :], None, False


KINDS = {
    "plain": plain,
    "German letters": spelled(lambda san: san.translate(GERMAN)),
    "figurines": spelled(lambda san: san.translate(FIGURINES)),
    "no signs": spelled(long_form),
    "dashes": spelled(lambda san: san.replace("-", "–")),
    "no numbers": no_numbers,
    "wrong numbers": wrong_numbers,
    "dots": dots,
    "comments": comments,
    "nested comment": nested_comment,
    "unclosed variation": variations,
    "variation": good_variations,
    "unclosed comment": open_comment,
    "illegal move": illegal_move,
    "missing move": missing_move,
    "garbage word": garbage,
    "glyphs": twice,
}
LINE_ENDS = ["\n", "\r\n", "\r"]
ENCODINGS = ["utf-8", "utf-8-sig", "latin-1"]


def one_game(rng, kind, games):
    """A game with a mess of this kind."""
    white, black, moves = rng.choice(games)
    moves = moves[: rng.randrange(8, 40)]
    at = rng.randrange(3, len(moves) - 2)
    board = chess.Board()
    for move in moves[:at]:
        board.push(move)
    line = words(moves)
    make = KINDS[kind]
    if make in (illegal_move, missing_move):
        made, kept, damaged = make(line, rng, at, board)
    else:
        made, kept, damaged = make(line, rng, at)
    if make is missing_move:
        # The rest may be legal for a while, with the sides exchanged.
        try:
            for _, san in made[at:]:
                board.push_san(san)
                kept += 1
        except ValueError:
            pass
        moves = list(board.move_stack)
        damaged = kept < len(made)
    kept = len(moves) if kept is None else kept
    separator = rng.choice([" ", "\n", "  ", "\t", " \n"])
    text = separator.join(f"{number} {san}".lstrip() for number, san in made)
    event = rng.choice(["Zürich", 'Club \\"A\\"', "Çelik", "x" * 300])
    tags = [
        f'[Event "{event}"]',
        f'[White "{white}"]',
        f'[Black "{black}"]',
        '[Result "*"]',
    ]
    between = rng.choice(["\n\n", "\n", "\n\n\n"])
    result = rng.choice([" *", "\n*", " 1-0", " 1/2-1/2"])
    return Given(
        kind, "\n".join(tags) + between + text + result + "\n", moves[:kept], damaged
    )


def one_file(rng, number, games):
    """Games of a file and its bytes; the kinds take turns."""
    names = list(KINDS)
    given = []
    for place in range(rng.choice([1, 1, 2, 3])):
        game = one_game(rng, names[(number * 3 + place * 5) % len(names)], games)
        given.append(game)
        # A comment that never ends takes the games after it along.
        if game.kind == "unclosed comment":
            break
    text = "\n".join(game.text for game in given)
    kinds = {game.kind for game in given}
    encoding = rng.choice(ENCODINGS)
    if kinds & {"figurines", "dashes"} and encoding == "latin-1":
        encoding = "utf-8"
    end = rng.choice(LINE_ENDS)
    return given, text.replace("\n", end).encode(encoding), encoding, end


def read_back(text):
    """Games of the program's output: their moves."""
    file = io.StringIO(text)
    found = []
    while (game := chess.pgn.read_game(file)) is not None:
        found.append(
            (list(game.mainline_moves()), [str(error) for error in game.errors])
        )
    return found


def peer(data, encoding):
    """Moves of each game as python-chess reads the same bytes."""
    file = io.TextIOWrapper(
        io.BytesIO(data), encoding=encoding, newline=None, errors="replace"
    )
    found = []
    while (game := chess.pgn.read_game(file)) is not None:
        found.append(list(game.mainline_moves()))
    return found


def check(command, folder, number, made):
    """Faults of one file, and the moves that each reader keeps by kind."""
    given, data, encoding, end = made
    name = os.path.join(folder, f"{number}.pgn")
    with open(name, "wb") as file:
        file.write(data)
    done = subprocess.run(command + [name], capture_output=True, check=False)
    output, errors = done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace")
    found = read_back(output)
    named = collections.Counter(
        int(game) for game in re.findall(r":\d+: game (\d+)\b", errors)
    )
    where = f"{number}.pgn ({encoding}, {end!r})"
    kept, position = [], 0
    if done.returncode not in (0, 1, 3) or "panicked" in errors:
        yield f"{where}: exit code {done.returncode}: {errors.strip()}"
    for index, game in enumerate(given, 1):
        label = f"{where} game {index} ({game.kind})"
        if game.damaged and not named[index]:
            yield f"{label}: damaged and not named"
        if f"game {index}" in errors and re.search(
            rf"game {index}\b[^\n]*skipped", errors
        ):
            kept.append(0)
            yield f"{label}: skipped, with {len(game.moves)} legal moves"
            continue
        if position >= len(found):
            kept.append(0)
            yield f"{label}: lost; {errors.strip()[-200:]}"
            continue
        moves, faults = found[position]
        position += 1
        kept.append(len(moves))
        if faults:
            yield f"{label}: written with {faults}"
        if moves[: len(game.moves)] != game.moves:
            yield f"{label}: {len(moves)} moves kept, expected {len(game.moves)}"
    if position != len(found):
        yield f"{where}: {len(found)} games written, {len(given)} given"
    others = [len(moves) for moves in peer(data, encoding)] + [0] * len(given)
    for game, ours, theirs in zip(given, kept, others):
        TOTALS[game.kind].update(
            games=1, moves=len(game.moves), ours=ours, theirs=theirs
        )


TOTALS = collections.defaultdict(collections.Counter)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games", type=int, default=1000, help="number of files (default: %(default)s)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="seed of the generator (default: %(default)s)",
    )
    parser.add_argument(
        "program",
        nargs=argparse.REMAINDER,
        help="the program, such as target/release/belle",
    )
    arguments = parser.parse_args()
    if not arguments.program:
        parser.error("expected a program, such as target/release/belle")
    command = [os.path.abspath(arguments.program[0]), *arguments.program[1:]]
    command += ["analyse", "--player", "native", "--nodes", "1", "-o", "-"]
    rng, games = random.Random(arguments.seed), list(sources())
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.games):
            for fault in check(command, folder, number, one_file(rng, number, games)):
                faults += 1
                print(fault)
    print(f"{'mess':20} {'games':>6} {'moves':>7} {'belle':>7} {'python-chess':>13}")
    for kind in KINDS:
        total = TOTALS[kind]
        print(
            f"{kind:20} {total['games']:6} {total['moves']:7} {total['ours']:7} {total['theirs']:13}"
        )
    total = sum(TOTALS.values(), collections.Counter())
    print(
        f"{'all':20} {total['games']:6} {total['moves']:7} {total['ours']:7} {total['theirs']:13}"
    )
    print(f"{arguments.games} files, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

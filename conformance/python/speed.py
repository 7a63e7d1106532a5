#!/usr/bin/env python3
"""Nodes a second of UCI engines side by side, by each process's own CPU time.

The engines take turns, position by position, round by round, a fresh process each time. Prints
medians, and the first engine's ratio to each of the others.

    speed.py [--seconds 10] [--rounds 3] [--hash 16] ENGINE [ENGINE ...]    each ENGINE a command, quoted
"""

import argparse
import os
import shlex
import statistics
import subprocess
import threading

POSITIONS = {
    "start": "startpos",
    "kiwipete": "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}
TICKS = os.sysconf("SC_CLK_TCK")


def ran(process):
    """CPU seconds of a process and its threads, ended ones included."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / TICKS


def measure(command, position, seconds, size):
    """Nodes a second of one search."""
    try:
        process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
    except OSError as error:
        raise SystemExit(f"cannot start '{command}': {error.strerror}") from error
    watchdog = threading.Timer(10 * seconds + 60, process.kill)
    watchdog.start()

    def ask(text, answer):
        process.stdin.write(text + "\n")
        for line in process.stdout:
            words = line.split()
            yield words
            if words[:1] == [answer]:
                return
        raise SystemExit(f"{command}: it ended before it said {answer}")

    offered = {
        " ".join(words[2 : words.index("type")])
        for words in ask("uci", "uciok")
        if words[:2] == ["option", "name"] and "type" in words
    }
    for name, value in (("Hash", size), ("Threads", 1), ("OwnBook", "false")):
        if name in offered:
            process.stdin.write(f"setoption name {name} value {value}\n")
    process.stdin.write(f"position {position}\n")
    list(ask("isready", "readyok"))
    before, nodes = ran(process), 0
    for words in ask(f"go movetime {round(seconds * 1000)}", "bestmove"):
        if "nodes" in words:
            nodes = max(nodes, int(words[words.index("nodes") + 1]))
    time = ran(process) - before
    process.stdin.write("quit\n")
    process.wait()
    watchdog.cancel()
    return nodes / time


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hash", type=int, default=16)
    options = parser.parse_args()
    found = {(name, engine): [] for name in POSITIONS for engine in options.engines}
    for _ in range(options.rounds):
        for name, position in POSITIONS.items():
            for engine in options.engines:
                found[name, engine].append(
                    measure(engine, position, options.seconds, options.hash)
                )
    for name in POSITIONS:
        for engine in options.engines:
            rates = found[name, engine]
            ratio = statistics.median(
                a / b for a, b in zip(found[name, options.engines[0]], rates)
            )
            print(
                f"{name:9} {statistics.median(rates) / 1e6:5.2f} M ({min(rates) / 1e6:.2f} to {max(rates) / 1e6:.2f})"
                f"  the first is {ratio:.2f} times as fast as  {engine}"
            )


if __name__ == "__main__":
    main()

"""Renews or checks what lab 7 takes from the program belle: the machine and the bits of its orders.

machine.py renew|check BELLE

The folder `machine` of the lab is what `belle verilog --block machine` writes, without a program.
In `orders.txt` each line has the word that belle's assembler makes of the order behind it; the
orders themselves are chosen by hand.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

LAB = pathlib.Path(__file__).resolve().parent.parent / "07-microprogram"
ORDERS = LAB / "orders.txt"
MACHINE = LAB / "machine"
#: What the lab writes itself or has no use for.
LEFT_OUT = ("belle_microcode.hex", "bench.cpp", "MODULES.md")


def written_by(belle):
    """The machine's files, each with its text."""
    with tempfile.TemporaryDirectory() as folder:
        command = [belle, "verilog", "--block", "machine", "-o", folder, "--force"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"FAIL lab 7: belle does not write the machine:\n{done.stderr}")
        return {
            path.name: path.read_text()
            for path in pathlib.Path(folder).iterdir()
            if path.name not in LEFT_OUT
        }


def assembled(belle, program):
    """The words that belle's assembler makes of a program's text."""
    done = subprocess.run(
        [belle, "asm", "-"], input=program, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"FAIL lab 7: belle does not assemble:\n{done.stderr}")
    return [line for line in done.stdout.splitlines() if line[:2] != "//"]


def with_words(belle, text):
    """The list of orders with the word of each."""
    lines = text.splitlines()
    orders = {
        at: line.partition(" ")[2]
        for at, line in enumerate(lines)
        if line and line[0] != "#"
    }
    # A label for those that go to one.
    program = "\n".join([*orders.values(), "LABEL: halt", ""])
    for at, word in zip(orders, assembled(belle, program)):
        order = orders[at]
        if "LABEL" in order:
            # The address of the label is the program's.
            word = f"{int(word, 16) & ~0x3FF:016x}"
        lines[at] = f"{word} {order}"
    return "\n".join(lines) + "\n"


def differences(belle):
    """What is not as belle writes it, in lines."""
    held = {path.name: path.read_text() for path in MACHINE.iterdir()}
    wanted = written_by(belle)
    found = [
        f"machine/{name}"
        for name in sorted({*held, *wanted})
        if held.get(name) != wanted.get(name)
    ]
    text = ORDERS.read_text()
    if with_words(belle, text) != text:
        found.append("orders.txt")
    # The lab's own assembler against belle's.
    sys.path.insert(0, str(LAB))
    import assemble

    solution = LAB.parent / "solutions/07-microprogram/count.mc"
    words = [f"{word:016x}" for word in assemble.read(solution).words]
    if words != assembled(belle, solution.read_text()):
        found.append("assemble.py, by the words of the solution")
    return found


def main(what, belle):
    if not shutil.which(belle):
        sys.exit(
            f"FAIL lab 7: there is no program {belle}; BELLE=path/to/belle names it"
        )
    if what == "renew":
        for path in MACHINE.iterdir():
            path.unlink()
        for name, text in written_by(belle).items():
            (MACHINE / name).write_text(text)
        ORDERS.write_text(with_words(belle, ORDERS.read_text()))
        return 0
    found = differences(belle)
    if found:
        print(f"FAIL lab 7: {', '.join(found)}: not as belle has it;")
        print("  make -C course machine BELLE=path/to/belle renews machine and orders")
        return 1
    print("PASS lab 7: machine and orders are as belle has them")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Compares a circuit with its specification over all inputs, and says where they differ.

check.py MODULE... --circuit FILE... --spec FILE...     proves, or shows a counterexample
check.py MODULE ... --break [GATE] [--seed NUMBER]      changes a gate first: the proof must fail
check.py MODULE ... --gates                             lists the gates that can be changed

--inputs FILE says with what inputs a board can come: only those for which its module
MODULE_possible is high are compared, and examples for which MODULE_usual is high are shown if there
are any.
--parts FOLDER holds the specifications of the modules that the circuit is made of: these are
compared first.
"""

import argparse
import collections
import difflib
import functools
import os
import pathlib
import random
import re
import signal
import sys
import time

import netlist
import parts
import report
import sums


class Parser(argparse.ArgumentParser):
    def error(self, message):
        sys.exit(f"FAIL: {message}")


def arguments():
    parser = Parser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "modules",
        nargs="+",
        help="modules of the same name in circuit and specification",
    )
    parser.add_argument(
        "--circuit", nargs="+", required=True, help="Verilog files of the circuit"
    )
    parser.add_argument(
        "--spec", nargs="+", required=True, help="Verilog files of the specification"
    )
    parser.add_argument(
        "--cone-of",
        help="module of the circuit, of which only the specification's outputs are compared",
    )
    parser.add_argument(
        "--break", dest="broken", nargs="?", const="", help="change this gate, or any"
    )
    parser.add_argument("--inputs", help="Verilog file of the inputs that can be")
    parser.add_argument("--known", help="the modules that there are")
    parser.add_argument("--parts", help="folder of the parts' specifications")
    parser.add_argument("--seed", default="1", help="which gate, if none is named")
    parser.add_argument("--gates", action="store_true", help="list the gates")
    asked = parser.parse_args()
    if not re.fullmatch(r"\d+", asked.seed):
        parser.error(
            f"the seed '{asked.seed}' is no number; expected one, as in SEED=7"
        )
    known = asked.known.split() if asked.known else asked.modules
    for module in asked.modules:
        if module not in known:
            near = difflib.get_close_matches(module, known, 1)
            advice = (
                f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            )
            parser.error(f"there is no circuit '{module}'; {advice}")
    asked.circuit = [os.path.expanduser(file) for file in asked.circuit]
    return asked


def show(circuit, specification, levels):
    """Prints the inputs and the outputs that differ; these are returned."""
    own = circuit.outputs_at(levels)
    wanted = specification.outputs_at(levels)
    lines = report.inputs(specification.inputs, levels)
    on_board = report.is_board(specification.inputs)
    print("  At these inputs:")
    for line in lines:
        print(f"    {line}")
    print("  the outputs differ:")
    unknown = circuit.unsettled(levels).intersection(circuit.outputs)
    for line in report.compared(own, wanted, on_board, unknown):
        print(f"    {line}")
    if unknown:
        if circuit.floating:
            print(
                "  x is neither high nor low: a wire floats where `z` (or a `bufif1`) "
                "drives it.\n  Each wire must be high or low: drive it at all inputs, with a level "
                "for `z`."
            )
        else:
            print(
                "  x is neither high nor low: give a level, "
                "or mend an index that runs beyond its bus."
            )
    return [wire for wire in wanted if own[wire] != wanted[wire]]


def show_inside(files, module, outputs, levels):
    """Prints what the wires hold inside that the wrong outputs depend on."""
    named = parts.circuit_of(files, module, netlist.NAMED, False)
    lines = report.inside(named, outputs, levels)
    if lines:
        print("  On the way there, inside the circuit:")
    for line in lines:
        print(f"    {line}")


def show_wrong_outputs(circuit, specification, conditions):
    """Prints which outputs are wrong at some inputs, where all inputs can be tried."""
    wrong = netlist.wrong_outputs(circuit, specification, conditions.possible())
    if wrong is None or len(specification.outputs) == 1:
        return
    right = [wire for wire in specification.outputs if wire not in wrong]
    if right:
        print(f"  Wrong at some inputs: {', '.join(whole(wrong, specification))}.")
        print(f"  Right at all inputs: {', '.join(whole(right, specification))}.")
    else:
        print("  Every output is wrong at some inputs.")


def whole(wires, specification):
    """The wires' names, a bus of which all wires are there by its own."""
    parts = report.buses(wires)
    names = []
    for name, bus in report.buses(specification.outputs).items():
        if name in parts:
            own = parts[name]
            names += [name] if len(own) == len(bus) else report.together(own)
    return names


def label(wire):
    """A wire's name for a reader; of one without a name, its instance, file and line."""
    if "$" not in wire:
        return wire
    place = re.search(r"([\w.-]+\.v:\d+)", wire)
    bit = re.search(r"\[\d+\]$", wire)
    inside = re.match(r"\$flatten\\(.*?)\.?\\?\$", wire)
    instance = inside.group(1).replace("\\", "") + "/" if inside else ""
    where = place.group(1) if place else "adder" if "alu" in wire else "gate"
    return f"{instance}{where}{bit.group(0) if bit else ''}"


@functools.cache
def names(circuit):
    """The names of all wires for a reader, each different from the others."""
    labels = {wire: wire for wire in circuit.inputs}
    for gate in circuit.gates:
        labels[gate.output] = label(gate.output)
    count = collections.Counter(labels.values())
    number = collections.Counter()
    for wire, name in labels.items():
        if count[name] > 1:
            number[name] += 1
            labels[wire] = f"{name}/{number[name]}"
    return labels


def described(circuit, gate):
    """The gate as an equation."""
    named = names(circuit)
    inputs = [named[wire] for wire in gate.inputs]
    if gate.kind() == "MUX":
        low, high, select = inputs
        # The gate that takes a multiplexer's place has its inputs exchanged.
        if gate.cover[0] == "1-1 1":
            low, high = high, low
        return f"{named[gate.output]} = {select} ? {high} : {low}"
    if len(inputs) > 1:
        return f"{named[gate.output]} = {f' {gate.kind()} '.join(inputs)}"
    return f"{named[gate.output]} = {'NOT ' if gate.kind() == 'NOT' else ''}{inputs[0]}"


def changeable(circuit):
    """Numbers of the gates that can be changed."""
    return [
        at
        for at, gate in enumerate(circuit.gates)
        if tuple(gate.cover) in netlist.KINDS
    ]


def chosen_gate(circuit, name, seed):
    numbers = changeable(circuit)
    if not numbers:
        raise netlist.Fault("it has no gates that can be changed")
    if not name:
        return random.Random(int(seed)).choice(numbers)
    named = names(circuit)
    for number in numbers:
        if named[circuit.gates[number].output] == name:
            return number
    raise netlist.Fault(
        f"{circuit.name} has no gate that drives '{name}'; `--gates` (or `make gates`) lists them"
    )


def refute(circuit, specification, asked, given, conditions):
    """Changes a gate and shows where that is seen."""
    number = chosen_gate(circuit, asked.broken, asked.seed)
    changed = circuit.with_changed_gate(number)
    before, after = circuit.gates[number], changed.gates[number]
    print(f"{circuit.name}, a gate changed:")
    print(f"  was  {described(circuit, before)}")
    print(f"  now  {described(circuit, after)}")
    say_wait(circuit)
    levels = differing(changed, specification, given, conditions)
    if levels is None:
        print("  No input shows it: the changed gate has no effect (it is redundant).")
        return 1
    print("  Refuted.")
    show(changed, specification, levels)
    show_way(circuit, changed, levels)
    return 0


def show_way(circuit, changed, levels, most=12):
    """Prints the wires between the changed gate and the outputs that hold another level by it."""
    right, wrong = circuit.levels_at(levels), changed.levels_at(levels)
    named = names(circuit)
    wires = [
        gate.output
        for gate in circuit.gates
        if right[gate.output] != wrong[gate.output] and gate.is_gate()
    ]
    print("  From the changed gate on, these wires hold another level than before:")
    for wire in wires[:most]:
        print(f"    {named[wire]}: was {right[wire]}, now {wrong[wire]}")
    if len(wires) > most:
        print(f"    and {len(wires) - most} more")


def say_wait(circuit):
    if circuit.count() > netlist.MANY:
        print(f"  ({circuit.count()} gates: this can take a minute.)")


def differing(circuit, specification, given, conditions):
    """Inputs at which the two differ, or None; by arithmetic if the specification says so."""
    if given is None:
        return netlist.difference(circuit, specification, conditions)
    return sums.difference(circuit, specification, given)


def listed(circuit):
    """Lists the gates that can be changed."""
    numbers = changeable(circuit)
    print(f"{len(numbers)} gates can be changed; a gate's name stands before the =:")
    lines = [described(circuit, circuit.gates[number]) for number in numbers]
    for line in sorted(lines, key=by_numbers):
        print(line)
    return 0


def by_numbers(line):
    """A key that puts board[3] before board[12]."""
    parts = re.split(r"(\d+)", line)
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def check_parts(asked, module):
    """Says which parts are not right; whether nothing can be asked of the whole."""
    lines, stubs = parts.unfinished(asked.circuit, asked.parts, asked.inputs)
    if not lines:
        return False
    print(f"FAIL {module}: what it is made of is not right:")
    for line in lines:
        print(f"  {line}")
    return stubs or asked.broken is not None


def check(asked, module):
    """Proves a module, changes a gate of it, or lists its gates; the exit status."""
    started = time.monotonic()
    # A specification in a file of its name needs no other file.
    spec = [file for file in asked.spec if pathlib.Path(file).stem == module]
    spec = tuple(spec or asked.spec)
    for file in asked.spec:
        netlist.there(file)
    given = sums.given_inputs(spec, module)
    added = sums.any_in(asked.spec)
    top = asked.cone_of or module
    files = parts.files_of(asked.circuit, top)
    if asked.parts and check_parts(asked, module):
        return 1
    try:
        circuit = parts.circuit_of(files, top, netlist.CIRCUIT, added)
    except netlist.NoModule:
        for file in asked.circuit:
            netlist.there(file)
        raise
    if asked.gates and not asked.cone_of:
        return listed(circuit)
    specification = parts.circuit_of(
        spec, module, netlist.SPECIFICATION, given is not None
    )
    if asked.cone_of:
        circuit = circuit.cone(specification)
    netlist.same_ports(circuit, specification)
    if asked.gates:
        return listed(circuit)
    conditions = parts.Conditions(asked.inputs, module)
    if asked.broken is not None:
        return refute(circuit, specification, asked, given, conditions)
    compared = circuit
    if circuit.may_be_unknown and given is None and not asked.cone_of:
        # Its gates are counted as they are without it.
        compared = parts.circuit_of(files, module, netlist.UNKNOWN, added)
    say_wait(circuit)
    levels = differing(compared, specification, given, conditions)
    if levels is not None:
        print(f"FAIL {module}: it differs from its specification.")
        outputs = show(compared, specification, levels)
        if given is None and not asked.cone_of:
            if not compared.unknown:
                show_wrong_outputs(compared, specification, conditions)
            if compared.unsettled(levels).isdisjoint(compared.outputs):
                show_inside(files, module, outputs, levels)
        for hint in circuit.hints:
            print(f"  Perhaps: {hint}.")
        return 1
    seconds = time.monotonic() - started
    count = f"{len(circuit.inputs)} wires in, {circuit.count()} gates, {seconds:.1f} s"
    inputs = "all inputs"
    if conditions.possible():
        inputs = "all inputs that a board can give"
    print(f"PASS {module}: equal to its specification at {inputs} ({count})")
    for note in circuit.notes:
        print(f"  But {note}")
    return 0


def main():
    # Whoever reads the first lines alone (`make gates | head`) has seen what he wanted.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # What is said before a long proof is seen before it.
    sys.stdout.reconfigure(line_buffering=True)
    asked = arguments()
    failed = []
    said = set()
    for module in asked.modules:
        try:
            wrong = check(asked, module)
        except netlist.Fault as fault:
            wrong = 1
            # What is wrong with a file is wrong for each of its modules.
            if str(fault) in said:
                print(f"FAIL {module}: the same")
                failed.append(module)
                continue
            print(f"FAIL {module}: {fault}")
            said.add(str(fault))
        if wrong:
            for part in failed:
                if parts.uses(asked.circuit, part):
                    print(f"  If it uses {part}, mend that first: it is wrong, too.")
            failed.append(module)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

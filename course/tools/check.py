"""Compares a circuit with its specification over all inputs, and says where they differ.

check.py MODULE... --circuit FILE... --spec FILE...     proves, or shows a counter-example
check.py MODULE ... --break [GATE] [--seed NUMBER]      changes a gate first: the proof must fail
check.py MODULE ... --gates                             lists the gates that can be changed
"""

import argparse
import functools
import pathlib
import random
import re
import signal
import sys
import tempfile
import time

import netlist
import report
import sums


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
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
    parser.add_argument(
        "--seed", type=int, default=1, help="which gate, if none is named"
    )
    parser.add_argument("--gates", action="store_true", help="list the gates")
    return parser.parse_args()


def show(circuit, specification, levels, indent="  "):
    own = circuit.outputs_at(levels)
    wanted = specification.outputs_at(levels)
    lines = report.inputs(specification.inputs, levels)
    on_board = report.is_board(specification.inputs)
    print(f"{indent}At these inputs:")
    for line in lines:
        print(f"{indent}  {line}")
    print(f"{indent}the outputs differ:")
    unknown = circuit.unsettled(levels)
    for line in report.compared(own, wanted, on_board, unknown):
        print(f"{indent}  {line}")
    if unknown:
        print(
            f"{indent}x is neither high nor low: give a level, "
            "or mend an index that runs beyond its bus."
        )


def label(wire):
    """A wire's name for a reader: of one without a name, the module and the line that it comes from."""
    if "$" not in wire:
        return wire
    place = re.search(r"([\w.-]+\.v:\d+)", wire)
    if not place:
        return "(a gate of an adder)" if "alu" in wire else "(a gate without a name)"
    inside = re.match(r"\$flatten\\(.*?)\.?\\?\$", wire)
    bit = re.search(r"\[\d+\]$", wire)
    instance = inside.group(1).replace("\\", "") + ", " if inside else ""
    return f"({instance}{place.group(1)}){bit.group(0) if bit else ''}"


def described(gate, name=str):
    """The gate as an equation."""
    inputs = [name(wire) for wire in gate.inputs]
    if len(inputs) > 1:
        return f"{name(gate.output)} = {f' {gate.kind()} '.join(inputs)}"
    return f"{name(gate.output)} = {'NOT ' if gate.kind() == 'NOT' else ''}{inputs[0]}"


def changeable(circuit):
    """Numbers of the gates that can be changed and whose wire has a name in the Verilog."""
    return [
        at
        for at, gate in enumerate(circuit.gates)
        if tuple(gate.cover) in netlist.KINDS
    ]


def chosen_gate(circuit, name, seed):
    numbers = changeable(circuit)
    if not name:
        return random.Random(seed).choice(numbers)
    for number in numbers:
        if circuit.gates[number].output == name:
            return number
    raise netlist.Fault(
        f"{circuit.name} has no gate that drives '{name}'; `--gates` (or `make gates`) lists them"
    )


def refute(circuit, specification, given, name, seed):
    """Changes a gate and shows where that is seen."""
    number = chosen_gate(circuit, name, seed)
    changed = circuit.with_changed_gate(number)
    before, after = circuit.gates[number], changed.gates[number]
    print(f"{circuit.name}, a gate changed:")
    print(f"  was  {described(before, label)}")
    print(f"  now  {described(after, label)}")
    levels = differing(changed, specification, given)
    if levels is None:
        print("  No input shows it: the changed gate has no effect (it is redundant).")
        return 1
    print("  Refuted.")
    show(changed, specification, levels)
    return 0


@functools.cache
def circuit_of(files, module, how, added):
    with tempfile.TemporaryDirectory() as folder:
        return netlist.read(files, module, folder, how, added)


def differing(circuit, specification, given):
    """Inputs at which the two differ, or None; by arithmetic if the specification says so."""
    if given is None:
        return netlist.difference(circuit, specification)
    return sums.difference(circuit, specification, given)


def listed(circuit):
    """Lists the gates that can be changed."""
    for number in changeable(circuit):
        print(described(circuit.gates[number]))
    return 0


def check(asked, module):
    """Proves a module, changes a gate of it, or lists its gates; the exit status."""
    started = time.monotonic()
    # A specification in a file of its name needs no other file.
    spec = [file for file in asked.spec if pathlib.Path(file).stem == module]
    spec = tuple(spec or asked.spec)
    given = sums.given_inputs(spec, module)
    added = sums.any_in(asked.spec)
    circuit = circuit_of(
        tuple(asked.circuit), asked.cone_of or module, netlist.CIRCUIT, added
    )
    if asked.gates and not asked.cone_of:
        return listed(circuit)
    specification = circuit_of(spec, module, netlist.SPECIFICATION, given is not None)
    if asked.cone_of:
        circuit = circuit.cone(specification)
    netlist.same_ports(circuit, specification)
    if asked.gates:
        return listed(circuit)
    if asked.broken is not None:
        return refute(circuit, specification, given, asked.broken, asked.seed)
    compared = circuit
    if circuit.may_be_unknown and given is None and not asked.cone_of:
        # Its gates are counted as they are without it.
        compared = circuit_of(tuple(asked.circuit), module, netlist.UNKNOWN, added)
    levels = differing(compared, specification, given)
    if levels is not None:
        print(f"FAIL {module}: it differs from its specification.")
        show(compared, specification, levels)
        for hint in circuit.hints:
            print(f"  Perhaps: {hint}.")
        return 1
    seconds = time.monotonic() - started
    count = (
        f"{len(circuit.inputs)} wires in, {len(circuit.gates)} gates, {seconds:.1f} s"
    )
    print(f"PASS {module}: equal to its specification at all inputs ({count})")
    return 0


def main():
    # Whoever reads the first lines alone (`make gates | head`) has seen what he wanted.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
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
                if uses(asked.circuit, part):
                    print(f"  If it uses {part}, mend that first: it is wrong, too.")
            failed.append(module)
    return 1 if failed else 0


def uses(files, module):
    """Whether some text has an instance of the module."""
    return any(
        re.search(rf"\b{module}\s+\w+\s*\(", pathlib.Path(file).read_text())
        for file in files
        if pathlib.Path(file).exists()
    )


if __name__ == "__main__":
    sys.exit(main())

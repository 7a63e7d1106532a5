"""Netlists of gates: read from Verilog by yosys, compared by ABC, simulated here.

Needs Debian's packages yosys and berkeley-abc, which need Python themselves.
"""

import os
import re
import shutil
import subprocess
import tempfile

import design
import faults

#: Limits that circuits of this size never meet; ABC's own give up after 20 seconds.
LIMITS = "-T 600 -C 1000000"
#: Circuits of more gates than these take a while.
MANY = 5000
ABC = ("berkeley-abc", "yosys-abc", "abc")
#: Gates as yosys writes them for ABC, with the gate that a fault puts in their place.
KINDS = {
    ("11 1",): ("AND", ["1- 1", "-1 1"]),
    ("1- 1", "-1 1"): ("OR", ["11 1"]),
    ("10 1", "01 1"): ("XOR", ["1- 1", "-1 1"]),
    ("0 1",): ("NOT", ["1 1"]),
    ("1-0 1", "-11 1"): ("MUX", ["1-1 1", "-10 1"]),
    ("1-1 1", "-10 1"): ("MUX", ["1-0 1", "-11 1"]),
}


class Fault(Exception):
    """What is wrong with a circuit or an installation, in words for its user."""


class NoModule(Fault):
    """A module that is in none of the files."""


class Loop(Fault):
    """A loop of gates, with its wires."""

    def __init__(self, name, wires):
        named = [wire for wire in wires if "$" not in wire]
        super().__init__(
            f"the wire {(named or wires)[0]} of {name} depends on itself: "
            "a loop of gates has no settled level"
        )
        self.wires = wires


class Gate:
    """A gate: the wire that it drives, the wires that it reads, and when it is high."""

    def __init__(self, output, inputs, cover):
        self.output, self.inputs, self.cover = output, inputs, cover

    def kind(self):
        return KINDS.get(tuple(self.cover), ("gate", None))[0]

    def is_gate(self):
        """Whether it does something: a constant and a second name of a wire do not."""
        return bool(self.inputs) and self.cover != ["1 1"]

    def level(self, levels, ones):
        """The gate's level in every lane, from those of its inputs."""
        high = 0
        inverted = False
        for cube in self.cover:
            pattern, _, value = cube.rpartition(" ")
            inverted = value == "0"
            product = ones
            for place, wire in zip(pattern, self.inputs):
                if place == "1":
                    product &= levels[wire]
                elif place == "0":
                    product &= ~levels[wire]
            high |= product
        return (~high if inverted else high) & ones


class Netlist:
    """A combinational circuit of gates in an order in which they can be computed."""

    def __init__(self, name, inputs, outputs, gates, unknown=(), every=False):
        self.name, self.inputs, self.outputs = name, inputs, outputs
        #: Wires whose level is x: it may be either.
        self.unknown = list(unknown)
        self.gates = ordered(name, [*inputs, *unknown], outputs, gates)
        if every:
            self.gates += needless([*inputs, *unknown], self.gates, gates)
        #: What a student may have meant otherwise; what he should know if it is right, too; and
        #: whether some level may be x, or a wire may be driven by nothing.
        self.hints, self.notes, self.may_be_unknown = [], [], False
        self.floating = False
        #: The circuit as it was written, before any gate was made.
        self.written = None

    def count(self):
        """How many gates it has."""
        return sum(gate.is_gate() for gate in self.gates)

    def levels_at(self, levels, lanes=1):
        """The levels of all wires for inputs that hold a bit for each lane."""
        ones = (1 << lanes) - 1
        levels = dict(levels)
        for gate in self.gates:
            levels[gate.output] = gate.level(levels, ones)
        return levels

    def outputs_at(self, levels, lanes=1):
        """The outputs for inputs that hold a bit for each lane."""
        levels = self.levels_at(levels, lanes)
        return {wire: levels[wire] for wire in self.outputs}

    def wires_behind(self, outputs):
        """The wires that these outputs depend on, by all their names."""
        drivers = {gate.output: gate for gate in self.gates}
        # yosys calls a wire by one of its names wherever it is read.
        named = {}
        for gate in self.gates:
            if gate.cover == ["1 1"]:
                named.setdefault(gate.inputs[0], []).append(gate.output)
        found, waiting = set(), list(outputs)
        while waiting:
            wire = waiting.pop()
            if wire not in found:
                found.add(wire)
                waiting += named.get(wire, [])
                if wire in drivers:
                    waiting += drivers[wire].inputs
        return found

    def write(self, path):
        with open(path, "w") as file:
            print(".model", self.name, file=file)
            print(".inputs", *self.inputs, file=file)
            print(".outputs", *self.outputs, file=file)
            for gate in self.gates:
                print(".names", *gate.inputs, gate.output, file=file)
                print(*gate.cover, sep="\n", file=file)
            print(".end", file=file)

    def unsettled(self, levels):
        """The wires that are x: they change with a level that may be either."""
        if not self.unknown:
            return set()
        lanes = len(self.unknown) + 3
        ones = (1 << lanes) - 1
        # As they are, all low, all high, and each alone the other way round.
        tried = {wire: ones * level for wire, level in levels.items()}
        for at, wire in enumerate(self.unknown):
            alone = 1 << at + 3
            as_held = ones * levels[wire] ^ alone
            tried[wire] = (as_held | 0b100) & ~0b010
        held = self.levels_at(tried, lanes)
        return {wire for wire, level in held.items() if level not in (0, ones)}

    def with_inputs(self, wires):
        return Netlist(self.name, [*self.inputs, *wires], self.outputs, self.gates)

    def where(self, condition):
        """The circuit with its outputs low wherever the output of `condition` is low."""

        def inside(wire):
            return wire if wire in condition.inputs else f"condition.{wire}"

        gates = list(self.gates)
        for gate in condition.gates:
            inputs = [inside(wire) for wire in gate.inputs]
            gates.append(Gate(inside(gate.output), inputs, gate.cover))
        (high,) = condition.outputs
        outputs = []
        for wire in self.outputs:
            outputs.append(f"where.{wire}")
            gates.append(Gate(outputs[-1], [wire, inside(high)], ["11 1"]))
        return Netlist(self.name, self.inputs, outputs, gates, self.unknown)

    def with_changed_gate(self, number):
        """The circuit with another gate in this one's place."""
        gates = list(self.gates)
        old = gates[number]
        gates[number] = Gate(old.output, old.inputs, KINDS[tuple(old.cover)][1])
        return Netlist(self.name, self.inputs, self.outputs, gates)

    def cone(self, ports):
        """The part that drives the outputs of another circuit, with that one's inputs."""
        whole = Netlist(ports.name, self.inputs, ports.outputs, self.gates)
        read = {wire for gate in whole.gates for wire in gate.inputs}
        beyond = sorted(read & set(self.inputs) - set(ports.inputs))
        if beyond:
            raise Fault(
                f"{', '.join(ports.outputs[:3])}, ... of {self.name} depend on {', '.join(beyond[:8])} as well"
            )
        return Netlist(ports.name, ports.inputs, ports.outputs, whole.gates)


def ordered(name, inputs, outputs, gates):
    """The gates that outputs need, each behind those that it reads."""
    drivers = {gate.output: gate for gate in gates}
    state = {wire: "done" for wire in inputs}
    result = []
    for output in outputs:
        path = [output]
        while path:
            wire = path[-1]
            if state.get(wire) == "done":
                path.pop()
                continue
            if wire not in drivers:
                raise Fault(f"nothing drives the wire {wire} of {name}")
            waiting = [w for w in drivers[wire].inputs if state.get(w) != "done"]
            if not waiting:
                state[wire] = "done"
                result.append(drivers[wire])
                path.pop()
            elif any(state.get(w) == "open" for w in waiting):
                start = next(w for w in waiting if state.get(w) == "open")
                loop = path[path.index(start) :]
                raise Loop(name, [w for w in loop if state.get(w) == "open"])
            else:
                state[wire] = "open"
                path.extend(waiting)
    return result


def needless(inputs, needed, gates):
    """The gates that no output needs, each behind those that it reads; without loops."""
    settled = {*inputs, *(gate.output for gate in needed)}
    waiting = [gate for gate in gates if gate.output not in settled]
    result = []
    while True:
        ready = [gate for gate in waiting if settled.issuperset(gate.inputs)]
        if not ready:
            return result
        result += ready
        settled.update(gate.output for gate in ready)
        waiting = [gate for gate in waiting if gate.output not in settled]


def program(*names):
    for name in names:
        if shutil.which(name):
            return name
    raise Fault(
        f"{names[0]} is not installed; on Debian: apt-get install yosys berkeley-abc iverilog"
    )


#: How yosys makes gates of each module, before they are put together: of a circuit, which is also
#: looked through for wires that nobody drives, and whose equal gates are merged; and of a
#: specification, for which ABC does that.
CIRCUIT, SPECIFICATION = (
    "check; opt_expr; opt_clean; techmap; opt -fast",
    "opt_expr; opt_clean; techmap",
)
#: A circuit in which a level x is a wire that may be high or low. It is made twice: techmap makes
#: an x of what is read from beyond a bus.
UNKNOWN = "setundef -anyseq; opt_expr; opt_clean; techmap; setundef -anyseq; opt -fast"
#: A circuit with all its wires by their names: for a loop, and for the levels inside.
NAMED = "setundef -anyseq; techmap; setundef -anyseq"
RIPPLE = f"alumacc; maccmap; techmap -map {os.path.join(os.path.dirname(__file__), 'ripple.v')}"


def yosys(script):
    """Whether yosys did it, and what it said."""
    run = subprocess.run(
        [program("yosys"), "-p", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return run.returncode == 0, run.stdout


def there(file):
    """Raises that a file is not there."""
    if not os.path.isfile(file):
        raise Fault(f"there is no file {file}")


def verilog(files):
    """The command that reads files, in whose names there may be spaces."""
    # A module without a body is a circuit that drives nothing, not one that is elsewhere.
    return "read_verilog -noblackbox " + " ".join(f'"{file}"' for file in files)


def read(files, top, folder, how=CIRCUIT, sums=False):
    """The circuit that yosys makes of a Verilog module."""
    for file in files:
        there(file)
    blif = os.path.join(folder, f"{top}.blif")
    rtlil = os.path.join(folder, f"{top}.il")
    load = f"{verilog(files)}; hierarchy -check -top {top}"
    read_first = ""
    if how == UNKNOWN:
        # `setundef` leaves a level z as it is.
        _, read_first = yosys(f"{load}; write_ilang {rtlil}")
        x_for_z(rtlil)
        load = f"read_ilang {rtlil}; hierarchy -check -top {top}"
    done, said = yosys(
        f"{load}; write_ilang {rtlil}; proc -norom; {RIPPLE + '; ' if sums else ''}{how}; "
        f"flatten; {'' if how == NAMED else 'opt_expr; opt_clean; '}write_blif {blif}"
    )
    said = read_first + said
    if not done:
        told = faults.unreadable(said, files, top)
        raise (NoModule if told.startswith("no module") else Fault)(told)
    if how == SPECIFICATION:
        return parse(blif, top)
    written = design.Design(rtlil)
    wrong = (
        faults.misdeclared(said, written)
        or faults.reversed_port(written, top)
        or faults.driven_twice(written)
        or faults.short_list(written)
        or faults.undriven(said, written)
    )
    if wrong:
        raise Fault(wrong)
    if how == NAMED:
        circuit = parse(blif, top, every=True)
        circuit.written = written
        return circuit
    try:
        circuit = parse(blif, top)
    except Loop as fault:
        raise Fault(loop(files, top, folder, written) or str(fault)) from None
    circuit.hints = faults.hints(said, written)
    circuit.notes = faults.undeclared_told(said)
    circuit.may_be_unknown = written.unknown
    circuit.floating = any(map(faults.leaves_floating, files))
    circuit.written = written
    return circuit


def x_for_z(path):
    """Writes x for each z in the constants of a design that yosys wrote."""
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(
            re.sub(
                r"'[01xzm-]*z[01xzm-]*", lambda it: it.group().replace("z", "x"), text
            )
        )


def loop(files, top, folder, written):
    """A loop by its outputs: in a circuit that has all its names still."""
    try:
        read(files, top, folder, NAMED)
    except Loop as fault:
        return faults.loop(written, top, fault.wires)
    return None


def parse(path, top, every=False):
    with open(path) as file:
        lines = file.read().replace("\\\n", "").splitlines()
    inputs, outputs, gates, unknown = [], [], [], []
    for line in lines:
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if words[0] == ".inputs":
            inputs += words[1:]
        elif words[0] == ".outputs":
            outputs += words[1:]
        elif words[0] == ".names":
            gates.append(Gate(words[-1], words[1:-1], []))
        elif words[:2] == [".subckt", "$anyseq"]:
            unknown += [word.partition("=")[2] for word in words[2:]]
        elif words[0] == ".latch" or words[0] in (".subckt", ".gate"):
            kind = "a flip-flop" if "DFF" in line or " re " in line else "a latch"
            where = f" for {words[2]}" if words[0] == ".latch" else ""
            raise Fault(
                f"{top} holds {kind}{where}, but is to be combinational: "
                "assign every output in every branch"
            )
        elif not line.startswith("."):
            gates[-1].cover.append(line)
    # A constant low has no line of its own.
    for gate in gates:
        if not gate.cover:
            gate.cover = ["0" if not gate.inputs else "-" * len(gate.inputs) + " 0"]
            gate.cover = [" 0"] if not gate.inputs else gate.cover
        elif not gate.inputs:
            gate.cover = [" " + gate.cover[0].strip()]
    return Netlist(top, inputs, outputs, gates, unknown, every)


def same_ports(circuit, specification):
    """Says which ports a circuit lacks or has in excess."""
    for what, own, wanted in (
        ("input", circuit.inputs, specification.inputs),
        ("output", circuit.outputs, specification.outputs),
    ):
        missing, excess = sorted(set(wanted) - set(own)), sorted(set(own) - set(wanted))
        if missing:
            raise Fault(
                f"module {circuit.name} lacks the {what} {', '.join(missing[:8])}"
            )
        if excess:
            raise Fault(
                f"module {circuit.name} has an {what} of its own: {', '.join(excess[:8])}"
            )


#: A circuit with no more inputs than these is tried at all of them, for the plainest example.
FEW = 17


def difference(circuit, specification, conditions):
    """Inputs at which the two differ, or None: then ABC has proved that there are none.

    Only inputs that are possible count, and usual ones are found first. A level x of the circuit is
    an input of both, which the specification does not look at.
    """
    if circuit.unknown:
        unknown = circuit.unknown
        circuit = circuit.with_inputs(unknown)
        specification = specification.with_inputs(unknown)
    possible = conditions.possible()
    if possible:
        circuit = circuit.where(possible)
        specification = specification.where(possible)
    levels = example(circuit, specification)
    if levels is None:
        return None
    usual = conditions.usual()
    if len(circuit.inputs) <= FEW:
        return plainest(circuit, specification, usual)
    if not usual:
        return shrunk(circuit, specification, levels)
    both = circuit.where(usual), specification.where(usual)
    if not is_high(usual, levels):
        levels = shrunk(circuit, specification, levels)
    if not is_high(usual, levels):
        levels = example(*both) or levels
    return shrunk(*both, levels) if is_high(usual, levels) else levels


def is_high(condition, levels):
    return all(condition.outputs_at(levels).values())


def example(circuit, specification):
    """Some inputs at which the two differ, as ABC finds them, or None."""
    with tempfile.TemporaryDirectory() as folder:
        circuit.write(os.path.join(folder, "circuit.blif"))
        specification.write(os.path.join(folder, "specification.blif"))
        files = "circuit.blif specification.blif"
        if circuit.count() > MANY:
            # ABC's newer provers take a fifth of the time of the other, but name no wires. The
            # first one merges what is equal inside, which leaves nearly nothing to the second.
            said = abc(
                f"miter {files}; strash; &get; &fraig -x; &cec -m {LIMITS}", folder
            )
            if re.search(r"^Networks are equivalent", said, re.MULTILINE):
                return None
        said = abc(f"cec {LIMITS} {files}", folder)
        if re.search(r"^Networks are equivalent", said, re.MULTILINE):
            return None
        if not re.search(r"^Networks are NOT EQUIVALENT", said, re.MULTILINE):
            raise Fault(f"ABC neither proved nor refuted:\n{said}")
        levels = dict.fromkeys(specification.inputs, 0)
        for wire, level in re.findall(r"(\S+)=([01])\b", said):
            if wire in levels:
                levels[wire] = int(level)
        if not differs(circuit, specification, [levels])[0]:
            # It names only inputs that the first circuit's output depends on; this asks for all.
            abc(f"miter {files}; iprove; write_cex -n example.txt", folder)
            with open(os.path.join(folder, "example.txt")) as file:
                for wire, level in re.findall(r"(\S+)@0=([01])", file.read()):
                    levels[wire] = int(level)
    return levels


def all_levels(inputs):
    """The inputs with a lane for each of their combinations."""
    lanes = 1 << len(inputs)
    levels = {}
    for place, wire in enumerate(inputs):
        pattern, width = (1 << (1 << place)) - 1 << (1 << place), 2 << place
        while width < lanes:
            pattern |= pattern << width
            width *= 2
        levels[wire] = pattern
    return levels


def plainest(circuit, specification, usual):
    """Of all inputs at which the two differ those with the fewest high wires, usual ones first."""
    inputs = specification.inputs
    levels, lanes = all_levels(inputs), 1 << len(inputs)
    own, wanted = (
        circuit.outputs_at(levels, lanes),
        specification.outputs_at(levels, lanes),
    )
    differing = 0
    for wire in wanted:
        differing |= own[wire] ^ wanted[wire]
    if usual:
        (shown,) = usual.outputs_at(levels, lanes).values()
        differing = differing & shown or differing
    at = [lane for lane, bit in enumerate(reversed(f"{differing:b}")) if bit == "1"]
    lane = min(at, key=lambda lane: (lane.bit_count(), lane))
    return {wire: lane >> place & 1 for place, wire in enumerate(inputs)}


def wrong_outputs(circuit, specification, possible):
    """The outputs that differ at some inputs, or None if there are too many inputs to try."""
    inputs = specification.inputs
    if len(inputs) > FEW or circuit.unknown:
        return None
    levels, lanes = all_levels(inputs), 1 << len(inputs)
    own, wanted = (
        circuit.outputs_at(levels, lanes),
        specification.outputs_at(levels, lanes),
    )
    counting = (1 << lanes) - 1
    if possible:
        (counting,) = possible.outputs_at(levels, lanes).values()
    return [wire for wire in wanted if (own[wire] ^ wanted[wire]) & counting]


def abc(command, folder):
    run = subprocess.run(
        [program(*ABC), "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        cwd=folder,
    )
    return run.stdout


def differs(circuit, specification, candidates):
    """For each candidate, whether the circuits differ there."""
    lanes = len(candidates)
    levels = {
        wire: sum(candidate[wire] << lane for lane, candidate in enumerate(candidates))
        for wire in specification.inputs
    }
    own, wanted = (
        circuit.outputs_at(levels, lanes),
        specification.outputs_at(levels, lanes),
    )
    word = 0
    for wire in wanted:
        word |= own[wire] ^ wanted[wire]
    return [word >> lane & 1 == 1 for lane in range(lanes)]


def shrunk(circuit, specification, levels):
    """The counterexample with as few high inputs as can be: a student reads it."""
    while True:
        high = [wire for wire in specification.inputs if levels[wire]]
        pieces = []
        size = len(high)
        while size:
            pieces += [high[at : at + size] for at in range(0, len(high), size)]
            size //= 2
        # A piece is cleared whole, not made into another one.
        squares = {
            wire.rpartition("[")[2] for wire in high if re.match(r"[pe][0-3]\[", wire)
        }
        pieces += [
            [w for w in high if re.match(r"[pe][0-3]\[" + re.escape(s), w)]
            for s in sorted(squares)
        ]
        pieces.sort(key=len, reverse=True)
        candidates = [{**levels, **dict.fromkeys(piece, 0)} for piece in pieces]
        if not candidates:
            return levels
        still = differs(circuit, specification, candidates)
        if True not in still:
            return levels
        levels = candidates[still.index(True)]

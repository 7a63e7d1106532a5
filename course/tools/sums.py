"""Proves that circuits add: by arithmetic, where two trees of adders have no points that are equal.

Every gate is a polynomial of its inputs: NOT is 1 - a, AND ab, OR a + b - ab, XOR a + b - 2ab. The
number on an output is the sum of its wires, each times its power of two. The gates are put in one
after the other, the last first, until only inputs are left. There is only one such polynomial of a
number, so circuit and specification are equal if and only if theirs are. An adder's products cancel
as soon as both its gates are in, 2(ab) + (a + b - 2ab) = a + b; and products that hold an XOR and
the AND of the same two wires are zero, since never are both high.

A specification that is proved so says `(* sums *)` before `module`. Its inputs after `(* given *)`
choose what is added: all their levels are tried, those together for which the same gates are left.

All is reckoned modulo 65,536, as on the value bus.
"""

import collections
import pathlib
import random
import re

import netlist

MODULO = 1 << 16
#: More products than any circuit that adds has on the way.
MOST = 20_000
#: Random inputs tried where the polynomial grows beyond all bounds.
TRIES = 1 << 12
NONE = frozenset()


class Grown(Exception):
    """The gates left do not add: their polynomial grows beyond all bounds."""


def given_inputs(files, module):
    """The names of the inputs that choose, or None if the specification is not proved by sums."""
    for file in files:
        text = pathlib.Path(file).read_text()
        found = re.search(
            r"\(\* sums \*\)\s*module " + module + r"\b.*?endmodule", text, re.DOTALL
        )
        if found:
            lists = re.findall(
                r"\(\* given \*\)\s*input wire (?:\[.*?\] )?(\w+(?:, \w+)*)",
                found.group(),
            )
            return {name for names in lists for name in names.split(", ")}
    return None


def any_in(files):
    """Whether a specification is proved by sums: then the circuit's additions ripple as well."""
    return any("(* sums *)" in pathlib.Path(file).read_text() for file in files)


def difference(circuit, specification, given):
    """Inputs at which the two differ, or None: then arithmetic has proved that there are none."""
    chosen = [w for w in specification.inputs if w.partition("[")[0] in given]
    own, wanted = Settled(circuit, chosen), Settled(specification, chosen)
    for lane in representatives(own.ones, own.known() + wanted.known()):
        levels = {wire: lane >> place & 1 for place, wire in enumerate(chosen)}
        for wires in numbers(specification.outputs):
            try:
                found = differing(own.number(wires, lane), wanted.number(wires, lane))
            except Grown:
                return by_chance(circuit, specification, levels)
            if found is not None:
                levels.update(dict.fromkeys(found, 1))
                low = set(specification.inputs) - set(levels)
                return {**levels, **dict.fromkeys(low, 0)}
    return None


def representatives(ones, known):
    """A lane of each group of lanes in which the same levels are known."""
    groups = [ones]
    for lanes in known:
        apart = []
        for group in groups:
            apart += [part for part in (group & lanes, group & ~lanes) if part]
        groups = apart
    return [(group & -group).bit_length() - 1 for group in groups]


def numbers(outputs):
    """The wires of each output, lowest first."""
    places = collections.defaultdict(dict)
    for wire in outputs:
        name, _, place = wire.partition("[")
        places[name][int(place[:-1]) if place else 0] = wire
    return [[wires[at] for at in sorted(wires)] for wires in places.values()]


def differing(own, wanted):
    """Inputs that show the difference of two polynomials
    if they are high and all others low, or None.

    The fewest wires whose product has another factor: no other product that differs is high then.
    """
    products = [
        product
        for product in own.keys() | wanted.keys()
        if own.get(product, 0) != wanted.get(product, 0)
    ]
    return min(products, key=lambda product: (len(product), product), default=None)


def by_chance(circuit, specification, levels):
    """Random inputs that show a difference, the chosen ones at these levels."""
    chance = random.Random(1)
    free = [wire for wire in specification.inputs if wire not in levels]
    inputs = {wire: chance.getrandbits(TRIES) for wire in free}
    for wire, level in levels.items():
        inputs[wire] = ((1 << TRIES) - 1) * level
    own = circuit.outputs_at(inputs, TRIES)
    wanted = specification.outputs_at(inputs, TRIES)
    differs = 0
    for wire in wanted:
        differs |= own[wire] ^ wanted[wire]
    if not differs:
        raise netlist.Fault(
            "these gates are no adders: their polynomial grows beyond all bounds"
        )
    lane = (differs & -differs).bit_length() - 1
    shown = {wire: inputs[wire] >> lane & 1 for wire in inputs}
    return netlist.shrunk(circuit, specification, shown)


class Settled:
    """A circuit whose chosen inputs are known, and its gates that they settle, for all levels."""

    def __init__(self, circuit, chosen):
        self.ones = (1 << (1 << len(chosen))) - 1
        self.circuit = circuit
        #: For each wire the lanes in which it is known to be high, and those in which it is known
        #: to be low.
        self.high, self.low = (
            dict.fromkeys(circuit.inputs, 0),
            dict.fromkeys(circuit.inputs, 0),
        )
        for wire, pattern in netlist.all_levels(chosen).items():
            self.high[wire] = pattern
            self.low[wire] = self.ones & ~pattern
        for gate in circuit.gates:
            self.high[gate.output], self.low[gate.output] = self.settle(gate)
        # By depth: the sum and the carry of an adder are put in one right after the other.
        depth = dict.fromkeys(circuit.inputs, 0)
        for gate in circuit.gates:
            depth[gate.output] = 1 + max(
                (depth[wire] for wire in gate.inputs), default=0
            )
        self.wire_at = sorted(depth, key=depth.get)
        self.order = {wire: at for at, wire in enumerate(self.wire_at)}
        self.gates = {self.order[gate.output]: gate for gate in circuit.gates}
        self.never_with = self.exclusions()
        #: Polynomials of gates, by gate and levels known of its inputs.
        self.polynomials = {}

    def settle(self, gate):
        """The lanes in which a gate is known to be high, and to be low."""
        some, none = 0, self.ones
        for pattern, _ in cubes(gate):
            holds, fails = self.ones, 0
            for place, wire in zip(pattern, gate.inputs):
                if place != "-":
                    true, false = self.high[wire], self.low[wire]
                    if place == "0":
                        true, false = false, true
                    holds &= true
                    fails |= false
            some |= holds
            none &= fails
        if inverted(gate):
            return none, some
        return some, none

    def known(self):
        """For each wire that unsettled gates read, the lanes in which it is high, and low."""
        read = set(self.circuit.outputs)
        for gate in self.circuit.gates:
            if self.high[gate.output] | self.low[gate.output] != self.ones:
                read.update(gate.inputs)
        levels = (levels[wire] for wire in read for levels in (self.high, self.low))
        return list(dict.fromkeys(levels))

    def exclusions(self):
        """Of each XOR the ANDs of the same two wires, and the other way round."""
        ands, xors = collections.defaultdict(list), {}
        for number, gate in self.gates.items():
            if gate.kind() == "AND":
                ands[frozenset(gate.inputs)].append(number)
            elif gate.kind() == "XOR":
                xors[number] = frozenset(gate.inputs)
        pairs = collections.defaultdict(set)
        for number, inputs in xors.items():
            for other in ands[inputs]:
                pairs[number].add(other)
                pairs[other].add(number)
        return pairs

    def level(self, wire, lane):
        if self.high[wire] >> lane & 1:
            return 1
        if self.low[wire] >> lane & 1:
            return 0
        return None

    def number(self, wires, lane):
        """The number on these wires as a polynomial of the other inputs: products and factors."""
        # The products by their latest gate, which is the first to be put in.
        waiting = collections.defaultdict(dict)
        total = {}
        count = 0

        def add(product, factor):
            nonlocal count
            latest = next((at for at in product if at in self.gates), None)
            terms = total if latest is None else waiting[latest]
            now = (terms.get(product, 0) + factor) % MODULO
            count -= product in terms
            if now:
                terms[product] = now
                count += 1
            else:
                terms.pop(product, None)
            if count > MOST:
                raise Grown

        for place, wire in enumerate(wires):
            for product, factor in self.wire(wire, lane, 1 << place):
                add(product, factor)
        while waiting:
            at = max(waiting)
            terms = waiting.pop(at)
            count -= len(terms)
            if not terms:
                continue
            polynomial = self.polynomial(at, lane)
            for product, factor in terms.items():
                rest = [other for other in product if other != at]
                for wires_of_gate, times in polynomial.items():
                    both = self.times(rest, wires_of_gate)
                    if both is not None:
                        add(both, factor * times)
        return {
            tuple(self.wire_at[at] for at in reversed(product)): factor
            for product, factor in total.items()
        }

    def times(self, one, other):
        """The product of two, latest wires first; None if it is zero."""
        both = set(one) | set(other)
        for at in both:
            if not self.never_with.get(at, NONE).isdisjoint(both):
                return None
        return tuple(sorted(both, reverse=True))

    def wire(self, wire, lane, factor=1):
        """A wire as a polynomial: itself, or its level."""
        level = self.level(wire, lane)
        if level is None:
            return [((self.order[wire],), factor)]
        return [((), factor)] if level else []

    def polynomial(self, at, lane):
        """A gate as a polynomial of its inputs."""
        inputs = self.gates[at].inputs
        known = (at, *(self.level(wire, lane) for wire in inputs))
        if known not in self.polynomials:
            self.polynomials[known] = self.multiplied_out(self.gates[at], lane)
        return self.polynomials[known]

    def multiplied_out(self, gate, lane):
        """A gate's cubes multiplied out: it is one less the product of one less each cube."""
        none = {(): 1}
        for pattern, _ in cubes(gate):
            cube = {(): 1}
            for place, wire in zip(pattern, gate.inputs):
                if place == "1":
                    cube = self.multiplied(cube, dict(self.wire(wire, lane)))
                elif place == "0":
                    cube = self.multiplied(cube, opposite(dict(self.wire(wire, lane))))
            none = self.multiplied(none, opposite(cube))
        return none if inverted(gate) else opposite(none)

    def multiplied(self, one, other):
        result = collections.defaultdict(int)
        for first, factor in one.items():
            for second, times in other.items():
                both = self.times(first, second)
                if both is not None:
                    result[both] = (result[both] + factor * times) % MODULO
        return {product: factor for product, factor in result.items() if factor}


def cubes(gate):
    """Pattern and value of each cube."""
    return [tuple(line.rsplit(" ", 1)) for line in gate.cover]


def inverted(gate):
    """Whether the cubes say when the gate is low."""
    return gate.cover[0].endswith(" 0")


def opposite(polynomial):
    """One less the polynomial."""
    result = {product: -factor % MODULO for product, factor in polynomial.items()}
    result[()] = (result.get((), 0) + 1) % MODULO
    return {product: factor for product, factor in result.items() if factor}

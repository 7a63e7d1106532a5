//! The host port, by the databook's table of its registers.

use logic::{Logic, Netlist};
use machine::microengine::word::Slot;

use super::registers::KEPT;
use super::{Microword, Wire, all, chosen, either, is, paper_sum, some, tied, wires};

/// The host's wires; `effective` is high if it writes while the machine is halted.
pub(super) struct Host<'n> {
    net: &'n Netlist,
    address: Vec<Wire<'n>>,
    pub(super) data: Vec<Wire<'n>>,
    written: Wire<'n>,
    effective: Wire<'n>,
}

impl<'n> Host<'n> {
    /// Declares the inputs `host_address`, `host_write` and `host_data`. A running machine ignores
    /// the host.
    pub(super) fn input(net: &'n Netlist, running: Wire<'n>) -> Self {
        let written = net.input_wire("host_write");
        Self {
            net,
            address: wires(net.input_address("host_address")),
            data: wires(net.input_word("host_data")),
            written,
            effective: written & !running,
        }
    }

    pub(super) fn addresses(&self, number: usize) -> Wire<'n> {
        is(self.net, &self.address, number)
    }

    pub(super) fn writes(&self, number: usize) -> Wire<'n> {
        self.effective & self.addresses(number)
    }

    /// The number of the slot that it addresses.
    pub(super) fn slot(&self) -> &[Wire<'n>] {
        &self.address[..3]
    }

    pub(super) fn addresses_slot(&self) -> Wire<'n> {
        some(self.net, (16..24).map(|number| self.addresses(number)))
    }

    pub(super) fn writes_slot(&self) -> Wire<'n> {
        some(self.net, (16..24).map(|number| self.writes(number)))
    }
}

/// Inputs: the registers, `bus_sum`, the host's wires, `checksum`, `memory_bits`, `memory_used`,
/// `memory_wait`, `memory_entry`, and the memory's address and request as the microword has them.
/// Outputs: `host_out`, the data of the addressed register, for the accumulator and the slots the
/// value bus; `halted`; the machine's registers after the host's write; the memory's ports.
pub fn port() -> Netlist {
    let net = Netlist::new();
    let low = net.wire(false);
    let running = net.input_wire("running");
    let host = Host::input(&net, running);
    let data = &host.data;
    let (start, position, moves) = (host.writes(0), host.writes(2), host.writes(3));
    let (draws, clears) = (host.writes(4), host.writes(6));
    let stops = host.written & host.addresses(7) & data[0];
    let wait = net.input_wire("memory_wait");
    let fetch = net.input_wires("fetch", 3);
    let is_fetching = some(&net, fetch.iter().copied());
    let halted = !(running | is_fetching | wait);
    let one = |name| vec![net.input_wire(name)];
    let (hosted, white) = (one("hosted"), one("white_to_move"));
    let (none, check) = (one("none"), one("check"));
    let address = net.input_wires("address", 10);
    let [draw, bus] = ["draw", "bus_sum"].map(|name| wires(net.input_word(name)));
    let [word, jump_word] = ["word", "jump_word"].map(|name| wires(net.input_plane(name)));
    let [ply, deepest] = ["ply", "deepest"].map(|name| wires(net.input_address(name)));
    let [nodes, cycles] = ["nodes", "cycles"].map(|name| wires(net.input_plane(name)));
    let kept = KEPT.map(|(name, _, width)| net.input_wires(name, width));
    let register = |name| &kept[KEPT.iter().position(|kept| kept.0 == name).expect("kept")];

    let control = [&address[..], &[low, low], &none, &check, &hosted, &[halted]].concat();
    let entry = wires(net.input_plane("entry"));
    let (size, used) = (
        net.input_wires("memory_bits", 5),
        net.input_wires("memory_used", 10),
    );
    let checksum = wires(net.input_word("checksum"));
    let reads = [
        (0, control),
        (
            2,
            [&white[..], register("rights"), register("en_passant")].concat(),
        ),
        (
            3,
            [&register("to")[..], register("from"), register("kind")].concat(),
        ),
        (4, draw.clone()),
        (5, bus.clone()),
        (6, deepest.clone()),
        (32, size),
        (33, used),
        (34, checksum.clone()),
        (35, checksum),
    ];
    let slots = (16..24).map(|number| (number, bus.clone()));
    let reads: Vec<_> = reads
        .into_iter()
        .chain((8..12).zip(nodes.chunks(16).map(<[_]>::to_vec)))
        .chain((12..16).zip(cycles.chunks(16).map(<[_]>::to_vec)))
        .chain((28..32).zip(entry.chunks(16).map(<[_]>::to_vec)))
        .chain(slots)
        .map(|(number, wires)| (host.addresses(number), wires))
        .collect();
    net.output_wires("host_out", &chosen(&net, 16, &reads));

    net.output("halted", halted);
    net.output("running_next", (running | start) & !stops);
    net.output_wires("hosted_next", &either(start, &data[14..15], &hosted));
    net.output_wires("address_next", &either(start, &data[..10], &address));
    let word_next = either(start, &jump_word, &word);
    net.output_wires("word_next", &cleared(&net, stops, &word_next));
    net.output_wires("white_to_move_next", &either(position, &data[..1], &white));
    net.output_wires("draw_next", &either(draws, data, &draw));

    net.output_wires("ply_next", &cleared(&net, position, &ply));
    net.output_wires("deepest_next", &cleared(&net, clears, &deepest));
    net.output_wires("nodes_next", &cleared(&net, clears, &nodes));
    net.output_wires("cycles_next", &cleared(&net, clears, &cycles));
    for (name, next, width) in KEPT {
        let register = register(name);
        let after = match name {
            "rights" => either(position, &data[1..5], register),
            "en_passant" => either(position, &data[5..11], register),
            "captured" => cleared(&net, position, register),
            "to" => either(moves, &data[..6], &cleared(&net, position, register)),
            "from" => either(moves, &data[6..12], &cleared(&net, position, register)),
            "kind" => either(moves, &data[12..15], &cleared(&net, position, register)),
            _ => cleared(&net, position | moves, register),
        };
        assert_eq!(after.len(), width);
        net.output_wires(next, &after);
    }
    memory_side(&net, &host, running, wait, &fetch, &entry);
    net
}

/// The host's part of the memory's ports. It asks for an entry in five cycles, counted from 1, that
/// the wait line does not hold up; the fifth takes the entry. A running machine has the memory for
/// itself.
fn memory_side<'n>(
    net: &'n Netlist,
    host: &Host<'n>,
    running: Wire<'n>,
    wait: Wire<'n>,
    fetch: &[Wire<'n>],
    entry: &[Wire<'n>],
) {
    let data = &host.data;
    let asks = !running & some(net, fetch.iter().copied());
    let is_last = is(net, fetch, 5);
    let takes = asks & !wait & is_last;
    let given = wires(net.input_plane("memory_entry"));
    net.output_wires("entry_next", &either(takes, &given, entry));

    // Idle it waits for the command; it counts on, stands still, or is over.
    let begun = [host.writes(7) & data[3], net.wire(false), net.wire(false)];
    let counted = paper_sum(fetch, &tied(net, 3, 1), net.wire(false));
    let ended = tied(net, 3, 0);
    let goes_on = either(wait, fetch, &either(is_last, &ended, &counted));
    net.output_wires("fetch_next", &either(asks, &goes_on, &begun));

    let address = net.input_wires("entry_address", 17);
    let low = either(host.writes(24), data, &address[..16]);
    let high = either(host.writes(25), &data[..1], &address[16..]);
    net.output_wires("entry_address_next", &[low, high].concat());

    let word_address = net.input_wires("word_address", 17);
    net.output_wires("memory_address", &either(asks, &address, &word_address));
    net.output("memory_request", asks | net.input_wire("word_requests"));
    net.output("memory_clear", host.writes(7) & data[1]);
    net.output("memory_close", host.writes(7) & data[2]);
    net.output("checksum_address", host.address[0]);
}

/// Inputs `word`, `running`, `ply`, the host's wires, `bus_sum`, `commit`. Outputs: `slot_address`,
/// the slot and ply that may drive the bus: the word's, of the ply before for `parent`, or the
/// host's of a machine at rest; `depth_address`, the slot `depth` of this ply; `slot_write`,
/// `slot_write_address` and `slot_data`: the host writes a slot of this ply, or the word ends and
/// writes one; either way it takes the sum.
pub fn slots() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let running = net.input_wire("running");
    let host = Host::input(&net, running);
    let ply = wires(net.input_address("ply"));
    let before = paper_sum(&ply, &tied(&net, 6, 63), net.wire(false));
    let parent = either(running & word.holds("source", "parent"), &before, &ply);
    let number = host.slot();
    let read = either(running, &word.field("read"), number);
    net.output_wires("slot_address", &[read, parent].concat());
    net.output_wires(
        "depth_address",
        &[tied(&net, 3, Slot::Depth as usize), ply.clone()].concat(),
    );
    let takes = some(
        &net,
        ["frame", "both"].map(|symbol| word.holds("dest", symbol)),
    );
    let writes = host.writes_slot();
    net.output(
        "slot_write",
        writes | all(&net, [net.input_wire("commit"), takes]),
    );
    net.output_wires(
        "slot_write_address",
        &[either(writes, number, &word.field("write")), ply].concat(),
    );
    net.output_wires("slot_data", &wires(net.input_word("bus_sum")));
    net
}

fn cleared<'n>(net: &'n Netlist, when: Wire<'n>, register: &[Wire<'n>]) -> Vec<Wire<'n>> {
    either(when, &tied(net, register.len(), 0), register)
}

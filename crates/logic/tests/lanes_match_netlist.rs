//! Each primitive of the lanes, on every back end, against the netlist's gates.

use logic::lanes::{Pair, on_each};
use logic::netlist::Simulation;
use logic::{Kernel, Lanes, Logic, Merge, Netlist, Signal, Simulator, SquareLogic, lanes, select};
use proptest::prelude::*;

/// Patterns enough for one simulation: two planes, each thin, even or dense.
fn planes() -> impl Strategy<Value = Vec<(u64, u64)>> {
    let plane = (any::<u64>(), any::<u64>(), 0..4).prop_map(|(a, b, density)| match density {
        0 => a & b,
        1 => a | b,
        2 => a,
        _ => a & b & b.rotate_left(17),
    });
    prop::collection::vec((plane.clone(), plane), Simulation::PATTERNS)
}

/// Asserts that a circuit of two planes gives the same plane, word, address or wire on both back
/// ends.
macro_rules! same {
    ($patterns:expr, $input:ident, $signal:ident as $bits:ty, |$l:ident, $a:ident, $b:ident| $circuit:expr) => {{
        let net = Netlist::new();
        let on_gates = {
            let ($l, $a, $b) = (&net, net.$input("a"), net.$input("b"));
            $circuit
        };
        net.output("out", on_gates);
        let mut simulation = Simulation::new(&net);
        for (pattern, &(a, b)) in $patterns.iter().enumerate() {
            simulation.set("a", pattern, a as $bits as u64);
            simulation.set("b", pattern, b as $bits as u64);
        }
        simulation.settle();
        #[derive(Clone)]
        struct Settle<'a>(&'a [(u64, u64)]);
        impl Kernel for Settle<'_> {
            type Output = Vec<u64>;
            fn run<L: Simulator>(self, $l: L) -> Vec<u64> {
                let settle = |&(a, b): &(u64, u64)| {
                    let ($a, $b) = (lanes::$signal(a as $bits), lanes::$signal(b as $bits));
                    let on_lanes = $circuit;
                    on_lanes.0 as u64
                };
                self.0.iter().map(settle).collect()
            }
        }
        let on_gates: Vec<u64> = (0..$patterns.len())
            .map(|pattern| simulation.get("out", pattern))
            .collect();
        for (back_end, on_lanes) in on_each(&Settle(&$patterns)) {
            prop_assert_eq!(
                &on_gates,
                &on_lanes,
                "{} {}: {:x?}",
                back_end,
                stringify!($circuit),
                &$patterns
            );
        }
    }};
}

macro_rules! same_ray {
    ($patterns:expr, $($dx:literal $dy:literal),+) => {
        $(same!($patterns, input_plane, Plane as u64, |l, a, b| l.ray::<$dx, $dy>(a, b));)+
    };
}

macro_rules! same_neighbor {
    ($patterns:expr, $($dx:literal $dy:literal),+) => {
        $(same!($patterns, input_plane, Plane as u64, |l, a, b| l.neighbor::<$dx, $dy>(a ^ b));)+
    };
}

/// What only simulating back ends have: both sides' rays and jumps, weighed.
#[derive(Clone)]
struct Weigh<'a> {
    planes: &'a [(u64, u64)],
    weights: [i16; 4],
}

impl Weigh<'_> {
    /// Four planes of each side.
    fn pairs(&self) -> impl Iterator<Item = [Pair; 4]> {
        self.planes
            .windows(4)
            .map(|four| [0, 1, 2, 3].map(|i| Pair::new(four[i].0, four[i].1)))
    }
}

impl Kernel for Weigh<'_> {
    type Output = Vec<(i16, [[u64; 2]; 2])>;

    fn run<L: Simulator>(self, l: L) -> Self::Output {
        let [a, b, c, d] = &self.weights.map(|weight| [weight; 8]);
        let weigh = |[p, q, r, s]: [Pair; 4]| {
            let (rays, jumps) = (l.side_rays(p, q, r), l.side_jumps(s));
            let both = l.masked(l.either(rays, jumps), p | q);
            let sum = l.with_octet(l.nothing(), both, [a, b]);
            let sum = l.with_octet(sum, jumps, [c, d]);
            let sum = l.with_planes(sum, [r, s & !q], [d, a]);
            (l.total(sum), l.north_and_south(rays).map(Pair::planes))
        };
        self.pairs().map(weigh).collect()
    }
}

/// The same for one side, plane by plane: its share of the sum, and the rays to the north and to
/// the south.
fn weighed([p, q, r, s]: [lanes::Plane; 4], [a, b, c, d]: [i16; 4]) -> (i16, [u64; 2]) {
    let l = Lanes;
    let rays = [
        l.ray::<0, 1>(p, r),
        l.ray::<1, 0>(p, r),
        l.ray::<0, -1>(p, r),
        l.ray::<-1, 0>(p, r),
        l.ray::<1, 1>(q, r),
        l.ray::<1, -1>(q, r),
        l.ray::<-1, -1>(q, r),
        l.ray::<-1, 1>(q, r),
    ];
    let jumps = [
        l.neighbor::<1, 2>(s),
        l.neighbor::<2, -1>(s),
        l.neighbor::<-1, -2>(s),
        l.neighbor::<-2, 1>(s),
        l.neighbor::<2, 1>(s),
        l.neighbor::<1, -2>(s),
        l.neighbor::<-2, -1>(s),
        l.neighbor::<-1, 2>(s),
    ];
    let count = |plane: lanes::Plane| plane.0.count_ones() as i16;
    let mut sum = count(r).wrapping_mul(d);
    sum = sum.wrapping_add(count(s & !q).wrapping_mul(a));
    for direction in 0..8 {
        let both = count((rays[direction] | jumps[direction]) & (p | q));
        let (of_both, of_jumps) = if direction < 4 { (a, c) } else { (b, d) };
        sum = sum.wrapping_add(both.wrapping_mul(of_both));
        sum = sum.wrapping_add(count(jumps[direction]).wrapping_mul(of_jumps));
    }
    (sum, [rays[0].0, rays[2].0])
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(64), failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn gates_lanes_match_netlist(patterns in planes()) {
        same!(patterns, input_plane, Plane as u64, |_l, a, b| (a & b) ^ !(a | b));
        same!(patterns, input_word, Word as u16, |_l, a, b| (a & b) ^ !(a | b));
        same!(patterns, input_plane, Plane as u64, |l, a, b| a & l.plane(0xF0F0_1234_5678_9ABC) | b & l.plane(0));
        same!(patterns, input_word, Word as u16, |l, a, b| a ^ l.word(0x1234) | b & l.word(0));
    }

    #[test]
    fn width_conversions_lanes_match_netlist(patterns in planes()) {
        same!(patterns, input_plane, Plane as u64, |_l, a, b| select(a.bit(9), a, b));
        same!(patterns, input_word, Word as u16, |l, a, b| select(a.bit(3), b, a) ^ Signal::spread(l.wire(true)));
        same!(patterns, input_plane, Plane as u64, |_l, a, b| (a & b & !(a ^ b) & a).any());
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.join_address([0, 1, 2, 3, 4, 5].map(|i| a.bit(i) & b.bit(i + 50))));
        same!(patterns, input_word, Word as u16, |l, a, b| l.join_word(std::array::from_fn(|i| a.bit(15 - i) ^ b.any())));
    }

    #[test]
    fn neighbor_wiring_lanes_match_netlist(patterns in planes()) {
        same_neighbor!(patterns, 0 1, 1 1, 1 0, 1 -1, 0 -1, -1 -1, -1 0, -1 1);
        same_neighbor!(patterns, 1 2, 2 1, 2 -1, 1 -2, -1 -2, -2 -1, -2 1, -1 2, 0 2, 0 -2, 3 0);
    }

    #[test]
    fn rays_lanes_match_netlist(patterns in planes()) {
        same_ray!(patterns, 0 1, 1 1, 1 0, 1 -1, 0 -1, -1 -1, -1 0, -1 1);
    }

    #[test]
    fn octets_lanes_match_netlist(patterns in planes()) {
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.straight(l.rays(a, b, a ^ b, l.wire(false), [""; 8])).plane());
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.diagonal(l.rays(b, a, !b, l.wire(false), [""; 8])).plane());
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.merge(l.rays(a & b, a & !b, b, l.wire(false), [""; 8])).plane());
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.around(a & b).plane());
        same!(patterns, input_plane, Plane as u64, |l, a, b| (l.jumped(a & b) | l.around(b & !a)).plane());
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.jumped(a ^ b).plane());
    }

    #[test]
    fn sides_weighed_are_both_sides_weighed(patterns in planes(), weights in any::<[i16; 4]>()) {
        let weigh = Weigh { planes: &patterns, weights };
        let expected: Vec<_> = weigh
            .pairs()
            .map(|pairs| {
                let side = |place: usize| pairs.map(|pair| lanes::Plane(pair.planes()[place]));
                let [(white, [north, south]), (black, files)] = [0, 1].map(|place| weighed(side(place), weights));
                (white.wrapping_sub(black), [[north, files[0]], [south, files[1]]])
            })
            .collect();
        for (back_end, found) in on_each(&weigh) {
            prop_assert_eq!(&expected, &found, "{}", back_end);
        }
    }

    #[test]
    fn single_ray_lanes_match_netlist(square in 0usize..64) {
        // Empty but for one square: the longest rays there are.
        let patterns: Vec<_> = (0..64).map(|i| (1u64 << square, !0 ^ (1u64 << i))).collect();
        same_ray!(patterns, 0 1, 1 1, 1 0, 1 -1, 0 -1, -1 -1, -1 0, -1 1);
    }

    #[test]
    fn rays_of_a_single_square_lanes_match_netlist(patterns in planes()) {
        let mut patterns: Vec<_> = patterns
            .iter()
            .enumerate()
            .map(|(square, &(a, b))| (1u64 << (square % 64), a | b))
            .collect();
        patterns[0].0 = 0;
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.straight(l.rays(a, a, b, l.wire(true), [""; 8])).plane());
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.diagonal(l.rays(a, a, b, l.wire(true), [""; 8])).plane());
    }

    #[test]
    fn encoders_lanes_match_netlist(patterns in planes(), thin in prop::collection::vec(0u32..65, 64)) {
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.lowest([a & b], [l.wire(true)], !(a & b).any()).0);
        same!(patterns, input_plane, Plane as u64, |l, a, b| {
            let (first, second) = (a & Signal::spread(b.bit(0)), b & Signal::spread(a.bit(0)));
            let (third, neither) = (!(a ^ b), !(first | second).any());
            let open = [l.wire(true), !first.any(), neither];
            l.lowest([first, second, third], open, neither & !third.any()).0
        });
        let one: Vec<_> = thin.into_iter().map(|i| (1u64.checked_shl(i).unwrap_or(0), 0)).collect();
        same!(one, input_plane, Plane as u64, |l, a, b| {
            l.lowest([a | b], [l.wire(true)], !(a | b).any()).0
        });
        same!(one, input_plane, Plane as u64, |l, a, b| {
            l.lowest([a, b], [l.wire(true), !a.any()], !(a | b).any()).1
        });
    }

    #[test]
    fn counters_lanes_match_netlist(patterns in planes()) {
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.flipped(a ^ b));
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.balance([a], [b]));
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.balance([a, b, a | b], [a & b, b, a ^ b]));
        same!(patterns, input_plane, Plane as u64, |l, a, b| l.balance([a, b, a | b, !a], [a & b, a, a ^ b, !b]));
        same!(patterns, input_plane, Plane as u64, |l, a, b| {
            let twist = |plane| l.neighbor::<1, 1>(plane);
            let more = [a, b, a | b, a & b, twist(a), twist(b), twist(a) ^ b, twist(a ^ b)];
            l.balance(more, [!a, !b, a ^ b, a ^ twist(b), twist(a), b, twist(a) | b, a & twist(b)])
        });
    }

    #[test]
    fn products_lanes_match_netlist(patterns in planes()) {
        same!(patterns, input_word, Word as u16, |l, a, b| l.multiply(a, b));
        // A weight of eight bits, its sign led to all the higher places.
        same!(patterns, input_word, Word as u16, |l, a, b| {
            l.multiply(a, l.join_word(std::array::from_fn(|place| b.bit(place.min(7)))))
        });
        same!(patterns, input_word, Word as u16, |l, a, b| l.multiply(a ^ b, l.word(0xFFF3)));
    }

    #[test]
    fn sums_lanes_match_netlist(patterns in planes()) {
        same!(patterns, input_word, Word as u16, |l, a, b| l.sum(a, b, a.bit(7)).0);
        same!(patterns, input_word, Word as u16, |l, a, b| l.sum(a & b, !b, b.bit(2)).0);
        same!(patterns, input_word, Word as u16, |l, a, b| l.sum(a, b, a.bit(7)).1);
    }
}

#[test]
fn balance_full_and_empty_planes_counts() {
    for (more, less) in
        [(0, 0), (!0, 0), (0, !0), (!0, !0)].map(|(a, b)| (lanes::Plane(a), lanes::Plane(b)))
    {
        let each = (more.0.count_ones() as i16) - (less.0.count_ones() as i16);
        assert_eq!(Lanes.balance([more], [less]).0 as i16, each);
        assert_eq!(Lanes.balance([more; 4], [less; 4]).0 as i16, 4 * each);
        assert_eq!(Lanes.balance([more; 8], [less; 8]).0 as i16, 8 * each);
    }
}

#[test]
fn decoder_raises_addressed_square() {
    let net = Netlist::new();
    net.output("out", Logic::decode(&net, net.input_address("a")));
    let mut simulation = Simulation::new(&net);
    for square in 0..64 {
        simulation.set("a", square, square as u64);
    }
    simulation.settle();
    for square in 0..64 {
        assert_eq!(
            simulation.get("out", square),
            Lanes.decode(lanes::Address(square as u8)).0
        );
        assert_eq!(simulation.get("out", square), 1 << square);
    }
}

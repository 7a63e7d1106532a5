//! Timing: when each net has settled, by the delays of the table.

use crate::board::{Board, Net};
use crate::parts::Figure;

/// When a net has settled, and which section and input it waited for last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrival {
    /// Nanoseconds since the clock.
    pub time: f64,
    /// The section that drives it and the input it waited for; none at what comes from outside or a
    /// register.
    pub behind: Option<(usize, Net)>,
}

/// A path that ends where something is stored or leaves the board.
#[derive(Clone, Debug)]
pub struct Path {
    /// Nanoseconds from clock to clock, setup time included.
    pub time: f64,
    /// The net at its end.
    pub end: Net,
}

/// Arrivals of all nets and the paths' ends.
#[derive(Clone, Debug)]
pub struct Timing {
    /// Of each net.
    pub arrivals: Vec<Arrival>,
    /// The paths' ends, the slowest first.
    pub paths: Vec<Path>,
}

/// Times a board; `pick` takes the typical or the worst delay. What comes from outside is there at
/// `outside`.
pub fn timing(board: &Board, pick: fn(Figure) -> f64, outside: f64) -> Timing {
    let mut arrivals = vec![Arrival::default(); board.nets()];
    for port in board.inputs() {
        for net in &port.nets {
            arrivals[net.number()].time = outside;
        }
    }
    // What is stored comes out with the clock, the first input.
    for section in board.sections().iter().filter(|section| !section.follows()) {
        for (output, net) in section.outputs.iter().enumerate() {
            let clock = (0..section.inputs.len()).find_map(|input| section.delay(input, output));
            arrivals[net.number()].time = pick(clock.unwrap_or_default());
        }
    }
    let mut paths = Vec::new();
    for index in board.order() {
        let section = &board.sections()[index];
        if !section.follows() {
            continue;
        }
        for (output, net) in section.outputs.iter().enumerate() {
            let mut latest = Arrival::default();
            for (input, from) in section.inputs.iter().enumerate() {
                let Some(delay) = section.delay(input, output) else {
                    continue;
                };
                let time = arrivals[from.number()].time + pick(delay);
                if latest.behind.is_none() || time > latest.time {
                    latest = Arrival {
                        time,
                        behind: Some((index, *from)),
                    };
                }
            }
            arrivals[net.number()] = latest;
        }
    }
    for section in board.sections().iter().filter(|section| !section.follows()) {
        for net in &section.inputs {
            paths.push(Path {
                time: arrivals[net.number()].time + section.part.setup,
                end: *net,
            });
        }
    }
    for port in board.outputs() {
        for net in &port.nets {
            paths.push(Path {
                time: arrivals[net.number()].time,
                end: *net,
            });
        }
    }
    paths.sort_by(|one, other| other.time.total_cmp(&one.time));
    Timing { arrivals, paths }
}

impl Timing {
    /// The steps of the path to a net, from its beginning: net, time, and the part that drives it.
    pub fn trace(&self, board: &Board, end: Net) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut net = end;
        loop {
            let arrival = self.arrivals[net.number()];
            steps.push(Step {
                net,
                name: board.name(net).to_owned(),
                time: arrival.time,
                part: arrival
                    .behind
                    .map(|(section, _)| board.sections()[section].part.name.clone()),
            });
            let Some((_, from)) = arrival.behind else {
                break;
            };
            net = from;
        }
        steps.reverse();
        steps
    }
}

/// One step of a path.
#[derive(Clone, Debug)]
pub struct Step {
    /// The net.
    pub net: Net,
    /// Its name.
    pub name: String,
    /// When it has settled.
    pub time: f64,
    /// The part that drives it, if the path does not begin here.
    pub part: Option<String>,
}

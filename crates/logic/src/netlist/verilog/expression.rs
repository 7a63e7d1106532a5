//! Expressions for wires gathered from several vectors.

use super::super::{Done, HIGH, LOW, Node};
use super::{Sheet, Source, Style};

/// Parts of a concatenation on one line.
const PARTS: usize = 8;

impl Sheet<'_> {
    /// Wires as an operand: a name, a constant, or the wiring in brackets. Items from `before` on
    /// cannot be referred to; those that are, are marked in `needed`.
    pub(super) fn bundle(&self, nodes: &[Node], before: usize, needed: &mut [bool]) -> String {
        let whole = self
            .bundles
            .get(nodes)
            .and_then(|items| items.iter().find(|&&item| item < before));
        if let Some(&item) = whole {
            return self.part(item, self.items[item].nodes.len() - 1, 0, needed);
        }
        let wiring = self.wiring(nodes, before, needed);
        if wiring.contains(' ') && !wiring.starts_with('{') {
            format!("({wiring})")
        } else {
            wiring
        }
    }

    /// Wires taken together: a part of a vector, a shift, one wire led to many, or else a
    /// concatenation.
    pub(super) fn wiring(&self, nodes: &[Node], before: usize, needed: &mut [bool]) -> String {
        if let Some(constant) = constant(nodes) {
            return constant;
        }
        if nodes.len() > 1 && nodes.iter().all(|node| *node == nodes[0]) {
            return format!(
                "{{{}{{{}}}}}",
                nodes.len(),
                self.bundle(&nodes[..1], before, needed)
            );
        }
        if let Some(shift) = self.shift(nodes, before, needed) {
            return shift;
        }
        let mut parts = Vec::new();
        let mut rest = nodes;
        while !rest.is_empty() {
            let (part, length) = self.longest_part(rest, before, needed);
            parts.push(part);
            rest = &rest[length..];
        }
        parts.reverse();
        match &parts[..] {
            [part] => part.clone(),
            _ => {
                let lines: Vec<String> = parts.chunks(PARTS).map(|line| line.join(", ")).collect();
                format!("{{{}}}", lines.join(",\n        "))
            }
        }
    }

    /// The longest run of the first of `nodes` that are constant or stand side by side in one item.
    pub(super) fn longest_part(
        &self,
        nodes: &[Node],
        before: usize,
        needed: &mut [bool],
    ) -> (String, usize) {
        let constants = nodes
            .iter()
            .take_while(|node| matches!(**node, LOW | HIGH))
            .count();
        if let Some(part) = constant(&nodes[..constants]) {
            return (part, constants);
        }
        let mut longest = None;
        for &(item, wire) in self.homes[nodes[0].0 as usize]
            .iter()
            .filter(|(item, _)| *item < before)
        {
            let carried = &self.items[item].nodes[wire..];
            let length = carried
                .iter()
                .zip(nodes)
                .take_while(|(a, b)| a == b)
                .count();
            if longest.is_none_or(|(_, _, most)| length > most) {
                longest = Some((item, wire, length));
            }
        }
        let (item, wire, length) =
            longest.expect("every gate has an item before those that use it");
        (self.part(item, wire + length - 1, wire, needed), length)
    }

    /// All wires of one item led by the same distance, those that have no source being low.
    fn shift(&self, nodes: &[Node], before: usize, needed: &mut [bool]) -> Option<String> {
        let width = nodes.len();
        let first = nodes.iter().position(|&node| node != LOW)?;
        for &(item, wire) in self.homes[nodes[first].0 as usize]
            .iter()
            .filter(|(item, _)| *item < before)
        {
            let carried = &self.items[item].nodes;
            if carried.len() != width || width != 64 {
                continue;
            }
            // The wire that a shift leads to a place, if there is one.
            let source = |place: usize| {
                (place + wire)
                    .checked_sub(first)
                    .and_then(|from| carried.get(from))
            };
            let agrees = |place: usize| nodes[place] == LOW || source(place) == Some(&nodes[place]);
            if !(0..width).all(agrees) {
                continue;
            }
            let cut = |place: usize| {
                nodes[place] == LOW && source(place).is_some_and(|&from| from != LOW)
            };
            let kept = (0..width)
                .filter(|&place| nodes[place] != LOW)
                .fold(0u64, |mask, place| mask | 1 << place);
            let name = self.part(item, width - 1, 0, needed);
            let shifted = match first.cmp(&wire) {
                std::cmp::Ordering::Equal => name,
                std::cmp::Ordering::Greater => format!("{name} << {}", first - wire),
                std::cmp::Ordering::Less => format!("{name} >> {}", wire - first),
            };
            return Some(match ((0..width).any(cut), first == wire) {
                (false, _) => shifted,
                (true, true) => format!("{shifted} & 64'h{kept:016x}"),
                (true, false) => format!("({shifted}) & 64'h{kept:016x}"),
            });
        }
        None
    }

    /// Wires `high` to `low` of an item by name.
    fn part(&self, item: usize, high: usize, low: usize, needed: &mut [bool]) -> String {
        if let Some(line) = self.line_of_address(item, high, low, needed) {
            return line;
        }
        needed[item] = true;
        let name = self.items[item]
            .name
            .as_deref()
            .expect("every item has a name");
        match (self.items[item].nodes.len(), high - low) {
            (1, _) => name.to_owned(),
            (_, 0) => format!("{name}[{low}]"),
            (width, wires) if wires + 1 == width => name.to_owned(),
            _ => format!("{name}[{high}:{low}]"),
        }
    }
}

impl Sheet<'_> {
    /// One line of a decoded address, for people: a comparison.
    fn line_of_address(
        &self,
        item: usize,
        high: usize,
        low: usize,
        needed: &mut [bool],
    ) -> Option<String> {
        let Source::Step(step) = self.items[item].source else {
            return None;
        };
        let Done::Decode(address) = &self.graph.steps[step].done else {
            return None;
        };
        if self.style == Style::Flat || high != low {
            return None;
        }
        let width = address.iter().rposition(|&node| node != LOW).unwrap_or(0) + 1;
        let address = self.bundle(&address[..width], item, needed);
        Some(format!("{address} == {width}'d{low}"))
    }
}

/// Levels as a number, if there are any and all of them are known.
fn constant(nodes: &[Node]) -> Option<String> {
    let width = nodes.len();
    if width == 0 || !nodes.iter().all(|node| matches!(*node, LOW | HIGH)) {
        return None;
    }
    let value = nodes.iter().enumerate().fold(0u64, |value, (bit, node)| {
        value | u64::from(*node == HIGH) << bit
    });
    Some(if width == 1 {
        format!("1'b{value}")
    } else {
        format!("{width}'h{value:0digits$x}", digits = width.div_ceil(4))
    })
}

//! The clock of the ICL Atlas, from the nodes of a search.
//!
//! Second-hand (F131): 1.59 microseconds for a fixed-point register addition. Decided: that this is
//! the mean of all orders, and the orders a node. No timing of Bell's program is on record.

use play::MachineTime;

const ORDER_SECONDS: f64 = 1.59e-6;
/// Moves generated at a node, those of both sides.
const MOVES_A_NODE: u64 = 60;
/// Orders to generate a move: step, bounds, two boards, the move list.
const ORDERS_A_MOVE: u64 = 40;
/// Orders to make and take back a move, and to compare values.
const ORDERS_AROUND_A_NODE: u64 = 200;
const ORDERS_A_NODE: u64 = MOVES_A_NODE * ORDERS_A_MOVE + ORDERS_AROUND_A_NODE;

pub(crate) fn machine_seconds(nodes: u64) -> f64 {
    machine_time(nodes).seconds
}

/// The machine's time for `nodes`. The machine had no clock of cycles, so its orders are counted.
pub(crate) fn machine_time(nodes: u64) -> MachineTime {
    let orders = nodes.saturating_mul(ORDERS_A_NODE);
    MachineTime {
        cycles: orders,
        seconds: orders as f64 * ORDER_SECONDS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_time_thousand_nodes_is_four_seconds() {
        let time = machine_time(1_000);
        assert_eq!(time.cycles, 2_600_000);
        assert!((time.seconds - 4.134).abs() < 1e-9, "{}", time.seconds);
    }
}

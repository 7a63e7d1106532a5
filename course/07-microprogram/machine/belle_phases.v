// belle_phases: PHASES, the length of a microword: how many cycles it takes, and in which of them
// it ends.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_phases (
    // the cells' cycle in the lower three wires, bit 3 that they report
    input  wire [3:0] reporting,
    input  wire [3:0] counting, // the counters' cycle, bit 3 that there is something to count
    input  wire [3:0] weighing, // the weights' cycle, bit 3 that there is something to weigh
    input  wire clamping, // the sum is complete: it goes through the clamp into the latch
    // source full: the full evaluator's latch, from the mover's side; the word waits for the ready
    // line
    input  wire source_full,
    input  wire memory_nothing, // memory nothing: it rests
    input  wire find_nothing, // find nothing: it rests
    input  wire put_nothing, // put nothing: no write
    input  wire test_hit, // test hit: the memory's lock equals the key's
    input  wire [3:0] phase, // cycles since the word began
    input  wire memory_wait, // the transposition memory is not ready: the microword waits
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    output wire commit, // the machine runs and its word ends with this cycle
    output wire first, // it is the word's first cycle
    output wire [3:0] phase_next // the phase of the next cycle
);

    wire v1 = ~memory_nothing;
    wire v2 = ~find_nothing;
    wire v3 = ~put_nothing & test_hit;
    wire v4 = ~v3;
    wire v5 = phase == 4'd1;
    wire v6 = v4 & memory_nothing & v2 & v5;
    wire v7 = v4 & v1 & find_nothing & (phase == 4'd4);
    wire v8 = phase == 4'd5;
    wire v9 = v4 & v1 & v2 & v8;
    wire v10 = v3 & memory_nothing & find_nothing & v5;
    wire v11 = v3 & memory_nothing & v2 & (phase == 4'd2);
    wire v12 = v3 & v1 & find_nothing & v8;
    wire v13 = v3 & v1 & v2 & (phase == 4'd6);
    wire v14 = (memory_nothing & find_nothing & (phase == 4'd0) & v4) | v6 | v7 | v9 | v10 | v11 | v12 | v13;
    wire v15 = ~(((reporting[3] | counting[3] | weighing[3] | clamping) & source_full) | (v1 & memory_wait));
    assign commit = v14 & running & v15;
    assign first = ~(|phase);
    assign phase_next = (phase + {3'd0, v15}) & {4{running & ~commit}};

endmodule

// belle_found: the registers that a find loads: victim, aggressor, none, check.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_found (
    input  wire [5:0] square, // the winning square, 0 if there is none
    input  wire find_victim, // find victim: FIND VICTIM into the to register
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // find aggressor: FIND AGGRESSOR of the to register into the from register
    input  wire find_aggressor,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    input  wire priority_network_none, // there is no candidate
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    input  wire none,
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    input  wire check,
    input  wire find_nothing, // find nothing: it rests
    input  wire king_taken, // the OR of the king lines, latched
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    output wire [5:0] to_next,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    output wire [5:0] from_next,
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    output wire none_next,
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    output wire check_next
);

    assign to_next = find_victim ? square : to;
    assign from_next = find_aggressor ? square : from;
    assign none_next = (find_victim | find_aggressor) ? priority_network_none : none;
    assign check_next = find_nothing ? check : king_taken;

endmodule

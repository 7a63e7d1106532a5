// The state half of the stack's frame: the registers of a move side by side, the to register lowest.
module state_frame (
    input  wire [63:0] word,
    input  wire [5:0] to, from,
    input  wire [3:0] captured,
    input  wire [5:0] en_passant,
    input  wire [3:0] rights,
    input  wire [2:0] kind,
    input  wire in_check, legal, raised, quiet, spent,
    input  wire [33:0] frame,
    output wire [33:0] frame_data,
    output wire [5:0] to_next, from_next,
    output wire [3:0] captured_next,
    output wire [5:0] en_passant_next,
    output wire [3:0] rights_next,
    output wire [2:0] kind_next,
    output wire in_check_next, legal_next, raised_next, quiet_next, spent_next
);
    `include "microword.vh"
    assign frame_data = {spent, quiet, raised, legal, in_check, kind, rights, en_passant, captured, from, to};
    wire [33:0] after = w_frame == FRAME_RESTORE ? frame
                      : w_frame == FRAME_TARGET ? {frame_data[33:6], frame[5:0]} : frame_data;
    assign {spent_next, quiet_next, raised_next, legal_next, in_check_next, kind_next, rights_next, en_passant_next,
        captured_next, from_next, to_next} = after;
endmodule

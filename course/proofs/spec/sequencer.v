// The test line, and the address of the next microword.
`include "special.v"
`include "castling.v"
module sequencer (
    input  wire running, hosted,
    input  wire [63:0] word,
    input  wire [9:0] address,
    input  wire [5:0] to,
    input  wire [3:0] captured,
    input  wire [5:0] en_passant,
    input  wire [3:0] rights,
    input  wire [2:0] kind,
    input  wire in_check, legal, raised, quiet,
    input  wire [3:0] moved,
    input  wire white_to_move,
    input  wire [5:0] ply,
    input  wire none, check,
    input  wire [63:0] entry,
    input  wire [63:0] p0, p1, p2, p3,
    input  wire [63:0] jump_word,       // the word at `jump_address`
    input  wire [63:0] following_word,  // the word at `following_address`
    input  wire [5:0] host_address,
    input  wire host_write,
    input  wire [15:0] host_data,
    input  wire [15:0] bus_sum,
    input  wire less, equal,
    input  wire [47:0] key,
    output wire [9:0] jump_address, following_address,
    output wire [63:0] word_next,
    output wire [9:0] address_next
);
    `include "microword.vh"
    wire promotes, passes, kings, queens;
    special move(.moved0(moved[0]), .moved1(moved[1]), .moved2(moved[2]), .to(to), .ep(en_passant),
        .promotion(promotes), .takes(passes));
    castling castles(.p0(p0), .p1(p1), .p2(p2), .p3(p3), .white_king_side(rights[0]), .white_queen_side(rights[1]),
        .black_king_side(rights[2]), .black_queen_side(rights[3]), .wtm(white_to_move),
        .king_side(kings), .queen_side(queens));
    reg line;
    always @*
        case (w_test)
            1: line = none;
            2: line = check;
            3: line = less;
            4: line = equal;
            5: line = less | equal;
            6: line = bus_sum == 0;
            7: line = $signed(bus_sum) < 0;
            8: line = $signed(bus_sum) >= 4;       // late
            TEST_HIT: line = entry[31:0] == key[47:16];
            10: line = entry[58];                  // open
            11: line = entry[57];                  // lower
            12: line = entry[56];                  // upper
            13: line = promotes | passes;
            14: line = promotes;
            15: line = kind != 0;
            16: line = kind == 1;                  // en passant
            17: line = kind >= 4;                  // a promotion
            18: line = kind == 7;                  // the last of them
            19: line = kind == 2;                  // castling on the king's side
            20: line = kings;
            21: line = queens;
            22: line = in_check;
            23: line = legal;
            24: line = raised;
            25: line = quiet;
            26: line = quiet & captured == 0;
            27: line = ply == 62;                  // deep: the last frame but one
            28: line = ply == 0;
            29: line = ply == 0 & hosted;
            default: line = 0;
        endcase
    wire jump = line != w_unless;
    wire host_starts = ~running & host_write & host_address == 0;
    assign jump_address = host_starts ? host_data[9:0] : w_next;
    assign following_address = address + 10'd1;
    assign address_next = jump ? w_next : following_address;
    assign word_next = jump ? jump_word : following_word;
endmodule

// A move generator of the modules of labs 2 to 5: 64 squares, their neighbors' wires, and the
// priority network. Its ports are those of Belle's (`belle verilog --block move_generator`), and so
// is what it does.

// One square: decoder, transmitter, rays, pawn lines and receiver. A ray to the north comes
// in from the square to the south.
module cell_of_array #(parameter RANK = 0) (
    input  wire p0, p1, p2, p3, wtm, aggressor, dis, selected, latched,
    // Wire 0 is north's, then east, south, west, north-east, south-east, south-west, north-west.
    input  wire [7:0] ray_in,
    output wire [7:0] ray_out,
    output wire knights, kings, pawn_move, pawn_capture, relay,
    input  wire knight_in, king_in, pawn_move_in, pawn_capture_in,
    output wire [5:0] line,
    output wire king_taken
);
    wire empty, pawn, knight, bishop, rook, queen, king, own;
    square decoder(.p0(p0), .p1(p1), .p2(p2), .p3(p3), .wtm(wtm), .empty(empty), .pawn(pawn),
        .knight(knight), .bishop(bishop), .rook(rook), .queen(queen), .king(king), .own(own));
    wire passed = latched & empty;
    wire manhattan, diagonal;
    xmit transmitter(.empty(empty), .pawn(pawn), .knight(knight), .bishop(bishop), .rook(rook),
        .queen(queen), .king(king), .own(own), .selected(selected), .passed(passed),
        .aggressor(aggressor), .manhattan(manhattan), .diagonal(diagonal),
        .knights(knights), .kings(kings), .pawn_move(pawn_move), .pawn_capture(pawn_capture));
    genvar d;
    generate
        for (d = 0; d < 8; d = d + 1) begin : direction
            ray_mux mux(.send(d < 4 ? manhattan : diagonal), .empty(empty), .in(ray_in[d]),
                .out(ray_out[d]));
        end
    endgenerate
    // A double step: the empty square on the mover's third rank passes a pawn's move on.
    assign relay = RANK == 2 ? empty & wtm : RANK == 5 ? empty & ~wtm : 1'b0;
    recv receiver(.empty(empty), .pawn(pawn), .knight(knight), .bishop(bishop), .rook(rook),
        .queen(queen), .king(king), .own(own), .dis(dis), .passed(passed), .aggressor(aggressor),
        .manhattan_in(|ray_in[3:0]), .diagonal_in(|ray_in[7:4]), .knight_in(knight_in),
        .king_in(king_in), .pawn_move_in(pawn_move_in), .pawn_capture_in(pawn_capture_in),
        .line(line), .king_taken(king_taken));
endmodule

module move_generator (
    input  wire [63:0] p0, p1, p2, p3, dis,
    input  wire [5:0] adr,
    input  wire aggressor,
    input  wire wtm,
    input  wire [5:0] ep,
    input  wire ep_open,
    output wire [5:0] sq,
    output wire none,
    output wire [5:0] line,
    output wire check
);
    wire [63:0] selected = 64'd1 << adr;
    wire [63:0] latched = ep_open ? 64'd1 << ep : 64'd0;
    // The pawns' wires lead up the board for White; the super-piece sends back to where pawns are.
    wire up = wtm ^ aggressor;

    wire [63:0] north, east, south, west, north_east, south_east, south_west, north_west;
    wire [63:0] knights, kings, pawn_move, pawn_capture, relay;
    wire [63:0] line1, line2, line3, line4, line5, line6, king_taken;
    wire [63:0] pawn_first;   // a pawn's line after one step
    // Moved by a file or a rank: what leaves the board is lost.
    wire [63:0] send_north = pawn_move & {64{up}}, send_south = pawn_move & {64{~up}};
    assign pawn_first = send_north << 8 | send_south >> 8;
    wire [63:0] pawn_second = pawn_first & relay;
    wire [63:0] pawn_move_in = pawn_first | (pawn_second & {64{up}}) << 8
        | (pawn_second & {64{~up}}) >> 8;
    wire [63:0] front = (pawn_capture & {64{up}}) << 8 | (pawn_capture & {64{~up}}) >> 8;
    localparam [63:0] A = 64'h0101010101010101, AB = 64'h0303030303030303;
    localparam [63:0] H = 64'h8080808080808080, GH = 64'hC0C0C0C0C0C0C0C0;
    wire [63:0] pawn_capture_in = front << 1 & ~A | front >> 1 & ~H;
    wire [63:0] around = kings << 1 & ~A | kings >> 1 & ~H | kings;
    wire [63:0] king_in = around << 8 | around >> 8 | kings << 1 & ~A | kings >> 1 & ~H;
    wire [63:0] knight_one = knights << 1 & ~A | knights >> 1 & ~H,
        knight_two = knights << 2 & ~AB | knights >> 2 & ~GH;
    wire [63:0] knight_in = knight_one << 16 | knight_one >> 16 | knight_two << 8 | knight_two >> 8;

    genvar s;
    generate
        for (s = 0; s < 64; s = s + 1) begin : board
            localparam FILE = s % 8, RANK = s / 8;
            wire [7:0] ray_in = {
                FILE < 7 && RANK > 0 ? north_west[s - 7] : 1'b0,
                FILE < 7 && RANK < 7 ? south_west[s + 9] : 1'b0,
                FILE > 0 && RANK < 7 ? south_east[s + 7] : 1'b0,
                FILE > 0 && RANK > 0 ? north_east[s - 9] : 1'b0,
                FILE < 7 ? west[s + 1] : 1'b0,
                RANK < 7 ? south[s + 8] : 1'b0,
                FILE > 0 ? east[s - 1] : 1'b0,
                RANK > 0 ? north[s - 8] : 1'b0};
            wire [7:0] ray_out;
            assign {north_west[s], south_west[s], south_east[s], north_east[s], west[s], south[s],
                east[s], north[s]}
                = ray_out;
            wire [5:0] lines;
            assign {line6[s], line5[s], line4[s], line3[s], line2[s], line1[s]} = lines;
            cell_of_array #(.RANK(RANK)) c(.p0(p0[s]), .p1(p1[s]), .p2(p2[s]), .p3(p3[s]),
                .wtm(wtm), .aggressor(aggressor), .dis(dis[s]), .selected(selected[s]),
                .latched(latched[s]), .ray_in(ray_in), .ray_out(ray_out),
                .knights(knights[s]), .kings(kings[s]),
                .pawn_move(pawn_move[s]), .pawn_capture(pawn_capture[s]), .relay(relay[s]),
                .knight_in(knight_in[s]), .king_in(king_in[s]), .pawn_move_in(pawn_move_in[s]),
                .pawn_capture_in(pawn_capture_in[s]), .line(lines), .king_taken(king_taken[s]));
        end
    endgenerate

    priority_network priorities(.line1(line1), .line2(line2), .line3(line3), .line4(line4),
        .line5(line5), .line6(line6), .sq(sq), .none(none), .line(line));
    assign check = |king_taken;
endmodule

// 64 of lab 9's cells, wired along their files and to the files beside. Nothing comes in at the
// edges.
module pawns (
    input  wire [63:0] own, enemy,  // wire 0 is a1's, wire 63 is h8's
    output wire [63:0] doubled, isolated, passed
);
    wire [63:0] own_ahead, enemy_ahead, own_behind, on_file;
    genvar s;
    generate
        for (s = 0; s < 64; s = s + 1) begin : board
            localparam FILE = s % 8, RANK = s / 8;
            pawn_cell c(.own(own[s]), .enemy(enemy[s]),
                .own_ahead_in(RANK < 7 ? own_ahead[(s + 8) % 64] : 1'b0),
                .enemy_ahead_in(RANK < 7 ? enemy_ahead[(s + 8) % 64] : 1'b0),
                .own_behind_in(RANK > 0 ? own_behind[(s + 56) % 64] : 1'b0),
                .own_ahead_out(own_ahead[s]), .enemy_ahead_out(enemy_ahead[s]),
                .own_behind_out(own_behind[s]),
                .own_on_file(on_file[s]),
                .left_own_on_file(FILE > 0 ? on_file[(s + 63) % 64] : 1'b0),
                .right_own_on_file(FILE < 7 ? on_file[(s + 1) % 64] : 1'b0),
                .left_enemy_ahead(FILE > 0 && RANK < 7 ? enemy_ahead[(s + 7) % 64] : 1'b0),
                .right_enemy_ahead(FILE < 7 && RANK < 7 ? enemy_ahead[(s + 9) % 64] : 1'b0),
                .doubled(doubled[s]), .isolated(isolated[s]), .passed(passed[s]));
        end
    endgenerate
endmodule

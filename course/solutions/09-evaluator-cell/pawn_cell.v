module pawn_cell (
    input  wire own, enemy,
    input  wire own_ahead_in, enemy_ahead_in, own_behind_in,
    output wire own_ahead_out, enemy_ahead_out, own_behind_out,
    output wire own_on_file,
    input  wire left_own_on_file, right_own_on_file, left_enemy_ahead, right_enemy_ahead,
    output wire doubled, isolated, passed
);
    assign own_ahead_out = own | own_ahead_in;
    assign enemy_ahead_out = enemy | enemy_ahead_in;
    assign own_behind_out = own | own_behind_in;
    assign own_on_file = own | own_ahead_in | own_behind_in;
    assign doubled = own & own_ahead_in;
    assign isolated = own & ~(left_own_on_file | right_own_on_file);
    assign passed = own & ~(own_ahead_in | enemy_ahead_in | left_enemy_ahead | right_enemy_ahead);
endmodule

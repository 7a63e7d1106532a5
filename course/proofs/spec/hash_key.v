// The key: the hash register with a word for the en-passant latch and one for the castling rights folded in.
// The words are decided: SplitMix64 (Steele, Lea and Flood 2014) from the seeds 1978 and 1972, 48 bits of each; none for 0.
module hash_key (
    input  wire [5:0] en_passant,
    input  wire [3:0] rights,
    input  wire [47:0] hash,
    output wire [47:0] key
);
    function [47:0] random(input [63:0] seed, input [63:0] number);
        reg [63:0] z;
        begin
            z = seed + (number + 64'd1) * 64'h9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 64'hBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 64'h94D049BB133111EB;
            z = z ^ (z >> 31);
            random = z[47:0];
        end
    endfunction

    integer n;
    reg [47:0] passed, castling;
    always @* begin
        passed = 0;
        castling = 0;
        for (n = 1; n < 64; n = n + 1)
            if (en_passant == n) passed = random(64'd1978, n);
        for (n = 1; n < 16; n = n + 1)
            if (rights == n) castling = random(64'd1972, n);
    end
    assign key = hash ^ passed ^ castling;
endmodule

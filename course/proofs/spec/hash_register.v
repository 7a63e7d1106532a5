// The hash register, with the ROMs' words of what was taken off and put on folded in (XOR) as they arrive.
module hash_register (
    input  wire settling,         // the cycle before wrote: its words are there
    input  wire [47:0] hash,
    input  wire [47:0] hash_old,
    input  wire [47:0] hash_new,
    input  wire first,
    input  wire put,
    output wire [47:0] hash_settled,
    output wire [47:0] hash_written  // and those of this word, after a cycle
);
    assign hash_settled = settling ? hash ^ hash_old ^ hash_new : hash;
    assign hash_written = put & ~first ? hash_settled ^ hash_old ^ hash_new : hash_settled;
endmodule

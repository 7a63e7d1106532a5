// The hash register with the words of what was taken off, put on and captured in the cycle before.
module fast_hash_register (
    input  wire settling,  // the cycle before wrote: its words are there
    input  wire [47:0] hash,
    input  wire [47:0] hash_old, hash_new, hash_captured,
    output wire [47:0] hash_settled
);
    assign hash_settled = settling ? hash ^ hash_old ^ hash_new ^ hash_captured : hash;
endmodule

// belle_hash_key: HASH, the key of a position: the hash register with en-passant latch and castling
// rights folded in.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_hash_key (
    input  wire [47:0] hash, // the key of pieces and squares
    input  wire [5:0] en_passant, // the en-passant latch
    input  wire [3:0] rights, // the castling rights K, Q, k, q
    // the key of the position: lowest the address of its entry, then the lock
    output wire [47:0] key
);

    wire [63:0] v1 = 64'd1 << en_passant;
    wire v2 = |(v1 & 64'h50ecab42dcc21a3a);
    wire v3 = |(v1 & 64'h1571921766807148);
    wire v4 = |(v1 & 64'h65c34e478c5d6be2);
    wire v5 = |(v1 & 64'h13e18cfc167434e6);
    wire v6 = |(v1 & 64'h72a03f4f8041a68a);
    wire v7 = |(v1 & 64'h3ee90826ae057cb6);
    wire v8 = |(v1 & 64'hb8f0fef48b525bf8);
    wire v9 = |(v1 & 64'h1a69c85c5a682512);
    wire v10 = |(v1 & 64'h77a2941d533ea45a);
    wire v11 = |(v1 & 64'h36edef9b9f8496b4);
    wire v12 = |(v1 & 64'hfbff4e5cf045e7d0);
    wire v13 = |(v1 & 64'hba8ee258cafa0052);
    wire v14 = |(v1 & 64'h9f101ff7f6b5a340);
    wire v15 = |(v1 & 64'h447e926c2411cd32);
    wire v16 = |(v1 & 64'hfd675ba715f54194);
    wire v17 = |(v1 & 64'h917d7f54b68e329c);
    wire v18 = |(v1 & 64'h18d174637019c4da);
    wire v19 = |(v1 & 64'hf565c309474ccbb0);
    wire v20 = |(v1 & 64'h8de21e476db254cc);
    wire v21 = |(v1 & 64'hee28b764961947d0);
    wire v22 = |(v1 & 64'had0c297aa40efcac);
    wire v23 = |(v1 & 64'hda5c822bcfe28e70);
    wire v24 = |(v1 & 64'h56213f9ba8f6ed64);
    wire v25 = |(v1 & 64'he6062c6fc2d6e9aa);
    wire v26 = |(v1 & 64'h23df593c8ee077ce);
    wire v27 = |(v1 & 64'h4cd7fe28abfa5944);
    wire v28 = |(v1 & 64'hb96d6c9beb6ff478);
    wire v29 = |(v1 & 64'h8bf7d79c62f41b7c);
    wire v30 = |(v1 & 64'h4bf57ae3b9ed5848);
    wire v31 = |(v1 & 64'h4d53179584d4f49c);
    wire v32 = |(v1 & 64'h6208f18192dda324);
    wire v33 = |(v1 & 64'h1f97a9dd92e8a6f4);
    wire v34 = |(v1 & 64'h905795bb7d1f7de4);
    wire v35 = |(v1 & 64'hb0972fc7a7de44f4);
    wire v36 = |(v1 & 64'hae226fd9e7e17b7c);
    wire v37 = |(v1 & 64'h02cba5c709c757e4);
    wire v38 = |(v1 & 64'h5cffb7d005e15472);
    wire v39 = |(v1 & 64'h2967a09db3f4ad74);
    wire v40 = |(v1 & 64'hd876c6cde9e132ac);
    wire v41 = |(v1 & 64'h3325edadccb78e1e);
    wire v42 = |(v1 & 64'h5ea990b929cceade);
    wire v43 = |(v1 & 64'h9a94c0f1ea8cbd1a);
    wire v44 = |(v1 & 64'h5405297ae5be0cf2);
    wire v45 = |(v1 & 64'h50d8ee3f47da5100);
    wire v46 = |(v1 & 64'h505f4671648ae094);
    wire v47 = |(v1 & 64'h42db9fdf302ce04a);
    wire v48 = |(v1 & 64'h65c7b31bb5eacca0);
    wire v49 = |(v1 & 64'h88aa98bdd3298d56);
    wire [63:0] v50 = 64'd1 << rights;
    wire v51 = |(v50 & 64'h000000000000f312);
    wire v52 = |(v50 & 64'h00000000000005e6);
    wire v53 = |(v50 & 64'h00000000000058b6);
    wire v54 = |(v50 & 64'h000000000000742c);
    wire v55 = |(v50 & 64'h000000000000b224);
    wire v56 = |(v50 & 64'h0000000000006e04);
    wire v57 = |(v50 & 64'h000000000000028c);
    wire v58 = |(v50 & 64'h0000000000006858);
    wire v59 = |(v50 & 64'h0000000000008080);
    wire v60 = |(v50 & 64'h00000000000052ae);
    wire v61 = |(v50 & 64'h00000000000076b4);
    wire v62 = |(v50 & 64'h0000000000001ab8);
    wire v63 = |(v50 & 64'h000000000000032a);
    wire v64 = |(v50 & 64'h00000000000030b8);
    wire v65 = |(v50 & 64'h0000000000002492);
    wire v66 = |(v50 & 64'h000000000000c7bc);
    wire v67 = |(v50 & 64'h00000000000020ac);
    wire v68 = |(v50 & 64'h0000000000006c30);
    wire v69 = |(v50 & 64'h000000000000f906);
    wire v70 = |(v50 & 64'h000000000000e042);
    wire v71 = |(v50 & 64'h000000000000533c);
    wire v72 = |(v50 & 64'h0000000000006986);
    wire v73 = |(v50 & 64'h0000000000008e3c);
    wire v74 = |(v50 & 64'h0000000000008642);
    wire v75 = |(v50 & 64'h0000000000004158);
    wire v76 = |(v50 & 64'h00000000000048b4);
    wire v77 = |(v50 & 64'h000000000000669e);
    wire v78 = |(v50 & 64'h0000000000009a30);
    wire v79 = |(v50 & 64'h000000000000ec84);
    wire v80 = |(v50 & 64'h0000000000005eba);
    wire v81 = |(v50 & 64'h000000000000f9bc);
    wire v82 = |(v50 & 64'h000000000000bed8);
    wire v83 = |(v50 & 64'h000000000000ac1a);
    wire v84 = |(v50 & 64'h0000000000005ed0);
    wire v85 = |(v50 & 64'h0000000000002020);
    wire v86 = |(v50 & 64'h00000000000074dc);
    wire v87 = |(v50 & 64'h0000000000001e22);
    wire v88 = |(v50 & 64'h000000000000490e);
    wire v89 = |(v50 & 64'h000000000000d48c);
    wire v90 = |(v50 & 64'h0000000000000af8);
    wire v91 = |(v50 & 64'h0000000000004038);
    wire v92 = |(v50 & 64'h000000000000bd06);
    wire v93 = |(v50 & 64'h00000000000012d4);
    wire v94 = |(v50 & 64'h0000000000005414);
    wire v95 = |(v50 & 64'h0000000000002b8a);
    wire v96 = |(v50 & 64'h000000000000ef38);
    wire v97 = |(v50 & 64'h000000000000f816);
    wire v98 = |(v50 & 64'h000000000000970c);
    wire [47:0] v99 = hash ^ {v49, v48, v47, v46, v45, v44, v43, v42,
        v41, v40, v39, v38, v37, v36, v35, v34,
        v33, v32, v31, v30, v29, v28, v27, v26,
        v25, v24, v23, v22, v21, v20, v19, v18,
        v17, v16, v15, v14, v13, v12, v11, v10,
        v9, v8, v7, v6, v5, v4, v3, v2};
    assign key = v99 ^ {v98, v97, v96, v95, v94, v93, v92, v91,
        v90, v89, v88, v87, v86, v85, v84, v83,
        v82, v81, v80, v79, v78, v77, v76, v75,
        v74, v73, v72, v71, v70, v69, v68, v67,
        v66, v65, v64, v63, v62, v61, v60, v59,
        v58, v57, v56, v55, v54, v53, v52, v51};

endmodule

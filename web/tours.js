// @ts-check
/** @file Tours: short texts, each with a link to a moment of the machine. */

const OPEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const link = (/** @type {Record<string, string | number>} */ parts) => new URLSearchParams(Object.entries(parts).map(([key, value]) => [key, String(value)])).toString();

/** Steps: text, moment, and a condition to run to from there. @type {{name: string, title: string, steps: {text: string, at: string, until?: any[], stage?: number}[]}[]} */
export const TOURS = [
  {
    name: "victim",
    title: "How a victim is found",
    steps: [
      { text: "The machine is about to carry out its first word: FIND VICTIM. Each square holds a piece in a register of four bits.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), stage: 0 },
      { text: "XMIT: every piece of the side to move sends its lines. Amber cells transmit.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), stage: 1 },
      { text: "Rays pass from neighbor to neighbor over empty squares, and end at the first piece. Knights, kings and pawns have wires of their own.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), stage: 2 },
      { text: "RECV: a square that is reached raises one line by the value of its piece: 1 for a queen, 5 for a pawn, 6 for an empty square.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), stage: 3 },
      { text: "PRIORITY: the best line wins, and on it the lowest square. That is the victim, found in two cycles for all 64 squares at once.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), stage: 4 },
    ],
  },
  {
    name: "aggressor",
    title: "How an aggressor is found",
    steps: [
      { text: "The victim stands in the to register. Now only that square transmits, as all pieces at once: what it reaches can reach it.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), until: [{ when: "label", label: "aggressor" }], stage: 2 },
      { text: "Each own piece that hears its own kind of line answers, the pawn on line 1, the king on line 6: the least valuable piece takes first.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), until: [{ when: "label", label: "aggressor" }], stage: 4 },
    ],
  },
  {
    name: "disable",
    title: "Why the move generator needs a memory",
    steps: [
      { text: "The circuits have no memory: asked again, they would name the same piece again. So its square is disabled, one bit a square and ply.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), until: [{ when: "label", label: "returned" }], stage: 4 },
      { text: "When a victim has no aggressor left, the victim's own square is disabled and the aggressors are free again. The hatched cells no longer answer.", at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }), until: [{ when: "label", label: "close" }], stage: 4 },
    ],
  },
  {
    name: "illegal",
    title: "An illegal move, discovered by the king's capture",
    steps: [
      { text: "The knight on e2 is pinned. The machine moves it all the same: it does not ask for legality.", at: link({ fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", depth: 2, root: "machine", cycle: 0 }), until: [{ when: "label", label: "enter" }], stage: 4 },
      { text: "At the next ply FIND VICTIM raises CHECK: the king can be taken. The word at `illegal` takes the move back, and no node is lost on it.", at: link({ fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", depth: 2, root: "machine", cycle: 0 }), until: [{ when: "label", label: "illegal" }], stage: 4 },
    ],
  },
  {
    name: "cut",
    title: "A cutoff, and the lazy value",
    steps: [
      { text: "At `stand` the depth is exhausted. The lazy value stands ready in registers; with 192 centipawns taken off it may already be enough.", at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }), until: [{ when: "label", label: "stand" }], stage: 4 },
      { text: "It is: the lazy value less the margin reaches beta, so `refuted` returns without the full value, and the evaluation under way is abandoned.", at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }), until: [{ when: "label", label: "refuted" }], stage: 4 },
      { text: "A cutoff: a move's value reaches beta, and the other moves of this node need no search. The bound goes into the transposition memory.", at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }), until: [{ when: "label", label: "cut" }], stage: 4 },
    ],
  },
];

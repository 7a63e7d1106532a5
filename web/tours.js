// @ts-check
/** @file Tours: short texts, each with a link to a moment of the machine. */
/** @import { Until } from "./protocol.js" */

const OPEN =
  "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const LADDER = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
const BLITZ = "r1b2k1r/ppppq1p1/6p1/2b5/2Bnn3/2N5/PPPP1PPP/R1BQ1RK1 b - - 0 10";
const CHAOS = "r2r2k1/p1p1B2p/5Q2/3PKp2/2PRbP2/1P5B/P5qP/6R1 w - - 0 37";
const BROWNE = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";
const link = (/** @type {Record<string, string | number>} */ parts) =>
  new URLSearchParams(
    Object.entries(parts).map(([key, value]) => [key, String(value)]),
  ).toString();

/** Steps: text, moment, and a condition to run to from there. @type {{name: string, title: string, steps: {text: string, at: string, until?: Until[], stage?: number, view?: string, page?: string}[]}[]} */
export const TOURS = [
  {
    name: "victim",
    title: "How a victim is found",
    steps: [
      {
        text: "The machine is about to carry out its first word: FIND VICTIM. Each square holds a piece in a register of four bits.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        stage: 0,
      },
      {
        text: "XMIT: every piece of the side to move sends its lines. Amber cells transmit.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        stage: 1,
      },
      {
        text: "Rays pass from neighbor to neighbor over empty squares, and end at the first piece. Knights, kings and pawns have wires of their own.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        stage: 2,
      },
      {
        text: "RECV: a square that is reached raises one line by the value of its piece: 1 for a queen, 5 for a pawn, 6 for an empty square.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        stage: 3,
      },
      {
        text: "PRIORITY: the best line wins, and on it the lowest square. That is the victim, found in two cycles for all 64 squares at once.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        stage: 4,
      },
    ],
  },
  {
    name: "aggressor",
    title: "How an aggressor is found",
    steps: [
      {
        text: "The victim stands in the register `to`. Now only that square transmits, as all pieces at once: what it reaches can reach it.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        until: [{ when: "label", label: "aggressor" }],
        stage: 2,
      },
      {
        text: "Each own piece that hears its own kind of line answers, the pawn on line 1, the king on line 6: the least valuable piece takes first.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        until: [{ when: "label", label: "aggressor" }],
        stage: 4,
      },
    ],
  },
  {
    name: "disable",
    title: "Why the move generator needs a memory",
    steps: [
      {
        text: "The circuits have no memory: asked again, they would name the same piece again. So its square is disabled, one bit a square and ply. The rook on h1 and the bishop on c4 have been to f1: their hatched squares are silent, and the king answers.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        until: [
          { when: "label", label: "aggressor" },
          { when: "signal", signal: "ply", level: 0 },
          { when: "signal", signal: "to", level: 5 },
          { when: "signal", signal: "from", level: 7 },
        ],
        stage: 4,
      },
      {
        text: "When a victim has no aggressor left, its own square is disabled and the aggressors are free again. The victims e5, f7 and f1 are done with, and hatched; for g1 the rook on h1 answers once more, and the knight on f3 before it.",
        at: link({ fen: OPEN, depth: 2, root: "machine", cycle: 0 }),
        until: [
          { when: "label", label: "aggressor" },
          { when: "signal", signal: "ply", level: 0 },
          { when: "signal", signal: "to", level: 6 },
        ],
        stage: 4,
      },
    ],
  },
  {
    name: "illegal",
    title: "An illegal move, discovered by the king's capture",
    steps: [
      {
        text: "The knight on e2 is pinned. FIND AGGRESSOR names it all the same: the machine does not ask for legality.",
        at: link({
          fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
          depth: 2,
          root: "machine",
          cycle: 0,
        }),
        until: [{ when: "label", label: "aggressor" }],
        stage: 4,
      },
      {
        text: "At the next ply FIND VICTIM raises CHECK: the rook on e8 reaches White's king, outlined in red. The program goes to `illegal`, which takes the move back before it is counted as a position.",
        at: link({
          fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
          depth: 2,
          root: "machine",
          cycle: 0,
        }),
        until: [{ when: "label", label: "enter" }],
        stage: 4,
      },
    ],
  },
  {
    name: "cut",
    title: "A cutoff",
    steps: [
      {
        text: "A move has just come back, and its value is in the accumulator: −265. The frames in the view Machine have the window: alpha is what the side to move has already, beta what the other side will not let it exceed.",
        at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }),
        until: [
          { when: "label", label: "returned" },
          { when: "signal", signal: "beta", is: "less", level: 32000 },
          { when: "signal", signal: "ply", level: 2 },
        ],
        stage: 4,
        view: "machine",
      },
      {
        text: "A cutoff: the value reaches beta, so the other side has a better choice earlier, and the remaining moves of this node need no search. `store_lower` puts the bound into the transposition memory.",
        at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }),
        until: [{ when: "label", label: "store_lower" }],
        stage: 4,
        view: "machine",
      },
      {
        text: "Another search of the same position, to its end and as a tree. Amber values are cutoffs; open a root move with its arrow to see where they fall.",
        at: link({ fen: OPEN, depth: 3, cycle: 120000 }),
        view: "tree",
      },
    ],
  },
  {
    name: "lazy",
    title: "The lazy value that spares the full one",
    steps: [
      {
        text: "Each write to the board has renewed the lazy registers: material, piece-square, safety, centralization. The last writes and what each added are in the view Values.",
        at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }),
        until: [{ when: "label", label: "stand" }],
        view: "values",
      },
      {
        text: "At `stand` the depth is exhausted. The full value takes eleven cycles, eight to report and three to count, weigh and limit: it never differs from the lazy one by more than 192 centipawns. With 192 taken off, the lazy value may already be enough.",
        at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }),
        until: [{ when: "label", label: "stand" }],
        view: "machine",
      },
      {
        text: "Some positions later it is: the lazy value less the margin reaches beta, so `refuted` returns at once, and the full evaluation under way is abandoned.",
        at: link({ fen: OPEN, depth: 3, root: "machine", cycle: 0 }),
        until: [{ when: "label", label: "refuted" }],
        view: "machine",
      },
    ],
  },
  {
    name: "repetition",
    title: "A repetition, found in the memory",
    steps: [
      {
        text: "Every position on the path is marked open in the transposition memory. Large violet dots are open entries.",
        at: link({ fen: LADDER, depth: 6, root: "machine", cycle: 0 }),
        until: [{ when: "signal", signal: "ply", level: 4 }],
        view: "memory",
      },
      {
        text: "Rook and king have gone and come back. The probe hits an entry that is open: the same position, so the word at `repetition` takes the draw value. No list of positions was compared.",
        at: link({ fen: LADDER, depth: 6, root: "machine", cycle: 0 }),
        until: [{ when: "label", label: "repetition" }],
        view: "memory",
      },
      {
        text: "The path in the stack shows the four moves. The draw goes back as this node's value, without a search.",
        at: link({ fen: LADDER, depth: 6, root: "machine", cycle: 0 }),
        until: [
          { when: "label", label: "take" },
          { when: "signal", signal: "ply", level: 4 },
        ],
        view: "machine",
      },
    ],
  },
  {
    name: "sacrifice",
    title: "10...Rxh2 against Blitz 6.5, 1978",
    steps: [
      {
        text: "Washington 1978: Belle, with Black, took on h2 with the rook. Here the machine tries it for the first time, as the fifth of 45 root moves: captures come first, those of the most valuable pieces before those of pawns.",
        at: link({ fen: BLITZ, depth: 6, cycle: 0 }),
        until: [
          { when: "searched", text: "Rxh2" },
          { when: "signal", signal: "ply", level: 1 },
        ],
        view: "machine",
      },
      {
        text: "The first iteration prefers a pawn's move, the next four a queen's. In the sixth Rxh2 overtakes it: see the best lines in the panel Game and the last iteration in the tree. (Some seconds of search.)",
        at: link({ fen: BLITZ, depth: 6, cycle: 100000000000 }),
        view: "tree",
      },
      {
        text: "After 11. Kxh2 Black has 11... Qh4+ 12. Kg1 Ng3. At depth 4 the machine sees that it wins the queen, at depth 6 that it is mate in four.",
        at: link({
          fen: "r1b2k2/ppppq1p1/6p1/2b5/2Bnn3/2N5/PPPP1PPK/R1BQ1R2 b - - 0 11",
          depth: 6,
          cycle: 100000000000,
        }),
        view: "tree",
      },
    ],
  },
  {
    name: "net",
    title: "The mating net against Chaos, 1980",
    steps: [
      {
        text: "White's king stands in the middle of the board. At depth 3 Bxg2 wins material only.",
        at: link({ fen: CHAOS, depth: 3, cycle: 100000000000 }),
        view: "tree",
      },
      {
        text: "At depth 4 it is mate in four: evasions of check cost no ply, so the machine sees seven plies.",
        at: link({ fen: CHAOS, depth: 4, cycle: 100000000000 }),
        view: "tree",
      },
      {
        text: "A mate is a value: `mated` gives minus 30,000 and the ply, so that a shorter mate is worth more.",
        at: link({ fen: CHAOS, depth: 4, cycle: 0 }),
        until: [{ when: "label", label: "mated" }],
        view: "machine",
      },
    ],
  },
  {
    name: "rook",
    title: "Browne's rook, 1978",
    steps: [
      {
        text: "Queen against rook. Walter Browne played White; Belle defended with a table of all positions. The machine alone sees a queen for a rook, some four pawns, and no way to win.",
        at: link({ fen: BROWNE, depth: 4, cycle: 100000000000 }),
        view: "values",
      },
      {
        text: "It searches checks and flights, and the value hardly moves from iteration to iteration: the win lies 31 moves away.",
        at: link({ fen: BROWNE, depth: 5, cycle: 100000000000 }),
        view: "tree",
      },
      {
        text: "So Thompson computed the ending backwards, from the mates. `belle play --player tablebase` lets you try Browne's task; the page has the figures.",
        at: link({ fen: BROWNE }),
        page: "endgames.md",
      },
    ],
  },
];

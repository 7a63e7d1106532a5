"use strict";
const games = JSON.parse(document.getElementById("data").textContent);
const totals = JSON.parse(document.getElementById("totals").textContent);
// Games that stand on the page before, by their index.
const firstOf = new Map(
  totals.duplicates.map(({ game, of }) => [game - 1, of - 1]),
);
const find = (id) => document.getElementById(id);
const FIGURES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const CLASSES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
// A diagram is printed for each mistake, up to this many.
const MAX_DIAGRAMS = 60;
// Rows in the list of the worst moves, and of those on paper.
const MAX_WORST = 200;
const MAX_WORST_PRINTED = 20;

// The game on the board. A node is a position and the move that led to it.
let number = 0,
  game = games[0],
  root = null,
  main = [],
  here = null,
  flipped = false;
// Learning: the mistakes to mend, the one on the board, and the square chosen.
let task = null;

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

const index = (name) => name.charCodeAt(0) - 97 + 8 * (8 - name[1]);
const isWhite = (piece) => piece < "a";

function boardOf(fen) {
  const expand = (c) => (c > "0" && c < "9" ? Array(+c).fill("") : [c]);
  return fen.split("/").flatMap((row) => [...row].flatMap(expand));
}

/**
 * The board after a move: from and to, then a promotion's piece, or the rook's squares of castling.
 */
function after(board, path) {
  const next = [...board];
  const squares = path.match(/[a-h][1-8]/g);
  const [from, to] = squares.map(index);
  const piece = board[from];
  const isPawn = piece.toLowerCase() === "p";
  // A pawn that changes its file without a victim takes en passant.
  if (isPawn && from % 8 !== to % 8 && !board[to])
    next[8 * (from >> 3) + (to % 8)] = "";
  next[from] = "";
  if (squares[2]) {
    const rook = board[index(squares[2])];
    next[index(squares[2])] = "";
    next[index(squares[3])] = rook;
  }
  next[to] = piece;
  if (path.length === 5)
    next[to] = isWhite(piece) ? path[4].toUpperCase() : path[4];
  return next;
}

/** Makes nodes of moves that follow a node, and of their variations. */
function grow(from, moves, isMain) {
  let last = from;
  const nodes = [];
  for (const move of moves) {
    const board = after(last.board, move.path);
    const node = {
      move,
      board,
      back: last,
      ply: last.ply + 1,
      isMain,
      lines: [],
    };
    node.lines = (move.lines || []).map((line) => grow(last, line, false));
    // A variation begins at a position whose next move is another one.
    if (nodes.length || isMain) last.next ??= node;
    nodes.push(node);
    last = node;
  }
  return nodes;
}

/** The better line of a node's move, if it was bad. */
function betterLine(node) {
  const best = node.move?.mistake?.best;
  return best && node.lines.find((line) => line[0]?.move.path === best);
}

const mistakes = (side) =>
  main.filter((node) => betterLine(node) && (!side || mover(node) === side));

/** The side that made a node's move. */
const mover = (node) => (node.move.number.includes("...") ? "black" : "white");

/** The board as SVG of 8 by 8 units. */
function picture(
  board,
  isFlipped,
  { marks = [], dots = [], arrows = [], rings = [] } = {},
) {
  const place = (square) => {
    const at = isFlipped ? 63 - square : square;
    return [at % 8, at >> 3];
  };
  const parts = [];
  for (let square = 0; square < 64; square++) {
    const [x, y] = place(square);
    const isDark = (square + (square >> 3)) % 2;
    const color = marks.includes(square)
      ? "#d8c24a"
      : isDark
        ? "#a9825a"
        : "#eee3cf";
    parts.push(
      `<rect x="${x}" y="${y}" width="1" height="1" fill="${color}"/>`,
    );
    const ink = `font-size=".2" fill="#222" opacity=".75" font-family="sans-serif"`;
    if (x === 0)
      parts.push(
        `<text x=".03" y="${y + 0.2}" ${ink}>${8 - (square >> 3)}</text>`,
      );
    if (y === 7) {
      const file = "abcdefgh"[square % 8];
      parts.push(
        `<text x="${x + 0.97}" y="7.95" text-anchor="end" ${ink}>${file}</text>`,
      );
    }
    const piece = board[square];
    if (piece) {
      const ink = isWhite(piece) ? "#fff" : "#111";
      const edge = isWhite(piece) ? "#000" : "#ccc";
      parts.push(
        `<text x="${x + 0.5}" y="${y + 0.8}" font-size=".85" text-anchor="middle" fill="${ink}" stroke="${edge}" ` +
          `stroke-width=".04" paint-order="stroke">${FIGURES[piece.toLowerCase()]}\ufe0e</text>`,
      );
    }
    if (dots.includes(square)) {
      parts.push(
        `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".14" fill="#1d5f99" opacity=".7"/>`,
      );
    }
  }
  for (const { square, color } of rings) {
    const [x, y] = place(square);
    parts.push(
      `<circle class="ring" cx="${x + 0.5}" cy="${y + 0.5}" r=".45" fill="none" stroke="${color}" stroke-width=".07"/>`,
    );
  }
  for (const { path, color } of arrows) {
    const [[x1, y1], [x2, y2]] = path
      .match(/[a-h][1-8]/g)
      .map((name) => place(index(name)));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const at = (along, aside) =>
      `${x2 + 0.5 - along * dx - aside * dy},${y2 + 0.5 - along * dy + aside * dx}`;
    const [neck, tail] = [0.5, length - 0.25];
    const outline = [
      at(tail, 0.08),
      at(neck, 0.08),
      at(neck, 0.24),
      at(0.1, 0),
    ];
    outline.push(at(neck, -0.24), at(neck, -0.08), at(tail, -0.08));
    parts.push(
      `<polygon class="arrow" points="${outline.join(" ")}" fill="${color}" opacity=".75"/>`,
    );
  }
  return parts.join("");
}

const GREEN = "#2e7d32";
const BLUE = "#1d5f99";
const RED = "#b3123a";
// Colors of the arrows and squares that notes draw.
const DRAWN = { G: GREEN, R: RED, B: BLUE, Y: "#c79500" };

function showBoard() {
  const marks = here.move
    ? here.move.path
        .match(/[a-h][1-8]/g)
        .slice(0, 2)
        .map(index)
    : [];
  const arrows = [];
  let dots = [];
  // What the notes draw is part of the lesson, but not of a task.
  const drawn = task ? [] : (here.move?.drawn ?? "").split(" ");
  const rings = [];
  for (const mark of drawn.filter(Boolean)) {
    const [color, path] = [DRAWN[mark[0]], mark.slice(1)];
    if (path.length === 4) arrows.push({ path, color });
    else rings.push({ square: index(path), color });
  }
  const better = betterLine(here);
  if (better) arrows.push({ path: better[0].move.path, color: GREEN });
  if (here.move && !here.isMain && here.next) {
    arrows.push({ path: here.next.move.path, color: BLUE });
  }
  if (task?.from !== undefined) {
    marks.splice(0, 2, task.from);
    dots = targets(task.from);
  }
  const what = here.move
    ? `after ${here.move.number} ${here.move.san}`
    : "at the start";
  find("board").innerHTML = picture(here.board, flipped, {
    marks,
    dots,
    arrows,
    rings,
  });
  find("board").setAttribute("aria-label", `Position ${what}`);
  find("board").classList.toggle("asks", Boolean(task));
  // The list of moves would give the answer away.
  find("moves").classList.toggle("asks", Boolean(task?.node && !task.isOver));
  for (const [id, side] of [
    ["above", flipped ? "white" : "black"],
    ["below", flipped ? "black" : "white"],
  ]) {
    find(id).replaceChildren(
      element("b", game[side].name),
      element("span", clock(side)),
    );
  }
}

/** The time that a side had left, here or at its last move before. */
function clock(side) {
  for (let node = here; node.move; node = node.back) {
    if (mover(node) === side && node.move.clock) return node.move.clock;
  }
  return "";
}

function showGraph() {
  const now = (mainPly(here) * 100) / Math.max(1, game.moves.length);
  find("graph").innerHTML =
    graphOf(game) +
    `<line x1="${now}" x2="${now}" y1="0" y2="100" stroke="#2f7fc1" stroke-width="0.8"/>`;
}

/** The graph of White's expected score, 100 by 100. */
function graphOf(game) {
  const points = [0.5, ...game.moves.map((move) => move.share)];
  for (let at = 0; at < points.length; at++)
    points[at] ??= at ? points[at - 1] : 0.5;
  const step = 100 / Math.max(1, points.length - 1);
  const line = points
    .map((share, at) => `${at * step},${100 - 100 * share}`)
    .join(" ");
  return (
    `<polygon fill="#f4f1e8" points="0,100 ${line} 100,100"/>` +
    `<line x1="0" x2="100" y1="50" y2="50" stroke="#8a93a0" stroke-width="0.4"/>`
  );
}

/** The ply of the game at which a node stands or its variation begins. */
function mainPly(node) {
  while (node.move && !node.isMain) node = node.back;
  return node.ply;
}

function button(node, text, className) {
  const made = element("button", text, className);
  made.onclick = () => show(node);
  // Those of earlier notes are gone from the page.
  node.buttons = [
    ...(node.buttons || []).filter((one) => one.isConnected),
    made,
  ];
  return made;
}

function note() {
  const move = here.move;
  if (!move) return [element("span", opening())];
  const parts = [];
  const better = betterLine(here);
  if (better) {
    const lost = (move.mistake.loss / 100).toFixed(1);
    parts.push(
      element("span", `${lost} pawns lost; better (${move.mistake.value}): `),
    );
    parts.push(...lineOf(better));
  }
  if (move.comment) parts.push(element("span", " " + move.comment, "comment"));
  return parts;
}

/** What a game shows before its first move. */
function opening() {
  const count = mistakes().length;
  const advice = `${count} bad moves: “next ?” (m) goes from one to the next.`;
  return [game.comment, count ? advice : ""].filter(Boolean).join(" ");
}

function show(node, isKept) {
  if (!isKept) leave();
  here.buttons?.forEach((one) => one.classList.remove("now"));
  here = node;
  const move = here.move;
  const shown = move
    ? [move.number, move.san + (move.glyph || ""), move.state, move.value]
    : [];
  find("value").textContent = shown.filter(Boolean).join(" ");
  showBoard();
  showGraph();
  // While a line of the note is clicked through, the note stays.
  const isNoted = here.buttons?.some((one) => find("note").contains(one));
  if (!isNoted) find("note").replaceChildren(...(isKept ? [] : note()));
  if (here.isMain) history.replaceState(null, "", `#${number + 1}/${here.ply}`);
  for (const one of here.buttons || []) {
    one.classList.add("now");
    // Only the list scrolls: on a phone the board must stay in sight.
    const list = find("moves");
    if (list.contains(one) && list.scrollHeight > list.clientHeight) {
      const [top, bottom] = [one.offsetTop, one.offsetTop + one.offsetHeight];
      if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - list.clientHeight / 2;
      }
    }
  }
}

/** The buttons of a line's moves, with their numbers, comments and variations. */
function lineOf(nodes) {
  const parts = [];
  let isNumbered = true;
  for (const node of nodes) {
    const move = node.move;
    if (isNumbered || mover(node) === "white") {
      parts.push(element("span", " " + move.number, "number"));
    }
    isNumbered = false;
    parts.push(
      button(node, move.san + (move.glyph || ""), CLASSES[move.glyph]),
    );
    if (move.state) parts.push(element("span", `${move.state} `, "number"));
    if (move.comment) {
      parts.push(element("span", ` ${move.comment} `, "comment"));
      isNumbered = true;
    }
    for (const line of node.lines) {
      const shown = element("span", " (", "line");
      shown.append(...lineOf(line), ") ");
      parts.push(shown);
      isNumbered = true;
    }
  }
  return parts;
}

const KINDS = [
  ["?!", "inaccuracies"],
  ["?", "mistakes"],
  ["??", "blunders"],
];
const shown = (value) => (value === null || value === undefined ? "–" : value);
const tenths = (value) => (typeof value === "number" ? value.toFixed(1) : "–");

/** A table of rows of cells; a cell is a text, a number or a node. */
function table(heads, rows) {
  const made = element("table", "");
  const add = (name, cells) => {
    const row = element("tr", "");
    cells.forEach((cell, at) => {
      const box = element(
        name,
        cell instanceof Node ? "" : cell,
        heads[at].name ? "" : "n",
      );
      if (heads[at].isSpare) box.classList.add("spare");
      if (name === "th" && heads[at].title) box.title = heads[at].title;
      if (cell instanceof Node) box.append(cell);
      row.append(box);
    });
    made.append(row);
    return row;
  };
  add(
    "th",
    heads.map((head) => head.name ?? head.text),
  );
  return [made, rows.map((row) => add("td", row))];
}

/**
 * Lets a press on a column's head sort the table by it: numbers the largest first, names from A on.
 */
function sortable(made) {
  const head = made.rows[0];
  [...head.cells].forEach((cell, at) => {
    cell.classList.add("sorts");
    cell.onclick = () => {
      const isNumber = cell.classList.contains("n");
      const wasSorted = cell.dataset.order === "first";
      for (const other of head.cells) delete other.dataset.order;
      cell.dataset.order = wasSorted ? "last" : "first";
      const text = (row) => row.cells[at].textContent;
      const number = (row) => parseFloat(text(row)) || 0;
      const order = (a, b) =>
        isNumber ? number(b) - number(a) : text(a).localeCompare(text(b));
      const rows = [...made.rows].slice(1).sort(order);
      if (wasSorted) rows.reverse();
      head.parentNode.append(...rows);
    };
  });
}

const ACCURACY =
  "Accuracy: 100 for moves as good as the analysis found, 0 for moves that throw the game away";
const FIGURE_HEADS = [
  { text: "accuracy", title: ACCURACY },
  { text: "loss", title: "Mean loss of a move, in hundredths of a pawn" },
  ...KINDS.map(([text, title]) => ({ text, title })),
];
const figures = (side) => [
  tenths(side.accuracy),
  tenths(side.average_centipawn_loss),
  ...KINDS.map(([, name]) => side[name]),
];

/** The table of a game's figures. */
function figuresOf(one) {
  const heads = [
    { name: "player" },
    { text: "rating" },
    ...FIGURE_HEADS,
    { text: "moves", isSpare: true },
  ];
  const rows = [one.white, one.black].map((side) => [
    side.name,
    shown(side.rating),
    ...figures(side),
    side.moves,
  ]);
  return table(heads, rows)[0];
}

function showFigures() {
  find("figures").replaceChildren(figuresOf(game));
  const buttons = [];
  for (const side of ["white", "black"]) {
    const count = mistakes(side).length;
    if (count === 0) continue;
    const made = element("button", `${game[side].name} (${count})`);
    made.onclick = () => start(side);
    buttons.push(made);
  }
  find("learn").hidden = buttons.length === 0;
  find("learn").replaceChildren(
    "Learn from mistakes: find better moves for",
    ...buttons,
  );
}

/** The start of a game and the nodes of its moves. */
function treeOf(one) {
  const start = {
    move: null,
    board: boardOf(one.board),
    ply: 0,
    isMain: true,
    lines: [],
  };
  return { root: start, main: grow(start, one.moves, true) };
}

const titleOf = ({ white, black, result, chapter }) =>
  chapter ?? `${white.name} – ${black.name}  ${result}`;
const aboutOf = ({ event, opening }) =>
  [event, opening].filter(Boolean).join(" · ");

function open(to) {
  leave();
  number = to;
  game = games[number];
  ({ root, main } = treeOf(game));
  here = root;
  find("head").textContent = titleOf(game);
  find("about").textContent = aboutOf(game);
  find("moves").replaceChildren(...lineOf(main));
  showFigures();
  find("list")
    .querySelectorAll("tr")
    .forEach((row) =>
      row.classList.toggle("now", row.dataset.game === String(number)),
    );
  show(root);
}

// Learning from mistakes: the board before a bad move,
// and a click for the piece and one for its square.

const targets = (from) =>
  task.node.move.mistake.legal
    .split(" ")
    .filter((path) => index(path) === from)
    .map((path) => index(path.slice(2)));

function start(side) {
  leave();
  task = { side, list: mistakes(side), at: -1, found: 0 };
  flipped = side === "black";
  nextTask();
  find("above").scrollIntoView({ block: "nearest" });
  find("task").scrollIntoView({ block: "nearest" });
}

function leave() {
  task = null;
  find("task").hidden = true;
}

function nextTask() {
  task.at += 1;
  task.node = task.list[task.at];
  delete task.from;
  task.isOver = false;
  if (!task.node) {
    const { found, list } = task;
    say(`${found} of ${list.length} found.`, ["close", () => show(here)]);
    task = null;
    return;
  }
  show(task.node.back, true);
  const { number, san, glyph } = task.node.move;
  const who = task.side === "white" ? "White" : "Black";
  const loss = (task.node.move.mistake.loss / 100).toFixed(1);
  task.text = `${task.at + 1}/${task.list.length}: ${number} ${san}${glyph || ""} was played, which lost ${loss} pawns. Find a better move for ${who}.`;
  ask(task.text);
}

function ask(text) {
  say(
    text,
    ["show it", () => answer(false)],
    ["next", nextTask],
    ["stop", () => show(here)],
  );
}

function say(text, ...choices) {
  const box = find("task");
  box.hidden = false;
  box.replaceChildren(element("div", text));
  for (const [label, action] of choices) {
    const made = element("button", label);
    made.onclick = action;
    box.append(made);
  }
}

/** Shows the better move of the task, found or not; `good` is another one that was found. */
function answer(isFound, good) {
  if (isFound) task.found += 1;
  const better = betterLine(task.node);
  const { value } = task.node.move.mistake;
  const { number, san } = better[0].move;
  delete task.from;
  task.isOver = true;
  show(better[0], true);
  find("note").replaceChildren(...lineOf(better));
  find("value").textContent = `${number} ${san} ${value}`;
  let text = `${isFound ? "Right" : "Better"}: ${number} ${san} (${value}, from White's side).`;
  if (good) {
    const less = good.loss ? `${pawns(good.loss)} less than` : "as good as";
    text = `Right: ${good.san} (${good.value}) is ${less} the best move, ${san} (${value}, from White's side).`;
  }
  say(text, ["next", nextTask], ["stop", () => show(here)]);
}

const pawns = (centipawns) =>
  `${(centipawns / 100).toFixed(1)} pawn${centipawns === 100 ? "" : "s"}`;

/**
 * What is said of a move that is not a good one: the reply that refutes it,
 * and what it loses at least.
 */
function wrong(move, isTo) {
  if (isTo(move.path)) return "That was played.";
  const refuted = Object.entries(move.mistake.refuted ?? {});
  const [, reply] = refuted.find(([path]) => isTo(path)) ?? [];
  if (reply) {
    const what = reply.endsWith("#") ? "is mate" : "wins material";
    return `No: ${reply} ${what}.`;
  }
  const isInNotes = task.node.lines.some((line) => isTo(line[0].move.path));
  const inNotes = isInNotes ? "The notes have that move, but" : "";
  const { others_lose: least } = move.mistake;
  if (least !== undefined)
    return `${inNotes || "No:"} it loses ${pawns(least)} or more.`;
  return inNotes
    ? `${inNotes} another one is better.`
    : "That move was not judged: it may be good, but the analysis prefers another.";
}

function press(square) {
  if (!task?.node || task.isOver) return;
  if (task.from !== undefined && targets(task.from).includes(square)) {
    const { move } = task.node;
    const isTo = (path) =>
      index(path) === task.from && index(path.slice(2)) === square;
    if (isTo(move.mistake.best)) return answer(true);
    const good = move.mistake.good?.find(({ path }) => isTo(path));
    if (good) return answer(true, good);
    const why = wrong(move, isTo);
    delete task.from;
    ask(`${why} Try again, or have it shown. — ${task.text}`);
  } else {
    const isOwn = here.board[square] && targets(square).length;
    if (isOwn && square !== task.from) task.from = square;
    else delete task.from;
  }
  showBoard();
}

function squareAt(event) {
  const box = find("board").getBoundingClientRect();
  const eighth = (at, size) =>
    Math.max(0, Math.min(7, Math.floor((8 * at) / size)));
  const x = eighth(event.clientX - box.left, box.width);
  const y = eighth(event.clientY - box.top, box.height);
  return flipped ? 63 - (8 * y + x) : 8 * y + x;
}

// A piece is dragged to its square, or it is pressed and then its square.
find("board").onpointerdown = (event) => {
  if (!task) return;
  const square = squareAt(event);
  find("board").setPointerCapture(event.pointerId);
  const wasChosen = task.from === square;
  if (!wasChosen) press(square);
  find("board").onpointerup = (end) => {
    find("board").onpointerup = null;
    const last = squareAt(end);
    const isDragged = last !== square && task?.from === square;
    if (isDragged || (wasChosen && last === square)) press(last);
  };
};

/** The next bad move of the game from here, or the one before. */
function fault(step) {
  const [ply, bad] = [mainPly(here), mistakes()];
  const found =
    step > 0
      ? bad.find((node) => node.ply > ply)
      : bad.findLast((node) => node.ply < ply);
  if (found) show(found);
}

const go = {
  first: () => show(root),
  back: () => here.back && show(here.back),
  next: () => here.next && show(here.next),
  last: () => show(main.at(-1) ?? root),
  fault: () => fault(1),
  faultBefore: () => fault(-1),
  flip: () => {
    flipped = !flipped;
    showBoard();
  },
};
const KEYS = {
  Home: "first",
  ArrowLeft: "back",
  ArrowRight: "next",
  End: "last",
  f: "flip",
  m: "fault",
  M: "faultBefore",
};
document
  .querySelectorAll("nav button")
  .forEach((one) => (one.onclick = go[one.dataset.go]));
document.onkeydown = (event) => {
  if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey)
    return;
  go[KEYS[event.key]]();
  event.preventDefault();
  // The tables above may have the board below the fold, where a key would change what nobody sees.
  const { top, bottom } = find("board").getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight)
    find("above").scrollIntoView({ block: "start" });
};
find("graph").onclick = (event) => {
  const box = find("graph").getBoundingClientRect();
  const ply = Math.round(
    ((event.clientX - box.left) / box.width) * main.length,
  );
  show(main[ply - 1] ?? root);
};

/** Goes to the place of the address, `#game/ply`; what is not there is left out. */
function follow() {
  const [, to, ply] = location.hash.match(/^#(\d+)(?:\/(\d+))?$/) ?? [];
  const wanted = Math.min(Math.max(1, Number(to ?? 1)), games.length) - 1;
  if (wanted !== number || !root) open(wanted);
  if (ply === undefined) return;
  show(main[Math.min(ply, main.length) - 1] ?? root);
  // The tables above would leave the board below the fold.
  find("above").scrollIntoView({ block: "start" });
}
window.onhashchange = follow;

/** A diagram of a bad move and the better one, for paper. */
function diagramOf(node) {
  const frame = element("figure", "");
  const { number, san, glyph, path, mistake } = node.move;
  const arrows = [
    { path, color: RED },
    { path: mistake.best, color: GREEN },
  ];
  const board = picture(node.back.board, mover(node) === "black", { arrows });
  frame.innerHTML = `<svg viewBox="0 0 8 8">${board}</svg>`;
  const line = betterLine(node).map(({ move }, at) =>
    at === 0 || !move.number.includes("...")
      ? `${move.number} ${move.san}`
      : move.san,
  );
  const who = number.includes("...") ? "Black" : "White";
  const text = `${who} to move. ${number} ${san}${glyph || ""} (red); better (green, ${mistake.value}): ${line.join(" ")}`;
  frame.append(element("figcaption", text));
  return frame;
}

/** A game on paper: figures, moves, and diagrams of its mistakes and blunders. */
function paperOf(one) {
  const made = element("article", "");
  made.append(element("h2", titleOf(one)));
  made.append(element("p", aboutOf(one)), figuresOf(one));
  const nodes = treeOf(one).main;
  const moves = nodes.map((node, at) => {
    const { number, san, glyph } = node.move;
    const isNumbered = at === 0 || mover(node) === "white";
    return `${isNumbered ? number + " " : ""}${san}${glyph || ""}`;
  });
  const graph = element("div", "");
  graph.innerHTML = `<svg class="paper-graph" viewBox="0 0 100 100" preserveAspectRatio="none">${graphOf(one)}</svg>`;
  made.append(graph, element("p", moves.join(" ")));
  const grid = element("div", "", "grid");
  const bad = nodes.filter(
    (node) => betterLine(node) && node.move.glyph !== "?!",
  );
  grid.append(...bad.slice(0, MAX_DIAGRAMS).map(diagramOf));
  made.append(grid);
  return made;
}

// One game is printed as it stands on the page, with its diagrams;
// several one after the other, below their tables.
window.onbeforeprint = () => {
  const isMany = games.length > 1;
  document.body.classList.toggle("many", isMany);
  const shown = isMany ? [] : mistakes().slice(0, MAX_DIAGRAMS);
  find("diagrams").replaceChildren(...shown.map(diagramOf));
  const once = games.filter((one, at) => !firstOf.has(at));
  find("paper").replaceChildren(...(isMany ? once.map(paperOf) : []));
  for (const one of document.querySelectorAll("details")) one.open = true;
  [...find("worst-list").querySelectorAll("tr")].forEach((row, at) => {
    row.classList.toggle("unprinted", at > MAX_WORST_PRINTED);
  });
};

function showGames() {
  find("all").hidden = false;
  const heads = [
    { text: "#" },
    { name: "White" },
    { text: "accuracy" },
    { name: "Black" },
    { text: "accuracy" },
    { name: "result" },
    { name: "opening", isSpare: true },
  ];
  const rated = (side) =>
    side.rating ? `${side.name} (${side.rating})` : side.name;
  const rows = games.map(({ white, black, result, opening, chapter }, at) => [
    at + 1,
    chapter ?? rated(white),
    tenths(white.accuracy),
    rated(black),
    tenths(black.accuracy),
    result,
    opening ?? "",
  ]);
  const [list, shownRows] = table(heads, rows);
  shownRows.forEach((row, at) => {
    row.dataset.game = at;
    row.onclick = () => open(at);
  });
  sortable(list);
  find("list").replaceChildren(list);
  const columns = [
    { name: "player" },
    { text: "games" },
    { text: "points", title: "Points of the games with a result" },
    { text: "opponents" },
    ...FIGURE_HEADS,
  ];
  const cells = totals.players.map((one) => [
    one.name,
    one.games,
    shown(one.points),
    shown(one.opponents),
    ...figures(one),
  ]);
  const [sums] = table(columns, cells);
  sortable(sums);
  find("players").replaceChildren(sums);
  showOpenings();
  showSame();
}

function showOpenings() {
  const heads = [
    { name: "opening" },
    { text: "White's points" },
    { text: "games" },
    { text: "won" },
    { text: "drawn" },
    { text: "lost" },
  ];
  const rows = totals.openings.map(({ name, points, wins, draws, losses }) => [
    name,
    points,
    wins + draws + losses,
    wins,
    draws,
    losses,
  ]);
  find("openings").hidden = rows.length === 0;
  const [list] = table(heads, rows);
  sortable(list);
  find("openings-list").replaceChildren(list);
}

/** Names the games that stand twice. */
function showSame() {
  const named = [...firstOf].map(
    ([at, first]) => `${at + 1} (as ${first + 1})`,
  );
  find("same").hidden = named.length === 0;
  find("same").textContent =
    `Games that the file has more than once: ${named.join(", ")}. They count each time in the tables of players and openings, ` +
    "and once among the worst moves and on paper.";
}

/** All bad moves of the file, the worst first: those of one player, or of all. */
function showWorst(player) {
  const rows = [];
  games.forEach((one, at) => {
    if (firstOf.has(at)) return;
    one.moves.forEach((move, ply) => {
      if (!move.mistake) return;
      const side = mover({ move });
      if (player && one[side].name !== player) return;
      rows.push({ at, ply, move, name: one[side].name });
    });
  });
  rows.sort((a, b) => b.move.mistake.loss - a.move.mistake.loss);
  const heads = [
    { name: "move" },
    { name: "player" },
    { text: "loss", title: "Pawns lost against the better move, at most 10" },
    { name: "better" },
    { text: "game" },
  ];
  const cells = rows
    .slice(0, MAX_WORST)
    .map(({ at, move, name }) => [
      `${move.number} ${move.san}${move.glyph || ""}`,
      name,
      (move.mistake.loss / 100).toFixed(2),
      betterOf(move)?.san ?? "",
      at + 1,
    ]);
  const [list, shownRows] = table(heads, cells);
  shownRows.forEach((row, at) => {
    const { at: to, ply } = rows[at];
    row.onclick = () => {
      if (to !== number) open(to);
      show(main[ply]);
      find("above").scrollIntoView({ block: "start" });
    };
  });
  sortable(list);
  find("worst").hidden = rows.length === 0 && !player;
  find("worst-list").replaceChildren(list);
}

/** The better move in place of a bad one. */
function betterOf(move) {
  const lines = move.lines || [];
  return lines.find((line) => line[0].path === move.mistake.best)?.[0];
}

function chooseWorst() {
  const names = new Set();
  for (const one of games) names.add(one.white.name).add(one.black.name);
  const choice = find("worst-of");
  choice.replaceChildren(element("option", "all players"));
  for (const name of [...names].sort()) choice.append(element("option", name));
  choice.onchange = () =>
    showWorst(choice.selectedIndex ? choice.value : undefined);
  showWorst();
}

if (games.length > 1) showGames();
chooseWorst();
follow();

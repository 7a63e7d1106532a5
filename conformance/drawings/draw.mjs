/**
 * @file Draws circuits of the databook from the Verilog that Belle writes.
 *
 * draw.mjs BELLE            writes docs/databook/drawings
 * draw.mjs BELLE --check    fails if a drawing is not what it would write
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Module } from "./verilog.mjs";

const FOLDER = new URL("../../docs/databook/drawings/", import.meta.url)
  .pathname;
/** `npm exec --package=elkjs` names its folder in the path. */
const PACKAGES = process.env.PATH.split(":").filter((path) =>
  path.endsWith("node_modules/.bin"),
);
const ELK = createRequire(join(PACKAGES[0], "x.js"))("elkjs");

const SQUARES = "move_generator_squares";
/** Each drawing: the block that Belle writes, the module in it, its sections, the wires that are shown. */
const DRAWINGS = [
  {
    file: "square",
    title: "SQUARE: the decoder of one square's piece register",
    block: SQUARES,
    module: "move_generator_square",
    sections: ["SQUARE"],
  },
  {
    file: "xmit",
    title: "XMIT: what one square sends",
    block: SQUARES,
    module: "move_generator_square",
    sections: ["XMIT"],
  },
  {
    file: "ray-mux",
    title: "RAY MUX: eight rays through one square, and what arrives of them",
    block: SQUARES,
    module: "move_generator_square",
    sections: ["RAY MUX"],
  },
  {
    file: "recv",
    title: "RECV: the line that one square raises",
    block: SQUARES,
    module: "move_generator_square",
    sections: ["RECV"],
  },
  {
    file: "priority",
    title:
      "PRIORITY: the best line, and its lowest square (wire 0 of the six; the others likewise)",
    block: SQUARES,
    module: "move_generator_priority",
    shown: [
      "square[0]",
      "line[0]",
      "line[1]",
      "line[2]",
      "line[3]",
      "line[4]",
      "line[5]",
      "none",
    ],
  },
  {
    file: "lowest-square",
    title:
      "PRIORITY, one line's tree: ranks, then files (wire 0 of a file's three; the others likewise)",
    block: SQUARES,
    module: "move_generator_lowest_square",
    shown: ["square[5:3]", "square[0]"],
  },
  {
    file: "lowest-of-8",
    title: "PRIORITY, one level of a tree: the lowest of eight lines",
    block: SQUARES,
    module: "move_generator_lowest_of_8",
  },
  {
    file: "value-bus",
    title: "VALUE BUS: adder and comparator, sixteen wires wide",
    block: "value_bus",
    module: "value_bus",
  },
];

const GATE_WIDTH = 40;
/** Room between two inputs of a gate, and of text. */
const PITCH = 15;
const FONT = 13;

const STYLE = `<style>
text { font: ${FONT}px sans-serif; fill: #222 }
.title { font-size: 15px; font-weight: bold }
.port { font-weight: bold }
.wire { stroke: #2b4a6f; fill: none } .bus { stroke: #2b4a6f; fill: none; stroke-width: 2.5 }
.gate { stroke: #222; fill: #fff3d6; stroke-width: 1.3 } .box { stroke: #222; fill: #e8eef6; stroke-width: 1.3 }
.dot { fill: #2b4a6f } .bubble { stroke: #222; fill: #fff }
.end { text-anchor: end } .middle { text-anchor: middle }
</style>`;

const isNamed = (wire) => wire && !/^\(|^v\d+$|_v\d+$/.test(wire);
const boxName = (part) => part.name.replace("move_generator_", "");
/** Whether a pin takes one wire of a bus. */
const isOne = (pin) => /^\[\d+\]$/.test(pin.note);
/** About as wide as a sans serif font is. */
const textWidth = (text) => (text ? 7.2 * text.length + 4 : 0);

/**
 * Wires as the module declares them, one after the other. Those of a bus begin with wire 0; parts of
 * one, which go to boxes, with the highest, since a box has its highest pin at the top.
 */
function inOrder(module, wires) {
  const declared = [...module.widths.keys()];
  const bus = (wire) => declared.indexOf(wire.replace(/\[.*/, ""));
  const place = (wire) => {
    const low = Number(/(\d+)\]$/.exec(wire)?.[1] ?? 0);
    return wire.includes(":") ? -low : low;
  };
  return wires.toSorted(
    (one, other) => bus(one) - bus(other) || place(one) - place(other),
  );
}

/** The wires that enter and leave what is drawn. */
function borders(module, shown) {
  const needed = shown ? module.cone(shown) : module.parts;
  const driven = new Set(
    needed.flatMap((part) => part.outputs.map((output) => output.wire)),
  );
  const read = new Set(
    needed.flatMap((part) => part.pins.map((pin) => pin.wire)),
  );
  const inputs = inOrder(
    module,
    [...read].filter((wire) => !driven.has(wire)),
  );
  let outputs = shown;
  if (!outputs) {
    // What leaves: wires with a name that no gate here reads, and the module's own outputs.
    const leaving = [...driven].filter(
      (wire) =>
        isNamed(wire) && (!read.has(wire) || module.outputs.includes(wire)),
    );
    outputs = inOrder(module, leaving);
  }
  // A name for a wire that has another one is no part.
  const sources = new Map();
  for (const wire of outputs) {
    const driver = module.drivers.get(wire);
    if (driver?.kind === "wire" && !driver.pins[0].note)
      sources.set(wire, driver.pins[0].wire);
  }
  const parts = needed.filter((part) => !sources.has(part.outputs[0]?.wire));
  return { parts, inputs, outputs, sources };
}

function shapeOf(part, shown) {
  const left = Math.max(0, ...part.pins.map((pin) => textWidth(pin.note)));
  if (part.kind === "box") {
    const inside = Math.max(
      ...part.pins.map((pin) => textWidth(`${pin.port}[0]`)),
    );
    const outside = Math.max(
      ...part.outputs.map((output) => textWidth(output.name)),
    );
    const across = Math.max(
      textWidth(boxName(part)) * 1.15,
      inside + outside + 10,
    );
    return {
      left: 0,
      symbol: across,
      width: across,
      height: PITCH * Math.max(part.pins.length, part.outputs.length) + 22,
    };
  }
  const name =
    isNamed(part.name) && !shown.includes(part.name) ? textWidth(part.name) : 0;
  const symbol =
    part.kind === "wire" ? 0 : part.kind === "not" ? 26 : GATE_WIDTH;
  return {
    left,
    symbol,
    named: name > 0,
    width: left + symbol + Math.max(10, name),
    height: Math.max(22, PITCH * part.pins.length + 4),
  };
}

/** The graph for ELK: a node a part, an edge a pin. */
function graphOf(module, { parts, inputs, outputs, sources: renamed }) {
  const named = [...outputs, ...renamed.values()];
  const nodes = [];
  const sources = new Map();
  const edges = [];
  for (const wire of inputs) {
    const text = wire.startsWith("=") ? constantText(wire) : wire;
    const width = textWidth(text) + 8;
    sources.set(wire, `in ${wire}`);
    nodes.push({
      id: `in-node ${wire}`,
      width,
      height: 16,
      text,
      side: "input",
      ports: [{ id: `in ${wire}`, x: width, y: 8, width: 0, height: 0 }],
      layoutOptions: wire.startsWith("=")
        ? { "elk.portConstraints": "FIXED_POS" }
        : {
            "elk.portConstraints": "FIXED_POS",
            "elk.layered.layering.layerConstraint": "FIRST",
            "elk.position": `(0, ${nodes.length})`,
          },
    });
  }
  parts.forEach((part, number) => {
    const shape = shapeOf(part, named);
    const ports = part.pins.map((pin, at) => ({
      id: `pin ${number} ${at}`,
      x: 0,
      y: pinPlace(part, shape, at),
      width: 0,
      height: 0,
    }));
    part.outputs.forEach((output, at) => {
      sources.set(output.wire, `out ${number} ${at}`);
      ports.push({
        id: `out ${number} ${at}`,
        x: shape.width,
        y: outputPlace(part, shape, at),
        width: 0,
        height: 0,
      });
    });
    nodes.push({
      id: `part ${number}`,
      width: shape.width,
      height: shape.height,
      part,
      shape,
      ports,
      layoutOptions: { "elk.portConstraints": "FIXED_POS" },
    });
  });
  for (const wire of outputs) {
    const width = textWidth(wire) + 8;
    nodes.push({
      id: `out-node ${wire}`,
      width,
      height: 16,
      text: wire,
      side: "output",
      ports: [{ id: `leaves ${wire}`, x: 0, y: 8, width: 0, height: 0 }],
      layoutOptions: {
        "elk.portConstraints": "FIXED_POS",
        "elk.layered.layering.layerConstraint": "LAST",
        "elk.position": `(0, ${nodes.length})`,
      },
    });
    edges.push({
      id: `edge to ${wire}`,
      sources: [sources.get(renamed.get(wire) ?? wire)],
      targets: [`leaves ${wire}`],
      wire,
    });
  }
  parts.forEach((part, number) => {
    part.pins.forEach((pin, at) => {
      edges.push({
        id: `edge ${number} ${at}`,
        sources: [sources.get(pin.wire)],
        targets: [`pin ${number} ${at}`],
        wire: isOne(pin) ? "" : pin.wire,
      });
    });
  });
  for (const edge of edges)
    edge.bus = edge.wire && (module.widths.get(edge.wire) ?? 1) > 1;
  return {
    id: "drawing",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "RIGHT",
      "elk.edgeRouting": "ORTHOGONAL",
      "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
      "elk.layered.spacing.nodeNodeBetweenLayers": "16",
      "elk.layered.spacing.edgeNodeBetweenLayers": "10",
      "elk.layered.spacing.edgeEdgeBetweenLayers": "7",
      "elk.spacing.nodeNode": "10",
      "elk.spacing.edgeNode": "8",
      "elk.spacing.edgeEdge": "7",
      "elk.layered.thoroughness": "30",
      // Nodes with a position keep their order: the pins of a circuit stand as they are declared.
      "elk.layered.crossingMinimization.semiInteractive": "true",
      "elk.randomSeed": "1",
    },
    children: nodes,
    edges,
  };
}

function constantText(wire) {
  const value = Number(wire.slice(1));
  return value > 9 ? `${value.toString(16)} hex` : String(value);
}

function pinPlace(part, shape, at) {
  if (part.kind === "box") return 20 + PITCH * at + PITCH / 2;
  return shape.height / 2 + PITCH * (at - (part.pins.length - 1) / 2);
}

function outputPlace(part, shape, at) {
  return part.kind === "box" ? 20 + PITCH * at + PITCH / 2 : shape.height / 2;
}

const round = (number) => Math.round(number * 10) / 10;
const text = (x, y, words, kind = "") =>
  `<text x="${round(x)}" y="${round(y)}" class="${kind}">${words}</text>`;
const path = (kind, d) => `<path class="${kind}" d="${d}"/>`;

/** A gate's outline between left and right, by its kind. */
function outline(kind, x, y, w, h) {
  const middle = y + h / 2;
  const right = x + w;
  switch (kind) {
    case "and":
      return `M${x} ${y}H${x + w / 2}A${w / 2} ${h / 2} 0 0 1 ${x + w / 2} ${y + h}H${x}Z`;
    case "or":
    case "xor":
      return (
        `M${x} ${y}H${x + w * 0.35}Q${x + w * 0.8} ${y} ${right} ${middle}` +
        `Q${x + w * 0.8} ${y + h} ${x + w * 0.35} ${y + h}H${x}Q${x + w * 0.25} ${middle} ${x} ${y}Z`
      );
    case "not":
      return `M${x} ${middle - 9}L${right} ${middle}L${x} ${middle + 9}Z`;
    default:
      return `M${x} ${y}H${right}V${y + h}H${x}Z`;
  }
}

function drawnGate(node, module) {
  const { part, shape } = node;
  const left = node.x + shape.left;
  const middle = node.y + shape.height / 2;
  const width = (wire) => ((module.widths.get(wire) ?? 1) > 1 ? "bus" : "wire");
  const lines = [];
  const output = part.outputs[0].wire;
  if (part.kind === "wire") {
    lines.push(
      path(
        width(output),
        `M${round(node.x)} ${round(middle)}H${round(node.x + shape.width)}`,
      ),
    );
  } else {
    const inset = part.kind === "or" || part.kind === "xor" ? 5 : 0;
    const start = left + 6;
    const end = left + shape.symbol - (part.kind === "not" ? 5 : 0);
    part.pins.forEach((pin, at) => {
      const y = node.y + pinPlace(part, shape, at);
      const kind = isOne(pin) ? "wire" : width(pin.wire);
      lines.push(
        path(kind, `M${round(node.x)} ${round(y)}H${round(start + inset)}`),
      );
    });
    lines.push(
      path(
        width(output),
        `M${round(end)} ${round(middle)}H${round(node.x + shape.width)}`,
      ),
    );
    const top = node.y + 2;
    const high = shape.height - 4;
    lines.push(path("gate", outline(part.kind, start, top, end - start, high)));
    if (part.kind === "xor") {
      const x = start - 4;
      lines.push(
        `<path d="M${x} ${top}Q${x + (end - start) * 0.25} ${middle} ${x} ${top + high}" fill="none" stroke="#222" stroke-width="1.3"/>`,
      );
    }
    if (part.kind === "add")
      lines.push(text((start + end) / 2, middle + 5, "+", "middle title"));
    if (part.kind === "not") lines.push(bubble(end + 2.5, middle));
    part.pins.forEach((pin, at) => {
      if (pin.inverted)
        lines.push(
          bubble(start - 2.5 + inset / 2, node.y + pinPlace(part, shape, at)),
        );
    });
  }
  part.pins.forEach((pin, at) => {
    if (pin.note)
      lines.push(
        text(node.x + 2, node.y + pinPlace(part, shape, at) - 4, pin.note),
      );
  });
  if (shape.named && part.kind !== "wire") {
    lines.push(
      text(node.x + shape.left + shape.symbol + 4, middle - 5, part.name),
    );
  }
  return lines;
}

const bubble = (x, y) =>
  `<circle class="bubble" cx="${round(x)}" cy="${round(y)}" r="2.6"/>`;

function drawnBox(node) {
  const { part, shape } = node;
  const lines = [
    `<rect class="box" x="${round(node.x)}" y="${round(node.y)}" width="${round(shape.width)}" height="${round(shape.height)}"/>`,
    text(node.x + shape.width / 2, node.y + 14, boxName(part), "middle port"),
  ];
  part.pins.forEach((pin, at) => {
    const y = node.y + pinPlace(part, shape, at) + 4;
    lines.push(
      text(
        node.x + 5,
        y,
        part.pins.length > 1
          ? `${pin.port}[${part.pins.length - 1 - at}]`
          : pin.port,
      ),
    );
  });
  part.outputs.forEach((output, at) => {
    lines.push(
      text(
        node.x + shape.width - 5,
        node.y + outputPlace(part, shape, at) + 4,
        output.name,
        "end",
      ),
    );
  });
  return lines;
}

function drawnNode(node, module) {
  if (!node.part) {
    const y = node.y + 12;
    return node.side === "input"
      ? [text(node.x + node.width - 4, y, node.text, "end port")]
      : [text(node.x + 4, y, node.text, "port")];
  }
  return node.part.kind === "box" ? drawnBox(node) : drawnGate(node, module);
}

function drawnEdge(edge) {
  const lines = [];
  for (const section of edge.sections) {
    const points = [
      section.startPoint,
      ...(section.bendPoints ?? []),
      section.endPoint,
    ];
    const d = points
      .map(({ x, y }, at) => `${at ? "L" : "M"}${round(x)} ${round(y)}`)
      .join("");
    lines.push(path(edge.bus ? "bus" : "wire", d));
  }
  for (const { x, y } of edge.junctionPoints ?? []) {
    lines.push(
      `<circle class="dot" cx="${round(x)}" cy="${round(y)}" r="${edge.bus ? 3.2 : 2.4}"/>`,
    );
  }
  return lines;
}

/** The drawing as SVG. */
async function drawn({ title, module: name, sections, shown }, source) {
  const module = new Module(source, name, sections);
  const graph = graphOf(module, borders(module, shown));
  const laid = await new ELK().layout(graph);
  const top = 34;
  const width = Math.ceil(Math.max(laid.width, textWidth(title) * 1.3)) + 20;
  const height = Math.ceil(laid.height) + top + 10;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${title}</title>`,
    STYLE,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(10, 20, title, "title"),
    `<g transform="translate(10 ${top})">`,
    ...laid.edges.flatMap(drawnEdge),
    ...laid.children.flatMap((node) => drawnNode(node, module)),
    "</g>",
    "</svg>",
  ].join("\n")}\n`;
}

const [belle, check] = process.argv.slice(2);
const verilog = (block) =>
  execFileSync(belle, ["verilog", "--block", block], { encoding: "utf8" });
const stale = [];
mkdirSync(FOLDER, { recursive: true });
for (const drawing of DRAWINGS) {
  const file = join(FOLDER, `${drawing.file}.svg`);
  const svg = await drawn(drawing, verilog(drawing.block));
  if (!check) writeFileSync(file, svg);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== svg)
    stale.push(file);
}
if (stale.length > 0) {
  console.error(
    `not what the circuits are: ${stale.join(", ")}; cargo xtask renew drawings draws them`,
  );
  process.exitCode = 1;
}

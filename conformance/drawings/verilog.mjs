/**
 * @file Reads the Verilog that Belle writes: the gates, adders and boards of a module,
 *   with the names of their wires.
 */

/** What a gate's operator is called. */
const KINDS = { "&": "and", "|": "or", "^": "xor" };
/** Operators, those that bind least first. */
const BINDING = ["|", "^", "&", "+"];

/**
 * A module's parts.
 * @typedef {object} Part
 * @property {string} kind
 * @property {string} [name]
 * @property {Pin[]} pins
 * @property {{name: string, wire: string}[]} outputs
 * @typedef {{wire: string, inverted: boolean, note: string, port?: string}} Pin
 */

/** The text of a module, its comments as lines of their own. */
function textOf(source, name) {
  const found = source.match(
    new RegExp(`module ${name} \\(([\\s\\S]*?)\\);([\\s\\S]*?)endmodule`),
  );
  if (!found) throw new Error(`there is no module ${name}`);
  return { head: found[1], body: found[2] };
}

function widthOf(range) {
  return range ? Number(range.split(":")[0]) + 1 : 1;
}

/** The tokens of an expression. */
function tokensOf(text) {
  return (
    text.match(/\d+'[bdh][0-9a-f]+|\d+|[A-Za-z_]\w*|[~&|^+?:(){}[\],]/g) ?? []
  );
}

/** A module, drawn section by section: only those whose comment is in `sections`, or all of it. */
export class Module {
  constructor(source, name, sections) {
    this.widths = new Map();
    this.inputs = [];
    this.outputs = [];
    /** @type {Part[]} */
    this.parts = [];
    /** Of each wire the part that drives it. */
    this.drivers = new Map();
    this.aliases = new Map();
    const { head, body } = textOf(source, name);
    const ports = /(input|output)\s+wire (?:\[([\d:]+)\] )?(\w+)/g;
    for (const [, direction, range, port] of head.matchAll(ports)) {
      this.widths.set(port, widthOf(range));
      this[`${direction}s`].push(port);
    }
    this.read(body, sections);
  }

  read(body, sections) {
    let inside = !sections;
    const statements = body
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .split(/;|(?=\n *\/\/)/);
    for (const statement of statements) {
      const [, comment, rest] = statement.match(
        /^\s*(?:\/\/ ?(.*)\n)?([\s\S]*)$/,
      );
      if (comment && sections) inside = sections.includes(comment.trim());
      const text = (rest ?? "").trim();
      if (text) this.statement(text, inside);
    }
  }

  statement(text, inside) {
    const declared = text.match(/^wire (?:\[([\d:]+)\] )?(\w+)/);
    if (declared) this.widths.set(declared[2], widthOf(declared[1]));
    const assigned = text.match(
      /^(?:wire (?:\[[\d:]+\] )?|assign )(\w+) = ([\s\S]*)$/,
    );
    if (assigned) {
      if (inside) this.assign(assigned[1], assigned[2]);
      return;
    }
    const instance = text.match(/^(\w+) \w+\(([\s\S]*)\)$/);
    if (instance && inside) this.instance(instance[1], instance[2]);
  }

  /** `name = expression`: the last gate of the expression drives the wire. */
  assign(name, text) {
    const expression = new Expression(this, tokensOf(text)).whole();
    if (expression.items) {
      this.bundle(name, expression.items);
      return;
    }
    if (expression.inverted || !expression.part) {
      const part = {
        kind: "not",
        name,
        pins: [{ ...expression, inverted: false }],
        outputs: [],
      };
      part.kind = expression.inverted ? "not" : "wire";
      this.add(part, name);
      return;
    }
    expression.part.name = name;
    this.drivers.delete(expression.wire);
    this.add(expression.part, name);
  }

  /** Wires side by side: each item drives its places of the name. */
  bundle(name, items) {
    let place = this.widths.get(name);
    for (const item of items) {
      const width = item.width ?? 1;
      place -= width;
      const label =
        width === 1
          ? `${name}[${place}]`
          : `${name}[${place + width - 1}:${place}]`;
      this.widths.set(label, width);
      if (item.part && !item.inverted && !item.part.name) {
        item.part.name = label;
        this.drivers.delete(item.wire);
        this.add(item.part, label);
      } else {
        this.add(
          { kind: "wire", name: label, pins: [item], outputs: [] },
          label,
        );
      }
    }
    if (this.outputs.includes(name)) {
      this.outputs.splice(this.outputs.indexOf(name), 1);
      const labels = [...this.drivers.keys()].filter((wire) =>
        wire.startsWith(`${name}[`),
      );
      this.outputs.push(...labels.reverse());
    }
  }

  instance(module, connections) {
    const part = { kind: "box", name: module, pins: [], outputs: [] };
    for (const [, port, text] of connections.matchAll(
      /\.(\w+)\(([\s\S]*?)\)(?=,\n|\s*$)/g,
    )) {
      const expression = new Expression(this, tokensOf(text)).whole();
      const driven = expression.wire && this.isOpen(expression.wire);
      if (driven) {
        part.outputs.push({ name: port, wire: expression.wire });
        this.drivers.set(expression.wire, part);
      } else if (expression.items) {
        for (const item of expression.items) part.pins.push({ ...item, port });
      } else {
        part.pins.push({ ...expression, port });
      }
    }
    this.parts.push(part);
  }

  /** Whether a wire is declared, but neither an input nor driven yet. */
  isOpen(wire) {
    const [name] = wire.split("[");
    return (
      this.widths.has(wire) &&
      !this.inputs.includes(name) &&
      !this.drivers.has(wire)
    );
  }

  add(part, wire) {
    part.outputs = [{ name: "", wire }];
    if (!this.parts.includes(part)) this.parts.push(part);
    this.drivers.set(wire, part);
  }

  /** The parts that these wires need, each behind those that it reads. */
  cone(wires) {
    const seen = new Set();
    const visit = (wire) => {
      const part = this.drivers.get(wire);
      if (!part || seen.has(part)) return;
      seen.add(part);
      for (const pin of part.pins) visit(pin.wire);
    };
    wires.forEach(visit);
    return this.parts.filter((part) => seen.has(part));
  }
}

/** The parser of an expression: it makes gates as it goes. */
class Expression {
  constructor(module, tokens) {
    this.module = module;
    this.tokens = tokens;
    this.at = 0;
  }

  peek() {
    return this.tokens[this.at];
  }

  take(expected) {
    const token = this.tokens[this.at++];
    if (expected && token !== expected) {
      throw new Error(
        `expected ${expected}, got ${token} in ${this.tokens.join(" ")}`,
      );
    }
    return token;
  }

  whole() {
    return this.binary(0);
  }

  /** Operands with an operator that binds at least so: one gate with as many inputs. */
  binary(level) {
    if (level === BINDING.length) return this.unary();
    const operator = BINDING[level];
    const operands = [this.binary(level + 1)];
    while (this.peek() === operator) {
      this.take();
      operands.push(this.binary(level + 1));
    }
    if (operands.length === 1) return operands[0];
    return this.gate(operator === "+" ? "add" : KINDS[operator], operands);
  }

  gate(kind, operands) {
    const joined = this.joined(operands);
    if (joined) return this.narrow(this.gate(kind, [joined]), 1);
    const pins = operands.map((operand) => ({
      wire: operand.wire,
      inverted: Boolean(operand.inverted),
      note: operand.note ?? "",
    }));
    const width = Math.max(...operands.map((operand) => operand.width ?? 1));
    return this.driving({ kind, pins, outputs: [] }, width);
  }

  /** One bus in place of all its places in a row, if the operands are that. */
  joined(operands) {
    const places = operands.map(
      ({ wire, inverted }) => !inverted && wire.match(/^(\w+)\[(\d+)\]$/),
    );
    if (operands.length < 8 || !places.every(Boolean)) return undefined;
    const [, name, low] = places[0];
    const inRow = places.every(
      ([, other, at], index) =>
        other === name && Number(at) === Number(low) + index,
    );
    if (!inRow) return undefined;
    const wire = `${name}[${Number(low) + operands.length - 1}:${low}]`;
    this.module.widths.set(wire, operands.length);
    return { wire, inverted: false, note: "", width: operands.length };
  }

  /** A part on a wire without a name yet. */
  driving(part, width) {
    const wire = `(${this.module.parts.length})`;
    this.module.add(part, wire);
    this.module.widths.set(wire, width);
    return { wire, inverted: false, note: "", part, width };
  }

  unary() {
    if (this.peek() === "~") {
      this.take();
      const operand = this.unary();
      return { ...operand, inverted: !operand.inverted };
    }
    if (this.peek() === "|") {
      this.take();
      const operand = this.unary();
      const gate = this.gate("or", [operand]);
      return { ...this.narrow(gate, 1) };
    }
    return this.primary();
  }

  narrow(operand, width) {
    this.module.widths.set(operand.wire, width);
    return { ...operand, width };
  }

  primary() {
    const token = this.take();
    if (token === "(") {
      const inside = this.whole();
      this.take(")");
      return inside;
    }
    if (token === "{") return this.braces();
    if (/^\d+'/.test(token)) {
      const [width, digits] = token.split("'");
      const base = { b: 2, d: 10, h: 16 }[digits[0]];
      const value = parseInt(digits.slice(1), base);
      return {
        wire: `=${value}`,
        inverted: false,
        note: "",
        width: Number(width),
        constant: value,
      };
    }
    return this.selected(token);
  }

  /** A wire, or places of it. */
  selected(name) {
    const width = this.module.widths.get(name) ?? 1;
    if (this.peek() !== "[")
      return { wire: name, inverted: false, note: "", width };
    this.take("[");
    const high = Number(this.take());
    let low = high;
    if (this.peek() === ":") {
      this.take();
      low = Number(this.take());
    }
    this.take("]");
    const places = high === low ? `[${high}]` : `[${high}:${low}]`;
    if (this.module.inputs.includes(name)) {
      const wire = `${name}${places}`;
      this.module.widths.set(wire, high - low + 1);
      return { wire, inverted: false, note: "", width: high - low + 1 };
    }
    return { wire: name, inverted: false, note: places, width: high - low + 1 };
  }

  /**
   * Wires side by side, or one wire many times. Constants
   * low above or below only make a number wider.
   */
  braces() {
    if (/^\d+$/.test(this.peek())) {
      const times = Number(this.take());
      this.take("{");
      const inside = this.whole();
      this.take("}");
      this.take("}");
      return { ...inside, note: `${times} times`, width: times };
    }
    const items = [this.whole()];
    while (this.peek() === ",") {
      this.take();
      items.push(this.whole());
    }
    this.take("}");
    const width = items.reduce((sum, item) => sum + (item.width ?? 1), 0);
    const driven = items.filter((item) => item.constant !== 0);
    if (driven.length === 1) return { ...driven[0], width };
    return { items, width, wire: "" };
  }
}

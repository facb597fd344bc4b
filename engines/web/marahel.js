/** Marahel for web pages and Node. The types, with what all this means, are in marahel.d.ts. */

const UNKNOWN = 62;

/** Loads the module: from beside this file, or from bytes or a response that are given. */
export async function load(source = new URL("./marahel.wasm", import.meta.url)) {
  const { instance } = await instantiate(await source);
  return new Marahel(instance.exports);
}

async function instantiate(source) {
  if (source instanceof URL && source.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.instantiate(await readFile(source));
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.instantiate(source);
  }
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return WebAssembly.instantiate(await response.arrayBuffer());
}

class Marahel {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  generator(script, { dials = {}, certificate } = {}) {
    const text = (json) => (typeof json === "string" ? json : JSON.stringify(json));
    const wish = { script: text(script), dials, certificate: certificate && text(certificate) };
    const opened = this.#call("open", wish);
    return new Generator(this.#exports, opened);
  }

  check(script) {
    return this.#call("answer", { do: "check", script });
  }

  judge(script, problem, { dials = {}, seed = 0, count = 100 } = {}) {
    return this.#call("answer", { do: "judge", script, dials, problem, seed, count });
  }

  explain(level, problem) {
    const { width, height, cells, entities } = level;
    const numbers = Array.from(cells, (cell) => (cell === UNKNOWN ? -1 : cell));
    const tiles = entities.map((entity) => entity.name);
    return this.#call("answer", { do: "explain", problem, level: { width, height, cells: numbers }, tiles });
  }

  #call(name, question) {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const place = this.#exports.alloc(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    let packed;
    try {
      packed = this.#exports[name](place, bytes.length);
    } finally {
      this.#exports.release(place, bytes.length);
    }
    const answer = JSON.parse(new TextDecoder().decode(taken(this.#exports, packed)));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }
}

class Generator {
  #exports;
  #number;

  constructor(exports, { generator, entities, dials }) {
    this.#exports = exports;
    this.#number = generator;
    this.entities = entities;
    this.dials = dials;
  }

  generate(seed) {
    const bytes = taken(this.#exports, this.#exports.generate(this.#number, BigInt.asUintN(64, BigInt(seed))));
    if (bytes.length === 0) throw new Error("the script wants more work done than a level may cost");
    const sides = new DataView(bytes.buffer);
    const [width, height] = [sides.getUint32(0, true), sides.getUint32(4, true)];
    return new Level(width, height, bytes.subarray(8), this.entities);
  }

  close() {
    this.#exports.close(this.#number);
  }
}

class Level {
  constructor(width, height, cells, entities) {
    Object.assign(this, { width, height, cells, entities });
  }

  at(x, y) {
    return this.entities[this.cells[y * this.width + x]]?.name;
  }

  toString() {
    const rows = Array.from({ length: this.height }, (_, y) =>
      Array.from(this.cells.subarray(y * this.width, (y + 1) * this.width), (cell) => this.entities[cell]?.character ?? "?").join(""),
    );
    return rows.join("\n") + "\n";
  }
}

/** A copy of the bytes of an answer, whose memory is given back. */
function taken({ memory, release }, packed) {
  const value = BigInt.asUintN(64, packed);
  const [place, length] = [Number(value >> 32n), Number(value & 0xffffffffn)];
  const bytes = new Uint8Array(memory.buffer, place, length).slice();
  release(place, length);
  return bytes;
}

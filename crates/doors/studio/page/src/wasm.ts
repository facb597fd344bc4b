/** The module that answers and searches, for workers. */

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  release(place: number, length: number): void;
  answer(place: number, length: number): bigint;
  search(place: number, length: number): void;
}

export interface Module {
  answer(question: string): string;
  /** Runs a search to its end; what it finds goes to `emit` of `load`. */
  search(wish: string): void;
}

export async function load(emit: (message: string) => void): Promise<Module> {
  const text = (place: number, length: number): string =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, place, length));
  const imports = { env: { emit: (place: number, length: number) => emit(text(place, length)) } };
  const response = await fetch("marahel.wasm");
  if (!response.ok) throw new Error(`marahel.wasm: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  const exports = instance.exports as unknown as Exports;

  const sent = <T>(words: string, call: (place: number, length: number) => T): T => {
    const bytes = new TextEncoder().encode(words);
    const place = exports.alloc(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const result = call(place, bytes.length);
    exports.release(place, bytes.length);
    return result;
  };
  return {
    answer(question) {
      const packed = BigInt.asUintN(64, sent(question, exports.answer));
      const [place, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
      const answer = text(place, length);
      exports.release(place, length);
      return answer;
    },
    search: (wish) => sent(wish, exports.search),
  };
}

/** Links that hold a script, so that whoever opens one sees the same. It stays in the browser. */

export interface Shared {
  script: string;
  name: string;
  seed: number;
  dials: Record<string, number>;
  problem: string;
}

export const PREFIX = "#s=";

async function linkOf(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  const url = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}${PREFIX}${url}`;
}

/** Puts the link into the address bar, and copies it if the browser lets us; tells which. */
export async function share(shared: Shared): Promise<string> {
  const link = await linkOf(shared);
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    return "The link is copied. It holds the script, its dials, the seed and the problem.";
  } catch {
    return "The link is in the address bar. It holds the script, its dials, the seed and the problem.";
  }
}

/** What the address holds; undefined if it holds nothing, or nothing that can be read. */
export async function sharedIn(hash: string): Promise<Shared | undefined> {
  if (!hash.startsWith(PREFIX)) return undefined;
  try {
    const text = atob(hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"));
    const found = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Shared>;
    const { script, name = "shared", seed = 0, dials = {}, problem = "" } = found;
    const numbers = Object.entries(dials).filter(([, value]) => Number.isFinite(value));
    if (typeof script !== "string") return undefined;
    return { script, name: String(name), seed: Number(seed) || 0, dials: Object.fromEntries(numbers), problem: String(problem) };
  } catch {
    return undefined;
  }
}

/** Larger ones are no scripts. */
const N_BYTES_MAX = 4 << 20;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > N_BYTES_MAX) throw new Error("too large");
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

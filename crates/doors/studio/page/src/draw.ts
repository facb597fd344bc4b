/**
 * Levels on a canvas.
 *
 * What a cell shows is drawn once, into an atlas of pixels for each palette, look and size. A level
 * is then copied from it pixel by pixel, which is much faster than a call for each cell.
 */

import type { Level, Tile } from "./api";
import type { DrawOptions, Look } from "./app";
import { Composer, type Cell } from "./scene";

interface Atlas {
  /** The pixels of each cell of a level, row by row; undefined for nothing. */
  pixelsOf(level: Level): (Uint32Array | undefined)[];
  /** Its pictures are still being read; tiles are plain colors until then. */
  waits: boolean;
}

/** Smaller cells are plain colors. */
const SCENE_SCALE = 6;

/** Side of the pictures of tiles, in pixels. */
const PICTURE = 16;

/** A shadow, and the part of a cell that it covers. */
const SHADOW = "rgb(0 0 16 / 17.25%)";
const SHADOW_SHARE = 4;

/** What is below things without a ground; as in the crate `level`. */
const PAPER = "#e8e0cf";

const atlases = new Map<string, Atlas>();
const pictures = new Map<string, HTMLImageElement>();
/** What was drawn last on a canvas whose pictures were not read yet. */
const waiting = new Map<HTMLCanvasElement, () => void>();
let waitsForFrame = false;

/** Draws a level on a canvas of `width * scale` by `height * scale` pixels. */
export function draw(
  canvas: HTMLCanvasElement,
  level: Level,
  tiles: Tile[],
  options: DrawOptions & { look: Look },
): void {
  const { scale, look } = options;
  const width = level.width * scale;
  const height = level.height * scale;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context || width === 0 || height === 0) return;
  const atlas = atlasOf(tiles, look, scale);
  const image = context.createImageData(width, height);
  copy(new Uint32Array(image.data.buffer), level, atlas.pixelsOf(level), scale);
  context.putImageData(image, 0, 0);
  if (options.marked) mark(context, level, options.marked, scale);
  if (options.way) drawWay(context, level, options.way, scale);
  waiting.delete(canvas);
  if (atlas.waits) waiting.set(canvas, () => draw(canvas, level, tiles, options));
}

function copy(pixels: Uint32Array, level: Level, cells: (Uint32Array | undefined)[], scale: number): void {
  const stride = level.width * scale;
  for (let y = 0; y < level.height; y++) {
    for (let x = 0; x < level.width; x++) {
      const cell = cells[y * level.width + x];
      if (!cell) continue;
      let to = y * scale * stride + x * scale;
      let from = 0;
      for (let row = 0; row < scale; row++) {
        for (let column = 0; column < scale; column++) pixels[to + column] = cell[from++]!;
        to += stride;
      }
    }
  }
}

function mark(context: CanvasRenderingContext2D, level: Level, cells: number[], scale: number): void {
  const line = Math.max(1, Math.round(scale / 8));
  for (const [color, inset] of [["#000", 0], ["#ffe14d", line]] as const) {
    context.strokeStyle = color;
    context.lineWidth = line;
    for (const cell of cells) {
      const at = inset + line / 2;
      const x = (cell % level.width) * scale + at;
      const y = Math.floor(cell / level.width) * scale + at;
      const side = scale - 2 * at;
      if (side > 0) context.strokeRect(x, y, side, side);
    }
  }
}

function drawWay(context: CanvasRenderingContext2D, level: Level, way: number[], scale: number): void {
  if (way.length === 0) return;
  const center = (cell: number): [number, number] => [
    ((cell % level.width) + 0.5) * scale,
    (Math.floor(cell / level.width) + 0.5) * scale,
  ];
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const [color, width] of [["#000", scale / 3], ["#ff4d8d", scale / 6]] as const) {
    context.strokeStyle = color;
    context.lineWidth = Math.max(1, width);
    context.beginPath();
    context.moveTo(...center(way[0]!));
    for (const cell of way) context.lineTo(...center(cell));
    context.stroke();
  }
}

function atlasOf(tiles: Tile[], wished: Look, scale: number): Atlas {
  const look = wished === "art" && scale < SCENE_SCALE ? "colors" : wished;
  const key = [look, scale, ...tiles.map((tile) => tile.character + tile.color + (look === "art" ? tile.picture : ""))].join("|");
  const known = atlases.get(key);
  if (known && !known.waits) return known;
  // All pictures are asked for, not only the first that is missing.
  const pictures = tiles.flatMap(({ scene }) => [scene.thing, scene.looks]).filter((picture) => picture !== null);
  const waits = look === "art" && pictures.map(pictureOf).includes(undefined);
  if (known && waits) return known;
  if (atlases.size > 200) atlases.clear();
  const pixelsOf = look === "art" && !waits ? scenePixels(tiles, scale) : tilePixels(tiles, look, scale);
  const atlas = { pixelsOf, waits };
  atlases.set(key, atlas);
  return atlas;
}

/** Each tile as a square of its color, perhaps with its letter. */
function tilePixels(tiles: Tile[], look: Look, scale: number): Atlas["pixelsOf"] {
  const pixels = tiles.map((tile) => {
    return paint(scale, (context) => {
      context.fillStyle = tile.color;
      context.fillRect(0, 0, scale, scale);
      if (look !== "letters") return;
      context.fillStyle = isBright(tile.color) ? "#000c" : "#fffd";
      context.font = `600 ${Math.round(scale * 0.85)}px ui-monospace, monospace`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(tile.character, scale / 2, scale * 0.54);
    });
  });
  return (level) => level.cells.map((cell) => pixels[cell]);
}

/** Terrains with their edges, and things on them. */
function scenePixels(tiles: Tile[], scale: number): Atlas["pixelsOf"] {
  const composer = new Composer(tiles);
  const known = new Map<string, Uint32Array>();
  return (level) => {
    const base = composer.base(level);
    return level.cells.map((tile, index) => {
      if (!tiles[tile]) return undefined;
      const cell = composer.cell(level, base, index);
      const thing = cell.base === tile ? null : tiles[tile].scene.thing;
      const key = [cell.base, cell.under, cell.look, cell.isShaded, thing ? tile : ""].join();
      let pixels = known.get(key);
      if (!pixels) {
        pixels = paint(scale, (context) => paintCell(context, tiles, cell, thing, scale));
        if (known.size > 5000) known.clear();
        known.set(key, pixels);
      }
      return pixels;
    });
  };
}

function paintCell(
  context: OffscreenCanvasRenderingContext2D,
  tiles: Tile[],
  cell: Cell,
  thing: string | null,
  scale: number,
): void {
  context.imageSmoothingEnabled = scale < PICTURE;
  context.imageSmoothingQuality = "high";
  context.fillStyle = tiles[cell.under ?? -1]?.scene.color ?? PAPER;
  context.fillRect(0, 0, scale, scale);
  const looks = tiles[cell.base ?? -1]?.scene.looks;
  const strip = looks ? pictureOf(looks) : undefined;
  if (strip) context.drawImage(strip, cell.look * PICTURE, 0, PICTURE, PICTURE, 0, 0, scale, scale);
  context.fillStyle = SHADOW;
  if (cell.isShaded) context.fillRect(0, 0, scale, Math.max(1, Math.floor(scale / SHADOW_SHARE)));
  const front = thing ? pictureOf(thing) : undefined;
  if (front) context.drawImage(front, 0, 0, scale, scale);
}

/** The pixels of a square that is painted. */
function paint(scale: number, work: (context: OffscreenCanvasRenderingContext2D) => void): Uint32Array {
  const canvas = new OffscreenCanvas(scale, scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return new Uint32Array(scale * scale);
  work(context);
  return new Uint32Array(context.getImageData(0, 0, scale, scale).data.buffer);
}

/** A picture, once it is read. */
function pictureOf(source: string): HTMLImageElement | undefined {
  let image = pictures.get(source);
  if (!image) {
    if (pictures.size > 2000) pictures.clear();
    image = new Image();
    image.onload = drawWaiting;
    image.src = source;
    pictures.set(source, image);
  }
  return image.complete && image.naturalWidth > 0 ? image : undefined;
}

function drawWaiting(): void {
  if (waitsForFrame) return;
  waitsForFrame = true;
  requestAnimationFrame(() => {
    waitsForFrame = false;
    const all = [...waiting.values()];
    waiting.clear();
    for (const again of all) again();
  });
}

function isBright(color: string): boolean {
  const number = Number.parseInt(color.slice(1), 16);
  return 0.3 * (number >> 16) + 0.6 * ((number >> 8) & 255) + 0.1 * (number & 255) > 140;
}

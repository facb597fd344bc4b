/**
 * Levels on a canvas.
 *
 * Tiles are drawn once, into an atlas of pixels for each palette, look and size. A level is then
 * copied from it pixel by pixel, which is much faster than a call for each cell.
 */

import type { Level, Tile } from "./api";
import type { DrawOptions, Look } from "./app";

interface Atlas {
  /** For each tile its pixels, row by row. */
  tiles: Uint32Array[];
  /** Its pictures are still being read; tiles are plain colors until then. */
  waits: boolean;
}

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
  copy(new Uint32Array(image.data.buffer), level, atlas.tiles, scale);
  context.putImageData(image, 0, 0);
  if (options.marked) mark(context, level, options.marked, scale);
  if (options.way) drawWay(context, level, options.way, scale);
  waiting.delete(canvas);
  if (atlas.waits) waiting.set(canvas, () => draw(canvas, level, tiles, options));
}

function copy(pixels: Uint32Array, level: Level, tiles: Uint32Array[], scale: number): void {
  const stride = level.width * scale;
  for (let y = 0; y < level.height; y++) {
    for (let x = 0; x < level.width; x++) {
      const tile = tiles[level.cells[y * level.width + x] ?? -1];
      if (!tile) continue;
      let to = y * scale * stride + x * scale;
      let from = 0;
      for (let row = 0; row < scale; row++) {
        for (let column = 0; column < scale; column++) pixels[to + column] = tile[from++]!;
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

function atlasOf(tiles: Tile[], look: Look, scale: number): Atlas {
  const key = [look, scale, ...tiles.map((tile) => tile.character + tile.color + (look === "art" ? tile.picture : ""))].join("|");
  const known = atlases.get(key);
  if (known && !known.waits) return known;
  const waits = look === "art" && tiles.some((tile) => !pictureOf(tile));
  if (known && waits) return known;
  if (atlases.size > 200) atlases.clear();
  const atlas = { tiles: tiles.map((tile) => drawTile(tile, waits ? "colors" : look, scale)), waits };
  atlases.set(key, atlas);
  return atlas;
}

function drawTile(tile: Tile, look: Look, scale: number): Uint32Array {
  const canvas = new OffscreenCanvas(scale, scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return new Uint32Array(scale * scale);
  context.fillStyle = tile.color;
  context.fillRect(0, 0, scale, scale);
  if (look === "letters") {
    context.fillStyle = isBright(tile.color) ? "#000c" : "#fffd";
    context.font = `600 ${Math.round(scale * 0.85)}px ui-monospace, monospace`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(tile.character, scale / 2, scale * 0.54);
  }
  const picture = look === "art" ? pictureOf(tile) : undefined;
  if (picture) {
    context.imageSmoothingEnabled = scale < 16;
    context.imageSmoothingQuality = "high";
    context.clearRect(0, 0, scale, scale);
    context.drawImage(picture, 0, 0, scale, scale);
  }
  return new Uint32Array(context.getImageData(0, 0, scale, scale).data.buffer);
}

/** The picture of a tile, once it is read. */
function pictureOf(tile: Tile): HTMLImageElement | undefined {
  let image = pictures.get(tile.picture);
  if (!image) {
    if (pictures.size > 2000) pictures.clear();
    image = new Image();
    image.onload = drawWaiting;
    image.src = tile.picture;
    pictures.set(tile.picture, image);
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

/** Paints a heat map with its axes and its color bar. */

import { binOf, type Axis, type Bins } from "./bins";
import { colorOf } from "../dom";
import { short, ticks } from "./ticks";

const LEFT = 52;
const BOTTOM = 46;
const TOP = 10;
const RIGHT = 62;
const BAR = 12;

export interface Place {
  x: number;
  y: number;
}

/** The rectangle of the bins on a canvas of this size, in CSS pixels. */
function field(width: number, height: number): { width: number; height: number } {
  return { width: width - LEFT - RIGHT, height: height - TOP - BOTTOM };
}

/** The bin below a point. */
export function placeAt(bins: Bins, width: number, height: number, at: Place): Place | undefined {
  const inner = field(width, height);
  const x = Math.floor(((at.x - LEFT) / inner.width) * bins.x.count);
  const y = bins.y.count - 1 - Math.floor(((at.y - TOP) / inner.height) * bins.y.count);
  const inside = x >= 0 && x < bins.x.count && y >= 0 && y < bins.y.count;
  return inside ? { x, y } : undefined;
}

/** How dark a bin is, from 0 for one level to 1 for the most; in logarithms, as few bins have many. */
function shade(count: number, most: number): number {
  return most > 1 ? Math.log(count) / Math.log(most) : 1;
}

/** A color for a shade. */
function heat(share: number): string {
  // From yellow over red to violet, ever darker: it reads on white and on black.
  const hue = 52 - 132 * share;
  const lightness = 72 - 38 * share;
  return `hsl(${(hue + 360) % 360} 78% ${lightness}%)`;
}

export function paintHeat(
  canvas: HTMLCanvasElement,
  bins: Bins,
  labels: [string, string],
  most: number,
  chosen: Place | undefined,
): void {
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  context.clearRect(0, 0, width, height);
  const inner = field(width, height);
  const ink = colorOf("--ink", "#888");
  const line = colorOf("--line", "#8888");
  const cell = { width: inner.width / bins.x.count, height: inner.height / bins.y.count };
  const left = (x: number) => LEFT + x * cell.width;
  const top = (y: number) => TOP + inner.height - (y + 1) * cell.height;

  for (const bin of bins.cells) {
    if (!bin) continue;
    context.fillStyle = heat(shade(bin.rows.length, most));
    context.fillRect(left(bin.x), top(bin.y), Math.ceil(cell.width), Math.ceil(cell.height));
  }
  context.strokeStyle = line;
  context.strokeRect(LEFT - 0.5, TOP - 0.5, inner.width + 1, inner.height + 1);
  if (chosen) {
    context.strokeStyle = colorOf("--accent", "#07f");
    context.lineWidth = 2;
    context.strokeRect(left(chosen.x), top(chosen.y), cell.width, cell.height);
    context.lineWidth = 1;
  }

  context.fillStyle = ink;
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const value of numbersOf(bins.x, Math.max(2, Math.floor(inner.width / 60)))) {
    context.fillText(short(value), LEFT + along(bins.x, value) * inner.width, TOP + inner.height + 6);
  }
  context.fillText(labels[0], LEFT + inner.width / 2, TOP + inner.height + 26, inner.width + 60);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const value of numbersOf(bins.y, Math.max(2, Math.floor(inner.height / 40)))) {
    context.fillText(short(value), LEFT - 6, TOP + (1 - along(bins.y, value)) * inner.height);
  }
  context.save();
  context.translate(10, TOP + inner.height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(labels[1], 0, 0, inner.height);
  context.restore();

  paintBar(context, LEFT + inner.width + 14, inner.height, most);
}

/** Numbers to write at an axis. */
function numbersOf(axis: Axis, count: number): number[] {
  if (!axis.whole) return ticks(axis.low, axis.low + axis.step * axis.count, count);
  return ticks(axis.low, axis.low + axis.count - 1, count).filter(Number.isInteger);
}

/** Where a value is on its axis, from 0 to 1; whole numbers are in the middle of their bin. */
function along(axis: Axis, value: number): number {
  if (axis.whole) return (binOf(axis, value) + 0.5) / axis.count;
  return (value - axis.low) / (axis.step * axis.count);
}

function paintBar(context: CanvasRenderingContext2D, x: number, height: number, most: number): void {
  const steps = 40;
  for (let step = 0; step < steps; step++) {
    context.fillStyle = heat((step + 1) / steps);
    const top = TOP + height - ((step + 1) * height) / steps;
    context.fillRect(x, top, BAR, Math.ceil(height / steps));
  }
  context.fillStyle = colorOf("--ink", "#888");
  context.textAlign = "left";
  context.textBaseline = "middle";
  for (const value of new Set([1, Math.round(Math.sqrt(most)), most])) {
    context.fillText(String(value), x + BAR + 4, TOP + height - shade(value, most) * height);
  }
}

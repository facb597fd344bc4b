/** How many levels have which two values: the cells of a heat map. */

import { roundStep } from "./ticks";

/** Bins of one measure: bin `i` begins at `low + i * step`. */
export interface Axis {
  low: number;
  step: number;
  count: number;
  /** Each bin holds one whole number. */
  whole: boolean;
}

export interface Bin {
  x: number;
  y: number;
  /** Rows of the table that are in it. */
  rows: number[];
}

export interface Bins {
  x: Axis;
  y: Axis;
  /** `bins[y * x.count + x]`; undefined where there is no level. */
  cells: (Bin | undefined)[];
  /** Levels of the fullest bin. */
  most: number;
  /** Levels that lack one of the values. */
  without: number;
}

export type Table = (number | null)[][];

const BINS_MAX = 24;

/** Bins for all values, in round steps; undefined if there are none. */
export function axisOf(values: number[]): Axis | undefined {
  if (values.length === 0) return undefined;
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const whole = values.every(Number.isInteger);
  if (whole && most - least < BINS_MAX) {
    return { low: least, step: 1, count: most - least + 1, whole: true };
  }
  if (most === least) {
    // One bin around the only value.
    const step = roundStep(Math.abs(least) / 10 || 1);
    return { low: Math.floor(least / step) * step, step, count: 1, whole: false };
  }
  const step = roundStep((most - least) / BINS_MAX);
  const first = Math.floor(least / step + 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return { low: first * step, step, count: last - first + 1, whole: false };
}

export function binOf(axis: Axis, value: number): number {
  const bin = Math.floor((value - axis.low) / axis.step + 1e-9);
  return Math.min(Math.max(bin, 0), axis.count - 1);
}

/** Values of a column, without those that are none. */
export function valuesOf(rows: Table, column: number): number[] {
  return rows.map((row) => row[column]).filter((value) => typeof value === "number");
}

export function binsOf(rows: Table, columns: [number, number], x: Axis, y: Axis): Bins {
  const cells: (Bin | undefined)[] = new Array(x.count * y.count).fill(undefined);
  let most = 0;
  let without = 0;
  rows.forEach((row, index) => {
    const [valueX, valueY] = [row[columns[0]], row[columns[1]]];
    if (typeof valueX !== "number" || typeof valueY !== "number") {
      without += 1;
      return;
    }
    const [binX, binY] = [binOf(x, valueX), binOf(y, valueY)];
    const bin = (cells[binY * x.count + binX] ??= { x: binX, y: binY, rows: [] });
    bin.rows.push(index);
    most = Math.max(most, bin.rows.length);
  });
  return { x, y, cells, most, without };
}

/** The values of a bin in words: `3`, or `0.4 to 0.5`. */
export function spanOf(axis: Axis, bin: number): string {
  const low = axis.low + bin * axis.step;
  const rounded = (value: number) => String(Number(value.toPrecision(6)));
  return axis.whole ? rounded(low) : `${rounded(low)} to ${rounded(low + axis.step)}`;
}

/** Which two measures to show first: well-known ones that vary, else the first that vary. */
export function firstMeasures(names: string[], rows: Table): [number, number] {
  const varies = (column: number) => new Set(rows.map((row) => row[column])).size > 1;
  const known = ["empty", "diameter", "regions", "entropy"];
  const dull = ["seed", "width", "height"];
  const order = [
    ...known.map((name) => names.indexOf(name)).filter((column) => column >= 0),
    ...names.keys(),
  ].filter((column) => !dull.includes(names[column] ?? ""));
  const all = [...new Set(order)];
  const [first = 0, second = first] = [...all.filter(varies), ...all];
  return [first, second === first ? (all.find((column) => column !== first) ?? first) : second];
}

/** What the tables of a run say: the columns to draw, as numbers. */

import type { Row } from "../api";

/** A cell as a number; undefined if it is empty or none. */
export function numberOf(row: Row, column: string): number | undefined {
  const text = row[column];
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Columns with at least one number. */
export function numberColumns(rows: Row[]): string[] {
  const all = Object.keys(rows[0] ?? {});
  return all.filter((column) => rows.some((row) => numberOf(row, column) !== undefined));
}

/** Points of a curve: the levels measured so far, and the value. */
export function curveOf(generations: Row[], column: string): [number, number][] {
  return generations.flatMap((row): [number, number][] => {
    const across = numberOf(row, "maps") ?? numberOf(row, "generation");
    const up = numberOf(row, column);
    return across === undefined || up === undefined ? [] : [[across, up]];
  });
}

/** Columns of generations.csv that are worth a curve, the most telling first. */
export function curveColumns(generations: Row[]): string[] {
  const counters = ["generation", "evaluations", "maps", "cache_hits", "unbounded", "over_budget"];
  const all = numberColumns(generations).filter((column) => !counters.includes(column));
  const first = ["hypervolume", "playable_mean", "playable", "validated_hypervolume"];
  return [...first.filter((column) => all.includes(column)), ...all.filter((column) => !first.includes(column))];
}

/** Columns of front.csv that can be axes: objectives as validated, then what else was measured. */
export function frontColumns(front: Row[]): string[] {
  const no = ["id", "explorers", "genes", "script", "still_non_dominated"];
  const measured = numberColumns(front).filter(
    (column) => !no.includes(column) && !column.endsWith("_se") && !column.endsWith("_other"),
  );
  // What the search saw is partly luck; where it was measured again, that counts.
  const all = measured.filter((column) => !measured.includes(`${column}_validated`));
  const validated = all.filter((column) => column.endsWith("_validated"));
  return [...validated, ...all.filter((column) => !validated.includes(column))];
}

/** Which two columns to show first: such as the share of good levels, and how they differ. */
export function firstAxes(columns: string[], rows: Row[]): [string, string] {
  const varies = (column: string) => new Set(rows.map((row) => row[column])).size > 1;
  const known = ["good", "unlike", "playable", "length"].filter((column) => columns.includes(column));
  const order = [...new Set([...known, ...columns])];
  const [x = "", y = x] = [...order.filter(varies), ...order];
  return [x, y === x ? (order.find((column) => column !== x) ?? x) : y];
}

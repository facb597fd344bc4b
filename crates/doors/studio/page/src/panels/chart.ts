/** Charts of numbers as SVG: curves, and points that can be pressed. */

import { element, shape } from "../dom";
import { short, ticks } from "./ticks";

const WIDTH = 440;
const HEIGHT = 270;
const LEFT = 58;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 44;

/** Colors that differ on white and on black, one for each run. */
const COLORS = ["#2f7ed8", "#e0662f", "#2f9e5b", "#b455c4", "#b8912a", "#d0487e"];

export function colorAt(index: number): string {
  return COLORS[index % COLORS.length] ?? "#2f7ed8";
}

export type Points = [number, number][];

export interface Series {
  name: string;
  points: Points;
}

export interface Labels {
  title: string;
  x: string;
  y: string;
}

interface Scale {
  x(value: number): number;
  y(value: number): number;
}

/** The frame with both axes; scores and shares have an axis from 0 to 1. */
function frame(all: Points, labels: Labels): { svg: SVGSVGElement; scale: Scale } {
  const [lowX, highX] = ends(all.map(([x]) => x));
  const [lowY, highY] = ends(all.map(([, y]) => y));
  const scale: Scale = {
    x: (value) => LEFT + ((value - lowX) / (highX - lowX)) * (WIDTH - LEFT - RIGHT),
    y: (value) => HEIGHT - BOTTOM - ((value - lowY) / (highY - lowY)) * (HEIGHT - TOP - BOTTOM),
  };
  const svg = shape("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  svg.append(shape("title", {}, labels.title));
  const lines = shape("g", { class: "lines", "aria-hidden": "true" });
  for (const x of ticks(lowX, highX, 5)) {
    lines.append(
      shape("line", { x1: scale.x(x), x2: scale.x(x), y1: TOP, y2: HEIGHT - BOTTOM }),
      shape("text", { x: scale.x(x), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, inShort(x)),
    );
  }
  for (const y of ticks(lowY, highY, 5)) {
    lines.append(
      shape("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: scale.y(y), y2: scale.y(y) }),
      shape("text", { x: LEFT - 6, y: scale.y(y) + 4, "text-anchor": "end" }, inShort(y)),
    );
  }
  const middle = (TOP + HEIGHT - BOTTOM) / 2;
  lines.append(
    shape("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, labels.x),
    shape("text", { transform: `translate(13 ${middle}) rotate(-90)`, "text-anchor": "middle" }, labels.y),
  );
  svg.append(lines);
  return { svg, scale };
}

function ends(values: number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  // From 0, unless the values are far from it: then a change would not be seen.
  const from = low >= 0 && low < high * 0.6 ? 0 : low;
  if (high > from) return [from, high];
  const room = Math.abs(high) || 1;
  return from === 0 ? [0, room] : [from - room / 10, high + room / 10];
}

function inShort(value: number): string {
  if (Math.abs(value) >= 1_000_000) return `${short(value / 1_000_000)}M`;
  if (Math.abs(value) >= 10_000) return `${short(value / 1000)}k`;
  return String(Number(value.toPrecision(3)));
}

/** Curves, one for each run; a legend names them if there are several. */
export function curves(series: Series[], labels: Labels): HTMLElement {
  const drawn = series.filter(({ points }) => points.length > 0);
  const caption = element("figcaption", {}, labels.title);
  if (drawn.length === 0) {
    return element("figure", { class: "plot" }, caption, element("p", {}, "No numbers yet."));
  }
  const { svg, scale } = frame(drawn.flatMap(({ points }) => points), labels);
  svg.setAttribute("role", "img");
  for (const [index, { name, points }] of series.entries()) {
    const last = points.at(-1);
    if (!last) continue;
    const path = points.map(([x, y]) => `${scale.x(x).toFixed(1)},${scale.y(y).toFixed(1)}`);
    svg.append(
      shape("polyline", { points: path.join(" "), fill: "none", stroke: colorAt(index), "stroke-width": 2 }),
      shape(
        "circle",
        { cx: scale.x(last[0]), cy: scale.y(last[1]), r: 3, fill: colorAt(index) },
        shape("title", {}, `${name}: ${short(last[1])}`),
      ),
    );
  }
  return element("figure", { class: "plot" }, caption, svg, legend(series));
}

export interface Dot {
  x: number;
  y: number;
  series: number;
  label: string;
  press: () => void;
}

/** Points that can be pressed; with Tab one comes to the chart, with arrow keys to its points. */
export function scatter(dots: Dot[], names: string[], labels: Labels): HTMLElement {
  const caption = element("figcaption", {}, labels.title);
  const { svg, scale } = frame(dots.map(({ x, y }): [number, number] => [x, y]), labels);
  const ordered = [...dots].sort((a, b) => a.x - b.x || a.y - b.y);
  const circles = ordered.map((dot, index) =>
    shape(
      "circle",
      {
        cx: scale.x(dot.x),
        cy: scale.y(dot.y),
        r: 6,
        fill: colorAt(dot.series),
        class: "dot",
        tabindex: index === 0 ? 0 : -1,
        role: "button",
        "aria-label": dot.label,
        onclick: dot.press,
        onkeydown: (event: KeyboardEvent) => key(event, index),
      },
      shape("title", {}, dot.label),
    ),
  );
  const key = (event: KeyboardEvent, index: number) => {
    const moves: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
    const move = moves[event.key];
    if (move !== undefined) {
      const next = circles[index + move];
      if (next) {
        circles[index]?.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      ordered[index]?.press();
    } else {
      return;
    }
    event.preventDefault();
  };
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", `${labels.title}: ${labels.x} and ${labels.y}. Arrow keys move between points.`);
  svg.append(...circles);
  return element("figure", { class: "plot" }, caption, svg, legend(names.map((name) => ({ name }))));
}

function legend(series: { name: string }[]): HTMLElement {
  const list = element("ul", { class: "legend" });
  if (series.length < 2) return list;
  for (const [index, { name }] of series.entries()) {
    const mark = element("span", { class: "mark" });
    mark.style.background = colorAt(index);
    list.append(element("li", {}, mark, name));
  }
  return list;
}

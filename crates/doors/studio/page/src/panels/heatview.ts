/** One heat map: with the mouse or the keyboard, a bin tells its values and shows its levels. */

import { spanOf, type Bins } from "./bins";
import { element } from "../dom";
import { paintHeat, placeAt, type Place } from "./heat";

export interface Heat {
  bins: Bins;
  labels: [string, string];
  /** Levels of the fullest bin of all maps that are compared. */
  most: number;
}

export class HeatView {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly told: HTMLElement;
  private heat: Heat | undefined;
  private place: Place | undefined;

  /** `choose` is told the rows of a bin that is chosen. */
  constructor(
    title: string,
    private readonly choose: (rows: number[], told: string) => void,
  ) {
    this.told = element("p", { class: "told", role: "status" });
    this.canvas = element("canvas", {
      class: "heat",
      tabindex: 0,
      role: "application",
      "aria-label": `Heat map, ${title}. Arrow keys move between bins, Enter shows a level.`,
      onpointermove: (event: PointerEvent) => this.point(event),
      onpointerleave: () => this.select(undefined),
      onclick: (event: PointerEvent) => {
        this.point(event);
        this.enter();
      },
      onkeydown: (event: KeyboardEvent) => this.key(event),
    });
    this.element = element("figure", {}, element("figcaption", {}, title), this.canvas, this.told);
    new ResizeObserver(() => this.paint()).observe(this.canvas);
  }

  set(heat: Heat): void {
    // The chosen bin is another one if the axes moved.
    const { x, y } = this.heat?.bins ?? {};
    const moved = JSON.stringify([x, y]) !== JSON.stringify([heat.bins.x, heat.bins.y]);
    this.heat = heat;
    if (moved) this.place = undefined;
    this.select(this.place);
  }

  paint(): void {
    const heat = this.heat;
    if (heat) paintHeat(this.canvas, heat.bins, heat.labels, heat.most, this.place);
  }

  private point(event: PointerEvent): void {
    const { bins } = this.heat ?? {};
    if (!bins) return;
    const at = { x: event.offsetX, y: event.offsetY };
    this.select(placeAt(bins, this.canvas.clientWidth, this.canvas.clientHeight, at));
  }

  private key(event: KeyboardEvent): void {
    const bins = this.heat?.bins;
    if (!bins) return;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      const from = this.place ?? fullest(bins);
      if (!this.place) return this.select(from);
      const x = Math.min(Math.max(from.x + move[0], 0), bins.x.count - 1);
      const y = Math.min(Math.max(from.y + move[1], 0), bins.y.count - 1);
      this.select({ x, y });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.enter();
    }
  }

  private select(place: Place | undefined): void {
    this.place = place;
    this.told.textContent = this.tellOf(place);
    this.paint();
  }

  private tellOf(place: Place | undefined): string {
    const heat = this.heat;
    if (!heat) return "";
    if (!place) {
      const { without } = heat.bins;
      return without > 0 ? `${without} levels lack one of the two values.` : "\u00a0";
    }
    const { x, y } = heat.bins;
    const count = this.rows(place).length;
    const levels = count === 1 ? "1 level" : `${count} levels`;
    return `${heat.labels[0]}: ${spanOf(x, place.x)}; ${heat.labels[1]}: ${spanOf(y, place.y)}; ${levels}`;
  }

  private rows(place: Place): number[] {
    const bins = this.heat?.bins;
    return bins?.cells[place.y * bins.x.count + place.x]?.rows ?? [];
  }

  private enter(): void {
    if (!this.place) return;
    this.choose(this.rows(this.place), this.tellOf(this.place));
  }
}

function fullest(bins: Bins): Place {
  return bins.cells.find((bin) => bin?.rows.length === bins.most) ?? { x: 0, y: 0 };
}

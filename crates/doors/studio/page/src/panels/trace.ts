/** Trace: how a level comes about, explorer by explorer. */

import type { Frame, Tile } from "../api";
import type { App, Panel } from "../app";
import { button, element, labeled, messageOf, tell, trouble } from "../dom";
import { latest } from "../latest";
import { scaleFor } from "./sheet";

const N_FRAMES = 200;

/** Room of the level, and time of a frame while it plays. */
const ROOM = 480;
const FRAME_MS = 120;

export interface TracePanel extends Panel {
  /** Shows the level of a seed. */
  setSeed(seed: number): void;
}

export function tracePanel(app: App, find: (explorer: number, rule: number) => void): TracePanel {
  return new Trace(app, find);
}

class Trace implements TracePanel {
  readonly name = "trace";
  readonly title = "Trace";
  readonly element: HTMLElement;
  private readonly canvas = element("canvas", { class: "frame", tabindex: 0, role: "img" });
  private readonly slider = element("input", { type: "range", min: 0, max: 0, value: 0, oninput: () => this.paint() });
  private readonly playButton = button("Play", () => this.play());
  private readonly told = element("p", { class: "told", "aria-live": "polite" });
  private readonly cellLine = element("p", { class: "told", "aria-live": "polite" });
  private readonly rules = element("ol", { class: "rules" });
  private readonly explorers = element("ol", { class: "explorers", "aria-label": "Explorers" });
  private readonly marks = element("input", { type: "checkbox", checked: true, onchange: () => this.paint() });
  private readonly trouble = trouble();
  private readonly seedBox = element("input", { type: "number", min: 0, value: 0, onchange: () => this.changed() });
  private frames: Frame[] = [];
  /** The explorer whose rules are listed. */
  private listed = -1;
  private tiles: Tile[] = [];
  private timer = 0;
  /** The cell that somebody asked about; -1 before. */
  private cursor = -1;
  private readonly make = latest(async (wish: { script: string; dials: Record<string, number>; seed: number }) => {
    try {
      const found = await this.app.engine.ask<"trace">({ do: "trace", ...wish, frames: N_FRAMES });
      this.accept(found.frames, found.tiles);
      tell(this.trouble, "");
    } catch (error) {
      if (this.app.info()) tell(this.trouble, messageOf(error));
    }
  });

  constructor(
    private readonly app: App,
    private readonly find: (explorer: number, rule: number) => void,
  ) {
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.element = element(
      "section",
      { class: "trace" },
      element(
        "div",
        { class: "row" },
        labeled("Seed", this.seedBox),
        this.playButton,
        labeled("Frame", this.slider),
        element("label", { class: "check" }, this.marks, " mark what changed"),
      ),
      this.trouble,
      this.told,
      element("div", { class: "trace-room" }, element("div", {}, this.canvas, this.cellLine), element("div", {}, this.rules)),
      element("h3", {}, "Explorers"),
      this.explorers,
    );
  }

  setSeed(seed: number): void {
    this.seedBox.value = String(seed);
  }

  show(): void {
    this.changed();
  }

  hide(): void {
    this.stop();
  }

  changed(): void {
    const seed = Math.max(0, Math.floor(this.seedBox.valueAsNumber || 0));
    this.make({ script: this.app.script(), dials: this.app.dials(), seed });
  }

  private accept(frames: Frame[], tiles: Tile[]): void {
    const wasAtEnd = this.slider.valueAsNumber >= this.frames.length - 1;
    this.frames = frames;
    this.tiles = tiles;
    this.slider.max = String(Math.max(0, frames.length - 1));
    if (wasAtEnd) this.slider.value = this.slider.max;
    this.element.dataset.frames = String(frames.length);
    this.listed = -1;
    this.listExplorers();
    this.paint();
  }

  private get at(): number {
    return Math.min(this.slider.valueAsNumber, this.frames.length - 1);
  }

  private changedCells(): number[] {
    const frame = this.frames[this.at];
    const before = this.frames[this.at - 1];
    if (!frame) return [];
    return frame.cells.flatMap((tile, cell) => (tile === (before?.cells[cell] ?? -1) ? [] : [cell]));
  }

  private paint(): void {
    const frame = this.frames[this.at];
    if (!frame) return;
    const changed = this.changedCells();
    const marked = this.marks.checked && changed.length < frame.cells.length ? changed : [];
    const scale = Math.min(32, scaleFor(frame, ROOM));
    this.app.draw(this.canvas, frame, this.tiles, { scale, look: this.app.look(), marked });
    const repeats =
      frame.repeats <= 1
        ? ""
        : frame.first_repeat === frame.last_repeat
          ? `, repeat ${frame.last_repeat} of ${frame.repeats}`
          : `, repeats ${frame.first_repeat} to ${frame.last_repeat} of ${frame.repeats}`;
    const about = frame.description ? `: ${frame.description}` : "";
    this.told.textContent = `Frame ${this.at + 1} of ${this.frames.length}, explorer ${frame.explorer + 1}, ${frame.type}${repeats}${about}. ${changed.length} cells changed.`;
    this.canvas.setAttribute("aria-label", this.told.textContent);
    this.slider.setAttribute("aria-valuetext", this.told.textContent);
    if (this.listed !== frame.explorer) this.listRules(frame);
    for (const [index, { fired, changed }] of frame.rules.entries()) {
      const count = this.rules.children[index]?.lastElementChild;
      if (count) count.textContent = ` fired ${fired}, changed ${changed}`;
    }
    for (const item of this.explorers.children) {
      const isNow = (item as HTMLElement).dataset.explorer === String(frame.explorer);
      item.firstElementChild?.setAttribute("aria-current", isNow ? "step" : "false");
    }
    if (this.cursor >= 0) this.tellCell(frame, this.cursor);
  }

  /** The rules of the explorer of a frame; their counts change with each frame. */
  private listRules({ explorer, rules }: Frame): void {
    this.listed = explorer;
    this.rules.replaceChildren(
      ...rules.map(({ text }, index) => {
        const press = (): void => this.find(explorer, index);
        const attributes = { type: "button", class: "rule", title: "show it in the editor", onclick: press };
        return element("li", { "data-rule": index }, element("button", attributes, text), element("span", { class: "told" }));
      }),
    );
  }

  private listExplorers(): void {
    const firsts = this.frames.flatMap((frame, index) => (frame.explorer === this.frames[index - 1]?.explorer ? [] : [{ frame, index }]));
    this.explorers.replaceChildren(
      ...firsts.map(({ frame, index }) => {
        const press = (): void => {
          this.stop();
          this.slider.value = String(index);
          this.paint();
        };
        const name = `${frame.type}${frame.description ? `: ${frame.description}` : ""}`;
        return element("li", { "data-explorer": frame.explorer }, element("button", { type: "button", onclick: press }, name));
      }),
    );
  }

  private point(event: PointerEvent): void {
    const frame = this.frames[this.at];
    if (!frame) return;
    const { width, height } = this.canvas.getBoundingClientRect();
    const x = Math.floor((event.offsetX / width) * frame.width);
    const y = Math.floor((event.offsetY / height) * frame.height);
    this.tellCell(frame, y * frame.width + x);
  }

  private key(event: KeyboardEvent): void {
    const frame = this.frames[this.at];
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -(frame?.width ?? 0), ArrowDown: frame?.width ?? 0 }[event.key];
    if (!frame || step === undefined) return;
    event.preventDefault();
    this.cursor = Math.max(Math.max(this.cursor, 0) + step, 0);
    this.tellCell(frame, this.cursor);
  }

  private tellCell(frame: Frame, asked: number): void {
    const cell = Math.min(asked, frame.cells.length - 1);
    this.cursor = cell;
    const tile = this.tiles[frame.cells[cell] ?? -1]?.name ?? "unset";
    const rule = frame.by_rule[cell] ?? -1;
    const by = rule < 0 ? "no rule of this frame put a tile here" : `put here by: ${frame.rules[rule]?.text ?? ""}`;
    this.cellLine.textContent = `Column ${(cell % frame.width) + 1}, row ${Math.floor(cell / frame.width) + 1}: ${tile}; ${by}.`;
    for (const item of this.rules.children) item.classList.toggle("fired", (item as HTMLElement).dataset.rule === String(rule));
  }

  private play(): void {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at >= this.frames.length - 1) this.slider.value = "0";
    this.playButton.textContent = "Pause";
    // Nobody wants to hear of each frame.
    this.told.setAttribute("aria-live", "off");
    this.cellLine.setAttribute("aria-live", "off");
    this.timer = window.setInterval(() => {
      this.slider.value = String(this.at + 1);
      this.paint();
      if (this.at >= this.frames.length - 1) this.stop();
    }, FRAME_MS);
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.textContent = "Play";
    this.told.setAttribute("aria-live", "polite");
    this.cellLine.setAttribute("aria-live", "polite");
  }
}

/** Sliders for the dials of the script. */

import type { Dial } from "./api";
import { element, labeled } from "./dom";

export interface Dials {
  readonly room: HTMLElement;
  /** Those that were turned. */
  turned(): Record<string, number>;
  /** Another script is open, with these dials turned. */
  reset(turned: Record<string, number>): void;
  /** Shows these dials; what was turned stays where it still can be. */
  offer(all: Dial[]): void;
}

export function makeDials(changed: () => void): Dials {
  const room = element("div", { class: "row dials" });
  let turned: Record<string, number> = {};
  let shown = "";
  const slider = ({ name, min, max, value }: Dial): HTMLElement => {
    const now = turned[name] ?? value;
    const number = element("output", {}, String(now));
    const counts = [min, max, value].every(Number.isInteger) && max - min > 1;
    const step = counts ? 1 : (max - min) / 100;
    const control = element("input", { type: "range", min, max, step, value: now });
    control.addEventListener("input", () => {
      turned[name] = control.valueAsNumber;
      number.textContent = control.value;
      changed();
    });
    return element("span", {}, labeled(name, control), number);
  };
  return {
    room,
    turned: () => ({ ...turned }),
    reset(values) {
      turned = { ...values };
      shown = "";
    },
    offer(all) {
      const key = JSON.stringify(all);
      if (key === shown) return;
      shown = key;
      const fits = ({ name, min, max }: Dial): boolean => {
        const value = turned[name];
        return value !== undefined && value >= min && value <= max;
      };
      turned = Object.fromEntries(all.filter(fits).map(({ name }) => [name, turned[name]!]));
      room.replaceChildren(...all.map(slider));
    },
  };
}

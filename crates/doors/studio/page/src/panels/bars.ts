/** Scores as bars. */

import { element } from "../dom";
import { percent } from "./ticks";

/** A share of 0 to 1 with its name; the bar is the picture, the number the text. */
export function meter(share: number): HTMLElement {
  const filled = element("span");
  filled.style.inlineSize = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  const bar = element("span", { class: "bar", "aria-hidden": "true" }, filled);
  return element("span", { class: "meter" }, bar, element("span", {}, percent(share)));
}

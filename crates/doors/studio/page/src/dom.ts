/** Elements of the page, made in one expression. */

type Attribute = string | number | boolean | ((event: never) => void);

/**
 * An element with its attributes and children. `onclick` and the like listen; `true` stands
 * for an attribute without a value, `false` leaves it out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name.slice(2), value as EventListener);
    } else if (value !== false) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  made.append(...children);
  return made;
}

/** The same for SVG. */
export function shape<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name.slice(2), value as EventListener);
    } else {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...children);
  return made;
}

export function button(label: string, press: () => void, title = ""): HTMLButtonElement {
  const attributes = { type: "button", onclick: press };
  return element("button", title ? { ...attributes, title } : attributes, label);
}

/** A button with a sign instead of a text; the label is a tip, and for screen readers. */
export function icon(sign: string, label: string, press: () => void): HTMLButtonElement {
  const attributes = { type: "button", class: "icon", title: label, "aria-label": label };
  return element("button", { ...attributes, onclick: press }, sign);
}

/** The element of index.html with this id. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found as E;
}

/** A control with its label before it. */
export function labeled(label: string, control: HTMLElement): HTMLLabelElement {
  return element("label", { class: "labeled" }, element("span", {}, label), control);
}

/** A list to choose from; `choices` are pairs of value and text. */
export function choice(
  choices: [string, string][],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const made = element("select", { onchange: () => choose(made.value) });
  fillChoice(made, choices, chosen);
  return made;
}

export function fillChoice(
  list: HTMLSelectElement,
  choices: [string, string][],
  chosen: string,
): void {
  list.replaceChildren(
    ...choices.map(([value, text]) =>
      element("option", { value, selected: value === chosen }, text),
    ),
  );
}

/** A line that says what went wrong; empty and hidden while all is well. */
export function trouble(): HTMLParagraphElement {
  return element("p", { class: "trouble", role: "alert", hidden: true });
}

export function tell(line: HTMLElement, message: string): void {
  line.textContent = message;
  line.hidden = message === "";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A color of the page, for what is painted on a canvas. */
export function colorOf(variable: string, otherwise: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  return value || otherwise;
}

/** The words of rules: what a script may say at a place of a rule, and what it means. */

import type { Completion } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { plain, valueOf } from "./places";

/** Names that a script gives, as far as it is written. */
export interface Names {
  entities: string[];
  neighborhoods: string[];
  dials: string[];
}

/** Shapes that every script has. */
const SHAPES: Record<string, string> = {
  self: "the cell itself",
  all: "the cell and the eight around it",
  plus: "the cell and the four beside it",
  left: "the cell to the left",
  right: "the cell to the right",
  up: "the cell above",
  down: "the cell below",
  horz: "the cells to the left and to the right",
  vert: "the cells above and below",
};

const ESTIMATORS: Record<string, string> = {
  random: "a new random number, at least 0 and below 1",
  noise: "smooth noise from -1 to 1; noise2 is twice as wide, and so on",
  percent: "share of the pass that is done",
  cpercent: "share of the allowed changes that is used up",
  rpercent: "share of the repeats that is done",
};

/** These may have a number behind them, by which they are divided. */
const PLACES: Record<string, string> = {
  column: "columns to the left of the cell; column2 is what is left if they are divided by 2, and so on",
  row: "rows above the cell; row2 is what is left if they are divided by 2, and so on",
  from_right: "columns to the right of the cell; from_right2 is what is left if they are divided by 2, and so on",
  from_bottom: "rows below the cell; from_bottom2 is what is left if they are divided by 2, and so on",
};

const MIRRORS: Record<string, string> = {
  left_right: "the image in the same row, as far from the other side",
  top_bottom: "the image in the same column, as far from the other side",
  both: "the images left to right, top to bottom, and across",
  half_turn: "the image that stands there upside down",
  quarter_turns: "the images after each quarter turn; in a region that is no square, after a half turn",
};

const DISTANCE = "steps along rows and columns to the nearest listed tile; out is the outside";

const SETS: Record<string, string> = {
  any: "every entity, and tiles that were never written",
  entity: "every entity",
  unknown: "a tile that was never written",
};

const OUTSIDE = "what is outside of the region";

/** What may follow `before`, the part of a rule up to a word. */
export function wordsAfter(before: string, names: Names): Completion[] {
  const writes = before.includes("->");
  if (/:\s*$/.test(before)) return all(names.dials, "property", "dial");
  if (before.lastIndexOf("(") > before.lastIndexOf(")")) {
    return [...entities(names), ...told(SETS, "keyword"), ...(writes ? [] : told({ out: OUTSIDE }, "keyword"))];
  }
  return writes ? shapes(names, "(") : estimators(names);
}

/** What may be a part of the value of a parameter; undefined if nothing is known of it. */
export function wordsOf(parameter: string, names: Names): Completion[] | undefined {
  switch (parameter) {
    case "heuristics":
    case "costs":
      return estimators(names);
    case "mirror":
      return told(MIRRORS, "keyword");
    case "entities":
    case "out":
      return entities(names);
    case "directions":
    case "neighborhood":
      return shapes(names, "");
    case "region":
      return told({ map: "the whole level", all: "each region, one after another" }, "keyword");
    case "repeats":
    case "tiles":
    case "changes":
    case "number":
      return all(names.dials, "property", "dial");
    default:
      return undefined;
  }
}

/** What a word of a rule means. */
export function meaningOf(word: string, names: Names): string | undefined {
  if (names.entities.includes(word)) return "an entity of this script; alone, the number of its tiles";
  if (names.dials.includes(word)) return "a dial of this script";
  if (names.neighborhoods.includes(word)) return "a neighborhood of this script";
  const number = word.replace(/^(noise|column|row|from_right|from_bottom)\d+$/, "$1");
  const words: Record<string, string> = {
    ...SHAPES,
    ...ESTIMATORS,
    ...PLACES,
    ...MIRRORS,
    ...SETS,
    dist: DISTANCE,
    out: OUTSIDE,
  };
  return Object.hasOwn(words, number) ? words[number] : undefined;
}

/** Reads the names from the tree of the text, so that mistakes elsewhere do no harm. */
export function namesIn(state: EditorState): Names {
  const root = syntaxTree(state).topNode.getChild("Object");
  const keys = (section: string): string[] =>
    (valueOf(state, root, section)?.getChildren("Property") ?? []).flatMap(({ firstChild }) =>
      firstChild ? [plain(state, firstChild)] : [],
    );
  return {
    entities: (valueOf(state, root, "entities")?.getChildren("String") ?? []).map((node) => plain(state, node)),
    neighborhoods: keys("neighborhoods"),
    dials: keys("dials"),
  };
}

function estimators(names: Names): Completion[] {
  return [
    ...shapes(names, "("),
    ...told({ "dist(": DISTANCE }, "function"),
    ...told(Object.fromEntries(Object.entries(MIRRORS).map(([name, info]) => [`${name}(`, info])), "function"),
    ...told(PLACES, "constant"),
    ...told(ESTIMATORS, "constant"),
    ...entities(names),
    ...all(names.dials, "property", "dial"),
  ];
}

function shapes(names: Names, end: string): Completion[] {
  const own = names.neighborhoods.map((name) => [name + end, "a neighborhood of this script"]);
  const known = Object.entries(SHAPES).map(([name, info]) => [name + end, info]);
  return told(Object.fromEntries([...known, ...own]) as Record<string, string>, "function");
}

function entities(names: Names): Completion[] {
  return all(names.entities, "variable", "entity");
}

function all(labels: string[], type: string, detail: string): Completion[] {
  return labels.map((label) => ({ label, type, detail }));
}

function told(words: Record<string, string>, type: string): Completion[] {
  return Object.entries(words).map(([label, info]) => ({ label, type, info }));
}

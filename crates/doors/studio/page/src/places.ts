/** Where the parts of a script are in its text. */

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

/** Time to read the rest of a long script. */
const PATIENCE_MS = 200;

/** The rule of an explorer, without its quotes. */
export function placeOfRule(state: EditorState, explorer: number, rule: number): { from: number; to: number } | undefined {
  const tree = ensureSyntaxTree(state, state.doc.length, PATIENCE_MS) ?? syntaxTree(state);
  const explorers = valueOf(state, tree.topNode.getChild("Object"), "explorers");
  const rules = valueOf(state, explorers?.getChildren("Object")[explorer] ?? null, "rules");
  const place = rules?.getChildren("String")[rule];
  return place && { from: place.from + 1, to: place.to - 1 };
}

/** The value of a key of an object. */
export function valueOf(state: EditorState, object: SyntaxNode | null, key: string): SyntaxNode | null {
  const all = object?.getChildren("Property") ?? [];
  return all.find(({ firstChild }) => firstChild && plain(state, firstChild) === key)?.lastChild ?? null;
}

/** A key or a text without its quotes. */
export function plain(state: EditorState, node: SyntaxNode): string {
  return state.sliceDoc(node.from, node.to).replace(/^["']|["']$/g, "");
}

/** The editor of scripts. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic } from "./api";
import type { Guide } from "./completion";
import { placeOfRule } from "./places";
import { element } from "./dom";

export interface Editor {
  text(): string;
  setText(text: string): void;
  mark(diagnostics: Diagnostic[]): void;
  /** Selects a rule of an explorer, both counted from 0; false if the text has no such rule. */
  findRule(explorer: number, rule: number): boolean;
  /** Puts the cursor on a place. */
  go(from: number, to: number): void;
  fix(diagnostic: Diagnostic): void;
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--key)" },
  { tag: tags.string, color: "var(--text-value)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: [tags.bool, tags.null], color: "var(--number)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

export function makeEditor(parent: HTMLElement, guide: Guide, changed: () => void): Editor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        json(),
        syntaxHighlighting(colors),
        autocompletion({ override: [(context) => guide.complete(context)] }),
        hoverTooltip((view, position) => tip(guide, view, position)),
        // Escape, then Tab leaves the editor, for people without a pointer.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Script. Escape, then Tab leaves the editor." }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
      ],
    }),
  });
  const go = (from: number, to: number): void => {
    const end = view.state.doc.length;
    view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true });
    view.focus();
  };
  /** The text that the marks are about; a fix of another one would change the wrong place. */
  let marked = view.state.doc;
  const fix = ({ fix }: Diagnostic): void => {
    if (fix && view.state.doc === marked) view.dispatch({ changes: fix });
  };
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    mark(diagnostics) {
      const end = view.state.doc.length;
      const marks = diagnostics.map((one) => ({
        from: Math.min(one.from, end),
        to: Math.min(Math.max(one.to, one.from), end),
        severity: one.severity,
        message: told(one),
        actions: one.fix ? [{ name: "Fix", apply: () => fix(one) }] : [],
      }));
      marked = view.state.doc;
      view.dispatch(setDiagnostics(view.state, marks));
    },
    findRule(explorer, rule) {
      const place = placeOfRule(view.state, explorer, rule);
      if (place) go(place.from, place.to);
      return place !== undefined;
    },
    go,
    fix,
  };
}

export function told({ place, message, help }: Diagnostic): string {
  return `${place ? `${place}: ` : ""}${message}${help ? `; ${help}` : ""}`;
}

function tip(guide: Guide, view: EditorView, position: number) {
  const meaning = guide.meaning(view.state, position);
  if (!meaning) return null;
  return {
    pos: meaning.from,
    end: meaning.to,
    above: true,
    create: () => ({ dom: element("div", { class: "tip" }, meaning.text) }),
  };
}

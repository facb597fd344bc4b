/** The page: what its parts share, and how they are put together. */

import type { Answers, Diagnostic, Level, ScriptInfo, Tile, Turned } from "./api";
import type { App, DrawOptions, Look, Panel } from "./app";
import { Guide } from "./completion";
import { button, byId, element, fillChoice, messageOf } from "./dom";
import { makeDials } from "./dials";
import { draftOf, keepDraft } from "./draft";
import { makeDrafting } from "./drafting";
import { draw } from "./draw";
import { makeEditor, told } from "./editor";
import { chooseEngine } from "./engine";
import { makeFileBar } from "./file-bar";
import { makeGallery } from "./gallery";
import { makeLarge } from "./large";
import { latest, pause } from "./latest";
import { choicePanel } from "./panels/choice";
import { drawPanel } from "./panels/draw";
import { judgePanel } from "./panels/judge";
import { levelsPanel } from "./panels/levels";
import { playPanel } from "./panels/play";
import { rangePanel } from "./panels/range";
import { runsPanel } from "./panels/runs";
import { tracePanel } from "./panels/trace";
import { PREFIX, share, type Shared, sharedIn } from "./share";
import { makeTabs } from "./tabs";
import { makeTheme } from "./theme";

/** Shown first. */
const FIRST = "gallery/rooms";

/** Time without a key before levels are made anew. */
const PAUSE_MS = 30;

async function start(): Promise<void> {
  const engine = chooseEngine();
  const about: Answers["about"] = await engine.ask<"about">({ do: "about" });
  const guide = new Guide(about.schema);
  const state = {
    name: FIRST,
    info: undefined as ScriptInfo | undefined,
    problemText: "",
    problemName: "",
  };
  const look = byId<HTMLSelectElement>("look");
  const problem = byId<HTMLSelectElement>("problem");
  const status = byId("status");

  const editor = makeEditor(byId("editor"), guide, pause(PAUSE_MS, () => edited()));
  const app: App = {
    engine,
    problems: about.problems,
    script: () => editor.text(),
    name: () => state.name,
    info: () => state.info,
    dials: () => dials.turned(),
    seed: () => levels.seed(),
    problem: () => (problem.value === OWN_PROBLEM ? state.problemText : problem.value),
    look: () => look.value as Look,
    open: (script, name) => open(script, name),
    setProblem: (text) => setProblem(text),
    draw: (canvas: HTMLCanvasElement, level: Level, tiles: Tile[], options: DrawOptions) =>
      draw(canvas, level, tiles, { look: look.value as Look, ...options }),
    say: (message) => (status.textContent = message),
    show: (panel, level, tiles) => tabs.show(panel, level, tiles),
    enlarge: (level, tiles) => enlarge(level, tiles),
  };

  const dials = makeDials(() => tabs.changed());
  const levels = levelsPanel(app, () => tabs.changed());
  const trace = tracePanel(app, (explorer, rule) => {
    if (!editor.findRule(explorer, rule)) app.say("The text has no such rule.");
  });
  const panels: Panel[] = [
    levels,
    trace,
    rangePanel(app),
    judgePanel(app),
    playPanel(app),
    ...(engine.runs ? [runsPanel(app)] : []),
    choicePanel(app),
    drawPanel(app),
  ];
  const tabs = makeTabs(byId("tabs"), byId("panels"), panels);
  const enlarge = makeLarge(app, {
    trace(seed) {
      trace.setSeed(seed);
      tabs.show("trace");
    },
    share: (seed, turned) => void shareLevel(seed, turned),
  });

  // Levels are asked for before what is wrong is known: both come as fast as they can.
  const check = latest(async (script: string) => {
    try {
      const { diagnostics, info } = await engine.ask<"check">({ do: "check", script });
      if (script !== editor.text()) return;
      editor.mark(diagnostics);
      showMistakes(diagnostics);
      const knew = state.info;
      state.info = info;
      if (info) dials.offer(info.dials);
      if (JSON.stringify(knew) !== JSON.stringify(info)) tabs.changed();
    } catch (error) {
      app.say(messageOf(error));
    }
  });
  const edited = (): void => {
    check(editor.text());
    tabs.changed();
  };

  const mistakes = byId("mistakes");
  const showMistakes = (diagnostics: Diagnostic[]): void => {
    mistakes.replaceChildren(
      ...diagnostics.slice(0, 50).map((one) => {
        const go = button(told(one), () => editor.go(one.from, one.to));
        const fix = one.fix ? [button("Fix", () => editor.fix(one))] : [];
        return element("li", { class: one.severity }, go, ...fix);
      }),
    );
  };

  const file = makeFileBar(engine, {
    script: app.script,
    open: app.open,
    setProblem: (text, name) => setProblem(text, name),
    say: app.say,
    saved(path) {
      state.name = path;
      void gallery.refresh().then(() => gallery.mark(path));
    },
  });
  byId("file").append(...file.parts);
  byId("file").after(dials.room);

  const open = (script: string, name: string, from: { path?: string; dials?: Record<string, number> } = {}): void => {
    state.name = name;
    dials.reset(from.dials ?? {});
    file.opened(name, from.path);
    gallery.mark(name);
    editor.setText(script);
    app.say(`${name} is open.`);
  };

  let files: string[] = [];
  const offerProblems = (chosen: string): void => {
    const builtIn = about.problems.map(({ name }): [string, string] => [name, name]);
    const ofFolder = files
      .filter((path) => path !== state.problemName)
      .map((path): [string, string] => [FILE + path, path]);
    const own: [string, string][] = state.problemText ? [[OWN_PROBLEM, state.problemName]] : [];
    fillChoice(problem, [...builtIn, ...ofFolder, ...own], chosen);
  };
  const setProblem = (text: string, name = "a problem file"): void => {
    const known = about.problems.some(({ name }) => name === text);
    if (!known) {
      state.problemText = text;
      state.problemName = name;
    }
    offerProblems(known ? text : OWN_PROBLEM);
    tabs.changed();
  };
  problem.addEventListener("change", async () => {
    const { value } = problem;
    if (!value.startsWith(FILE) || !engine.files) {
      tabs.changed();
      return;
    }
    const path = value.slice(FILE.length);
    try {
      setProblem(await engine.files.read(path), path);
    } catch (error) {
      app.say(messageOf(error));
    }
  });
  makeDrafting(app, byId<HTMLButtonElement>("draft"));
  look.addEventListener("change", () => tabs.changed());

  const gallery = makeGallery(byId("left"), engine, about.generators, {
    open,
    say: app.say,
    problems(paths) {
      files = paths;
      offerProblems(problem.value);
    },
  });

  const shareLevel = async (seed: number, { script, dials = {} }: Turned): Promise<void> => {
    app.say(await share({ script, name: file.name(), seed, dials, problem: app.problem() }));
  };
  byId("share").addEventListener("click", () => {
    void shareLevel(levels.seed(), { script: app.script(), dials: app.dials() });
  });
  const restore = ({ script, name, seed, dials, problem }: Shared, path?: string): void => {
    open(script, name, { dials, ...(path === undefined ? {} : { path }) });
    if (problem) setProblem(problem);
    levels.setSeed(seed);
  };
  const openShared = async (): Promise<boolean> => {
    const shared = await sharedIn(location.hash);
    if (shared) restore(shared);
    return shared !== undefined;
  };
  const tellLink = (): void => {
    if (location.hash.startsWith(PREFIX)) app.say("The link cannot be read; perhaps a part of it is missing.");
  };
  addEventListener("hashchange", async () => {
    if (!(await openShared())) tellLink();
  });

  makeTheme(byId<HTMLButtonElement>("theme"), () => tabs.changed());
  offerProblems("zelda");
  void gallery.refresh();
  const draft = draftOf(location.hash);
  if (draft) {
    restore(draft, draft.path);
  } else if (!(await openShared())) {
    open(about.generators.find(({ name }) => name === FIRST)?.script ?? "{}", FIRST);
    tellLink();
  }
  keepDraft(() => ({
    script: app.script(),
    name: state.name,
    seed: levels.seed(),
    dials: app.dials(),
    problem: app.problem(),
    hash: location.hash,
    ...file.place(),
  }));
  tabs.show("levels");
  document.body.dataset.ready = "true";
}

/** Values of the list of problems that are no built-in ones. */
const OWN_PROBLEM = "own:";
const FILE = "file:";

start().catch((error: unknown) => {
  byId("status").textContent = messageOf(error);
});

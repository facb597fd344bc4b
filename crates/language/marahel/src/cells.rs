//! Counts cells of finished levels by the conditions of rules.

use marahel_level::{N_ENTITIES_MAX, View};
use marahel_script::{Condition, Explorer, Rule, Script, Size, Spelling};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::program::{Log, Program};
use crate::run::Workspace;
use crate::run::pass::Pass;

/// Counts the cells of levels where all conditions of a list hold.
///
/// Conditions mean the same as in a rule of an explorer that works on the whole level. So `dist` of
/// a tile that does not occur holds.
#[derive(Debug)]
pub struct CellCounter {
    /// Starts with an explorer that does nothing; then one for each list.
    script: Script,
    program: Program,
    workspace: Workspace,
    rng: ChaCha8Rng,
}

impl CellCounter {
    /// A counter for these lists of conditions.
    pub fn new<'c>(lists: impl IntoIterator<Item = &'c [Condition]>) -> Self {
        let tests = lists.into_iter().map(|conditions| test(conditions.to_vec()));
        // The compiler assumes of all later explorers that the first has run.
        let nothing = Explorer { rules: Vec::new(), ..test(Vec::new()) };
        let script = Script {
            min: Size { width: 1, height: 1 },
            max: Size { width: 1, height: 1 },
            entities: (0..N_ENTITIES_MAX).map(|tile| tile.to_string()).collect(),
            explorers: std::iter::once(nothing).chain(tests).collect(),
            ..Script::default()
        };
        Self {
            program: Program::new(&script),
            script,
            workspace: Workspace::new(),
            rng: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// Sets the level to count in.
    pub fn load(&mut self, level: View<'_>) {
        let width = level.width() as u32;
        if width > self.script.max.width {
            self.script.max.width = width;
            self.program = Program::new(&self.script);
        }
        let map = &mut self.workspace.map;
        map.front.copy_view(self.program.layout, level);
        map.begin(false, Log::Nothing, &self.program.fields);
    }

    /// The number of cells where all conditions of list `list` hold.
    pub fn count(&mut self, list: usize) -> u32 {
        let mut n = 0;
        self.visit(list, |_, holds| n += u32::from(holds));
        n
    }

    /// The cells where all conditions of list `list` hold, in row-major order.
    pub fn cells(&mut self, list: usize) -> Vec<usize> {
        let mut cells = Vec::new();
        self.visit(list, |cell, holds| cells.extend(holds.then_some(cell)));
        cells
    }

    /// Calls `visit` with each cell, and whether all conditions of list `list` hold there.
    fn visit(&mut self, list: usize, mut visit: impl FnMut(usize, bool)) {
        let Self { program, workspace, rng, .. } = self;
        let explorer = &program.explorers[list + 1];
        let Some(rule) = explorer.rules.first() else { return };
        let Workspace { map, candidates, noise, surroundings, memory, .. } = workspace;
        let (width, height) = map.front.size();
        let first = map.front.index(0, 0);
        let stride = map.front.stride();
        let mut pass = Pass::new(explorer, map, candidates, noise, surroundings, memory, rng);
        pass.sift();
        for row in 0..height {
            let start = first + row * stride;
            for column in 0..width {
                let at = start + column;
                visit(row * width + column, pass.candidates.contain(at) && pass.holds(rule, at));
            }
        }
    }
}

/// An explorer with one rule, which has these conditions and writes nothing.
fn test(conditions: Vec<Condition>) -> Explorer {
    let rule = Rule { text: Spelling::default(), conditions, executers: Vec::new() };
    Explorer::named("horz", vec![rule]).expect("it is a type of explorers")
}

//! Conditions of playable levels, from drawings.

use marahel_formats::{Aim, Quantity};
use marahel_level::{Role, TileSet};

use crate::imitation::error::ImitationError;
use crate::imitation::measured::Measuring;
use crate::imitation::movement::Moving;
use crate::imitation::problem_file::File;

/// Minimum share of passable cells whose connection seems intended.
const PIECE_MIN: f64 = 0.5;

impl File<'_> {
    fn measuring(&self) -> Measuring {
        Measuring::new(self.start, &format!("{}{}", self.tiles, self.movement))
    }

    /// The lower quartile of an expression over the drawings, rounded down to a twentieth; 0 if it
    /// has no values.
    fn in_most(&self, expression: &str) -> Result<f64, ImitationError> {
        let values = self.measuring().values(&[expression], &self.drawn.levels)?;
        let mut values = values.into_iter().next().unwrap_or_default();
        values.retain(|value| value.is_finite());
        values.sort_by(f64::total_cmp);
        let quarter = values.get(values.len() / 4).copied().unwrap_or(0.0);
        Ok((quarter * 20.0 + 1e-9).floor() / 20.0)
    }

    /// The condition that `part` is at least a share of `whole`, which three of four drawings reach;
    /// `None` if that share is below `least`.
    fn demand(
        &self,
        part: &str,
        whole: &str,
        least: f64,
    ) -> Result<Option<String>, ImitationError> {
        let share = self.in_most(&format!("{part} / {whole}"))?;
        Ok(match share {
            1.0.. => Some(format!("{part} == {whole}")),
            _ if share >= least => Some(format!("{part} >= {share} * {whole}")),
            _ => None,
        })
    }

    /// Conditions of playable levels, met by at least three of four drawings; and whether
    /// similarity is the only one although there is a movement.
    pub(crate) fn playable(
        &self,
        moving: Option<Moving>,
    ) -> Result<(String, bool), ImitationError> {
        let (drawn, cast) = (self.drawn, self.cast);
        let mut met = Vec::new();
        let start = drawn.text(cast.players);
        if cast.start.is_some() && moving == Some(Moving::Platformer) {
            // Without flying, some passable cells may be out of reach.
            for &tile in &cast.few {
                let name = drawn.name(tile);
                let reached = format!("reachable({start}, {name})");
                let is_met = self.demand(&reached, &format!("count({name})"), 1.0)?;
                met.extend(is_met.map(|_| tile));
            }
        }
        let solution = self.solution().filter(|_| moving == Some(Moving::Walk));
        let solved = match &solution {
            Some(moves) => self.demand(&format!("if({moves} > 0, 1) else 0"), "1", 1.0)?,
            None => None,
        };
        let goals = drawn.named(|tile| {
            (cast.goals.contains(&tile) || met.contains(&tile))
                && cast.exit != Some(tile)
                && !(solved.is_some() && drawn.role(tile) == Some(Role::Target))
        });
        let mut parts: Vec<String> = Vec::new();
        // Crates in the way make it harder to reach targets than to solve the puzzle.
        parts.extend(solution.filter(|_| solved.is_some()).map(|moves| format!("{moves} > 0")));
        if cast.start.is_some() && (moving.is_some() || !drawn.aims.is_empty()) {
            parts.push(self.number_of(cast.players));
        }
        parts.extend(self.aims()?);
        if cast.start.is_some() && moving.is_some() {
            parts.extend(cast.exit.map(|exit| self.number_of(TileSet::only(exit))));
            if let Some(exit) = cast.exit.map(|exit| drawn.name(exit)) {
                let is_there =
                    self.demand(&format!("if(path({start}, {exit}) >= 0, 1) else 0"), "1", 1.0)?;
                parts.extend(is_there.map(|_| format!("path({start}, {exit}) > 0")));
            }
            if !goals.is_empty() {
                let reached = format!("reachable({start}, {goals})");
                parts.extend(self.demand(&reached, &format!("count({goals})"), 0.05)?);
            }
        }
        if moving == Some(Moving::Walk) && cast.locks.is_empty() {
            let free = drawn.named(|tile| !drawn.is_solid(tile));
            parts.extend(self.demand("largest_region()", &format!("count({free})"), PIECE_MIN)?);
        }
        if moving == Some(Moving::Platformer) && cast.start.is_none() {
            // Without a start, require a way from one side to the other.
            let (width, height) = drawn.commonest_size();
            let across = if width >= height { "across()" } else { "upward()" };
            let is_crossed = self.demand(&format!("if({across} >= 0, 1) else 0"), "1", 1.0)?;
            parts.extend(is_crossed.map(|_| format!("{across} >= 0")));
        }
        let is_likeness_alone = parts.is_empty();
        if is_likeness_alone {
            // Without a known start, half the similarity of drawings is enough.
            let similar = self.drawings()?.drawings().ceiling().unwrap_or(0.5);
            parts.push(format!("like() >= {:.2}", similar / 2.0));
        }
        Ok((parts.join(" and "), is_likeness_alone && moving.is_some()))
    }

    /// The moves that bring all crates to targets, if there are a start, crates and targets.
    fn solution(&self) -> Option<String> {
        self.cast.start?;
        let start = self.drawn.text(self.cast.players);
        let [crates, targets] = [Role::Crate, Role::Target].map(|role| {
            let of_role = self.drawn.named(|tile| self.drawn.role(tile) == Some(role));
            let things = self
                .drawn
                .things
                .iter()
                .filter(|(name, set)| set.len() > 1 && Role::spoken_of(name) == Some(role));
            let sets = things.map(|(_, set)| *set).reduce(TileSet::union);
            sets.map_or(of_role, |set| self.drawn.text(set))
        });
        let is_puzzle = !crates.is_empty() && !targets.is_empty();
        is_puzzle.then(|| format!("sokoban_solution({start}, {crates}, {targets})"))
    }

    /// The condition that a set occurs as often as in all drawings, or at least once.
    fn number_of(&self, set: TileSet) -> String {
        let names = self.drawn.text(set);
        let (width, height) = self.drawn.commonest_size();
        match self.drawn.range(set, width * height) {
            (least, most) if least == most && least > 0 => format!("count({names}) == {least}"),
            _ => format!("count({names}) > 0"),
        }
    }

    /// What has to hold at the start so that somebody can win, and has not won yet, as far as all
    /// drawings agree.
    fn aims(&self) -> Result<Vec<String>, ImitationError> {
        let drawn = self.drawn;
        let mut wanted: Vec<String> = Vec::new();
        for (Aim { quantity, on, .. }, [things, place]) in &drawn.aims {
            let off = things.difference(*place);
            let there = things.difference(off);
            // Nothing is asked of tiles that no drawing has.
            let count = |set: TileSet| {
                Some(format!("count({})", drawn.text(set))).filter(|_| !set.is_empty())
            };
            let is_some = |set: TileSet| {
                // How many players there are is asked for anyway.
                count(set).filter(|_| set != self.cast.players).map(|count| format!("{count} > 0"))
            };
            let conditions = match (quantity, on) {
                (Quantity::All, Some(_)) => {
                    let fit = count(*things).zip(count(*place));
                    [is_some(off), fit.map(|(things, place)| format!("{things} <= {place}")), None]
                }
                (Quantity::Some, Some(_)) => {
                    let none = count(there).map(|there| format!("{there} == 0"));
                    [is_some(*things), is_some(*place), none]
                }
                (Quantity::No, _) => [is_some(there), None, None],
                (Quantity::All | Quantity::Some, None) => [None, None, None],
            };
            wanted.extend(conditions.into_iter().flatten());
        }
        let conditions: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let values = self.measuring().values(&conditions, &drawn.levels)?;
        let mut holds = values.iter().map(|values| values.iter().all(|&value| value == 1.0));
        wanted.retain(|_| holds.next() == Some(true));
        wanted.dedup();
        Ok(wanted)
    }
}

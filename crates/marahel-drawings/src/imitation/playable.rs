//! Conditions of playable levels, from drawings.

use marahel_level::{Role, Tile};

use crate::imitation::error::ImitationError;
use crate::imitation::inferred::File;
use crate::imitation::measured::Measuring;
use crate::imitation::movement::Moving;

/// Minimum share of passable cells whose connection seems intended.
const PIECE_MIN: f64 = 0.5;

impl File<'_> {
    /// The lower quartile of an expression over the drawings, rounded down to a twentieth; 0 if it
    /// has no values.
    fn in_most(&self, expression: &str) -> Result<f64, ImitationError> {
        let tables = format!("{}{}", self.tiles, self.movement);
        let measuring = Measuring { head: self.start, tables: &tables };
        let values = measuring.values(&[expression], &self.drawn.levels)?;
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
        if let (Some(start), Some(Moving::Platformer)) = (cast.start, moving) {
            // Without flying, some passable cells may be out of reach.
            for &tile in &cast.few {
                let (start, name) = (drawn.name(start), drawn.name(tile));
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
                && !(solved.is_some() && self.role(tile) == Some(Role::Target))
        });
        let mut parts: Vec<String> = Vec::new();
        // Crates in the way make it harder to reach targets than to solve the puzzle.
        parts.extend(solution.filter(|_| solved.is_some()).map(|moves| format!("{moves} > 0")));
        if let (Some(start), Some(_)) = (cast.start, moving) {
            parts.push(self.number_of(start));
            parts.extend(cast.exit.map(|exit| self.number_of(exit)));
            let start = drawn.name(start);
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
        let start = self.drawn.name(self.cast.start?);
        let [crates, targets] = [Role::Crate, Role::Target]
            .map(|role| self.drawn.named(|tile| self.role(tile) == Some(role)));
        let is_puzzle = !crates.is_empty() && !targets.is_empty();
        is_puzzle.then(|| format!("sokoban_solution({start}, {crates}, {targets})"))
    }

    /// The role of a tile by the legend, or else by its name.
    fn role(&self, tile: Tile) -> Option<Role> {
        self.drawn.named_role(tile).or_else(|| Role::spoken_of(self.drawn.name(tile)))
    }

    /// The condition that a tile occurs as often as in all drawings, or at least once.
    fn number_of(&self, tile: Tile) -> String {
        let name = self.drawn.name(tile);
        let (width, height) = self.drawn.commonest_size();
        match self.drawn.range(tile, width * height) {
            (least, most) if least == most && least > 0 => format!("count({name}) == {least}"),
            _ => format!("count({name}) > 0"),
        }
    }
}

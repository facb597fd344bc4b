"""Levels as something that an agent changes tile by tile, for gymnasium.

As in PCGRL, a level begins random, and an agent changes it; it is rewarded for what a level
gains. Here any problem will do, and its scores are the reward.

Source: A. Khalifa, P. Bontrager, S. Earle and J. Togelius: PCGRL: Procedural Content
Generation via Reinforcement Learning. AIIDE 2020, sections "Representation" and "Problem".
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from marahel._marahel import Config, Problem

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    from marahel._optional import missing

    raise missing("gymnasium", "gym", error) from error

Observation = dict[str, NDArray[Any]]


class LevelEnv(gymnasium.Env[Any, Any]):
    """A level of a problem, to be made good in a bounded number of changes.

    Observations: `level`, uint8 (h, w), indices into `tiles`, those of the problem; `position`, int64 (2,), the row and
    column that the next action is about.

    Actions: turn by turn, a number from 0 to the number of tiles. 0 leaves the tile at the
    position as it is, k makes it the tile k - 1. With the representation "narrow" the
    positions come in random order, with "turtle" four more actions move the position up,
    down, left and right.

    Reward: what the mean of the problem's scores gains by the action. An episode ends when
    all scores are 1, and is cut off after `max_changes` changes or `max_steps` steps.

    Args:
        problem: the problem, by name, file or config.
        representation: "narrow" or "turtle".
        change_share: changes that are allowed, as a share of the cells; 0.2 in PCGRL.
        render_mode: "rgb_array" or None.

    Raises:
        ValueError: an unknown representation, or a share that is not above 0 and up to 1.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 8}

    def __init__(
        self,
        problem: str | Config = "binary",
        representation: Literal["narrow", "turtle"] = "narrow",
        change_share: float = 0.2,
        render_mode: str | None = None,
    ) -> None:
        if representation not in ("narrow", "turtle"):
            raise ValueError(f"representation `{representation}`; use narrow or turtle")
        if not 0 < change_share <= 1:
            raise ValueError(f"change_share = {change_share}; use a share above 0 and up to 1")
        self.problem = Problem(problem)
        self.representation = representation
        self.render_mode = render_mode
        self.shape = height, width = self.problem.shapes[0]
        self.max_changes = max(1, int(change_share * height * width))
        self.max_steps = self.max_changes * height * width
        self.tiles = self.problem.tiles
        n_tiles = len(self.tiles)
        n_moves = 4 if representation == "turtle" else 0
        self.n_actions = 1 + n_tiles + n_moves
        self.action_space = spaces.Discrete(self.n_actions)
        self.observation_space = spaces.Dict(
            {
                "level": spaces.Box(0, n_tiles - 1, self.shape, np.uint8),
                "position": spaces.Box(0, np.array([height - 1, width - 1]), dtype=np.int64),
            }
        )
        weights = dict(self.problem.weights)
        shares = np.array([weights.get(tile, 0) for tile in self.tiles], float)
        self._shares = shares / shares.sum()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A random level, by the weights that the problem has for its tiles."""
        super().reset(seed=seed)
        drawn = self.np_random.choice(len(self._shares), self.shape, p=self._shares)
        self.level = drawn.astype(np.uint8)
        self.n_changes = self.n_steps = 0
        self._order: list[int] = []
        self._position = self._next_position() if self.representation == "narrow" else (0, 0)
        self._scores = self.problem.score(self.level, self.tiles)[0]
        return self._observation(), self._info()

    def step(
        self, action: Any
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action; scores are measured where it changes a tile."""
        action = int(action)
        if not self.action_space.contains(action):
            raise ValueError(f"action {action}; there are {self.n_actions}")
        before = self._scores.mean()
        n_tiles = len(self.tiles)
        if 1 <= action <= n_tiles and self.level[self._position] != action - 1:
            self.level[self._position] = action - 1
            self.n_changes += 1
            self._scores = self.problem.score(self.level, self.tiles)[0]
        self.n_steps += 1
        if self.representation == "narrow":
            self._position = self._next_position()
        elif action > n_tiles:
            self._move(action - n_tiles - 1)
        reward = float(self._scores.mean() - before)
        is_done = bool((self._scores == 1).all())
        is_cut = self.n_changes >= self.max_changes or self.n_steps >= self.max_steps
        return self._observation(), reward, is_done, is_cut and not is_done, self._info()

    def render(self) -> Any:
        """The level as a picture, uint8 (16 h, 16 w, 3); needs Pillow."""
        if self.render_mode is None:
            return None
        from io import BytesIO

        from PIL import Image

        png = self.problem.picture(self.level[None], self.tiles)
        return np.asarray(Image.open(BytesIO(png)).convert("RGB"))

    def _next_position(self) -> tuple[int, int]:
        """Every cell once in random order, again and again."""
        if not self._order:
            self._order = self.np_random.permutation(self.level.size).tolist()
        row, column = divmod(self._order.pop(), self.shape[1])
        return row, column

    def _move(self, direction: int) -> None:
        row, column = self._position
        down, right = [(-1, 0), (1, 0), (0, -1), (0, 1)][direction]
        height, width = self.shape
        self._position = (row + down) % height, (column + right) % width

    def _observation(self) -> Observation:
        return {"level": self.level.copy(), "position": np.array(self._position)}

    def _info(self) -> dict[str, Any]:
        scores = dict(zip(self.problem.objectives, self._scores.tolist()))
        return {"scores": scores, "changes": self.n_changes}

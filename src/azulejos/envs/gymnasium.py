"""The games as environments of Gymnasium: a seat against bots, all seats at once, and many tables at a time.

`gymnasium.make("azulejos/chocolatier-v1", opponents=["greedy-1"])` works once this module is imported. An
illegal action loses the game, because Gymnasium's own tools sample actions without looking at masks.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from azulejos import bots, games
from azulejos.batch import Batch, check_choices
from azulejos.core.message import Message
from azulejos.envs import showing
from azulejos.errors import IllegalChoice, OptionError, needing
from azulejos.game import Game
from azulejos.observations import COMPACT, declared
from azulejos.position import Position
from azulejos.returns import WIN, check_returns

with needing("gymnasium"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from azulejos.envs import spaces

LOST = -1.0  # what an illegal action is worth
Stepped = tuple[np.ndarray, float, bool, bool, dict[str, Any]]


class SelfPlay(gymnasium.Env):
    """All seats of a table: each step is a choice of whoever is asked, seen from there.

    The reward is that of the seat that has chosen; `info` has the mask of legal choices, the seat that is
    asked next, and at the end what the game was worth to each.
    """

    metadata = {"render_modes": list(showing.MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        players: int | None = None,
        observation: str = COMPACT,
        reward: str = WIN,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_returns(reward)
        showing.check_mode(render_mode)
        self.game = Game(name, players, **options)
        self.render_mode, self._kind, self._reward = render_mode, observation, reward
        self.observation_space = spaces.observation_space(self.game, observation)
        self.action_space = spaces.action_space(self.game)
        self.position: Position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self.game.start(seed=int(self.np_random.integers(2**63)))
        self._begin()
        return self._seen(), self._info()

    def _begin(self) -> None:
        """A new game lies there."""

    @property
    def _viewer(self) -> int:
        turn = self.position.turn
        return turn if turn is not None and turn >= 0 else 0

    def _seen(self) -> np.ndarray:
        return self.position.observe(self._viewer, self._kind)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.position.mask(), "seat": self._viewer}

    def step(self, action: Any) -> Stepped:
        chooser = self._viewer
        try:
            self.position.play(int(action))
        except IllegalChoice as error:
            return self._seen(), LOST, True, False, self._info() | {"illegal": str(error)}
        self._answer()
        return self._told(chooser)

    def _answer(self) -> None:
        """Others choose, if there are any."""

    def _told(self, chooser: int) -> Stepped:
        position, info = self.position, self._info()
        worth = position.returns(self._reward)
        if position.over:
            info["returns"] = worth
        is_cut = not position.over and position.length >= self.game.limits.choices
        return self._seen(), float(worth[chooser]), position.over, is_cut, info

    def render(self) -> Any:
        return showing.shown(self.position, self.render_mode)


class Seat(SelfPlay):
    """One seat of a table against bots, which choose inside `step`.

    `opponents` are names of bots, or objects with `choose(position, seat, budget)`, in the order of play from
    the seat; the last one sits at those that are left. `seat` is drawn anew for each game unless it is given.
    """

    def __init__(
        self,
        name: str,
        players: int | None = None,
        opponents: Sequence[Any] = ("greedy-1",),
        seat: int | None = None,
        **wishes: Any,
    ) -> None:
        super().__init__(name, players, **wishes)
        if not 1 <= len(opponents) < self.game.players:
            raise OptionError(_not_against(len(opponents), self.game.players - 1))
        self._wanted = None if seat is None else self.game.check_seat(seat)
        self._opponents = [*opponents, *[opponents[-1]] * (self.game.players - 1 - len(opponents))]

    def _begin(self) -> None:
        players_n = self.game.players
        dice = self.np_random
        self.seat = int(dice.integers(players_n)) if self._wanted is None else self._wanted
        self._others: dict[int, Any] = {}
        for order, other in enumerate(self._opponents):
            seed = int(dice.integers(2**63))
            found = bots.bot(other, seed) if isinstance(other, str) else other
            self._others[(self.seat + 1 + order) % players_n] = found
        self._answer()

    @property
    def _viewer(self) -> int:
        return self.seat

    def _answer(self) -> None:
        position = self.position
        while position.turn in self._others and position.length < self.game.limits.choices:
            seat = position.turn
            position.play(self._others[seat].choose(position.known_by(seat), seat, None))


def _not_against(count: int, most: int) -> Message:
    """Why a seat can't play against so many."""
    if most == 1:
        return Message("a seat has one opponent here, not {count}", count=count)
    return Message("a seat has 1 to {most} opponents here, not {count}", most=most, count=count)


class Tables(VectorEnv):
    """Many tables in lockstep, all of whose seats the same learner plays: `SelfPlay`, over `Batch`.

    Where a game ends the next one begins in the same step; the observation is then of the new game.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int,
        players: int | None = None,
        observation: str = COMPACT,
        reward: str = WIN,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = Game(name, players, **options)
        self.num_envs, self._kind = num_envs, observation
        self._wishes: dict[str, Any] = {"reward": reward, "threads": threads}
        self.single_observation_space = spaces.observation_space(self.game, observation)
        self.single_action_space = spaces.action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(self.game, num_envs, **self._wishes)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        self.batch = Batch(self.game, self.num_envs, seed=seed, **self._wishes)
        return self._seen(), self._info()

    def _seen(self) -> np.ndarray:
        seen: np.ndarray = self.batch.observe(kind=self._kind)
        return seen.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask().copy(), "seat": self.batch.seats.copy()}

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        batch, rows = self.batch, np.arange(self.num_envs)
        actions = check_choices(np.asarray(actions), self.num_envs).astype(np.int64)
        choosers = batch.seats.copy()
        choices_n = self.game.choices_n
        is_choice = (actions >= 0) & (actions < choices_n)  # else it is as illegal as any other
        illegal = ~is_choice | (batch.mask()[rows, np.clip(actions, 0, choices_n - 1)] == 0)
        batch.play(np.where(illegal, batch.legal()[0][:, 0], actions))
        rewards = np.where(illegal, LOST, batch.rewards[rows, choosers])
        terminated = illegal | (batch.done & ~batch.truncated)
        truncated = batch.truncated & ~illegal
        returns = batch.rewards.copy()
        if illegal.any():
            batch.reset(illegal)
        return (
            self._seen(),
            rewards,
            terminated,
            truncated,
            self._info() | {"returns": returns, "illegal": illegal},
        )


def make_tables(num_envs: int = 1, **wishes: Any) -> Tables:
    """What `gymnasium.make_vec` calls."""
    return Tables(num_envs=num_envs, **wishes)


def register() -> None:
    """`azulejos/NAME-vN` for each game, against bots, and `azulejos/NAME-self-play-vN`: many in lockstep."""
    here = f"{__name__}:"
    for name in games.GAMES:
        version, kwargs = declared(name).version, {"name": name}
        gymnasium.register(f"azulejos/{name}-v{version}", entry_point=here + "Seat", kwargs=kwargs)
        gymnasium.register(
            f"azulejos/{name}-self-play-v{version}",
            entry_point=here + "SelfPlay",
            vector_entry_point=here + "make_tables",
            kwargs=kwargs,
        )


register()

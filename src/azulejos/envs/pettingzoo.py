"""The games as environments of PettingZoo, in which agents act one after the other (AEC).

Several choices of one turn are several steps of the same agent. CHANCE is answered inside, from the seed.
"""

from typing import Any

import numpy as np

from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.envs import showing
from azulejos.errors import OptionError, needing
from azulejos.game import Game
from azulejos.observations import COMPACT
from azulejos.position import Position
from azulejos.returns import WIN, check_returns

with needing("pettingzoo"):
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
with needing("pettingzoo"):  # apart: where both are missing, PettingZoo is named
    import gymnasium

    from azulejos.envs import spaces

MASKS = ("info", "observation")


def env(name: str, players: int | None = None, **wishes: Any) -> AECEnv:
    """An environment that says what is wrong when it is used out of order. The wishes: see `Table`."""
    return wrappers.OrderEnforcingWrapper(Table(name, players, **wishes))


class Table(AECEnv):
    """A table of a game, whose agents are its seats: `seat_0`, `seat_1`, ...

    `observation` is compact or one-hot; `mask` says whether masks of legal choices are in `infos` or in the
    observation; `reward` what a game is worth (see `azulejos.returns`). Other wishes are options of the game.
    """

    def __init__(
        self,
        name: str,
        players: int | None = None,
        observation: str = COMPACT,
        mask: str = "info",
        reward: str = WIN,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_returns(reward)
        showing.check_mode(render_mode)
        if mask not in MASKS:
            raise OptionError(
                Message("mask can't be {value}: it is {values}", value=short(mask), values=" / ".join(MASKS))
            )
        self.game = Game(name, players, **options)
        self.render_mode, self._kind, self._mask, self._reward = render_mode, observation, mask, reward
        self.metadata = {
            "render_modes": list(showing.MODES),
            "name": f"azulejos_{name}_v{self.game.features.version}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._nothing = np.zeros(self.game.choices_n, np.int8)  # is legal for those who aren't asked
        self._seen = spaces.observation_space(self.game, observation)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space())
        self.action_spaces = {agent: spaces.action_space(self.game) for agent in self.possible_agents}

    def _space(self) -> gymnasium.Space:
        if self._mask == "info":
            return self._seen
        return gymnasium.spaces.Dict({"observation": self._seen, "action_mask": spaces.mask_space(self.game)})

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """A new game. `options={"position": ...}` begins with a position of the same game instead."""
        begun = (options or {}).get("position")
        self.position = self.game.start(seed=seed) if begun is None else self._checked(begun).copy(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._look()

    def _checked(self, begun: object) -> Position:
        if isinstance(begun, Position) and begun.game == self.game:
            return begun
        raise OptionError(
            Message(
                "a game can't begin with {value} here: give a position of {game}",
                value=short(begun),
                game=repr(self.game),
            )
        )

    def observe(self, agent: str) -> Any:
        seen = self.position.observe(self._seats[agent], self._kind)
        if self._mask == "info":
            return seen
        return {"observation": seen, "action_mask": self._mask_of(agent)}

    def _mask_of(self, agent: str) -> np.ndarray:
        return self.position.mask() if self.position.turn == self._seats[agent] else self._nothing

    def step(self, action: int | None) -> None:
        """Play a choice of the agent whose turn it is. An illegal one is an error, and changes nothing."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.position.play(action)  # type: ignore[arg-type]
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Who is next, what they may choose, and what the game was worth if it has ended."""
        position = self.position
        if position.over:
            worth = position.returns(self._reward).tolist()
            self.rewards = dict(zip(self.agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif position.length >= self.game.limits.choices or position.turn not in range(self.game.players):
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[position.turn or 0]
        if self._mask == "info":
            self.infos = {agent: {"action_mask": self._mask_of(agent)} for agent in self.agents}

    def render(self) -> str | None:
        return showing.shown(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing was opened."""

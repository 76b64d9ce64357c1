"""The games for OpenSpiel: `pyspiel.load_game("azulejos_chocolatier")` works once this module is imported.

CHANCE's draws are chance nodes, its choices are numbered from 0 there. A game may begin at any position
(`position`, the hexadecimal digits of `Position.to_bytes`), for what takes small games only.
"""

from array import array
from collections.abc import Collection
from typing import Any

import numpy as np

from azulejos import games
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import PositionError, needing
from azulejos.game import RANDOM, Game
from azulejos.observations import ONE_HOT
from azulejos.position import Position

with needing("openspiel"):
    import pyspiel

TOP = 1.0  # of what a game can be worth
BEGINNING = ""  # instead of a position
HIDDEN, UNKNOWN = -1, "?, "  # instead of a choice


def _game_type(name: str) -> pyspiel.GameType:
    facts = games.GAMES[name]
    kinds = pyspiel.GameType
    is_open = name not in games.SECRETIVE
    return kinds(
        short_name=f"azulejos_{name}",
        long_name=facts.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if is_open
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.players[1],
        min_num_players=facts.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": facts.players[0],
            "first": RANDOM,
            "position": BEGINNING,
            **{option.name: option.default for option in facts.options},
        },
    )


class SpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel knows games. Subclasses say which."""

    name: str
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        wishes = self.kind.parameter_specification | given
        begun = wishes.pop("position")
        self.game = Game.of(self.name, wishes.pop("players"), wishes.pop("first"), wishes)
        self.begun = self._position(begun)
        for door in ("weights_all", "is_secret_at"):
            games.doors(self.name).open(door)
        self.longest = self.game.limits.choices
        players_n = self.game.players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.choices_n,
            max_chance_outcomes=self.game.chance_n,
            num_players=players_n,
            min_utility=-TOP / (players_n - 1),
            max_utility=TOP,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, given)

    def _position(self, packed: str) -> Position:
        if packed == BEGINNING:
            return self.game.start(deal="by hand")
        try:
            found = bytes.fromhex(packed)
        except ValueError:
            raise PositionError([Message("a position is written in hexadecimal digits")]) from None
        return self.game.from_bytes(found, deal="by hand")

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self, recalls)


class SpielState(pyspiel.State):
    """A position, as OpenSpiel knows states. A game that is too long ends there, worth nothing to anybody."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.begun  # others begin with it too: copied before it is changed
        self._is_own = False
        self._longest = game.longest
        self._chance_first = game.game.choices_n
        viewers_n = game.num_players() if game.name in games.SECRETIVE else 1
        self._known = [array("h") for _ in range(viewers_n)]  # where nothing is hidden, one for all
        self._said = [""] * viewers_n

    @property
    def _is_cut_off(self) -> bool:
        return self.position.length >= self._longest

    def current_player(self) -> int:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        turn = self.position.turn
        return pyspiel.PlayerId.CHANCE if turn is None or turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = list(self.position.weights().values())
        total = sum(weights)
        numbers = self.position.legal
        pairs = zip(numbers, weights, strict=True)
        return [(number - self._chance_first, weight / total) for number, weight in pairs]

    def _apply_action(self, action: int) -> None:
        if not self._is_own:
            self.position, self._is_own = self.position.copy(seed=0), True  # nobody deals, no dice are thrown
        position = self.position
        number = action + (self._chance_first if position.turn == CHANCE else 0)
        hidden: Collection[int | None] = ()
        if len(self._known) > 1:
            position.check_legal(number)  # of what is illegal nobody can say who may know it
            hidden = position.hidden_from(number)
        position.play(number)
        for seat, known in enumerate(self._known):
            is_hidden = seat in hidden
            known.append(HIDDEN if is_hidden else number)
            self._said[seat] += UNKNOWN if is_hidden else f"{position.rules.choices[number]}, "

    def known_by(self, player: int) -> array:
        """The choices so far, HIDDEN for those that the player may not know."""
        return self._known[player % len(self._known)]

    def said_to(self, player: int) -> str:
        """The same in words."""
        return self._said[player % len(self._said)]

    def _action_to_string(self, player: int, action: int) -> str:
        first = self._chance_first if player == pyspiel.PlayerId.CHANCE else 0
        return self.position.rules.choices[first + action]

    def is_terminal(self) -> bool:
        return self.position.over or self._is_cut_off

    def returns(self) -> list[float]:
        return self.position.returns().tolist()

    def __str__(self) -> str:
        return ", ".join(self.position.history)


class SpielObserver:
    """What a seat sees (`one-hot`); one that recalls has all choices that it may know as well."""

    def __init__(self, game: SpielGame, recalls: bool) -> None:
        self._recalls = recalls
        self._codes = 1 + len(game.game.rules.choices)
        seen = game.game.features.floats
        self.tensor = np.zeros(seen + (game.longest if recalls else 0), np.float32)
        self.dict = {"seen": self.tensor[:seen]}
        if recalls:
            self.dict["history"] = self.tensor[seen:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Each choice of the history is a number up to 1; what the seat may not know is the least one."""
        self.dict["seen"][:] = state.position.observe(player, ONE_HOT)
        if self._recalls:
            known = np.array(state.known_by(player))
            self.dict["history"][len(known) :] = 0
            self.dict["history"][: len(known)] = (known + 2) / self._codes

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recalls:
            return f"seat {player}: {state.said_to(player)}"
        return f"seat {player}: {state.position.table_known_by(player).tobytes().hex()}"


def register() -> None:
    """`azulejos_NAME` for each game."""
    for name in games.GAMES:
        kind = _game_type(name)
        made = type(f"Spiel{name.title()}", (SpielGame,), {"name": name, "kind": kind})
        pyspiel.register_game(kind, made)


register()

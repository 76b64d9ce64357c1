"""Azulejos: the Azul family of board games, complete and exact."""

from azulejos.core.contract import CHANCE
from azulejos.errors import AzulejosError, IllegalChoice, OptionError, PositionError, RecordError, Unplayable
from azulejos.game import Game
from azulejos.position import Position
from azulejos.record import Record

__all__ = [
    "CHANCE",
    "AzulejosError",
    "Game",
    "IllegalChoice",
    "OptionError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Unplayable",
]

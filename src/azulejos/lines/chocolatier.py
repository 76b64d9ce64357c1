"""How positions of Master Chocolatier are spelled in a line."""

from azulejos.games.chocolatier.board import COLOURS, COLUMNS, ROWS
from azulejos.lines.codecs import Codec, Maybe, Number, Parts, Places, Run, Seat, Tally, Word

LETTERS = dict(zip("bnckr", COLOURS, strict=True))
PIECES = LETTERS | {"s": "start"}
TILES = Tally(Run(LETTERS))
COMPUTED = ("bag",)
DEALT = Run(LETTERS)


class Token(Word):
    """The side of a factory token; the plain one is left out."""

    def write(self, value: str | None) -> str:
        return "" if value == "plain" else super().write(value)


def shape(players: int) -> tuple[dict[str, Codec], Parts]:
    factories_n = 2 * players + 1
    entries: dict[str, Codec] = {
        "starter": Seat("seat-1"),
        "starting_tile": Seat(),
        "bag": TILES,
        "lid": TILES,
        "centre": TILES,
        "factories": Places(TILES, factories_n),
        "tokens": Places(Token(), factories_n),
        "hand": TILES,
    }
    seat = Parts(
        ":",
        {
            "score": Number(),
            "lines": Places(Run(LETTERS), ROWS),
            "box": Places(Run(LETTERS, COLUMNS), ROWS),
            "floor": Run(PIECES),
            "zero": Maybe(Run(PIECES), "z"),
        },
    )
    return entries, seat

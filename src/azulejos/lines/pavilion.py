"""How positions of Summer Pavilion are spelled in a line."""

from azulejos.games.pavilion.board import COLOURS, RHOMBI, STARS
from azulejos.lines.codecs import Codec, Flag, Letter, Number, Parts, Places, Run, Seat, Tally, Word

LETTERS = dict(zip("pgoybr", COLOURS, strict=True))
TILES = Tally(Run(LETTERS))
COMPUTED = ("bag",)
DEALT = Run(LETTERS)


def shape(players: int) -> tuple[dict[str, Codec], Parts]:
    entries: dict[str, Codec] = {
        "starter": Seat("seat-1"),
        "starting_tile": Seat(),
        "bag": TILES,
        "tower": TILES,
        "supply": TILES,
        "centre": TILES,
        "factories": Places(TILES, 2 * players + 1),
        "space": Word(),
        "colour": Letter(LETTERS),
        "owed": Number(0),
        "last_seat": Seat(),
    }
    seat = Parts(
        ":",
        {
            "score": Number(),
            "hand": TILES,
            "stars": Parts(",", dict.fromkeys(STARS, Run(LETTERS, RHOMBI))),
            "corners": TILES,
            "passed": Flag("passed"),
        },
    )
    return entries, seat

"""Positions of Queen's Garden that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts garden`); test_perft compares
them with the naive twin.

A hexagon is written as the letter of its colour and its value: blue B, yellow Y, light green L, dark
green G, light purple M, dark purple P. So B1 is the blue tree and P6 the dark purple lily.
"""

from collections import Counter

from tests.kits.kit import Case

COLOURS = dict(
    zip("BYLGMP", ("blue", "yellow", "light-green", "dark-green", "light-purple", "dark-purple"), strict=True)
)
PATTERNS = ("tree", "bird", "butterfly", "flower", "plant", "lily")
HEXAGONS = [f"{pattern}-{colour}" for colour in COLOURS.values() for pattern in PATTERNS]
STACK = {2: 5, 3: 7, 4: 8}
ROUNDS = 4


def hexagon(code):
    """`B1` is tree-blue."""
    return f"{PATTERNS[int(code[1]) - 1]}-{COLOURS[code[0]]}"


def hexagons(codes):
    return [hexagon(code) for code in codes.split()]


def tiles(codes):
    """`B1 B1 P6` is two blue trees and a dark purple lily."""
    return dict(Counter(hexagons(codes)))


def shown(*slots):
    """The display, from number 1 on: tiles on an expansion, `=B1` for a face, None for nothing to be seen."""
    return [slot if slot is None else shown_slot(slot) for slot in slots]


def shown_slot(codes):
    if codes.startswith("="):
        return {"face": hexagon(codes[1:])}
    return {"tiles": hexagons(codes)}


def garden(spaces="", **places):
    """`fountain-e B1, e-w B2` with `e="P3 ne"`, a printed hexagon and where it lies, or `e="down"`."""
    words = [entry.split() for entry in spaces.split(", ") if entry]
    lying = {space: hexagon(code) for space, code in words}
    docked = {}
    for place, expansion in places.items():
        if expansion == "down":
            docked[place] = expansion
        else:
            code, turned = expansion.split()
            docked[place] = {"expansion": hexagon(code), "turned": turned}
            lying[f"{place}-{turned}"] = hexagon(code)
    return {"garden": lying, "places": docked}


def seat(codes="", *, jokers=0, score=15, expansions="", passed=False, **more):
    """A storage; the garden as `garden` says."""
    facts = {"score": score, "jokers": jokers, "tiles": tiles(codes), "expansions": hexagons(expansions)}
    return facts | {"passed": passed} | more


def table(players, *, display=(), stack=0, **document):
    """A position whose supply holds the expansions that lie nowhere else; `stack` counts its top too."""
    size = STACK[players]
    display = [*display, *[None] * (size - len(display))]
    inside = [number for number, entry in enumerate(display) if entry or number >= size - stack]
    elsewhere = (ROUNDS - document.get("round", 1)) * size + len(inside)
    for each in document.get("seats", []):
        elsewhere += len(each.get("expansions", [])) + len(each.get("places", {}))
    elsewhere += len(document.get("action", {}).get("paid", {}).get("expansions", []))
    return {"turn": 20} | document | {"display": display, "stack": stack, "supply": 36 - elsewhere}


def alone(codes, players=2, **facts):
    """A seat at an empty display in the last round: all others have passed."""
    seats = [seat(codes, **facts), *[seat(passed=True)] * (players - 1)]
    return table(players, round=ROUNDS, seats=seats, starting_tile=f"seat-{players}")


def with_tower(bag, document):
    """These tiles are in the bag, and in the tower all others that lie nowhere."""
    left = Counter(dict.fromkeys(HEXAGONS, 3)) - Counter(tiles(bag))
    for entry in document["display"]:
        left -= Counter(entry.get("tiles", []) if entry else [])
    for each in document["seats"]:
        left -= Counter(each["tiles"])
    return document | {"bag": tiles(bag), "tower": dict(left)}


def full(lacking):
    """A garden of one tile of each hexagon but these: three of them hold almost all tiles there are."""
    others = [name for name in HEXAGONS if name not in hexagons(lacking)]
    return {"garden": dict(zip(SEVENS, others, strict=False)), "places": dict.fromkeys(PLACES[:5], "down")}


def around(*more):
    """A garden with a fountain, a pavilion and the two tips beside both, which lack two spaces."""
    return garden(
        "fountain-ne Y6, fountain-nw Y2, fountain-w Y3, fountain-sw Y4, fountain-se Y5, e-e L6, e-ne L2, "
        + ", ".join(["e-nw L3, e-se L5, ne-sw G1, se-ne G3, se-nw G4", *more]),
        e="L4 sw",
        ne="G2 se",
        se="down",
    )


PLACES = ("e", "ne", "nw", "w", "sw", "se")
SEVENS = [f"fountain-{direction}" for direction in PLACES]
SEVENS += [f"{place}-{where}" for place in PLACES for where in ("centre", *PLACES)]
SIDE_B = {"side": "B"}
DOWN = dict.fromkeys(PLACES, "down")

CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE, who is asked about everything up to the first turn",
        table(3, phase="beginning", to_move="chance", turn=0, stack=7),
        (3, 108, 3888, 139_968),
        players=3,
    ),
    Case(
        "opening",
        "two pairs on the top: of each one tile is taken, and nobody is asked which",
        table(2, turn=1, stack=5, display=shown("B1 B1 Y2 Y2")),
        (6, 156, 5398, 193_218),
    ),
    Case(
        "opening of 4",
        "four colours of a pattern on the top; a seat in the middle of the circle begins",
        table(4, turn=1, stack=8, display=shown("B3 Y3 L3 G3"), starter="seat-3", to_move="seat-3"),
        (7, 193, 6715, 241_133),
        players=4,
        options=SIDE_B,
    ),
    Case(
        "copies on the top and beside it",
        "the copy decides whether the stack moves on, and which expansion is turned up",
        table(
            2,
            stack=3,
            round=4,
            display=shown("B1 Y2", "B1", "B1 B2 B2 Y2"),
            unseen=hexagons("P1 P2 P3 P4 P5"),
            seats=[seat(score=0), seat("P6", score=0, passed=True)],
            starting_tile="seat-2",
        ),
        (5, 10, 261, 8693, 301_651),
    ),
    Case(
        "in the middle of copying",
        "the first of three hexagons is chosen; one of which there is a single copy is never asked about",
        table(
            3,
            phase="copying",
            step=2,
            stack=2,
            display=shown("=Y4", "B1 B2", "=B3", "B2 B5 P6", "L4 M3", "B1 B2 B3 P6"),
            action={"kind": "take", "what": "blue", "copies": {hexagon("B1"): 6}},
            seats=[seat("Y1 Y2", jokers=2), seat(), seat()],
        ),
        (3, 6, 210, 7338, 255_978),
        players=3,
    ),
    Case(
        "tile against expansion",
        "face up lies what lies there as a tile too; a seat has room for both, for tiles, for one expansion",
        table(
            3,
            stack=1,
            display=shown(None, "=B2", "=Y2", "B2 Y2", None, None, "B2 M2 M3"),
            unseen=hexagons("B1 B3 B4 B5 B6 Y1 Y3 Y4 Y5 Y6 G1 G2 G3 G4 M1 M2 M3 M4 M5 M6 P1 P2 P3 P4 P5"),
            seats=[
                seat("P4 P4 P5 P5 P6 P6 M6 M6 M6", score=5),
                seat("P4 L4", expansions="L5 L6", score=5),
                seat("L3 L3 L3 L4 L4 L5 L5 L5 G6 G6 G6 P6", expansions="G5", score=5),
            ],
        ),
        (6, 22, 90, 602, 3028, 16_543, 91_072, 556_006),
        players=3,
    ),
    Case(
        "storage full by one",
        "one tile more fits and two don't, but with the expansion instead of its like everything does",
        table(
            2,
            round=4,
            display=shown("=B2", "B2 B3", "B4 Y4", "=L4", "M2"),
            seats=[
                seat("G2 G3 G4 G5 G6 P2 P3 P4", jokers=3, score=0),
                seat("P4 P5 P6 G6 M6 M5 M4", jokers=5, score=0),
            ],
        ),
        (14, 151, 1205, 8263, 46_608, 261_235),
    ),
    Case(
        "jokers that find no space",
        "the storage is full: a tree leaves one space, and of seven jokers six are lost",
        alone("L1 B6 B6 B6 P6 P6 P6", jokers=5, score=0, **around("fountain-e Y1")),
        (4, 18, 45, 108, 258, 530, 1130, 2112, 3244, 4366, 5816, 7896, 10_442, 13_202, 14_892, 15_588),
    ),
    Case(
        "two tips and a pavilion, or fountain and tips",
        "two spaces complete four features between them: 1 and 7 jokers, or 3 and 5",
        alone("L1 Y1", score=0, **around()),
        (3, 15, 28, 96, 72, 0),
        options=SIDE_B,
    ),
    Case(
        "a mixed payment",
        "four more for a plant, of its colour or its pattern: tiles, an expansion and jokers in any order",
        alone("B5 B1 B1 B2 Y5 L5", jokers=2, expansions="B3 G5", score=0),
        (8, 50, 284, 1255, 5046, 19_806, 79_908, 276_426),
    ),
    Case(
        "a tile and an expansion alike",
        "either pays for a third, not both; neither pays for the other, nor a tile for its like",
        alone("Y3 Y3 Y2 L3", jokers=1, expansions="Y2 Y3", score=5),
        (6, 36, 158, 519, 1806, 8700, 23_340, 48_756, 153_582, 270_360, 220_812, 61_476, 0),
    ),
    Case(
        "in the middle of paying",
        "the expansion that was paid decides for the colour; paid pieces have left the storage",
        table(
            2,
            round=4,
            phase="paying",
            step=3,
            seats=[seat("M6 M1 M2 M3 P6", jokers=3, score=3), seat("B1", score=0)],
            action={"kind": "place", "what": hexagon("M6"), "space": "fountain-w"}
            | {"paid": {"expansions": hexagons("M5"), "jokers": 1}},
        ),
        (4, 13, 34, 68, 272, 584, 2416, 3752, 4540, 5574, 5078, 3080, 960, 0),
    ),
    Case(
        "identical hexagons, directly",
        "beside two blue trees no blue tile and no tree may lie, for it would join them",
        alone("B1 B2 Y1 Y2", score=4, **garden("fountain-e B1, e-nw B1, fountain-w Y1", e="down")),
        (5, 29, 88, 322, 840),
    ),
    Case(
        "identical hexagons, through a third group",
        "all neighbours differ, but the groups behind them share a hexagon, of a colour and of a pattern",
        alone(
            "B1 B5 L2 P2",
            jokers=4,
            score=4,
            **garden(
                "fountain-nw B2, fountain-ne B3, e-w B4, e-sw B2, fountain-sw G2, "
                "se-nw P2, se-centre M2, se-e L2",
                e="Y6 e",
                se="down",
            ),
        ),
        (5, 17, 48, 129, 279, 427),
    ),
    Case(
        "the centre of a face-down expansion",
        "a space like others, surrounded or not; a face-up expansion has none",
        alone(
            "L1 G1",
            jokers=2,
            expansions="L3",
            score=6,
            **garden("e-nw L2, ne-centre G2", ne="down", e="L4 e"),
        ),
        (5, 36, 145, 788, 2490, 11_216, 32_843, 71_774, 251_405, 264_860, 350_637, 326_373, 0),
    ),
    Case(
        "a printed hexagon beside others",
        "how it is turned decides which neighbours it has across boards, and some forbid it",
        alone(
            "B1",
            players=3,
            jokers=1,
            expansions="B2 G1",
            score=2,
            **garden("fountain-e Y2, fountain-ne B4, e-nw B2, e-sw L1, nw-e Y6", e="P2 e", nw="down"),
        ),
        (4, 21, 78, 216, 938, 2271, 5313, 13_711, 28_199, 16_589, 0),
        players=3,
    ),
    Case(
        "all places are taken",
        "no expansion can be placed or bought, for all points and jokers; they can still pay",
        alone(
            "M1 M2",
            players=4,
            jokers=6,
            score=40,
            expansions="M3 M4",
            **garden(**DOWN | {"nw": "B1 e", "sw": "G6 w"}),
        ),
        (3, 86, 256, 2085, 10_563, 10_953, 22_938, 12_840, 0),
        players=4,
    ),
    Case(
        "buying for 5, 6 and 7 points",
        "the price of 6 is too much, leaves 0 and leaves 1; nothing but passing is left",
        table(3, turn=12, round=4, seats=[seat(score=5), seat(score=6), seat(score=7)]),
        (1, 2, 8, 18, 48, 36, 36, 0),
        players=3,
    ),
    Case(
        "the supply gives out",
        "one seat buys the last expansion, and can buy again when others have paid or discarded theirs",
        table(
            4,
            round=4,
            seats=[
                seat(score=30, **garden(e="down", ne="down", nw="down", w="down")),
                seat("B1", score=30, expansions="B2 P1", **garden(**DOWN)),
                seat(score=30, expansions="Y5 Y6", **garden(**DOWN)),
                seat(score=30, expansions="Y1", **garden(**DOWN)),
            ],
            display=shown("=M1", "=M2", "=M3", "=M4", "=M5", "=M6", "=L1", "=L2"),
        ),
        (9, 18, 420, 568, 1412, 4020, 15_736, 47_042, 118_712, 253_104, 464_030),
        players=4,
    ),
    Case(
        "passing first, with nothing to lose",
        "at 0 points the penalty and all discards are free; who can do nothing else is still asked to pass",
        table(2, seats=[seat("B6 B6 Y1", score=0, expansions="L2"), seat("P4", score=0)]),
        (2, 10, 17, 36, 121, 2880, 101_910),
    ),
    Case(
        "in the middle of discarding",
        "tiles and expansions in any order, jokers never; then it is the turn of who hasn't passed",
        table(
            3,
            phase="discarding",
            step=2,
            starting_tile="seat-2",
            to_move="seat-2",
            seats=[
                seat(score=2),
                seat("B1 B1 L3", jokers=5, score=9, expansions="L3 P6", passed=True),
                seat("P1", passed=True, score=3),
            ],
            action={"kind": "pass"},
        ),
        (5, 18, 86, 1545, 52_349),
        players=3,
    ),
    Case(
        "the last expansion of the stack",
        "when it loses a tile nothing is filled any more, and up to three expansions are turned up at once",
        table(
            2,
            round=4,
            stack=1,
            display=shown("B1", None, "Y1", "=G6", "B1 M1"),
            unseen=hexagons("P1 P2 P3 P4"),
            seats=[seat(jokers=8, score=0), seat(jokers=11, score=0)],
        ),
        (7, 27, 122, 592, 2775, 12_873, 61_509, 312_481),
    ),
    Case(
        "a tower poured in mid-round",
        "of four tiles two are left in the bag; the tower is poured when the third is due, faces come last",
        with_tower(
            "B1 P6",
            table(
                2,
                round=4,
                phase="filling",
                to_move="chance",
                last_seat="seat-2",
                stack=2,
                display=shown(None, "=M2", "", "G6"),
                unseen=hexagons("P1 P2 P3"),
                seats=[seat("Y1 Y1", score=0, jokers=8), seat("L1 L2", score=0, jokers=10)],
            ),
        ),
        (2, 2, 72, 216, 2160, 49_480),
    ),
    Case(
        "bag and tower are empty",
        "one tile for the top; when it is taken the stack is laid out, whatever reaches the tower later",
        table(
            3,
            round=4,
            phase="filling",
            to_move="chance",
            last_seat="seat-1",
            stack=3,
            display=shown("=G1", None, None, "B1"),
            unseen=hexagons("P1 P2 P3 P4"),
            bag=tiles("B3"),
            seats=[
                seat("P1", score=0, **full("B1 P1")),
                seat("P1", score=0, **full("B3 P1")),
                seat("P2", score=0, passed=True, **full("P2")),
            ],
            starting_tile="seat-3",
        ),
        (1, 6, 25, 115, 435, 1868, 7406, 30_790, 126_790, 511_981),
        players=3,
    ),
    Case(
        "a round without tiles",
        "nothing can be drawn: the new stack is laid out as it is, and only expansions can be taken",
        table(
            3,
            round=3,
            bag={},
            unseen=hexagons("B1 B2 B3 Y3 L3 G3 P6"),
            seats=[
                seat("P1", score=0, **full("P1")),
                seat("P1", score=0, passed=True, **full("P1")),
                seat("P2", score=7, passed=True, **full("P2")),
            ],
            starting_tile="seat-2",
        ),
        (2, 8, 14, 89, 488, 2236, 8242, 23_256, 46_976, 117_432),
        players=3,
    ),
    Case(
        "the end: storage, then groups",
        "groups of 2, 3 and 6 across boards; a storage that costs more than there are points",
        table(
            2,
            round=4,
            turn=60,
            seats=[
                seat(
                    "P6",
                    score=3,
                    jokers=2,
                    expansions="P5",
                    **garden(
                        "fountain-e B1, e-w B2, e-nw B3, ne-se B4, ne-ne B5, fountain-w Y1, fountain-nw L1, "
                        "fountain-sw M1, sw-ne M5, sw-nw M4, w-sw G5",
                        e="P2 e",
                        ne="B6 e",
                        sw="down",
                        w="G3 w",
                    ),
                ),
                seat("M6", score=2, jokers=1, passed=True),
            ],
            starting_tile="seat-2",
        ),
        (1, 3, 4, 0),
        options=SIDE_B,
    ),
)

"""Duel in words and in characters: labels that say what a choice does, and nothing that is hidden."""

import io
import random
import re

import numpy as np
import pytest
from rich.console import Console
from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos import games, tell
from azulejos.core.contract import NO_PIECE, STORY_ROW
from azulejos.draw import terminal
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    BLUE,
    CHIPS,
    CHIPS_N,
    COLOURS,
    DOME_TILES,
    DOME_TILES_N,
    GOALS,
    LARGE,
    RED,
    SIZE,
)
from azulejos.tell import phrases
from azulejos.tell.duel.pieces import chip_name, dome_name, place_name

NAMES = ["Ada", "Bo"]
EN, PL = tell.words("en"), tell.words("pl")


def labels(position, language="en"):
    return {choice: position.tell(choice, language) for choice in position.choices()}


def question(position, language="en"):
    return tell.question("duel", position.state, "Ada", language)


def row(what, **facts):
    """A row of a story, made by hand."""
    made = np.zeros((), STORY_ROW)
    made["what"] = what
    for key, fact in facts.items():
        made[key] = fact
    return made


def told(rows, language="en"):
    return tell.story("duel", np.array(rows, STORY_ROW), NAMES, language)


def texts(rows, language="en"):
    return [sentence.text for sentence in told(rows, language)]


# ------------------------------------------------------------------------------------------------
# Tiles, dome tiles, chips, options

FORMS = [(1, 0), (2, 1), (4, 1), (22, 1), (5, 2), (12, 2), (13, 2)]


@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_has_three_polish_forms(colour):
    for text in (phrases.AS_SUBJECT[colour], phrases.AS_OBJECT[colour], phrases.SHORT[colour]):
        said = {n: PL.show(text, n=n).split(" ", 1)[1] for n, _ in FORMS}
        forms = [said[1], said[2], said[5]]
        assert len(set(forms)) == 3
        assert [said[n] for n, _ in FORMS] == [forms[form] for _, form in FORMS]


@pytest.mark.parametrize("t", [EN, PL], ids=["en", "pl"])
def test_names_tell_pieces_apart(t):
    assert len({dome_name(t, tile) for tile in range(DOME_TILES_N)}) == DOME_TILES_N
    assert len({chip_name(t, chip) for chip in range(CHIPS_N)}) == CHIPS_N
    assert len({place_name(t, place) for place in range(9)}) == 9


def test_dome_tiles_are_named_by_their_colours():
    tile = DOME_TILES.index("b-special")
    assert dome_name(EN, tile) == "blue, black, turquoise + special"
    assert dome_name(PL, tile) == "niebieski, czarny, turkusowy + pole specjalne"
    assert dome_name(EN, DOME_TILES.index("j-wild")) == "yellow, red, turquoise + wild"


@pytest.mark.parametrize(
    ("value", "en", "pl"),
    [
        (None, "Goals", "Cele"),
        (
            "first-game",
            "for a first game: rows, columns, diagonals",
            "na pierwszą grę: rzędy, kolumny, przekątne",
        ),
        ("random-4", "four, drawn at random", "cztery losowe"),
        ("rim", "rim: +1 for each tile at the edge", "krawędź: +1 za każdą płytkę przy krawędzi"),
        ("rows,rim,corners", "rows, rim, corners", "rzędy, krawędź, narożniki"),
        (
            "colourful-rows,columns,wild-spaces",
            "colourful rows, columns, wild spaces",
            "kolorowe rzędy, kolumny, pola wielokolorowe",
        ),
    ],
)
def test_options(value, en, pl):
    assert [tell.option("duel", "goals", value, language) for language in ("en", "pl")] == [en, pl]


def test_every_preset_and_every_goal_has_words():
    (option,) = games.GAMES["duel"].options
    said = [tell.option("duel", "goals", value, "pl") for value in (*option.values, *option.names)]
    assert len(set(said)) == len(option.values) + len(GOALS)


# ------------------------------------------------------------------------------------------------
# Choices and questions


def test_acting():
    """Tiles with what stays, chips, dome tiles, and what comes with them (DU-08 to DU-19)."""
    acting = at(
        "duel 2 1.1 acting:1 factories=brt2//*,k4//*,/y/*,//B large=/by2 display=bs stack=15w "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    assert labels(acting) == {
        "dome b-special": "Take dome tile: blue, black, turquoise + special",
        "draw": "Draw a dome tile from the stack for 1 point (wild back)",
        "factory-1 blue": "Take 1 blue from the sun side of factory 1 (3 go to the moon side)",
        "factory-1 red": "Take 1 red from the sun side of factory 1 (3 go to the moon side)",
        "factory-1 turquoise": "Take 2 turquoise from the sun side of factory 1 (2 go to the moon side)",
        "factory-2 black": "Take 4 black from the sun side of factory 2 (turns up its chip)",
        "moon blue": "Take 1 blue from the moon sides (with the starting-player tile: −2)",
        "moon yellow": "Take 3 yellow from the moon sides "
        "(turns up the chip of factory 3, with the starting-player tile: −2)",
        "chip blue-red": "Take a blue-red chip from factory 4",
    }
    assert question(acting) == "Ada: take a dome tile, tiles or a chip. Dome tiles still to take: 2."
    polish = labels(acting, "pl")
    assert polish["factory-1 turquoise"] == (
        "Weź 2 turkusowe ze słonecznej części warsztatu 1 (2 trafią do części księżycowej)"
    )
    assert polish["chip blue-red"] == "Weź żeton z warsztatu 4: niebiesko-czerwony"
    assert question(acting, "pl").startswith("Ada: weź kafelek kopuły, płytki albo żeton.")


def test_drawing_without_points_is_free():
    """The first one (DU-12)."""
    poor = at("duel 2 1.1 acting:1 stack=16w 0::,,,,,,,,is0 5::,,,,,,,,jw0")
    assert labels(poor)["draw"] == "Draw a dome tile from the stack for nothing (wild back)"


def test_drawing_again():
    drawing = at("duel 2 1.1.1 drawing:1 stack=14s drawn=.s,.w 5::,,,,,,,,is0::::1 5::,,,,,,,,jw0")
    assert labels(drawing) == {
        "draw": "Draw another dome tile for 1 point (special back)",
        "stop": "Stop drawing and look at 2 dome tiles",
    }
    assert labels(drawing, "pl")["stop"] == "Zakończ dobieranie i obejrzyj 2 kafelki kopuły"


def test_a_dome_tile_is_placed_and_turned():
    placing = at("duel 2 1.1.1 placing:1 stack=15s tile=bs 5::,,,,,,,,is0::::1 5::,,,,,,,,jw0")
    assert question(placing) == "Ada: choose a place for the dome tile: blue, black, turquoise + special."
    assert labels(placing)["place-6"] == "Place 6: rows 3–4, columns 5–6"
    placing.play("place-6")
    assert labels(placing) == {
        "turned-0": "Above: special space, blue; below: turquoise, black",
        "turned-1": "Above: turquoise, special space; below: black, blue",
        "turned-2": "Above: black, turquoise; below: blue, special space",
        "turned-3": "Above: blue, black; below: special space, turquoise",
    }


def test_stacking():
    """From the bottom up, with what then lies on top (DU-14)."""
    stacking = at(
        "duel 2 1.1.1 stacking:1 factories=brk//* stack=16s source=factory-1 hand=y "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    assert labels(stacking)["stack red"] == "At the bottom of the stack: red"
    stacking.play("stack red")
    assert labels(stacking) == {
        "stack blue": "Next on the stack: blue (then black)",
        "stack black": "Next on the stack: black (then blue)",
    }


def test_lines():
    """How full a line is then, what breaks, and whether it can be laid (DU-20 to DU-28)."""
    lining = at("duel 2 3.1.1 lining:1 stack=13s hand=y3 5:,,y:dw0,,,,,,cs0,ds0,es0::b3 5::,,,,,,,,jw0")
    said = labels(lining)
    assert said["line-1"] == "Line 1: full then, 2 break: −4"
    assert said["line-2"] == "Line 2: full then, 1 breaks: −4"
    assert said["line-3"] == "Line 3: full then, 1 breaks: −4, no space for it in the row yet"
    assert said["line-4"] == "Line 4: 3 of 4 filled then, no space for it in the row yet"
    assert said["line-5"] == "Line 5: 3 of 5 filled then, no space is left for it in the row"
    assert said["line-6"] == "Line 6: 3 of 6 filled then"
    assert said["break"] == "Break them all: −4 (2 go to the tower)"
    assert labels(lining, "pl")["line-1"] == "Linia 1: potem pełna, 2 uszkodzone: −4"


def test_completing_and_paying():
    """Two chips of the colour, or any three (DU-29)."""
    asked = at(
        "duel 2 goals=rows,rim,corners 1.1 completing:1 stack=15s line=3 "
        "5:,,b2:,,,cs0,aw0:::byB:0 5::,,,,,,,,jw0::::0"
    )
    assert labels(asked) == {
        "complete": "Complete line 3 with chips: 1 tile is missing",
        "leave": "Leave line 3 as it is",
    }
    asked.play("complete")
    assert question(asked) == "Ada: line 3 lacks 1: pay 2 chips that show blue, or any 3."
    assert labels(asked)["pay blue-red"] == "Pay a blue-red chip (shows blue)"
    assert labels(asked)["pay yellow"] == "Pay a yellow chip"
    asked.play("pay blue")
    asked.play("pay blue-red")
    assert labels(asked)["enough"] == "Enough: line 3 is complete"


def test_columns_say_points_special_tiles_and_goals():
    """DU-31 to DU-33, and what changes for the goals (DU-42)."""
    spaces = [[None] * SIZE for _ in range(SIZE)]
    spaces[3][0], spaces[3][1] = "red", "turquoise"
    asked = at(
        "duel 2 goals=rows,rim,corners 1.1 completing:1 stack=15s line=3 "
        "5:,,b2:,,,cs0,aw0:,,,rt::byB:0 5::,,,,,,,,jw0::::0"
    )
    for choice in ("complete", "pay blue", "pay blue-red", "enough"):
        asked.play(choice)
    assert labels(asked) == {
        "column-2": "Column 2: scores 2, completes a special tile (+3), goals +1",
        "column-3": "Column 3, wild space: scores 1",
    }
    assert labels(asked, "pl")["column-2"] == "Kolumna 2: punkty 2, płytka specjalna (+3), cele +1"


def test_looking_names_who_looks():
    keeping = at("duel 2 1.1.1 keeping:1 stack=14s drawn=as,bs 5::,,,,,,,,is0::::1 5::,,,,,,,,jw0")
    assert labels(keeping)["keep a-special"] == "Keep dome tile: turquoise, yellow, black + special"
    forgotten = keeping.state_known_by(1)
    assert tell.question("duel", forgotten, "Ada", "en") == "Ada looks at the drawn dome tiles."
    assert tell.question("duel", forgotten, "Ada", "pl") == "Ada ogląda dobrane kafelki kopuły."
    assert tell.question("duel", forgotten, "", "en") == "Drawn dome tiles are looked at."


# ------------------------------------------------------------------------------------------------
# Stories


def test_a_laid_tile_is_one_sentence():
    """The tile with its runs, the special tile, the rest of the line."""
    where = table.AT_SPACE + 2 * SIZE + 1
    rows = [
        row(table.LAID, count=1, piece=BLUE, target=where, clause=25),
        row(table.LINE_CLEARED, count=2, piece=BLUE, target=table.AT_TOWER, clause=26),
        row(table.ACROSS, count=2, source=where, points=2, clause=32),
        row(table.DOWN, count=3, source=where, points=3, clause=32),
        row(table.SPECIAL_LAID, count=1, target=table.AT_SPACE + 2 * SIZE, clause=33),
        row(table.SPECIAL_POINTS, count=1, source=table.AT_SPACE + 2 * SIZE, points=3, clause=33),
    ]
    (said,) = told(rows)
    assert said.text == (
        "Ada lays 1 blue tile in row 3, column 2: +5 (across 2, down 3). "
        "Special tile in row 3, column 1: +3. To the tower: 2 blue tiles."
    )
    assert (said.points, said.clause, said.is_scoring) == (8, "DU-33", True)


DOME_PIECE = table.DOME_PIECE + DOME_TILES.index("b-special")


@pytest.mark.parametrize(
    ("rows", "en", "pl"),
    [
        (
            [row(table.TOKEN_USED), row(table.DOME_TAKEN, piece=DOME_PIECE)],
            "Ada uses a token and takes a dome tile: blue, black, turquoise + special.",
            "Ada używa znacznika gracza i bierze kafelek kopuły: "
            "niebieski, czarny, turkusowy + pole specjalne.",
        ),
        (
            [
                row(table.TOKEN_USED),
                row(table.PAID_FOR_DOME, points=-1),
                row(table.DOME_DRAWN, piece=table.BACK_PIECE),
                row(table.BACK_SHOWN, seat=-1, piece=table.BACK_PIECE + 1),
            ],
            "Ada uses a token and draws a dome tile (special back): −1. On top of the stack: wild back.",
            "Ada używa znacznika gracza i dobiera kafelek kopuły (rewers specjalny): −1. "
            "Na wierzchu stosu: rewers uniwersalny.",
        ),
        (
            [
                row(table.TAKEN, count=1, piece=RED, source=table.AT_MOON),
                row(table.TAKEN, count=2, piece=RED, source=table.AT_MOON + LARGE),
            ],
            "Ada takes 3 red tiles from the moon sides.",
            "Ada bierze 3 czerwone płytki z księżycowych części warsztatów.",
        ),
        (
            [row(table.STACKED, piece=RED, source=1), row(table.STACKED, piece=BLUE, source=1)],
            "Ada stacks on factory 2: red, blue.",
            "Ada układa stos w warsztacie 2: czerwony, niebieski.",
        ),
        (
            [
                row(table.BROKEN_COST, count=2, points=-3),
                row(table.BROKEN_CLEARED, count=2, piece=RED),
            ],
            "Ada has 2 broken tiles: −3. To the tower: 2 red tiles.",
            "Ada ma 2 uszkodzone płytki: −3. Do wieży: 2 czerwone płytki.",
        ),
        (
            [row(table.BROKEN_COST, count=2, points=-1)],
            "Ada has 2 broken tiles: −1. A score never falls below 0.",
            "Ada ma 2 uszkodzone płytki: −1. Wynik nigdy nie spada poniżej 0.",
        ),
        (
            [row(table.START_COST, count=1)],
            "Ada has the starting-player tile, but has no points to lose.",
            "Ada ma płytkę gracza rozpoczynającego, ale nie ma punktów do stracenia.",
        ),
        (
            [row(table.BROKEN, count=2, piece=RED, source=table.AT_LINE + 4)],
            "Ada: no space is left for line 5. Broken: 2 red tiles.",
            "Ada: dla linii 5 nie ma już pola. Uszkodzone: 2 czerwone płytki.",
        ),
        (
            [row(table.CHIP_PAID, piece=table.CHIP_PIECE + chip) for chip in (0, CHIPS.index("blue-red"))],
            "Ada pays chips: blue, blue-red.",
            "Ada płaci żetonami: niebieski, niebiesko-czerwony.",
        ),
        (
            [row(table.GOAL_POINTS, count=GOALS.index("empty-specials"), points=-6)],
            "Ada, goal “empty special spaces”: −6.",
            "Ada, cel „puste pola specjalne”: −6.",
        ),
        (
            [row(table.GOAL_DRAWN, seat=-1, count=0), row(table.GOAL_DRAWN, seat=-1, count=3)],
            "Goals drawn: rows, rim.",
            "Wylosowane cele: rzędy, krawędź.",
        ),
    ],
)
def test_sentences(rows, en, pl):
    assert (texts(rows), texts(rows, "pl")) == ([en], [pl])


@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_hidden_pieces_are_not_told(language):
    """What was looked at and put under the stack, for those who may not know it (DU-11)."""
    said = {
        (what, piece): texts([row(what, count=1, piece=piece)], language)
        for what in (table.LOOKED_AT, table.PUT_UNDER)
        for piece in (NO_PIECE, DOME_PIECE)
    }
    if language == "en":
        assert said[table.LOOKED_AT, NO_PIECE] == ["Ada looks at a dome tile."]
        assert said[table.PUT_UNDER, NO_PIECE] == ["Ada puts a dome tile under the stack."]
    for (what, piece), (text,) in said.items():
        is_told = dome_name(tell.words(language), DOME_TILES.index("b-special")) in text
        assert is_told == (piece != NO_PIECE), what


@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_every_event_can_be_told_by_itself_and_without_its_piece(language):
    for what in range(len(table.EVENTS)):
        (text,) = texts([row(what, count=1, piece=NO_PIECE, source=table.AT_LINE)], language)
        assert text.endswith(".")
        colours = {phrases.colour_name(tell.words(language), colour) for colour in COLOURS}
        assert not colours & set(re.findall(r"\w+", text))


@pytest.mark.parametrize("goals", ["random-4", "colourful-rows,corners,empty-specials"])
def test_the_story_accounts_for_all_points(goals):
    """Do the points of the sentences add up to the scores?"""
    game = plainly(az.Game("duel", 2, goals=goals).start, seed=8)
    dice, points = random.Random(goals), [5, 5]
    while not game.over:
        for said in tell.story("duel", game.play(dice.choice(game.choices())).rows, NAMES, "en"):
            if said.seat is not None:
                points[said.seat] += said.points
            assert said.is_scoring or not said.points
    assert points == game.scores


# ------------------------------------------------------------------------------------------------
# The table


def greedy_for_dome_tiles(position, dice):
    """A random choice that likes to draw, so that something is hidden."""
    drawing = [choice for choice in position.choices() if choice == "draw"]
    return dice.choice(drawing if drawing and dice.random() < 0.5 else position.choices())


def drawn(state, language, look, width):
    console = Console(width=width, file=io.StringIO(), color_system="truecolor" if look.has_colours else None)
    console.print(terminal.table("duel", state, NAMES, tell.words(language), look))
    return console.file.getvalue()


def test_everything_can_be_said_of_what_a_viewer_sees():
    """Of what is known to nobody, one or the other: questions, labels, the table as text and drawn."""
    game = plainly(az.Game("duel", 2, goals="random-4").start, seed=3, deal="by hand")
    dice, looks = random.Random(3), set()
    while not game.over:
        for viewer in (None, 0, 1):
            state = game.state_known_by(viewer)
            looks.add(tell.question("duel", state, "Ada", "en"))
            hidden = int((state.under[: state.under_count] < 0).sum())
            hidden += int((state.drawn[: state.drawn_count] < 0).sum())
            if hidden:
                text = " ".join(tell.describe("duel", state, NAMES, "en"))
                assert text.count("a dome tile (") == hidden
            if state.phase_id == game.state.phase_id:
                assert all(tell.choice("duel", state, number, "pl") for number in range_of(game))
        game.play(greedy_for_dome_tiles(game, dice))
    assert "Ada looks at the drawn dome tiles." in looks


def range_of(game):
    return [game.rules.choices.index(choice) for choice in game.choices()]


def example():
    return at(
        "duel 2 goals=rows,rim,corners 2.1 acting:1 starting-tile=1 factories=/rb/*,//R large=y3k2 "
        "display=cs,,jw stack=13s,ew2 5:,r2:bs0:sb,tk:y2:k2B 5::,dw1"
    )


def test_the_table_as_text():
    said = tell.describe("duel", example().state, NAMES, "en")
    assert said[:2] == ["Round 2 of 5.", "Goals: rows, rim, corners."]
    assert "Factory 1: sun side: nothing; moon side, from the bottom: red, blue; chip: face down." in said
    assert "Large factory: sun side: 3 yellow tiles, 2 black tiles; moon side: nothing." in said
    assert "Open dome tiles: blue, turquoise, red + special; yellow, red, turquoise + wild." in said
    assert "Dome tiles in the stack: 14. On top: special back." in said
    assert "At the bottom of the stack: red, turquoise, black + wild." in said
    assert "Ada has the starting-player tile." in said
    assert "Tokens: 2. Chips: black, black, blue-red." in said
    assert "Row 1 of the dome: special tile in column 1, blue in column 2; free: nothing." in said
    assert "Broken tiles: 2 yellow tiles." in said
    assert "Goals as things stand: rows 0, rim +3, corners +3." in said
    assert "Row 1 of the dome: nothing; free: yellow in column 3, wild space in column 4." in said
    hidden = tell.describe("duel", example().state_known_by(0), NAMES, "en")
    assert "At the bottom of the stack: a dome tile (wild back)." in hidden


@pytest.mark.parametrize(
    "look", [(True, False), (False, False), (False, True)], ids=["colours", "plain", "ascii"]
)
@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_the_table_in_characters(look, language):
    """Two boards side by side in 100 columns; ASCII if need be."""
    text = drawn(example().state, language, terminal.Terminal(*look), 100)
    assert sum("Ada  5" in line and "Bo  5" in line for line in text.splitlines()) == 1
    if not look[0]:
        assert max(len(line) for line in text.splitlines()) <= 100
    if look == (False, True) and language == "en":
        letters = set(text) - set("╭─╮│╰╯")  # rich draws frames as the terminal allows
        assert all(letter.isascii() for letter in letters)
        assert "2             [R][R]> [T][K]" in text
        assert "[S][B]  .  .   .  .  +1" in text
        assert "broken [Y][Y] .  .  -3  * -2" in text
        assert "tokens oo  chips K K BR" in text
        assert "s b    . .    w y" in text
        assert "w r / k t" in text


def test_hidden_dome_tiles_show_their_backs():
    look = terminal.Terminal(False, True)
    text = drawn(example().state_known_by(0), "en", look, 100)
    assert "?w" in text
    assert "w r / k t" not in text

"""Summer Pavilion in words and in characters: labels that say what a choice does, and nothing wrong."""

import io
import random

import numpy as np
import pytest
from rich.console import Console
from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos import tell
from azulejos.core.contract import STORY_ROW
from azulejos.draw import terminal
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import COLOURS, PURPLE, RED, SPACES, SPACES_N
from azulejos.tell import phrases
from azulejos.tell.pavilion.pieces import SHORT, space_name

NAMES = ["Ada", "Bo", "Cy", "Di"]


def labels(position, language="en"):
    return {choice: position.tell(choice, language) for choice in position.choices()}


def question(position, language="en"):
    return tell.question("pavilion", position.state, "Ada", language)


def row(what, **facts):
    """A row of a story, made by hand."""
    made = np.zeros((), STORY_ROW)
    made["what"] = what
    for key, fact in facts.items():
        made[key] = fact
    return made


def told(rows, language="en"):
    return tell.story("pavilion", np.array(rows, STORY_ROW), NAMES, language)


def texts(rows, language="en"):
    return [sentence.text for sentence in told(rows, language)]


# ------------------------------------------------------------------------------------------------
# Tiles and spaces

FORMS = [(1, 0), (2, 1), (4, 1), (22, 1), (5, 2), (12, 2), (21, 2), (25, 2)]


@pytest.mark.parametrize("colour", range(len(COLOURS)))
def test_each_colour_has_three_polish_forms(colour):
    pl = tell.words("pl")
    for text in (phrases.AS_SUBJECT[COLOURS[colour]], phrases.AS_OBJECT[COLOURS[colour]], SHORT[colour]):
        said = {n: pl.show(text, n=n).split(" ", 1)[1] for n, _ in FORMS}
        forms = [said[1], said[2], said[5]]
        assert len(set(forms)) == 3
        assert [said[n] for n, _ in FORMS] == [forms[form] for _, form in FORMS]


@pytest.mark.parametrize("language", tell.LANGUAGES)
@pytest.mark.parametrize("side", [table.COLOURED, table.PLAIN])
def test_no_two_spaces_have_the_same_name(language, side):
    names = {space_name(tell.words(language), space, side) for space in range(SPACES_N)}
    assert len(names) == SPACES_N


@pytest.mark.parametrize(
    ("space", "side", "en", "pl"),
    [
        ("ur-n", table.COLOURED, "red 5", "„5” czerwonej gwiazdy"),
        ("c-se", table.COLOURED, "centre 3", "„3” gwiazdy środkowej"),
        ("ur-n", table.PLAIN, "5 of the upper right star", "„5” prawej górnej gwiazdy"),
        ("c-ne", table.PLAIN, "3 of the centre star (upper right)", "„3” gwiazdy środkowej (prawe górne)"),
    ],
)
def test_spaces_are_named_as_people_do(space, side, en, pl):
    said = [space_name(tell.words(language), SPACES.index(space), side) for language in ("en", "pl")]
    assert said == [en, pl]


# ------------------------------------------------------------------------------------------------
# Choices


def test_taking_says_how_many_and_what_it_costs():
    """All of a colour and one wild tile; the token with the points that it takes (SP-07 to SP-10)."""
    assert labels(at("pavilion 2 1.1 offer:1 centre=p2y3 factories=pr3,g2,p4 3 5")) == {
        "factory-1 red": "Take 3 red and 1 purple (wild) from factory 1",
        "factory-2 green": "Take 2 green tiles from factory 2",
        "factory-3 purple": "Take 1 purple tile (wild) from factory 3",
        "centre yellow": "Take 3 yellow and 1 purple (wild) and the starting-player tile "
        "from the centre (−2)",
    }
    poor = labels(at("pavilion 2 1.1 offer:1 centre=p2y3 factories=pr3,g2,p4 1 5"))
    assert poor["centre yellow"].endswith("the starting-player tile from the centre")
    later = labels(at("pavilion 2 1.1 offer:1 starting-tile=2 centre=p2y3 factories=pr3,g2,p4 5 5"), "pl")
    assert later["factory-1 red"] == "Weź 3 czerwone i 1 fioletową (atut) z warsztatu 1"
    assert later["factory-3 purple"] == "Weź 1 fioletową płytkę (atut) z warsztatu 3"
    assert later["centre yellow"] == "Weź 3 żółte i 1 fioletową (atut) ze środka"


def test_laying_says_what_it_costs_scores_and_completes():
    """A window, and a statue with a pillar (SP-14, SP-21, SP-22)."""
    said = labels(at("pavilion 2 1.1 laying:1 starting-tile=1 supply=b10 5:o2r6:.o.o,r.3r2,,,,,b.4g 5"))
    assert said["lay ur-ne"] == "Lay a tile on red 6: costs 6, scores 4, completes a window, brings 3 tiles"
    assert said["lay ur-s"] == "Lay a tile on red 2: costs 2, scores 4"
    assert said["lay ul-se"] == (
        "Lay a tile on orange 2: costs 2, scores 3, completes a statue, completes a pillar, brings 3 tiles"
    )
    short = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=b 5:r6:.o.o,r.3r2,,,,,b.4g 5")
    assert labels(short, "pl")["lay ur-ne"] == (
        "Połóż płytkę na polu „6” czerwonej gwiazdy: koszt 6, punkty 4, otoczone okno, z magazynu 1 płytka"
    )


def test_laying_says_what_counts_at_the_end():
    """The last space of a star, and of a number (SP-30, SP-31, SP-35)."""
    red = ["red", "red", None, "red", "red", "red"]
    ones = {"ul": 1, "r": 3, "lr": 4, "ll": 5, "l": 0}
    own = {"ul": "orange", "r": "blue", "lr": "yellow", "ll": "green", "l": "purple"}
    stars = {star: [own[star] if place == at else None for place in range(6)] for star, at in ones.items()}
    stars |= {"ur": red, "c": ["blue", None, None, None, None, None]}
    said = labels(at("pavilion 2 1.1 laying:1 starting-tile=1 supply=b10 5:r:.o,r2.r3,.3b,.4y,.5g,p,b 5"))[
        "lay ur-se"
    ]
    assert said.endswith("completes the star (+14 at the end), covers every 1 (+4 at the end)")
    said = labels(at("pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=b10 5:r6:,,,,,pgoyb 5"))[
        "lay l-nw"
    ]
    assert "completes the star (+12 at the end)" in said


def test_colours_and_tiles_to_use():
    centre = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=b10 5:p2g2r3 5")
    centre.play("lay c-se")
    assert question(centre) == "Ada: choose the colour for centre 3. Wild: purple."
    assert labels(centre)["colour red"] == "Lay 1 red tile on centre 3"
    centre.play("colour red")
    assert question(centre) == "Ada: use 3 tiles for centre 3. Wild: purple."
    assert labels(centre) == {
        "use 1": "Use 1 red and 2 purple (wild)",
        "use 2": "Use 2 red and 1 purple (wild)",
        "use 3": "Use 3 red tiles",
    }
    assert labels(centre, "pl")["use 1"] == "Zużyj 1 czerwoną i 2 fioletowe (atut)"


@pytest.mark.parametrize(
    ("round", "hand", "said"),
    [
        (1, "r", "Pass: you can keep 1 tile"),
        (1, "r4", "Pass: you can keep 4 tiles"),
        (1, "r6", "Pass: you can keep 4 of 6 tiles, the others cost 1 point each"),
        (6, "r2", "Pass: 2 tiles left cost 1 point each"),
    ],
)
def test_passing(round, hand, said):
    """Four corners; in the last round they cost points, too (SP-25, SP-32)."""
    passing = at(f"pavilion 2 {round}.1 laying:1 starting-tile=1 supply=b10 5:{hand} 5")
    assert labels(passing)["pass"] == said


def test_keeping_and_discarding():
    """Discarded tiles cost a point each, down to 1 (SP-10, SP-25)."""
    passing = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=b10 4:b2r3 5")
    passing.play("pass")
    assert question(passing) == "Ada: keep up to 4 tiles; each of the others costs 1 point. Wild: purple."
    assert labels(passing)["done"] == "Keep nothing, discard 5 tiles (−3)"
    passing.play("keep blue")
    assert labels(passing)["keep red"] == "Keep 1 red tile in a corner"
    assert labels(passing)["done"] == "Discard the other 4 tiles (−3)"
    assert labels(passing, "pl")["done"] == "Odrzuć resztę: 4 płytki (−3)"


def test_when_nothing_can_be_laid():
    stuck = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=b10 5:y:,,,y6,,,y 5")
    assert question(stuck) == "Ada: none of your tiles can be laid, so pass. Wild: purple."


def test_every_question_of_a_seat_names_the_wild_colour():
    game = plainly(az.Game("pavilion", 3).start, seed=4)
    dice = random.Random(4)
    while not game.over:
        assert COLOURS[game.round - 1] in question(game)
        assert " Atut: " in question(game, "pl")
        game.play(dice.choice(game.choices()))
    assert question(game) == "The game is over."


# ------------------------------------------------------------------------------------------------
# Stories


def test_a_laid_tile_is_one_sentence():
    """The tile, what was used, the points and the bonus; the clause is that of the points."""
    rows = [
        row(table.LAID, count=1, piece=RED, target=table.AT_SPACE + SPACES.index("ur-n")),
        row(table.USED, count=2, piece=RED, target=table.AT_TOWER),
        row(table.USED, count=2, piece=PURPLE, target=table.AT_TOWER),
        row(table.RUN, count=3, points=3, clause=21),
        row(table.WINDOW_FULL, count=3, clause=22),
        row(table.FORFEITED, count=2, clause=24),
    ]
    (said,) = told(rows)
    assert said.text == (
        "Ada lays 1 red tile on 5 of the upper right star: +3. To the tower: 2 purple tiles, 2 red tiles. "
        "A window is complete: 3 bonus tiles. The supply is too small: 2 bonus tiles are lost."
    )
    assert (said.points, said.clause, said.is_scoring) == (3, "SP-21", True)
    (said,) = texts(rows[:5], "pl")
    assert said == (
        "Ada kładzie 1 czerwoną płytkę na polu „5” prawej górnej gwiazdy: +3. "
        "Do wieży: 2 fioletowe płytki, 2 czerwone płytki. Okno jest otoczone: 3 płytki z magazynu."
    )


@pytest.mark.parametrize(
    ("rows", "en", "pl"),
    [
        (
            [row(table.START_TAKEN), row(table.START_COST, count=4, points=-4)],
            "Ada gets the starting-player tile: −4.",
            "Ada dostaje płytkę gracza rozpoczynającego: −4.",
        ),
        (
            [row(table.START_TAKEN), row(table.START_COST, count=4, points=-1)],
            "Ada gets the starting-player tile: −1. A score never falls below 1.",
            "Ada dostaje płytkę gracza rozpoczynającego: −1. Wynik nigdy nie spada poniżej 1.",
        ),
        (
            [row(table.DISCARDED, count=2, piece=RED), row(table.DISCARD_COST, count=2)],
            "Ada discards 2 red tiles, but has no points to lose.",
            "Ada odrzuca 2 czerwone płytki, ale nie ma punktów do stracenia.",
        ),
        (
            [row(table.FULL_STAR, points=20)],
            "Ada has a whole star of one colour (purple): +20.",
            "Ada ma całą gwiazdę jednego koloru (fioletowy): +20.",
        ),
        (
            [row(table.FULL_STAR, points=12)],
            "Ada has a whole star of many colours: +12.",
            "Ada ma całą wielokolorową gwiazdę: +12.",
        ),
        (
            [row(table.FULL_NUMBER, count=3, points=12)],
            "Ada has covered every 3: +12.",
            "Ada ma zakryte wszystkie pola „3”: +12.",
        ),
        (
            [row(table.CORNERS_COST, count=3, points=-3)],
            "Ada has 3 tiles left in the corners: −3.",
            "Ada ma jeszcze w narożnikach 3 płytki: −3.",
        ),
        (
            [row(table.WILD, seat=-1, piece=1)],
            "Round 2: green is wild.",
            "Runda 2: kolor atutowy to zielony.",
        ),
    ],
    ids=["token", "token, poor", "discard, poor", "star", "many colours", "number", "corners", "round"],
)
def test_sentences(rows, en, pl):
    assert (texts(rows), texts(rows, "pl")) == ([en], [pl])


def test_draws_for_the_supply_and_for_factories_are_told_apart():
    rows = [
        row(table.DRAWN, seat=-1, count=1, target=target) for target in (table.AT_SUPPLY,) * 10 + (0,) * 4
    ]
    assert texts(rows) == ["10 tiles are drawn for the supply.", "4 tiles are drawn for the factories."]
    assert texts(rows, "pl")[1] == "Z woreczka do warsztatów trafiają 4 płytki."


@pytest.mark.parametrize("board", ["coloured", "plain"])
def test_the_story_accounts_for_all_points(board):
    """Do the points of the sentences add up to the scores?"""
    game = plainly(az.Game("pavilion", 4, board=board).start, seed=8)
    dice, points = random.Random(board), [5] * 4
    while not game.over:
        for said in tell.story("pavilion", game.play(dice.choice(game.choices())).rows, NAMES, "en"):
            if said.seat is not None:
                points[said.seat] += said.points
            assert said.is_scoring or not said.points
    assert points == game.scores


# ------------------------------------------------------------------------------------------------
# The table


def test_the_table_as_text():
    said = tell.describe(
        "pavilion",
        at("pavilion 2 1.1 laying:1 starting-tile=1 supply=b10 5:r2:,r2,,,,,.g 5").state,
        NAMES,
        "en",
    )
    assert said[0] == "Round 1 of 6. Wild: purple."
    assert "In the supply: 10 blue tiles." in said
    assert "Ada has the starting-player tile." in said
    assert "Beside the board: 2 red tiles." in said
    assert "Red star, covered: 5, 6." in said
    assert "Centre star, covered: 2 green." in said
    assert "Completed: windows 1 of 6, statues 0 of 6, pillars 0 of 6." in said
    plain = tell.describe(
        "pavilion",
        at("pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=b10 5:r2:,r2,,,,,.g 5").state,
        NAMES,
        "pl",
    )
    assert "Prawa górna gwiazda, zakryte pola: „5” czerwony, „6” czerwony." in plain


def drawn(state, language, look, width):
    console = Console(width=width, file=io.StringIO(), color_system="truecolor" if look.has_colours else None)
    console.print(terminal.table("pavilion", state, NAMES, tell.words(language), look))
    return console.file.getvalue()


@pytest.mark.parametrize(
    "look", [(True, False), (False, False), (False, True)], ids=["colours", "plain", "ascii"]
)
@pytest.mark.parametrize("board", ["coloured", "plain"])
def test_the_table_in_characters(look, board):
    """Two boards side by side in 100 columns, three in 120; the wild colour marked; ASCII if need be."""
    state = at(f"pavilion 2 board={board} 1.1 laying:1 starting-tile=1 supply=b10 5:pr2:,r2 5").state
    text = drawn(state, "en", terminal.Terminal(*look), 100)
    assert "Ada  5" in text
    assert sum("Ada" in line and "Bo" in line for line in text.splitlines()) == 1
    if look == (False, True):
        letters = set(text) - set("╭─╮│╰╯")  # rich draws frames as the terminal allows
        assert all(letter.isascii() for letter in letters)
        assert "tiles <P>1  R 2 *" in text
        assert ("4  r  R" in text) == (board == "coloured")


def test_three_boards_fit_in_120_columns():
    state = plainly(az.Game("pavilion", 3).start, seed=1).state
    text = drawn(state, "pl", terminal.Terminal(False, False), 120)
    assert any(all(name in line for name in NAMES[:3]) for line in text.splitlines())
    assert "atut ❮P❯ fioletowy" in text

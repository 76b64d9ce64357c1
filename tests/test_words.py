"""Is everything said, in English and in Polish? Messages, choices, questions, stories and rules."""

import ast
import itertools
import random
import re
from functools import cache
from pathlib import Path
from string import Formatter

import numpy as np
import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from jinja2 import Environment
from jinja2.nodes import Call, Const

import azulejos as az
from azulejos import games, tell
from azulejos.core.contract import STORY_ROW
from azulejos.core.message import Message
from azulejos.games.chocolatier import state as table
from azulejos.tell.chocolatier import tiles, tiles_as_object

PACKAGE = Path(az.__file__).parent
TESTS = Path(__file__).parent
RULES = games.contract("chocolatier")
NAMES = ["Ada", "Bo", "Cy", "Di"]

# ------------------------------------------------------------------------------------------------
# The catalogue

KEYWORDS = {
    "t": None,
    "words": None,
    "Message": None,
    "wrong": None,
    "plural": (1, 2),
    "plural_as": ((1, "c"), 2, 3),
}


def calls(file, keywords, comment_tags, options):
    """A finder for Babel, whose own one doesn't look into f-strings before Python 3.12."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            texts = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
            if name in keywords and texts and texts[0] not in (None, *tell.LANGUAGES):
                yield node.lineno, name, tuple(texts), []


def template_calls(file, keywords, comment_tags, options):
    """The same for the templates of pages."""
    for call in Environment().parse(file.read().decode()).find_all(Call):
        name = getattr(call.node, "name", None) or getattr(call.node, "attr", None)
        texts = [argument.value if isinstance(argument, Const) else None for argument in call.args]
        if name in keywords and texts and texts[0] is not None:
            yield call.lineno, name, tuple(texts), []


@cache
def source_messages():
    """What the source says, as the catalogue names it: (context, text or the two of a plural)."""
    methods = [("**.py", calls), ("**.html", template_calls)]
    found = extract_from_dir(PACKAGE, methods, keywords=KEYWORDS)
    return {(context, text) for _, _, text, _, context in found}


@cache
def catalogue():
    with open(PACKAGE / "tell" / "locale" / "pl.po", "rb") as file:
        return read_po(file, abort_invalid=True)


def entries():
    return [message for message in catalogue() if message.id]


def texts(either):
    """The text of a message, or all of a plural."""
    return (either,) if isinstance(either, str) else tuple(either)


def fields(text):
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_the_source_is_searched():
    """Plain texts, texts in several pieces, in f-strings, plurals: is each kind found?"""
    found = source_messages()
    assert (None, "Who begins?") in found
    assert (None, "starting-player tile") in found
    assert ("object", ("{n} red tile", "{n} red tiles")) in found
    assert any(len(texts(text)[0]) > 110 for _, text in found)


def test_everything_is_translated():
    """Does the catalogue hold what the source says, and nothing else?"""
    known = {(message.context, texts(message.id)) for message in entries()}
    said = {(context, texts(text)) for context, text in source_messages()}
    assert said - known == set(), "not in pl.po"
    assert known - said == set(), "in pl.po, but said nowhere"


def test_no_translation_is_empty_or_unsure():
    assert [message.id for message in entries() if not all(texts(message.string)) or message.fuzzy] == []
    assert not catalogue().obsolete


def test_translations_name_the_same_facts():
    """The same {placeholders} in all forms, and the same blanks at the ends?"""
    for message in entries():
        first = texts(message.id)[0]
        for text in texts(message.string):
            assert fields(text) == fields(first), text
            assert text.endswith(" ") == first.endswith(" "), text


def test_the_catalogue_names_nobody():
    """No dates, people, programs or addresses in its head?"""
    text = (PACKAGE / "tell" / "locale" / "pl.po").read_text(encoding="utf8")
    head = re.findall(r'^"([\w-]+): ', text.split("\n\n")[0], re.MULTILINE)
    assert head == ["Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms"]
    assert "@" not in text
    assert "://" not in text


# ------------------------------------------------------------------------------------------------
# Polish plurals

ONE, FEW, MANY = (1,), (2, 4, 22), (5, 11, 12, 14, 21, 25, 112)


@pytest.mark.parametrize(
    ("say", "one", "few", "many"),
    [
        (tiles, "niebieska płytka", "niebieskie płytki", "niebieskich płytek"),
        (tiles_as_object, "niebieską płytkę", "niebieskie płytki", "niebieskich płytek"),
    ],
    ids=["nominative", "accusative"],
)
def test_polish_tiles(say, one, few, many):
    pl = tell.words("pl")
    forms = [(n, form) for numbers, form in ((ONE, one), (FEW, few), (MANY, many)) for n in numbers]
    assert [say(pl, 0, n) for n, _ in forms] == [f"{n} {form}" for n, form in forms]


@pytest.mark.parametrize("say", [tiles, tiles_as_object])
@pytest.mark.parametrize("colour", range(5))
def test_each_colour_has_three_forms(say, colour):
    pl = tell.words("pl")
    assert len({say(pl, colour, n).split(" ", 1)[1] for n in (*ONE, *FEW, *MANY)}) == 3


@pytest.mark.parametrize(("n", "word"), [(1, "płytkę"), (3, "płytki"), (5, "płytek"), (7, "płytek")])
def test_polish_sentences_with_numbers(n, word):
    points = int(np.cumsum([-1, -1, -2, -2, -2, -3, -3])[n - 1])
    (said,) = told([row(table.PENALTY, count=n, points=points)], "pl")
    assert said == f"Ada ma na podłodze {n} {word}: −{-points}."
    (said,) = told([row(table.DRAWN, count=n, seat=-1)], "pl")
    assert said == f"Z woreczka dobrano {n} {word}."


# ------------------------------------------------------------------------------------------------
# Choices, questions, stories

KINDS = list(itertools.product((2, 3, 4), ("coloured", "grey"), ("plain", "special")))


class Listener:
    """Hears everything that is said in some games, in both languages."""

    def __init__(self):
        self.choices, self.phases, self.events = set(), set(), set()
        self.said = set()  # pairs of English and Polish
        for players, box, factories in KINDS:
            game = az.Game("chocolatier", players, box=box, factories=factories)
            self.listen(game.start(deal="by hand", compiled=False), random.Random(repr(game)))
        self.listen(almost_full_box(), random.Random(1))

    def listen(self, position, dice):
        """A random game, to its end."""
        while not position.over:
            self.hear_question(position)
            weights = position.weights() or dict.fromkeys(position.choices(), 1)
            self.hear_story(position.play(dice.choices(list(weights), list(weights.values()))[0]))
        self.hear_question(position)

    def hear_question(self, position):
        self.phases.add(position.phase)
        self.said.add(in_both(lambda language: tell.question("chocolatier", position.state, "Ada", language)))
        for choice in position.choices():
            self.choices.add(choice)
            self.said.add(in_both(lambda language, choice=choice: position.tell(choice, language)))

    def hear_story(self, story):
        self.events.update(line["what"] for line in story)
        self.said.update(zip(*in_both(lambda language: told(story.rows, language)), strict=True))


def in_both(say):
    return say("en"), say("pl")


def told(rows, language):
    return [
        sentence.text for sentence in tell.story("chocolatier", np.array(rows, STORY_ROW), NAMES, language)
    ]


def row(what, **facts):
    """A row of a story, made by hand."""
    made = np.zeros((), STORY_ROW)
    made["what"] = what
    for key, fact in facts.items():
        made[key] = fact
    return made


def almost_full_box():
    """One choice before the end: full columns and colours, which random players hardly ever get."""
    colours = [None, "brown", "cream", "black", "red"]
    seat = {
        "box": [colours[5 - r :] + colours[: 5 - r] for r in range(5)],
        "lines": [["blue"] * n for n in range(1, 6)],
    }
    document = {"factories": [{"red": 1}, {}, {}, {}, {}], "seats": [seat, {}]}
    return az.Game("chocolatier").position(document, deal="by hand", compiled=False)


@cache
def listener():
    return Listener()


def test_every_choice_has_words():
    assert listener().choices == set(RULES.choices)


def test_every_phase_has_a_question():
    assert listener().phases == set(RULES.phases)


def test_every_event_is_told():
    assert listener().events == set(RULES.events)


def test_what_is_said_is_said_in_polish_too():
    """Not empty, no fact left out, nothing left in English?"""
    for en, pl in listener().said:
        assert en
        assert pl
        assert not set("{}") & set(en + pl)
        assert en != pl


@pytest.mark.parametrize(
    ("rows", "en", "pl"),
    [
        (
            [row(table.GAME_OVER, seat=-1, clause=22)],
            "Bag and lid are empty: the game is over.",
            "Woreczek i pokrywka są puste: koniec gry.",
        ),
        (
            [row(table.GAME_OVER, seat=-1, clause=26)],
            "Round 20 was the last: the game is over.",
            "Runda 20 była ostatnia: koniec gry.",
        ),
        (
            [row(table.START_TAKEN, target=table.AT_ZERO)],
            "Ada gets the starting-player tile, on the zero token.",
            "Ada dostaje płytkę gracza rozpoczynającego i kładzie ją na żetonie „zero”.",
        ),
        (
            [row(table.START_TAKEN, target=table.AT_BESIDE)],
            "Ada gets the starting-player tile; the floor is full.",
            "Ada dostaje płytkę gracza rozpoczynającego; podłoga jest pełna.",
        ),
        (
            [row(table.FELL, count=1, piece=piece) for piece in (4, 0, 0)],
            "Down on the floor of Ada: 2 blue tiles, 1 red tile.",
            "Na podłogę (Ada): 2 niebieskie płytki, 1 czerwona płytka.",
        ),
    ],
    ids=["no tiles left", "last round", "start on zero", "start beside", "several colours"],
)
def test_rare_sentences(rows, en, pl):
    assert in_both(lambda language: told(rows, language)) == ([en], [pl])


def test_a_laid_tile_is_told_with_its_points():
    """The tile, its row and column and the two runs become one sentence?"""
    rows = [
        row(table.LAID, count=1, piece=2, target=table.AT_BOX + 7),
        row(table.ACROSS, points=3),
        row(table.DOWN, points=2),
    ]
    assert in_both(lambda language: told(rows, language)) == (
        ["Ada lays 1 cream tile in row 2, column 3: +5 (across 3, down 2)."],
        ["Ada układa 1 kremową płytkę w rzędzie 2, kolumnie 3: +5 (w poziomie 3, w pionie 2)."],
    )


# ------------------------------------------------------------------------------------------------
# Messages and languages


def test_languages():
    assert tell.LANGUAGES == {"en": "English", "pl": "polski"}
    assert in_both(lambda language: tell.title("chocolatier", language)) == (
        "Master Chocolatier",
        "Mistrz czekolady",
    )


def test_messages_in_messages():
    """Is a message among the facts of another said in the same language?"""
    inner = Message("the position above is no JSON")
    outer = Message("line {line}: {reason}", line=7, reason=inner)
    assert str(outer) == tell.words("en").say(outer) == "line 7: the position above is no JSON"
    assert tell.words("pl").say(outer) == "wiersz 7: powyższa pozycja nie jest zapisana w JSON"


def test_errors_in_polish():
    with pytest.raises(az.OptionError) as caught:
        az.Game("chocolatier", players=5)
    assert tell.words("pl").say(caught.value.message) == "chocolatier: graczy może być od 2 do 4, a nie 5"


# ------------------------------------------------------------------------------------------------
# Rules


def test_rules_have_the_same_clauses():
    """The same 39 numbers, in order, with rulings at the same ones?"""
    en, pl = in_both(lambda language: tell.rules("chocolatier", language))
    numbers = [f"MC-{n:02}" for n in range(1, 40)]
    assert [clause.number for clause in en] == [clause.number for clause in pl] == numbers
    assert [bool(clause.ruling) for clause in en] == [bool(clause.ruling) for clause in pl]
    for clause, translated in zip(en, pl, strict=True):
        assert clause.section != translated.section
        assert bool(clause.text) == bool(translated.text)
        assert clause.text + clause.ruling != translated.text + translated.ruling


def test_every_clause_has_a_test():
    """A test of a clause names it in its docstring."""
    docstrings = [
        ast.get_docstring(node) or ""
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    tested = {number for text in docstrings for number in re.findall(r"MC-\d{2}", text)}
    assert {clause.number for clause in tell.rules("chocolatier", "en")} - tested == set()

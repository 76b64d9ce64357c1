"""Is everything said, in English and in Polish? Messages, choices, questions, stories and rules."""

import ast
import random
import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from jinja2 import Environment
from jinja2.nodes import Call, Const
from tests.kits import KITS, each_kit

import azulejos as az
from azulejos import games, tell
from azulejos.core.message import Message
from azulejos.draw.theme import THEMES, ThemeName
from azulejos.tables import clocks
from azulejos.web import pages

PACKAGE = Path(az.__file__).parent
TESTS = Path(__file__).parents[1]
NAMES = ["Ada", "Bo", "Cy", "Di"]
TWO_LINES = 80  # letters, a few more than a phone shows in words of usual length; a third line has room

# ------------------------------------------------------------------------------------------------
# The catalogue

KEYWORDS = {
    "t": None,
    "words": None,
    "Message": None,
    "wrong": None,
    "marked": None,
    "told": None,
    "asked": None,
    "choosing": None,
    "plural": (1, 2),
    "plural_as": ((1, "c"), 2, 3),
}


def calls(file, keywords, comment_tags, options):
    """A finder for Babel, whose own one doesn't look into f-strings before Python 3.12."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            texts = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
            if name == "each_marked":
                yield from ((node.lineno, "marked", (text,), []) for text in texts)
            elif name in keywords and texts and texts[0] not in (None, *tell.LANGUAGES):
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
    """Plain texts, texts in several pieces, in f-strings, plurals, tables: is each kind found?"""
    found = source_messages()
    assert (None, "Who begins?") in found
    assert (None, "starting-player tile") in found
    assert ("object", ("{n} red tile", "{n} red tiles")) in found
    assert {(None, "blue tree"), (None, "surrounds a bench"), (None, "{who} begins.")} <= found
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
# Choices, questions, stories


class Listener:
    """Hears everything that is said in some games of a kit, in both languages."""

    def __init__(self, kit):
        self.kit = kit
        self.choices, self.phases, self.events = set(), set(), set()
        self.said = set()  # pairs of English and Polish
        self.questions = set()  # the same
        for game in kit.games:
            self.listen(game.start(deal="by hand"), random.Random(repr(game)))
        for line in kit.rare:
            self.listen(az.read(line, deal="by hand"), random.Random(1))

    def listen(self, position, dice):
        """A random game, to its end."""
        while not position.over:
            self.hear_question(position)
            self.hear_story(position.play(self.kit.choose(position, dice)))
        self.hear_question(position)

    def hear_question(self, position):
        name, state = self.kit.name, position.state
        self.phases.add(position.phase)
        self.questions.add(in_both(lambda language: tell.question(name, state, "Ada", language)))
        self.choices.update(position.choices())
        self.said.update(zip(*in_both(lambda language: position.labels(language).values()), strict=True))

    def hear_story(self, story):
        self.events.update(line["what"] for line in story)
        self.said.update(zip(*in_both(lambda language: self.told(story, language)), strict=True))

    def told(self, story, language):
        return [sentence.text for sentence in tell.story(self.kit.name, story.rows, NAMES, language)]


def in_both(say):
    return say("en"), say("pl")


@cache
def listener(name):
    return Listener(KITS[name])


@each_kit
def test_every_choice_has_words(kit):
    assert listener(kit.name).choices == set(kit.rules.choices)


@each_kit
def test_every_phase_has_a_question(kit):
    assert listener(kit.name).phases == set(kit.rules.phases)


@each_kit
def test_every_event_is_told(kit):
    assert listener(kit.name).events == set(kit.rules.events)


@each_kit
def test_what_is_said_is_said_in_polish_too(kit):
    """Not empty, no fact left out, nothing left in English?"""
    for en, pl in listener(kit.name).said | listener(kit.name).questions:
        assert en
        assert pl
        assert not set("{}") & set(en + pl)
        assert en != pl


@each_kit
def test_a_question_needs_no_more_than_two_lines_of_a_phone(kit):
    said = set().union(*listener(kit.name).questions)
    assert [text for text in said if len(text) > TWO_LINES] == []


# ------------------------------------------------------------------------------------------------
# Messages and languages


def test_languages():
    assert tell.LANGUAGES == {"en": "English", "pl": "polski"}


@each_kit
def test_titles(kit):
    titles = in_both(lambda language: tell.title(kit.name, language))
    assert titles == (games.GAMES[kit.name].title, kit.polish_title)


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


@each_kit
def test_rules_have_the_same_clauses(kit):
    """The same numbers, in order, none missing, with rulings at the same ones?"""
    en, pl = in_both(lambda language: tell.rules(kit.name, language))
    letters = games.GAMES[kit.name].clauses
    numbers = [f"{letters}-{n:02}" for n in range(1, kit.clauses + 1)]
    assert [clause.number for clause in en] == [clause.number for clause in pl] == numbers
    assert [bool(clause.ruling) for clause in en] == [bool(clause.ruling) for clause in pl]
    for clause, translated in zip(en, pl, strict=True):
        assert clause.section != translated.section
        assert bool(clause.text) == bool(translated.text)
        assert clause.text + clause.ruling != translated.text + translated.ruling


@cache
def cited_clauses():
    """The clauses that are named in the docstrings of tests."""
    docstrings = [
        ast.get_docstring(node) or ""
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    return {number for text in docstrings for number in re.findall(r"\b[A-Z]{2}-\d{2}\b", text)}


@each_kit
def test_every_clause_has_a_test(kit):
    """A test of a clause names it in its docstring."""
    assert {clause.number for clause in tell.rules(kit.name, "en")} - cited_clauses() == set()


def test_types_name_what_tables_have():
    """The API lets through what there is: types can't be made from tables, so they stand beside them."""
    assert get_args(tell.Language) == tuple(tell.LANGUAGES)
    assert get_args(ThemeName) == tuple(THEMES) == tuple(pages.THEME_WORDS)
    assert set(get_args(clocks.Kind)) == clocks.LEAST.keys() == clocks.MOST.keys()

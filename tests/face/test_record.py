"""Can a file be trusted? Records that are whole are read; all others are refused, with line and reason."""

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.plainly import plainly

import azulejos as az

GAME = az.Game("chocolatier", first=0)
FUZZ = settings(derandomize=True, max_examples=150, deadline=None, database=None)


def played(game=GAME, seed=1, count=12, names=("Ala", "Bo: 1, 2")):
    """A game after so many choices of its seats; interpreted, for it is played when tests are collected."""
    position = plainly(game.start, seed=seed, names=names)
    dice = random.Random(seed)
    for _ in range(count):
        position.play(dice.choice(position.choices()))
    return position


POSITION = played()
RECORD = POSITION.record()
RECORD.date = "2026-05-31"
TEXT = RECORD.to_text()
LINES = TEXT.splitlines()
HEAD_N = LINES.index("")  # lines before the empty one


def edited(line, text):
    """The record with another text in a line, which is counted from 1."""
    return "\n".join([*LINES[: line - 1], text, *LINES[line:], ""])


def refusal(text):
    with pytest.raises(az.RecordError) as error:
        az.Record.from_text(text)
    return str(error.value)


# ------------------------------------------------------------------------------------------------
# Whole records


def test_a_record_can_be_read_by_people():
    """Does the file say what it is, line by line?"""
    assert LINES[:HEAD_N] == [
        "azulejos record 1",
        "game: chocolatier",
        "players: 2",
        "first: seat-1",
        "box: coloured",
        "factories: plain",
        "rules: 1",
        "date: 2026-05-31",
        "name 1: Ala",
        "name 2: Bo: 1, 2",
    ]
    assert LINES[HEAD_N + 1].startswith("chance: draw ")
    assert LINES[HEAD_N + 2].startswith("1 seat-1: factory-")
    assert LINES[HEAD_N + 3].startswith("2 seat-2: ")
    assert LINES[-1] == f"end: {len(RECORD)} choices"


def test_save_and_load(tmp_path):
    """Does everything come back from a file: game, names, date, choices, position?"""
    path = tmp_path / "a game.txt"
    RECORD.save(path)
    again = az.Record.load(str(path))
    assert path.read_text(encoding="utf8") == TEXT
    assert os.listdir(tmp_path) == ["a game.txt"]
    assert (again, again.game, again.date) == (RECORD, GAME, "2026-05-31")
    assert again.names == ("Ala", "Bo: 1, 2")
    assert again.choices == POSITION.history
    assert again.replay() == POSITION


def test_positions_of_a_record():
    """Is there a position before the first choice and after each, and can one stop anywhere?"""
    positions = list(RECORD.positions())
    assert len(positions) == len(RECORD) + 1
    assert positions[0] == GAME.start(deal="by hand")
    assert positions[-1] == POSITION
    assert RECORD.replay(len(RECORD) - 1) == positions[-2]
    for count, position in enumerate(positions):
        assert position.history == RECORD.choices[:count]


@pytest.mark.parametrize("count", ["x", -1, 9999, 1.5, True])
def test_a_place_that_no_record_has(count):
    with pytest.raises(az.OptionError, match=f"count is a whole number from 0 to {len(RECORD)}, the choices"):
        RECORD.replay(count)


def test_windows_line_ends_are_read():
    """Has an editor changed the ends of the lines? Nothing else changes."""
    assert az.Record.from_text(TEXT.replace("\n", "\r\n")) == RECORD


def test_record_from_a_position():
    """Is the position a game began from kept in its record?"""
    origin = GAME.position(POSITION.to_dict(), seed=1)
    origin.play(origin.choices()[0])
    again = az.Record.from_text(origin.record().to_text())
    assert again.replay() == origin
    assert len(again) == 1


# ------------------------------------------------------------------------------------------------
# Broken records


@pytest.mark.parametrize("count", range(len(LINES)))
def test_cut_off_after_a_line(count):
    """Is a record that ends early refused wherever it ends? Only its last line says that it is whole."""
    for end in ("", "\n"):
        reason = refusal("\n".join(LINES[:count]) + end)
        assert reason.startswith("line ")
        assert "cut off" in reason or count == 0


def test_cut_off_anywhere():
    """The same inside a line: not one byte short, but for the last end of line."""
    for count in range(len(TEXT) - 1):
        refusal(TEXT[:count])


@pytest.mark.parametrize("line", range(HEAD_N + 2, len(LINES)))
def test_illegal_choice(line):
    """Is a choice that was changed to an illegal one found, in its own line?"""
    label, choices = LINES[line - 1].split(": ", 1)
    *others, _ = choices.split(", ")
    wrong = "seat-1 begins"
    assert refusal(edited(line, f"{label}: {', '.join([*others, wrong])}")).startswith(
        f"line {line}: '{wrong}' isn't legal now; legal is "
    )
    assert "there is no choice 'factory-1 pink'; now there is " in refusal(
        edited(line, f"{label}: factory-1 pink")
    )


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, "azulejos record 7", "format 7 is unknown here; this program reads format 1"),
        (1, "azulejos record", "this is no record: it must begin with 'azulejos record 1'"),
        (1, "azulejos record one", "this is no record"),
        (1, "{}", "this is no record"),
        (2, "game chocolatier", "expected one 'key: value' for each key, got 'game chocolatier'"),
        (3, "game: chocolatier", "expected one 'key: value' for each key"),
        (7, "rules: new", "the version of the rules is a whole number, not 'new'"),
        (HEAD_N + 2, "1 seat-1: draw blue", "it is the turn of 'chance', but the line says '1 seat-1'"),
        (
            HEAD_N + 3,
            "2 seat-1: factory-1 blue",
            "it is the turn of '1 seat-1', but the line says '2 seat-1'",
        ),
        (HEAD_N + 3, "factory-1 blue", "expected 'whose: choices' or 'end: N choices', got 'factory-1 blue'"),
        (HEAD_N + 3, f"{LINES[HEAD_N + 2]}, floor", "'floor' comes after the end of this turn"),
        (len(LINES), "end: 7 choices", f"expected '{LINES[-1]}', got 'end: 7 choices'"),
        (len(LINES), f"{LINES[-1]}\nmore", "nothing may follow the line 'end: N choices'"),
    ],
)
def test_wrong_lines(line, text, reason):
    """Does the refusal name the line and say what would be right?"""
    said = refusal(edited(line, text))
    assert reason in said
    assert said.startswith(f"line {line + text.count(chr(10))}: ")


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (2, "game: chess", "there is no game 'chess'; there is chocolatier"),
        (2, "gone: chocolatier", "there is no line 'game: ...' above"),
        (3, "players: 5", "chocolatier is for 2 to 4 players, not 5"),
        (3, "players: two", "chocolatier is for 2 to 4 players, not 'two'"),
        (3, "players: 3", "names: 3 expected, ('Ala', 'Bo: 1, 2') given"),
        (4, "first: seat-3", "first can't be 'seat-3': it is random, seat-1, seat-2"),
        (5, "box: pink", "option box can't be 'pink': it is one of coloured, grey"),
        (5, "boxes: grey", "chocolatier has no option 'boxes'; it has players, first, box, factories"),
        (7, "version: 1", "there is no line 'rules: ...' above"),
        (8, "date: tomorrow", "date is a day such as 2026-05-31, not 'tomorrow'"),
        (9, "name 1:  ", "' ' is no name: a name is one line of 1 to 40 characters"),
        (10, "factor: 2", "chocolatier has no option 'factor'"),
        (8, "date: 2026-05-31\nposition: {", "the position above is no JSON"),
        (8, "date: 2026-05-31\nposition: 7", "a position is a mapping, not 7"),
        (
            8,
            'date: 2026-05-31\nposition: {"round": 21}',
            "round: expected a whole number from 1 to 20, got 21",
        ),
    ],
)
def test_wrong_heads(line, text, reason):
    """What the head says about the game is checked when it is complete, at the empty line."""
    said = refusal(edited(line, text))
    assert reason in said
    assert said.startswith(f"line {HEAD_N + 2 + text.count(chr(10))}: ")


@pytest.mark.parametrize("digits", ["٣", "२", "１", "𝟏", "²"])
def test_digits_of_other_scripts_are_no_numbers(digits):
    """Python reads them; another program that reads records may not."""
    for line, text, reason in (
        (1, "azulejos record {}", "this is no record"),
        (3, "players: {}", "2 to 4 players, not '{}'"),
        (7, "rules: {}", "the version of the rules is a whole number, not '{}'"),
        (8, "date: 2026-05-3{}", "date is a day such as 2026-05-31, not '2026-05-3{}'"),
        (HEAD_N + 2, "{} seat-1: draw blue", "it is the turn of 'chance'"),
        (len(LINES), "end: {} choices", f"expected '{LINES[-1]}'"),
    ):
        assert reason.format(digits) in refusal(edited(line, text.format(digits)))
    hidden = edited(HEAD_N + 2, f"chance: ?\nend: 9{digits} choices")
    assert "expected 'end: N choices' with more choices" in refusal(hidden)


@pytest.mark.parametrize(
    ("key", "reason"), [("name", "has no option 'name'"), ("self", "has no option 'self'")]
)
def test_unlucky_keys(key, reason):
    """A key that is called as an argument of ours."""
    assert reason in refusal(edited(5, f"{key}: x"))


def test_position_with_a_huge_number():
    """JSON holds numbers that Python refuses to read."""
    assert "position" in refusal(edited(8, f'date: 2026-05-31\nposition: {{"round": {"9" * 5000}}}'))


def test_other_version_of_the_rules():
    """An older or newer version replays if every choice is still legal, or else it says so."""
    text = edited(7, "rules: 99")
    assert az.Record.from_text(text).replay() == POSITION
    assert az.Record.from_text(text).to_text() == text
    assert az.Record.from_text(text) != RECORD
    line = HEAD_N + 3
    wrong = text.replace(LINES[line - 1], "1 seat-1: centre blue")
    assert refusal(wrong).startswith(f"line {line}: ")
    assert "(played by version 99 of the rules; here is version 1)" in refusal(wrong)
    assert "version" not in refusal(edited(line, "1 seat-1: centre blue"))


@FUZZ
@given(st.data())
def test_any_edit_is_read_or_refused(data):
    """Whatever somebody does to the text: is it a record, or a RecordError, and never anything else?"""
    at = data.draw(st.integers(0, len(TEXT)))
    until = at + data.draw(st.integers(0, 40))
    piece = data.draw(
        st.sampled_from([*LINES, "", "\n", ": ", ", ", "0", "end: 3 choices"]) | st.text(max_size=5)
    )
    text = TEXT[:at] + piece + TEXT[until:]
    try:
        record = az.Record.from_text(text)
    except az.RecordError as error:
        reason = str(error)
    else:
        reason = ""
        assert record.replay().history[: len(record)] == record.choices
    assert reason == "" or reason.startswith("line ")


# ------------------------------------------------------------------------------------------------
# Files


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"\x00\xff\xfe\x80" * 100, "is no text file"),
        (b"\x00" * 100, "this is no record"),
        (TEXT.encode() + b" " * 1_000_000, "is larger than 1000000 bytes"),
        (TEXT.encode("utf-16"), "is no text file"),
    ],
    ids=["empty", "blank", "binary", "zeros", "huge", "utf-16"],
)
def test_files_that_are_no_records(tmp_path, content, reason):
    """Is every file that is no record refused in one line, and left alone?"""
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(az.RecordError) as error:
        az.Record.load(path)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)
    assert path.read_bytes() == content


def test_files_that_are_not_there(tmp_path):
    """Missing, or a folder: does the refusal name the path and the reason?"""
    none = tmp_path / "none"
    for path, reason in (
        (none, f"there is no file {none}"),
        (tmp_path, f"{tmp_path} is a folder, not a file"),
    ):
        with pytest.raises(az.RecordError) as error:
            az.Record.load(path)
        assert str(error.value) == reason


def test_a_path_that_can_not_be():
    """No file can be called so."""
    with pytest.raises(az.RecordError):
        az.Record.load("a\0b")


def test_refused_saves_leave_the_old_file(tmp_path, monkeypatch):
    """The disk is full, or the record is broken: is the old file whole and no other left?"""
    path = tmp_path / "record"
    RECORD.save(path)

    def fail(*_):
        raise OSError("no space left on device")

    broken = az.Record(GAME, ["floor"])
    with pytest.raises(az.IllegalChoice):
        broken.save(path)
    for function in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, function, fail)
            with pytest.raises(OSError, match="no space left"):
                played(seed=2).record().save(path)
    assert os.listdir(tmp_path) == ["record"]
    assert path.read_text(encoding="utf8") == TEXT


def test_saves_replace_the_old_file(tmp_path):
    """Is a file that was there written anew, readable for others?"""
    path = tmp_path / "record"
    path.write_text("something longer than a record" * 1000)
    RECORD.save(path)
    assert path.read_text(encoding="utf8") == TEXT
    assert path.stat().st_mode & 0o777 == 0o644

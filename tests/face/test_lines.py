"""Positions in one line, and whatever else people paste: what can be left out, and what is refused."""

import json
import re
from pathlib import Path

import pytest

import azulejos as az
from azulejos.reading import SIZE_MAX

EXAMPLES = {
    "chocolatier": "chocolatier 2 1.2.1 placing:2 centre=c2 factories=,bn2c hand=r2 0:b 0",
    "pavilion": "pavilion 2 3.48 laying:2 starter=2 starting-tile=2 supply=p 3:ob3r:.o2,.4r 12:o3:,.2r",
    "duel": "duel 2 goals=rows,rim,corners 1.4 acting:1 factories=b2k2//* display=as,bw,ew "
    "5:b,t2:aw0 5:,,y3:cs1",
    "garden": "garden 2 1.3 acting:1 display=b12G4 stack=5 15:b13G2:2::.b2 15",
}


def refusal(text):
    with pytest.raises(az.AzulejosError) as refused:
        az.read(text)
    return str(refused.value)


def test_a_line_says_what_a_document_says():
    game = az.Game("chocolatier", box="grey")
    position = game.position(
        "chocolatier 2 box=grey 2.12 offer:2 starting-tile=1 factories=b2kr,,c4 3:,r2:b,,.3r:sb 0"
    )
    document = position.to_dict()
    assert document["to_move"] == "seat-2"
    assert document["factories"][:3] == [{"blue": 2, "black": 1, "red": 1}, {}, {"cream": 4}]
    assert document["seats"][0]["lines"] == [[], ["red", "red"], [], [], []]
    assert document["seats"][0]["box"][2] == [None, None, None, "red", None]
    assert document["seats"][0]["floor"] == ["start", "blue"]
    assert document["seats"][1] == game.start(deal="by hand").to_dict()["seats"][1]


@pytest.mark.parametrize("line", EXAMPLES.values(), ids=list(EXAMPLES))
def test_lines_written_by_hand(line):
    """What is usual can be left out; what is written from it says the same."""
    position = az.read(line, deal="by hand")
    assert position.game.name == line.split()[0]
    assert az.read(position.line(), deal="by hand") == position
    assert position.choices()


def test_documents_and_records_find_their_game():
    game = az.Game("duel", goals="rows,rim,corners")
    position = game.start(seed=3, names=["Ala", "Bo"])
    position.play(position.choices()[0])
    assert az.read(json.dumps(position.to_dict(), indent=1)) == position
    again = az.read("\ufeff\n" + position.record().to_text(), deal="by hand")
    assert (again, again.history, again.names) == (position, position.history, position.names)


def test_whatever_holds_a_position_is_read(tmp_path):
    """A document as it is, text as bytes, a file by its path; bytes of tables say who reads them."""
    position = az.Game("duel", goals="rows,rim,corners").start(seed=3, names=["Ala", "Bo"])
    position.play(position.choices()[0])
    path = tmp_path / "game.txt"
    position.record().save(path)
    document = position.to_dict()
    del document["options"]["first"]  # the usual one
    for what in (document, position.line().encode(), path.read_bytes(), path):
        assert az.read(what, deal="by hand") == position
    assert az.read(path).history == position.history
    assert "read by Game.from_bytes" in refusal(position.to_bytes())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "this is no position in one line, no document and no record: ''"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "this is no position in one line"),
        ("{", "this document is no JSON"),
        ("[" * 100_000, "this is no position"),
        ('{"a":' * 100_000, "this document is no JSON"),
        ("{}", "a document says its game"),
        ('{"game": "chess"}', "there is no game 'chess'"),
        ('{"game": "duel", "options": {"players": 3}}', "duel has no option 'players'"),
        ("chocolatier@2 2 1.1", "this line is of version '2'; this program reads version 1"),
        ("chocolatier 5", "chocolatier is for 2 to 4 players, not '5'"),
        ("chocolatier", "chocolatier is for 2 to 4 players, not ''"),
        ("duel 3", "duel is for 2 players, not '3'"),
        ("chocolatier 2 box=blue 0 0", "option box can't be 'blue'"),
        ("chocolatier 2 tower=b", "there is no entry 'tower'; there is starter, starting-tile"),
        ("chocolatier 2 lid=b lid=b", "lid stands there twice"),
        ("chocolatier 2 lid=q", "lid: there is no piece 'q'; there is b blue, n brown"),
        ("chocolatier 2 lid=b300n200", "lid: more than 400 pieces in one place"),
        ("chocolatier 2 lid=2b", "lid: '2b' is no run of pieces"),
        ("chocolatier 2 lid=b.n", "lid: there is no piece '.'"),
        ("chocolatier 2 offer:1 factories=b,b,b,b,b,b", "factories: 6 places where there are 5"),
        ("chocolatier 2 starter=x", "starter: 'x' is no seat"),
        ("chocolatier 2 starter=7 0 0", "starter: expected one of seat-1, seat-2"),
        ("chocolatier 2 1.1 1.2", "round stands there twice"),
        ("chocolatier 2 1.2.3.4", "'1.2.3.4' should be round.turn or round.turn.step"),
        ("chocolatier 2 dancing:1 0 0", "phase: expected one of beginning"),
        ("chocolatier 2 1.1 offer:3 factories=b 0 0", "to_move: expected one of seat-1, seat-2"),
        ("chocolatier 2 0 0 0", "seats: 3 entries where 2 is the most"),
        ("chocolatier 2 0:::::", "seat-1: '0:::::' has more parts than score:lines:box:floor:zero"),
        ("chocolatier 2 0:b2 0", "seat-1, line-1: 2 entries where 1 is the most"),
        ("chocolatier 2 offer:1 factories=b21 0 0", "21 blue tiles in all; there must be 20"),
        ("chocolatier 2 " + "lid=b " * 5000, "a line has at most 8000 characters"),
        ("pavilion 2 offer:1 factories=p 5::::yes", "seat-1: passed: 'yes' should be passed, or nothing"),
        ("duel 2 stack=s", "stack: 's' is no stack, such as 8s or 8s,ew1"),
        ("duel 2 drawn=zz", "drawn: 'zz' is no hidden dome tile"),
        ("garden 2 tower=1b", "tower: '1b' is no run of hexagons"),
        ("garden 2 15::::b1234561", "seat-1: garden: 'b1234561': 6 spaces are there"),
        ("x" * (SIZE_MAX + 1), "this text is longer than 1000000 characters"),
        (7, "what is read is a text, a document or the Path of a file, not 7"),
        (b"duel \xff", "these bytes are no text; those of Position.to_bytes are read by Game.from_bytes"),
        (b"x" * (SIZE_MAX + 1), "this text is longer than 1000000 characters"),
        ("games/last game.txt", "looks like the name of a file; in Python a Path is read, not its name"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({}, "a document says its game"),
        (Path("nowhere.txt"), "there is no file nowhere.txt"),
        (Path("."), "is a folder, not a file"),
    ],
)
def test_what_is_refused(text, complaint):
    assert complaint in refusal(text)
    assert len(refusal(text)) < 1000


@pytest.mark.parametrize("line", EXAMPLES.values(), ids=list(EXAMPLES))
def test_a_line_that_was_cut_off_is_refused(line):
    """As long as a whole seat is missing; shorter entries are entries too."""
    whole = az.read(line, deal="by hand").line()
    without = whole.rsplit(" ", 1)[0]
    assert refusal(without) == "a line has an entry for each seat: here are 1, where there are 2"
    assert "here are 0, where there are 2" in refusal(without.rsplit(" ", 1)[0])


def test_a_line_of_another_game_is_refused():
    line = az.Game("duel").start(deal="by hand").line()
    with pytest.raises(az.PositionError, match=r"this line is of .*duel.* not of .*garden"):
        az.Game("garden").position(line)
    with pytest.raises(az.PositionError, match="this line is of"):
        az.Game("duel", goals="random").position(line)


def test_the_examples_of_the_notation_are_positions():
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf8")
    examples = re.findall(rf"^(?:{'|'.join(EXAMPLES)}) \d .*$", page, re.MULTILINE)
    assert {example.split()[0] for example in examples} == set(EXAMPLES)
    for example in examples:
        assert az.read(example, deal="by hand").game.name == example.split()[0]

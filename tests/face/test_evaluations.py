"""Any position: evaluated on what a seat knows, from the command line, and why it is over."""

import re

import pytest
from tests.house import is_asked, pairs, played
from tests.plainly import plainly

import azulejos as az
from azulejos import analysis, cli
from azulejos.bots import comparing
from azulejos.workers import jobs
from azulejos.workers.jobs import Question

LINE = "chocolatier 2 2.12 offer:2 starting-tile=1 factories=b2kr,,c4 3:,r2:b,,.r:sb 0"
# Four players have placed all tiles, and no row is full.
ALL_PLACED = (
    "chocolatier 4 9.200 over 10:,,,k3,r4:.nckr,rb.ck,krbn,c.rbn,nck.b 11:,,k,,b4:b.ckr,rbn.k,.rbnc,ck.bn,"
    "nckr 12:,,,,n4:bn.kr,rbnc,k.bnc,ckr.n,.ckrb 13:,,,,c4:bnc.r,.bnck,kr.nc,ckrb,n.krb"
)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_evaluation_does_not_depend_on_what_a_seat_can_not_know(seat):
    """Two tables of Duel that the seat can't tell apart: in the room itself, and as a worker is asked."""
    wanted = lambda position: is_asked(position) and position.turn == seat  # noqa: E731
    found = list(pairs("duel", seat, seed=6, count=2, wanted=wanted))
    assert found
    for both in found:
        first, second = (record.replay(deal="by hand") for record in both)
        assert first.key() != second.key()
        known, other = (Question.of(position, seat) for position in (first, second))
        assert jobs.evaluate(known, 60, 3) == jobs.evaluate(other, 60, 3)
        told, again = (analysis.evaluate(position, simulations=60) for position in (first, second))
        assert told == again
        assert told.best


@pytest.mark.parametrize(("language", "words"), [("en", "take"), ("pl", "weź")])
def test_a_position_is_analysed_at_a_terminal(monkeypatch, capsys, tmp_path, language, words):
    """A line, or a file in which one stands, leads to the best turns there; each ends where the turn does."""
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "here.txt").write_text(LINE)
    told = []
    for position in (LINE, str(tmp_path / "here.txt")):
        command = [
            "analyse",
            "--position",
            position,
            "--simulations",
            "100",
            "--seed",
            "1",
            "--lang",
            language,
        ]
        assert cli.main(command) == 0
        told.append(capsys.readouterr().out)
    out, of_file = told
    assert out == of_file
    assert words in out
    assert 1 < len(re.findall(r"\d+[.,]\d %", out)) <= comparing.LISTED
    assert re.search(r"(factory-\d|centre) \w+, (line-\d|floor)", out)


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (ALL_PLACED, "the game is over: there is nothing to choose"),
        (LINE.replace("b2kr", "q2kr"), "there is no piece 'q'"),
        ("nowhere", "there is no such file: 'nowhere'"),
    ],
)
def test_what_can_not_be_analysed_is_one_line(capsys, position, complaint):
    assert cli.main(["analyse", "--position", position]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert complaint in err


def test_no_tiles_are_left():
    """The third end of a game of Master Chocolatier: no row is full, and nothing is in bag or lid (MC-22)."""
    position = az.read(ALL_PLACED)
    ended = position.ended
    assert (ended.reason, ended.clause, ended.round, ended.seats) == ("no tiles", "MC-22", 9, ())
    assert ended.tell() == "No tiles are left to fill the factories with."
    assert ended.tell("pl") != ended.tell()
    with pytest.raises(az.PositionError, match="the game ends with a full row, without tiles"):
        az.read(ALL_PLACED.replace("over ", "over lid=k ").replace("k3", "k2"))


# ------------------------------------------------------------------------------------------------
# Equal scores

NAMES = ["Ada", "Bo", "Cy", "Di"]


@pytest.mark.parametrize(
    ("seats", "decided_by", "words"),
    [
        ("50::,,krbnc 50", "full rows", "Ada and Bo have 50 points each; Ada wins by full rows, 1 to 0."),
        (
            "1 1::,,krbnc 1",
            "full rows",
            "Ada, Bo and Cy have 1 point each; Bo wins by full rows, 1 to 0 and 0.",
        ),
        (
            "50::,,krbnc 50::bnckr,rbnck 50 50::bnckr,rbnck",
            "full rows",
            "Ada, Bo, Cy and Di have 50 points each; Bo and Di share the win by full rows, 2 to 1 and 0.",
        ),
        (
            "50::,,krbnc 50::bnckr 8",
            "nothing",
            "Ada and Bo have 50 points each and as many full rows, so they share the win.",
        ),
    ],
)
def test_full_rows_decide_among_equals(seats, decided_by, words):
    """MC-25, as the ranking of the rules has it."""
    position = plainly(az.read, f"chocolatier {len(seats.split())} 6.1 over {seats}")
    tie = position.tie
    assert (tie.decided_by, tie.clause, list(tie.winners)) == (decided_by, "MC-25", position.winners)
    assert tie.tell(NAMES) == words
    assert tie.tell(NAMES, "pl").startswith("Ada")


@pytest.mark.parametrize(
    ("game", "changes", "decided_by", "words"),
    [
        (
            "duel",
            {"starting_tile": "seat-2", "starter": "seat-1"},
            "starting-player tile",
            "Bo has the starting",
        ),
        ("duel", {"starting_tile": "large", "starter": "seat-1"}, "began", "; Ada began the last round"),
        ("duel", {"starting_tile": "large", "starter": "seat-2"}, "began", "; Bo began the last round"),
        ("pavilion", {}, "nothing", "Ada and Bo have 20 points each and share the win."),
        ("garden", {}, "nothing", "Ada and Bo have 20 points each and share the win."),
    ],
)
def test_what_decides_among_equals_in_other_games(game, changes, decided_by, words):
    """DU-44, SP-33, QG-34: the end of a random game, with as many points for both."""
    document = plainly(plainly(played, game, 1).replay, deal="by hand").to_dict()
    for seat in document["seats"]:
        seat["score"] = 20
    position = plainly(az.read, {**document, **changes})
    tie = position.tie
    assert (tie.decided_by, tie.seats, list(tie.winners)) == (decided_by, (0, 1), position.winners)
    assert words in tie.tell(NAMES)
    assert tie.tell(NAMES, "pl") != tie.tell(NAMES)


def test_there_is_no_tie_where_points_decide_or_the_game_goes_on():
    assert plainly(az.read, "chocolatier 2 6.1 over 50::,,krbnc 51").tie is None
    assert plainly(az.read, LINE).tie is None

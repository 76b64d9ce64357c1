"""The worked examples of the rulebook of Duel, in its order."""

import pytest
from tests.kits.kit import at_plain as at
from tests.rules.duel.tables import facts, lines, play, rows, scoring, seat, some, tiles, words


def test_two_dome_tiles_from_the_stack():
    """DU-09, DU-11: a point twice, two tiles drawn; one is kept, the other goes under the stack."""
    position = at(
        "duel 2 1.1 acting:1 factories=b2k2//* display=as,bs,cs stack=13w 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "draw", "next special")
    assert seat(position, 1)["score"] == 4
    play(position, "draw", "next wild", "stop", "reveal d-wild", "reveal f-special")
    assert seat(position, 1)["score"] == 3
    position.play("keep f-special")
    assert position.to_dict()["stack"] == {
        "unseen": 11,
        "back": "wild",
        "under": [{"tile": "d-wild", "back": "wild", "known": "seat-1"}],
    }
    play(position, "place-2", "turned-1")
    assert seat(position, 1)["dome"][1] == {"tile": "f-special", "turned": 1}
    assert (seat(position, 1)["tokens"], position.turn) == (1, 1)


def test_turquoise_from_both_kinds_of_factories():
    """DU-14: 2 turquoise, black below and yellow on top stay; then 2 from the large one, 3 left singly."""
    position = at(
        "duel 2 1.1 acting:1 factories=ykt2//* large=brkt2 display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("factory-1 turquoise")
    assert some(position, "stack") == ["yellow", "black"]
    position.play("stack black")
    assert position.to_dict()["factories"][0]["moon"] == words("ky")
    assert position.to_dict()["hand"] == tiles("tt")
    position.play("line-2")
    position.play("large turquoise")
    assert facts(position, "hand", "starting_tile") == (tiles("tt"), "large")
    assert position.to_dict()["large"] == {"sun": {}, "moon": tiles("brk")}


@pytest.mark.parametrize(
    ("colour", "taken", "holder"),
    [("blue", "b", "large"), ("black", "kk", "large"), ("yellow", "yy", "seat-1")],
)
def test_a_choice_of_moon_tiles(colour, taken, holder):
    """DU-16, DU-17: 1 blue, 2 black or 2 yellow; only yellow lies on the large factory."""
    position = at(
        "duel 2 1.1 acting:1 factories=/rb/*,/bk/*,/r2k/*,/ky/* large=/y display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    assert some(position, "moon") == ["blue", "yellow", "black"]
    position.play(f"moon {colour}")
    assert facts(position, "hand", "starting_tile") == (tiles(taken), holder)


def test_lines_that_move_stay_or_break():
    """DU-25 to DU-31: 1 is broken; 2 (black) scores 1; 4 (blue) goes on a wild space, 1; 3 and 5 stay."""
    # rows: *t *r *k / ky yk by / ty / ?k / ?y / tr
    position = scoring(
        "duel 2 2.1 acting:2 factories=//r display=bs,cs,es stack=9s "
        "20:b,k2,b3,b4,r2:as0,ds0,is0,aw3,,,jw0:,.5y:::0:2 5::hw0::::0:1"
    )
    assert position.choices() == ["column-1", "column-4"]
    assert seat(position, 1)["broken"] == tiles("b")
    position.play("column-1")
    assert rows(position, 1)[1] == "k....y"
    assert rows(position, 1)[3] == "b....."
    assert lines(position, 1) == {3: "bbb", 5: "rr"}
    assert position.scores[0] == 20 + 1 + 1 - 1


def test_a_special_tile_and_the_next_line():
    """DU-32, DU-33: yellow 2 + 2, a special tile in row 2: 2; then blue, a run of 3 with the special tile."""
    # ty / *k / br / k*
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=12s "
        "0:y,,b3:as3,,,fs2:t,.k:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert rows(position, 1)[:3] == ["ty....", "sk....", "b....."]
    assert position.scores[0] == (2 + 2) + 2 + 3


def test_three_broken_tiles_and_the_starting_player_tile():
    """DU-35: 8 points are lost."""
    position = scoring(
        "duel 2 1.1 acting:2 starting-tile=1 factories=//r display=as,bs,cs stack=13s "
        "20::,,,,,,,,is0::bkt::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert position.scores[0] == 20 - 8


@pytest.mark.parametrize(
    ("chips", "paid"),
    [
        ("TR", ["pay turquoise-yellow"]),
        ("bYR", ["pay blue", "pay yellow-black"]),
    ],
)
def test_chips_complete_a_line(chips, paid):
    """DU-29: two with turquoise halves, or any three."""
    # row 6: tk
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,cs,ds stack=13s "
        f"5:,,,,,t5:,,,,,,bs0:::{chips}:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert seat(position, 1)["chips"] == tiles(chips)
    play(position, "complete", *paid)
    assert rows(position, 1)[5] == "t....."
    assert (seat(position, 1)["chips"], lines(position, 1)) == ({}, {})
    assert position.to_dict()["tower"] == tiles("tttt")
    assert position.scores[0] == 5 + 1

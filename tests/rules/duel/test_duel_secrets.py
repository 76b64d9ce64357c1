"""Who knows what? Dome tiles that were drawn are known to their drawer alone (DU-11).

What a seat may know is written down here once more, from the rules: a tile that it has put under the
stack itself, wherever it lies face down now, and what it has drawn and looked at. Backs are public.
"""

import itertools
import json
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from tests.kits.kit import at_plain as at
from tests.plainly import plainly
from tests.rules.duel.tables import (
    DOME_TILES,
    kind_of,
    play,
    random_game,
)

import azulejos as az

VIEWERS = [0, 1, None]
SHOWN = ("looking", "keeping", "ordering")  # the drawer has stopped and looks at what was drawn
PRIVATE = ("phase", "to_move", "mover", "stack", "drawn")  # entries of a document that may be forgotten


def name_of(viewer):
    return "a spectator" if viewer is None else f"seat-{viewer + 1}"


def drawer_of(document):
    return document["mover"] or document["to_move"]


def secrets(document, viewer):
    """The hidden entries of a document whose faces a viewer may not know, if they are decided."""
    name = name_of(viewer)
    found = [entry for entry in document["stack"]["under"] if entry["known"] != name]
    if not (document["phase"] in SHOWN and drawer_of(document) == name):
        found += [entry for entry in document["drawn"] if entry["known"] != name]
    return [entry for entry in found if entry["tile"]]


def lying(document):
    """All dome tiles that are decided."""
    found = [*document["display"], document["tile"]]
    found += [entry["tile"] for entry in [*document["stack"]["under"], *document["drawn"]]]
    found += [entry["tile"] for seat in document["seats"] for entry in seat["dome"] if entry]
    return [tile for tile in found if tile]


def with_other_secrets(document, viewer, rng):
    """The same table, but for faces that a viewer may not know: others of the same backs."""
    document = json.loads(json.dumps(document))
    entries = secrets(document, viewer)
    free = set(DOME_TILES) - set(lying(document)) | {entry["tile"] for entry in entries}
    for kind in ("special", "wild"):
        hidden = [entry for entry in entries if entry["back"] == kind]
        pool = sorted(tile for tile in free if kind_of(tile) == kind)
        for entry, tile in zip(hidden, rng.sample(pool, len(hidden)), strict=True):
            entry["tile"] = tile
    if document["phase"] == "ordering":  # in the drawer's hand: their order says nothing
        document["drawn"].sort(key=lambda entry: DOME_TILES.index(entry["tile"]))
    return document


def opened(document, game=None):
    return plainly((game or az.Game("duel")).position, document, deal="by hand")


def forgotten(position, viewer):
    """The bytes of a table after `forget`."""
    copy = np.zeros(1, position.rules.dtype)
    copy[0] = position.state
    position.rules.forget(copy[0], -1 if viewer is None else viewer)
    return copy.tobytes()


def is_secret(position, choice, viewer):
    number = position.rules.choices.index(choice)
    return bool(position.rules.is_secret(position.state, number, -1 if viewer is None else viewer))


# ------------------------------------------------------------------------------------------------
# Over random games


def hidden_positions(seed):
    """Positions of a game with many draws in which something was drawn or put under the stack."""
    for position in random_game(seed, eager=("draw", "under", "keep")):
        document = position.to_dict()
        if document["stack"]["under"] or document["drawn"]:
            yield position, document


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_a_viewer_sees_depends_on_what_it_may_not_know(seed, viewer):
    """DU-11: other faces of the same backs give the same document, and the same forgotten table."""
    rng = random.Random(seed)
    changed = 0
    for position, document in hidden_positions(seed):
        if rng.random() < (0.95 if position.phase == "filling" else 0.6):
            continue
        other = opened(with_other_secrets(document, viewer, rng), position.game)
        changed += other != position
        assert json.dumps(other.known_by(viewer).to_dict()) == json.dumps(position.known_by(viewer).to_dict())
        assert forgotten(other, viewer) == forgotten(position, viewer)
    assert changed


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_viewer_sees_all_that_it_may_know(seed, viewer):
    """DU-11: public facts stay, and backs, and the faces that it knows; nothing else is forgotten."""
    for position, document in hidden_positions(seed):
        seen = position.known_by(viewer).to_dict()
        hidden = secrets(document, viewer)
        for entry in hidden:
            entry["tile"] = None
        for key in document:
            if key not in PRIVATE:
                assert seen[key] == document[key]
        assert (seen["stack"], seen["drawn"]) == (document["stack"], document["drawn"])
        if not any(entry in hidden for entry in document["drawn"]):
            assert [seen[key] for key in PRIVATE] == [document[key] for key in PRIVATE]


@pytest.mark.parametrize("seed", range(2))
def test_what_a_viewer_sees_is_a_sound_position(seed):
    """A document with forgotten faces can be read and played on, and forgetting again changes nothing."""
    rng = random.Random(seed)
    for position, _ in hidden_positions(seed):
        if rng.random() < 0.9:
            continue
        for viewer in VIEWERS:
            seen = position.known_by(viewer).to_dict()
            again = opened(seen, position.game)
            assert again.state.tobytes() == forgotten(position, viewer)
            assert again.known_by(viewer).to_dict() == seen
            assert again.choices()


@pytest.mark.parametrize("seed", range(3))
def test_which_choices_are_secret(seed):
    """DU-11: what others see in their drawn tiles, and in which order they put them under the stack.

    A single drawn tile must be kept: everybody sees it at once.
    """
    found = Counter()
    for position in random_game(seed, eager=("draw", "under", "keep")):
        document = position.to_dict()
        for viewer in VIEWERS:
            is_drawer = name_of(viewer) == drawer_of(document)
            for choice in position.choices():
                word = choice.split()[0]
                is_face = document["phase"] == "looking" and len(document["drawn"]) > 1
                expected = (is_face or word == "under") and not is_drawer
                assert is_secret(position, choice, viewer) == expected
                found[word, expected] += 1
    assert found["under", True]
    assert found["reveal", True]
    assert found["reveal", False]


def test_without_anything_drawn_everybody_knows_everything():
    """DU-02: what nobody has seen is not decided."""
    for position in random_game(1):
        document = position.to_dict()
        if not document["drawn"] and not document["stack"]["under"]:
            assert all(position.known_by(viewer).to_dict() == document for viewer in VIEWERS)


# ------------------------------------------------------------------------------------------------
# One by one


def draw(position, count):
    """Draw so many; CHANCE shows the first back that is possible."""
    for _ in range(count):
        position.play("draw")
        if position.phase == "back":
            position.play(position.choices()[0])


def look(position):
    """CHANCE reveals the last face that is possible, until all are seen."""
    if position.phase == "drawing":
        position.play("stop")
    while position.phase == "looking":
        position.play(position.choices()[-1])
    assert position.phase == "keeping"


def faces(document):
    """What a document says about the drawn tiles, and those under the stack."""
    return (
        [entry["tile"] for entry in document["drawn"]],
        [entry["tile"] for entry in document["stack"]["under"]],
    )


def test_own_tiles_under_the_stack_stay_known():
    """DU-11: to their drawer alone; spectators know nothing."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=1w,gw1,hw2,is1 "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0::::0"
    )
    assert faces(position.known_by(0).to_dict()) == ([], ["g-wild", None, "i-special"])
    assert faces(position.known_by(1).to_dict()) == ([], [None, "h-wild", None])
    assert faces(position.known_by(None).to_dict()) == ([], [None, None, None])
    for viewer in VIEWERS:
        backs = [entry["back"] for entry in position.known_by(viewer).to_dict()["stack"]["under"]]
        assert backs == ["wild", "wild", "special"]


def test_fronts_stay_unseen_until_drawing_stops():
    """DU-11: a tile that the other has put under the stack is hidden from its new drawer until then."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw2,hw2,is2 "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0,jw0::::0"
    )
    position.play("draw")
    assert position.phase == "drawing"
    assert faces(position.known_by(0).to_dict()) == ([None], [None, None])
    assert faces(position.known_by(1).to_dict()) == (["g-wild"], ["h-wild", "i-special"])
    position.play("draw")
    position.play("stop")
    assert position.phase == "keeping"
    assert faces(position.known_by(0).to_dict()) == (["g-wild", "h-wild"], [None])


def test_a_known_tile_drawn_again_by_its_drawer_is_hidden_from_the_others():
    """DU-11: while drawing and when looking; its drawer knows it all the time."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw1,hw1,is2 "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0,jw0::::0"
    )
    position.play("draw")
    assert [faces(position.known_by(viewer).to_dict()) for viewer in VIEWERS] == [
        (["g-wild"], ["h-wild", None]),
        ([None], [None, "i-special"]),
        ([None], [None, None]),
    ]
    play(position, "draw", "stop")
    assert [faces(position.known_by(viewer).to_dict())[0] for viewer in VIEWERS] == [
        ["g-wild", "h-wild"],
        [None, None],
        [None, None],
    ]
    assert [position.known_by(viewer).to_dict()["phase"] for viewer in VIEWERS] == [
        "keeping",
        "looking",
        "looking",
    ]
    position.play("keep h-wild")
    assert faces(position.known_by(1).to_dict()) == ([], ["i-special", None])
    assert faces(position.known_by(0).to_dict()) == ([], [None, "g-wild"])


def test_looking_shows_the_faces_to_their_drawer_alone():
    """DU-11: neither the other nor a spectator sees what is drawn, before and after `keep`."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=3s "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,gw0,hs0::::0"
    )
    draw(position, 3)
    assert position.phase == "looking"
    position.play(position.choices()[0])
    for viewer in (1, None):
        assert faces(position.known_by(viewer).to_dict()) == ([None] * 3, [])
    assert faces(position.known_by(0).to_dict())[0] == [position.to_dict()["drawn"][0]["tile"], None, None]
    look(position)
    assert position.known_by(0).to_dict() == position.to_dict()
    for viewer in (1, None):
        seen = position.known_by(viewer).to_dict()
        assert faces(seen) == ([None] * 3, [])
        assert (seen["phase"], seen["to_move"], seen["mover"]) == ("looking", "chance", "seat-1")
    position.play(position.choices()[1])
    assert position.phase == "ordering"
    for viewer in (1, None):
        seen = position.known_by(viewer).to_dict()
        assert faces(seen) == ([None] * 2, [])
        assert seen["tile"] == position.to_dict()["tile"]


def test_after_keep_nobody_else_can_tell_the_others_apart():
    """DU-11: they are in the drawer's hand; even a tile that the other knew is one of several now."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw2,hw1,aw2,is2 "
        "9::as0,bs0,bw0,cs0,cw0,ds0,dw0::::1 9::es0,ew0,fs0,fw0,gs0,hs0,jw0::::0"
    )
    play(position, "draw", "draw", "draw", "draw")
    assert faces(position.known_by(1).to_dict())[0] == ["g-wild", None, "a-wild", "i-special"]
    position.play("keep a-wild")
    document = position.to_dict()
    assert [entry["tile"] for entry in document["drawn"]] == ["i-special", "g-wild", "h-wild"]
    assert [entry["known"] for entry in document["drawn"]] == [None] * 3
    for viewer in (1, None):
        seen = position.known_by(viewer).to_dict()
        assert faces(seen)[0] == [None] * 3
        assert [entry["back"] for entry in seen["drawn"]] == ["special", "wild", "wild"]
    assert position.known_by(0).to_dict() == document


def test_a_single_drawn_tile_is_no_secret():
    """DU-11: it must be kept, and lies on the dome."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=2s,gw1 "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0,hw0::::0"
    )
    draw(position, 1)
    position.play("stop")
    assert (position.phase, [is_secret(position, position.choices()[0], viewer) for viewer in VIEWERS]) == (
        "looking",
        [False] * 3,
    )
    position.play(position.choices()[0])
    tile = position.to_dict()["tile"]
    assert tile
    assert [position.known_by(viewer).to_dict()["tile"] for viewer in VIEWERS] == [tile] * 3


# ------------------------------------------------------------------------------------------------
# Forgetting, and CHANCE once more: exactly the distribution of all that a viewer can't rule out


def outcomes(position, result):
    """The probability of each result, if seats draw whenever they can, and CHANCE follows its weights."""
    found = result(position)
    if found is not None:
        return {found: Fraction(1)}
    total = Counter()
    weights = position.weights()
    if not weights:
        choice = "draw" if "draw" in position.choices() else position.choices()[0]
        weights = {choice: 1}
    whole = sum(weights.values())
    for choice, weight in weights.items():
        there = position.copy()
        there.play(choice)
        for outcome, probability in outcomes(there, result).items():
            total[outcome] += Fraction(weight, whole) * probability
    return dict(total)


def possible(document, viewer):
    """All faces of the drawn tiles and the stack from the top that a viewer can't rule out."""
    hidden = secrets(document, viewer)
    slots = []  # a face, or a back, or nothing at all
    unseen = document["stack"]["unseen"]
    backs = [document["stack"]["back"], *[None] * unseen][:unseen]
    for entry in document["drawn"]:
        slots.append(entry["back"] if entry in hidden or not entry["tile"] else entry["tile"])
    slots += backs
    for entry in document["stack"]["under"]:
        slots.append(entry["back"] if entry in hidden or not entry["tile"] else entry["tile"])
    seen = set(lying(document)) - {entry["tile"] for entry in hidden}
    free = [tile for tile in DOME_TILES if tile not in seen]
    found = []
    for order in itertools.permutations(free):
        tiles = iter(order)
        filled = [slot if slot in DOME_TILES else (next(tiles), slot) for slot in slots]
        if all(isinstance(face, str) or face[1] in (None, kind_of(face[0])) for face in filled):
            found.append(tuple(face if isinstance(face, str) else face[0] for face in filled))
    return {faces: Fraction(1, len(found)) for faces in found}


def drawn_out(position):
    """All faces, when everything has been drawn and looked at."""
    if position.phase != "keeping":
        return None
    return tuple(entry["tile"] for entry in position.to_dict()["drawn"])


def drawing_midway():
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=3s,gw2,is1 "
        "9::as0,aw0,bs0,bw0,cs0,cw0::::1 9::ds0,dw0,es0,ew0,fs0,fw0,gs0::::0"
    )
    draw(position, 2)
    return position


def drawing_known_ones():
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=1w,gw2,is1,hw2 "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0::::0"
    )
    draw(position, 2)
    return position


SMALL_CASES = {
    "unseen only": lambda: at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=4s "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,gw0::::0"
    ),
    "all known": lambda: at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw1,hw2,is2 "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0,jw0::::0"
    ),
    "mixed": lambda: at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=3s,gw1,is2 "
        "9::as0,aw0,bs0,bw0,cs0,cw0::::1 9::ds0,dw0,es0,ew0,fs0,fw0,gs0::::0"
    ),
    "mixed, more kinds": lambda: at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=2s,gw1,hw2,is2 "
        "9::as0,aw0,bs0,bw0,cs0,cw0::::1 9::ds0,dw0,es0,ew0,fs0,fw0,gs0::::0"
    ),
    "one unseen": lambda: at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=1w,as2,hw2,is1 "
        "9::aw0,bs0,bw0,cs0,cw0,ds0,dw0::::1 9::es0,ew0,fs0,fw0,gs0,gw0,hs0::::0"
    ),
    "midway": drawing_midway,
    "midway, known ones drawn": drawing_known_ones,
}


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("case", SMALL_CASES)
def test_forgetting_and_drawing_out_the_stack(case, viewer):
    """DU-11: every assignment that a viewer can't rule out is equally likely."""
    position = SMALL_CASES[case]()
    document = position.to_dict()
    seen = opened(position.known_by(viewer).to_dict(), position.game)
    assert outcomes(seen, drawn_out) == possible(document, viewer)


@pytest.mark.parametrize("viewer", [1, None])
def test_forgetting_while_the_drawer_keeps(viewer):
    """DU-11: what was seen already is decided once more by CHANCE."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=3s,hw2,cw1 "
        "9::as0,aw0,bs0,bw0,cs0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,gw0::::0"
    )
    draw(position, 5)
    look(position)
    document = position.to_dict()
    seen = opened(position.known_by(viewer).to_dict(), position.game)
    assert seen.phase == "looking"
    assert outcomes(seen, drawn_out) == possible(document, viewer)


@pytest.mark.parametrize("viewer", [1, None])
def test_forgetting_while_the_drawer_orders(viewer):
    """DU-11: the others, and what lies under the stack already."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=3s,aw2,bw1 "
        "9::as0,bs0,cs0,cw0,ds0,dw0::::1 9::es0,ew0,fs0,fw0,gs0,gw0,hs0::::0"
    )
    draw(position, 3)  # the stack's last two stay where they are
    look(position)
    position.play(position.choices()[0])
    assert position.phase == "ordering"
    document = position.to_dict()
    seen = opened(position.known_by(viewer).to_dict(), position.game)

    def ordering(here):
        if here.phase != "ordering":
            return None
        return tuple(entry["tile"] for entry in here.to_dict()["drawn"])

    expected = Counter()
    count = len(document["drawn"])
    for order, probability in possible(document, viewer).items():
        expected[tuple(sorted(order[:count], key=DOME_TILES.index))] += probability
    assert outcomes(seen, ordering) == expected


@pytest.mark.parametrize("viewer", VIEWERS)
def test_forgetting_before_the_display_is_refilled(viewer):
    """DU-11, DU-38: a tile that a viewer doesn't know is turned up by CHANCE."""
    position = at(
        "duel 2 4.1 acting:2 factories=//r stack=2w,gw1,is2 "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0::::0"
    )
    document = position.to_dict() | {"round": 3}
    document["seats"][0]["tokens"] = 0
    document["seats"][0]["chips_taken"] = 2
    document["seats"][1]["chips_taken"] = 1
    position = opened(document)

    def shown(here):
        if here.phase != "filling":
            return None
        return tuple(tile for tile in here.to_dict()["display"])

    expected = Counter()
    for order, probability in possible(document, viewer).items():
        expected[order[:3]] += probability
    seen = opened(position.known_by(viewer).to_dict())
    seen.play("chip red")
    assert outcomes(seen, shown) == expected

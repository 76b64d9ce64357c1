"""A player's board in words: what can be chosen there, and what lies there."""

from collections.abc import Iterable
from typing import Any

from azulejos.core.bits import count_bits
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    COLOURS_N,
    EMPTY,
    EXPANSION_STORAGE,
    FEATURE_JOKERS,
    FEATURE_SPACES,
    FEATURES_N,
    FIRST_OF_PLACE,
    FIRST_TO_PASS,
    HEXAGONS_N,
    PAVILION,
    PLACES_N,
    ROUNDS,
    SIDES,
    SPACES_PER_PLACE,
    STORAGE,
)
from azulejos.games.garden.scoring import (
    groups_points,
    hexagon_points,
    loss,
    of_criterion,
    round_points,
    storage_value,
)
from azulejos.games.garden.state import colour_of, pattern_of, value_of
from azulejos.tell import Words
from azulejos.tell.garden.pieces import (
    AREA_NAMES,
    SIDE_NAMES,
    all_named,
    by_colour,
    capital,
    criterion_name,
    feature_name,
    hexagon_name,
    jokers_named,
    members,
    place_name,
    space_name,
)
from azulejos.tell.marks import marked
from azulejos.tell.phrases import points_or_zero, signed, with_facts


def _features_there(player: Any) -> list[int]:
    """Fountain, statues and benches, and the pavilions of face-up expansions."""
    return [
        feature
        for feature in range(FEATURES_N)
        if feature < PAVILION or player.places[feature - PAVILION] >= 0
    ]


def _missing_around(player: Any, feature: int) -> int:
    """Hexagons that are missing around a feature (QG-18)."""
    spaces = int(FEATURE_SPACES[feature])
    return count_bits(spaces & ~int(table.occupied(player)))


def _mover(state: Any) -> Any:
    return state.players[state.to_move]


def _costs(t: Words, player: Any, hexagon: int) -> list[str]:
    """What is paid besides the hexagon itself, and how many jokers that takes at least (QG-11 to QG-14)."""
    more = int(value_of(hexagon)) - 1
    if more == 0:
        return [t("costs nothing more")]
    held = int(table.tile_bits(player)) | int(player.expansions)
    kin = (int(table.of_same_colour(hexagon)), int(table.of_same_pattern(hexagon)))
    jokers = more - max(count_bits(held & own) for own in kin)
    facts = [t("costs {n} more", n=more)]
    if jokers > 0:
        facts.append(t.plural("at least {n} joker", "at least {n} jokers", jokers))
    return facts


def _at_round_end(t: Words, points: int) -> list[str]:
    return [t("+{n} at the end of the round", n=points)] if points else []


def place(t: Words, state: Any, hexagon: int) -> str:
    facts = _costs(t, _mover(state), hexagon) + _at_round_end(t, int(hexagon_points(state, hexagon)))
    return with_facts(t("Place the {hexagon}", hexagon=hexagon_name(t, hexagon)), facts)


def expand(t: Words, state: Any, hexagon: int) -> str:
    """A visible pavilion brings a point more (QG-28)."""
    facts = _costs(t, _mover(state), hexagon) + _at_round_end(t, int(hexagon_points(state, hexagon)) + 1)
    return with_facts(t("Place the expansion with the {hexagon}", hexagon=hexagon_name(t, hexagon)), facts)


def pass_on(t: Words, state: Any, _: int) -> str:
    others = [state.players[seat] for seat in range(state.players_n) if seat != state.to_move]
    facts = []
    if state.start_holder == table.NOBODY:
        points = points_or_zero(int(loss(_mover(state), -FIRST_TO_PASS)))
        facts.append(t("takes the starting-player tile, {points}", points=points))
    if all(other.passed for other in others) and not _can_discard(_mover(state)):
        facts.append(t("the round ends"))
    return t("Pass: {facts}", facts=", ".join(facts)) if facts else t("Pass")


def _can_discard(player: Any) -> bool:
    return bool(player.tile_count or player.expansions)


def at_space(t: Words, state: Any, space: int) -> str:
    """What a tile scores there this round, which groups it joins and what it surrounds."""
    player, hexagon = _mover(state), int(state.what)
    facts = _at_round_end(t, int(hexagon_points(state, hexagon)))
    facts += _joined_groups(t, state, space) + _surrounded_by(t, player, space)
    where = capital(space_name(t, space))
    return f"{where}: {', '.join(facts)}" if facts else where


def _joined_groups(t: Words, state: Any, space: int) -> list[str]:
    """The groups that the hexagon in question would belong to, and what they bring more at the end."""
    player, hexagon = _mover(state), int(state.what)
    after = player.copy()
    table.put_in_garden(after, space, hexagon)
    facts = []
    for criterion in (colour_of(hexagon), COLOURS_N + pattern_of(hexagon)):
        size = count_bits(int(table.flood(table.bit(space), of_criterion(after, criterion))))
        if size > 1:
            facts.append(t("joins a group of {n} ({kind})", n=size, kind=criterion_name(t, criterion)))
    gain = int(groups_points(after, state.side) - groups_points(player, state.side))
    return [*facts, t("{points} at the end of the game", points=signed(gain))] if gain else facts


SURROUNDS: dict[int, str] = {
    0: marked("surrounds the fountain"),
    1: marked("surrounds a statue"),
    2: marked("surrounds a bench"),
    PAVILION: marked("surrounds a pavilion"),
}


def _surrounded_by(t: Words, player: Any, space: int) -> list[str]:
    """The features that a tile on this space surrounds, with their jokers (QG-18)."""
    return [
        _with_jokers(t, t(SURROUNDS[_kind(feature)]), int(FEATURE_JOKERS[feature]))
        for feature in _features_there(player)
        if (int(FEATURE_SPACES[feature]) >> space) & 1 and _missing_around(player, feature) == 1
    ]


def _kind(feature: int) -> int:
    """The first feature of this kind: statues and benches stand in turn."""
    if feature == 0 or feature >= PAVILION:
        return min(feature, PAVILION)
    return 2 - feature % 2


def _with_jokers(t: Words, text: str, count: int) -> str:
    return t.plural("{what} (+{n} joker)", "{what} (+{n} jokers)", count, what=text)


def turned(t: Words, state: Any, side: int) -> str:
    """Where the printed hexagon lies, and which groups it joins there."""
    space = int(FIRST_OF_PLACE[state.place_chosen]) + 1 + side
    text = t("Printed hexagon: {space}", space=t(SIDE_NAMES[side]))
    return with_facts(text, _joined_groups(t, state, space))


def pay_joker(t: Words, state: Any, _: int) -> str:
    left = int(_mover(state).jokers) - 1
    return t.plural("Pay with a joker ({n} left then)", "Pay with a joker ({n} left then)", left)


def discard(t: Words, state: Any, hexagon: int) -> str:
    name = hexagon_name(t, hexagon)
    return t("Discard the {hexagon}: {points}", hexagon=name, points=_discard_points(state, hexagon))


def discard_expansion(t: Words, state: Any, hexagon: int) -> str:
    points = _discard_points(state, hexagon)
    name = hexagon_name(t, hexagon)
    return t("Discard the expansion with the {hexagon}: {points}", hexagon=name, points=points)


def _discard_points(state: Any, hexagon: int) -> str:
    return points_or_zero(int(loss(_mover(state), value_of(hexagon))))


def done(t: Words, state: Any, _: int) -> str:
    player = _mover(state)
    left = int(player.tile_count) + count_bits(int(player.expansions))
    if left == 0:
        return t("Done")
    if state.round_number == ROUNDS:
        return t("Done: what is left costs {n} at the end", n=int(storage_value(player)))
    return t.plural("Done: {n} hexagon stays in the storage", "Done: {n} hexagons stay in the storage", left)


def on_place(t: Words, state: Any, place: int) -> str:
    return capital(place_name(t, place))


def describe(t: Words, state: Any, seat: int, name: str) -> list[str]:
    """What lies before a seat, in sentences."""
    player = state.players[seat]
    lines = [t("{who}: score {points}.", who=name, points=int(player.score))]
    if state.start_holder == seat:
        lines.append(t("{who} has the starting-player tile.", who=name))
    if player.passed:
        lines.append(t("{who} has passed and does no more in this round.", who=name))
    lines += _describe_storage(t, player)
    lines.append(_describe_area(t, player, t("Fountain board"), range(SIDES), SIDE_NAMES))
    lines += [_describe_place(t, player, place) for place in range(PLACES_N) if player.places[place] != EMPTY]
    free = [place_name(t, place) for place in range(PLACES_N) if player.places[place] == EMPTY]
    if free:
        lines.append(t("Without an expansion: {places}.", places=", ".join(free)))
    lines.append(_describe_features(t, player))
    if state.phase_id != table.OVER:
        lines.append(
            t(
                "As things stand: {round} at the end of the round, {groups} for groups in the end.",
                round=points_or_zero(int(round_points(state, player))),
                groups=points_or_zero(int(groups_points(player, state.side))),
            )
        )
    return lines


def _describe_storage(t: Words, player: Any) -> list[str]:
    used = int(player.tile_count) + int(player.jokers)
    return [
        t(
            "Storage, {n} of {most} spaces used: {jokers}; tiles: {tiles}.",
            n=used,
            most=STORAGE,
            jokers=jokers_named(t, int(player.jokers)),
            tiles=by_colour(t, player.tiles),
        ),
        t(
            "Expansions in the storage, at most {most}: {expansions}.",
            most=EXPANSION_STORAGE,
            expansions=all_named(t, members(player.expansions, HEXAGONS_N)),
        ),
    ]


def _describe_place(t: Words, player: Any, place: int) -> str:
    first, name = int(FIRST_OF_PLACE[place]), capital(place_name(t, place))
    if player.places[place] == table.PLACED_DOWN:
        spaces = range(first, first + SPACES_PER_PLACE)
        area = t("{place}, face-down expansion", place=name)
        return _describe_area(t, player, area, spaces, AREA_NAMES)
    spaces = range(first + 1, first + SPACES_PER_PLACE)
    return _describe_area(t, player, t("{place}, with a pavilion", place=name), spaces, SIDE_NAMES)


def _describe_area(t: Words, player: Any, area: str, spaces: Iterable[int], names: tuple[str, ...]) -> str:
    """A part of the garden: what lies on its spaces, and which of them are free."""
    lying, free = [], []
    for space, name in zip(spaces, names, strict=True):
        if player.garden[space] == EMPTY:
            free.append(t(name))
        else:
            lying.append(with_facts(hexagon_name(t, int(player.garden[space])), [t(name)]))
    return t(
        "{area}: {hexagons}. Free: {spaces}.",
        area=area,
        hexagons=", ".join(lying) or t("nothing"),
        spaces=", ".join(free) or t("nothing"),
    )


def _describe_features(t: Words, player: Any) -> str:
    """How many hexagons are missing around each feature that isn't surrounded yet."""
    missing = [(feature, _missing_around(player, feature)) for feature in _features_there(player)]
    named = [f"{feature_name(t, feature)}: {count}" for feature, count in missing if count]
    return t("Missing around features: {features}.", features=", ".join(named) or t("nothing"))

"""Queen's Garden in words."""

from collections.abc import Callable, Iterable
from typing import Any

from azulejos.core.bits import count_bits
from azulejos.games.garden import choices
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    COLOURS,
    COLOURS_N,
    CRITERIA,
    EMPTY,
    EXPANSION_STORAGE,
    FEATURE_JOKERS,
    FEATURE_SPACES,
    FEATURES_N,
    FIRST_OF_PLACE,
    FIRST_TO_PASS,
    HEXAGONS_N,
    PATTERNS_N,
    PAVILION,
    PLACES_N,
    PRICE,
    ROUNDS,
    SIDES,
    SPACES_N,
    SPACES_PER_PLACE,
    STORAGE,
    VALUE,
)
from azulejos.games.garden.scoring import (
    groups_points,
    hexagon_points,
    loss,
    of_criterion,
    round_points,
    storage_value,
)
from azulejos.games.garden.state import colour_of, hexagon_of, pattern_of, slots_with, value_of
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.phrases import Named, Teller, joined, points_or_zero, rows_of, signed, with_facts

CLAUSES = "QG"
SCORING = {
    table.CRITERION,
    table.PAVILIONS,
    table.JOKERS_LEFT,
    table.STORAGE_LEFT,
    table.KEPT_AT_ZERO,
    table.GROUP,
    table.GROUP_BONUS,
}


def title(t: Words) -> str:
    return t("Queen's Garden")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values; a wheel can be any that players have entered."""
    labels = {
        ("side", None): t("Side of the scoring board"),
        ("side", "A"): t("A: patterns score their value, full groups bring a bonus"),
        ("side", "B"): t("B: low patterns score most, all groups bring a bonus"),
        ("wheel", None): t("Wheel"),
        ("wheel", "standard"): t("as it comes with the side"),
    }
    if (name, value) in labels or value is None:
        return labels[name, value]
    if value in CRITERIA:
        return criterion_name(t, CRITERIA.index(value))
    steps = [[entry.split() for entry in step.split(",")] for step in value.split(";")]
    said = [", ".join(_entered(t, *entry) for entry in step) for step in steps]
    return "; ".join(t("round {n}: {criteria}", n=n, criteria=step) for n, step in enumerate(said, start=1))


def _entered(t: Words, criterion: str, points: str) -> str:
    """A criterion as it is written on a wheel that players have entered."""
    return _on_wheel(t, CRITERIA.index(criterion), int(points) if points.isdigit() else VALUE)


# ------------------------------------------------------------------------------------------------
# Hexagons

PATTERN_NAMES: tuple[Named, ...] = (
    lambda t: t("tree"),
    lambda t: t("bird"),
    lambda t: t("butterfly"),
    lambda t: t("flower"),
    lambda t: t("plant"),
    lambda t: t("lily"),
)
HEXAGON_NAMES: tuple[Named, ...] = (
    lambda t: t("blue tree"),
    lambda t: t("blue bird"),
    lambda t: t("blue butterfly"),
    lambda t: t("blue flower"),
    lambda t: t("blue plant"),
    lambda t: t("blue lily"),
    lambda t: t("yellow tree"),
    lambda t: t("yellow bird"),
    lambda t: t("yellow butterfly"),
    lambda t: t("yellow flower"),
    lambda t: t("yellow plant"),
    lambda t: t("yellow lily"),
    lambda t: t("light green tree"),
    lambda t: t("light green bird"),
    lambda t: t("light green butterfly"),
    lambda t: t("light green flower"),
    lambda t: t("light green plant"),
    lambda t: t("light green lily"),
    lambda t: t("dark green tree"),
    lambda t: t("dark green bird"),
    lambda t: t("dark green butterfly"),
    lambda t: t("dark green flower"),
    lambda t: t("dark green plant"),
    lambda t: t("dark green lily"),
    lambda t: t("light purple tree"),
    lambda t: t("light purple bird"),
    lambda t: t("light purple butterfly"),
    lambda t: t("light purple flower"),
    lambda t: t("light purple plant"),
    lambda t: t("light purple lily"),
    lambda t: t("dark purple tree"),
    lambda t: t("dark purple bird"),
    lambda t: t("dark purple butterfly"),
    lambda t: t("dark purple flower"),
    lambda t: t("dark purple plant"),
    lambda t: t("dark purple lily"),
)
ALL_OF: tuple[Named, ...] = (
    lambda t: t("all blue"),
    lambda t: t("all yellow"),
    lambda t: t("all light green"),
    lambda t: t("all dark green"),
    lambda t: t("all light purple"),
    lambda t: t("all dark purple"),
    lambda t: t("all trees"),
    lambda t: t("all birds"),
    lambda t: t("all butterflies"),
    lambda t: t("all flowers"),
    lambda t: t("all plants"),
    lambda t: t("all lilies"),
)
"""The hexagons of a criterion."""


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def hexagon_name(t: Words, hexagon: int) -> str:
    """A hexagon, subject of a sentence or behind a colon: blue tree."""
    return HEXAGON_NAMES[hexagon](t)


def criterion_name(t: Words, criterion: int) -> str:
    """A colour or a pattern."""
    if criterion < COLOURS_N:
        return colour_name(t, criterion)
    return PATTERN_NAMES[criterion - COLOURS_N](t)


def expansion_name(t: Words, hexagon: int) -> str:
    return t("{hexagon} (expansion)", hexagon=hexagon_name(t, hexagon))


def _in(mask: int, count: int) -> list[int]:
    """The numbers of a set."""
    return [number for number in range(count) if (int(mask) >> number) & 1]


def _counted(t: Words, counts: Any) -> str:
    """Tiles that lie somewhere, colour by colour: blue: tree (2), lily; yellow: bird."""
    parts = []
    for colour in range(COLOURS_N):
        own = [int(count) for count in counts[colour * PATTERNS_N : (colour + 1) * PATTERNS_N]]
        names = [
            with_facts(PATTERN_NAMES[pattern](t), [str(count)] if count > 1 else [])
            for pattern, count in enumerate(own)
            if count
        ]
        if names:
            parts.append(f"{colour_name(t, colour)}: {', '.join(names)}")
    return "; ".join(parts) or t("nothing")


def _named(t: Words, hexagons: Iterable[int], say: Callable[[Words, int], str] = hexagon_name) -> str:
    return ", ".join(say(t, int(hexagon)) for hexagon in hexagons) or t("nothing")


# ------------------------------------------------------------------------------------------------
# The wheel


def _on_wheel(t: Words, criterion: int, worth: int) -> str:
    """A criterion of the wheel with what it brings."""
    name = criterion_name(t, criterion)
    if worth == VALUE:
        return t("{criterion} (value)", criterion=name)
    return t("{criterion} ({n} each)", criterion=name, n=worth)


def _wheel_step(t: Words, state: Any, step: int) -> str:
    pairs = zip(state.wheel[step], state.wheel_points[step], strict=True)
    return ", ".join(_on_wheel(t, int(criterion), int(worth)) for criterion, worth in pairs)


# ------------------------------------------------------------------------------------------------
# Places of the garden

PLACE_NAMES: tuple[Named, ...] = (
    lambda t: t("right place"),
    lambda t: t("upper right place"),
    lambda t: t("upper left place"),
    lambda t: t("left place"),
    lambda t: t("lower left place"),
    lambda t: t("lower right place"),
)
SIDE_NAMES: tuple[Named, ...] = (
    lambda t: t("right space"),
    lambda t: t("upper right space"),
    lambda t: t("upper left space"),
    lambda t: t("left space"),
    lambda t: t("lower left space"),
    lambda t: t("lower right space"),
)
TIP_NAMES: tuple[Named, ...] = (
    lambda t: t("upper right statue"),
    lambda t: t("upper bench"),
    lambda t: t("upper left statue"),
    lambda t: t("lower left bench"),
    lambda t: t("lower statue"),
    lambda t: t("lower right bench"),
)


def place_name(t: Words, place: int) -> str:
    return PLACE_NAMES[place](t)


def _space_of_place(t: Words, number: int) -> str:
    """A space of an expansion: its centre, then its rim."""
    return SIDE_NAMES[number - 1](t) if number else t("centre space")


def space_name(t: Words, space: int) -> str:
    """Where a space lies: left place, upper right space."""
    if space < SIDES:
        return t("fountain, {space}", space=SIDE_NAMES[space](t))
    place, number = divmod(space - SIDES, SPACES_PER_PLACE)
    return f"{place_name(t, place)}, {_space_of_place(t, number)}"


def feature_name(t: Words, feature: int) -> str:
    if feature == 0:
        return t("fountain")
    if feature < PAVILION:
        return TIP_NAMES[feature - 1](t)
    return t("pavilion ({place})", place=place_name(t, feature - PAVILION))


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


def _capital(text: str) -> str:
    """A name that begins a label."""
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------------------------
# Choices


def choice(t: Words, state: Any, number: int) -> str:
    """A choice with what follows from it."""
    first = max(first for first in CHOICES if first <= number)
    return CHOICES[first](t, state, number - first)


def _mover(state: Any) -> Any:
    return state.players[state.to_move]


def _take(t: Words, state: Any, criterion: int) -> str:
    """What is taken; and whether that uncovers the next expansion of the stack."""
    there = [hexagon_of(criterion, index) for index in range(PATTERNS_N)]
    there = [hexagon for hexagon in there if slots_with(state, hexagon)]
    names = joined(t, [_taken_name(t, state, criterion, hexagon) for hexagon in there])
    is_top = any(slots_with(state, hexagon) == 1 << int(state.stack_top) for hexagon in there)
    facts = [str(len(there)), *(_new_tiles(t, state) if is_top else [])]
    if criterion < COLOURS_N:
        return with_facts(t("Take {all}: {hexagons}", all=ALL_OF[criterion](t), hexagons=names), facts)
    return with_facts(t("Take {all}: {colours}", all=ALL_OF[criterion](t), colours=names), facts)


def _taken_name(t: Words, state: Any, criterion: int, hexagon: int) -> str:
    """What tells a hexagon from the others of its criterion, and whether it is an expansion."""
    name = (
        PATTERN_NAMES[pattern_of(hexagon)](t) if criterion < COLOURS_N else colour_name(t, colour_of(hexagon))
    )
    if hexagon not in state.face:
        return name
    if any(hexagon in tiles for tiles in state.on_slot):
        return t("{hexagon} (tile or expansion)", hexagon=name)
    return t("{hexagon} (expansion)", hexagon=name)


def _new_tiles(t: Words, state: Any) -> list[str]:
    """What happens when the top of the stack loses a tile (QG-08)."""
    return [t("new tiles follow")] if state.stack_top + 1 < table.stack_size(state) else []


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


def _place(t: Words, state: Any, hexagon: int) -> str:
    facts = _costs(t, _mover(state), hexagon) + _at_round_end(t, int(hexagon_points(state, hexagon)))
    return with_facts(t("Place the {hexagon}", hexagon=hexagon_name(t, hexagon)), facts)


def _expand(t: Words, state: Any, hexagon: int) -> str:
    """A visible pavilion brings a point more (QG-28)."""
    facts = _costs(t, _mover(state), hexagon) + _at_round_end(t, int(hexagon_points(state, hexagon)) + 1)
    return with_facts(t("Place the expansion with the {hexagon}", hexagon=hexagon_name(t, hexagon)), facts)


def _pass(t: Words, state: Any, _: int) -> str:
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


def _hexagon_asked(state: Any) -> int:
    """The hexagon of which a copy has to be chosen (QG-06)."""
    for index in range(PATTERNS_N):
        hexagon = int(hexagon_of(int(state.what), index))
        if state.copies[index] == EMPTY and count_bits(int(slots_with(state, hexagon))) > 1:
            return hexagon
    return EMPTY


def _copy(t: Words, state: Any, slot: int) -> str:
    if state.face[slot] == _hexagon_asked(state):
        return t("Take expansion {n} itself", n=slot + 1)
    if slot == state.stack_top:
        return with_facts(t("Take the one on the stack"), _new_tiles(t, state))
    tiles = int((state.on_slot[slot] != EMPTY).sum())
    facts = [t("the last tile on it")] if tiles == 1 else []
    return with_facts(t("Take the one on expansion {n}", n=slot + 1), facts)


def _at(t: Words, state: Any, space: int) -> str:
    """What a tile scores there this round, which groups it joins and what it surrounds."""
    player, hexagon = _mover(state), int(state.what)
    facts = _at_round_end(t, int(hexagon_points(state, hexagon)))
    facts += _joined_groups(t, state, space) + _surrounded_by(t, player, space)
    where = _capital(space_name(t, space))
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


SURROUNDS: dict[int, Named] = {
    0: lambda t: t("surrounds the fountain"),
    1: lambda t: t("surrounds a statue"),
    2: lambda t: t("surrounds a bench"),
    PAVILION: lambda t: t("surrounds a pavilion"),
}


def _surrounded_by(t: Words, player: Any, space: int) -> list[str]:
    """The features that a tile on this space surrounds, with their jokers (QG-18)."""
    return [
        _with_jokers(t, SURROUNDS[_kind(feature)](t), int(FEATURE_JOKERS[feature]))
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


def _turned(t: Words, state: Any, side: int) -> str:
    """Where the printed hexagon lies, and which groups it joins there."""
    space = int(FIRST_OF_PLACE[state.place_chosen]) + 1 + side
    text = t("Printed hexagon: {space}", space=SIDE_NAMES[side](t))
    return with_facts(text, _joined_groups(t, state, space))


def _pay_joker(t: Words, state: Any, _: int) -> str:
    left = int(_mover(state).jokers) - 1
    return t.plural("Pay with a joker ({n} left then)", "Pay with a joker ({n} left then)", left)


def _discard(t: Words, state: Any, hexagon: int) -> str:
    name = hexagon_name(t, hexagon)
    return t("Discard the {hexagon}: {points}", hexagon=name, points=_discard_points(state, hexagon))


def _discard_expansion(t: Words, state: Any, hexagon: int) -> str:
    points = _discard_points(state, hexagon)
    name = hexagon_name(t, hexagon)
    return t("Discard the expansion with the {hexagon}: {points}", hexagon=name, points=points)


def _discard_points(state: Any, hexagon: int) -> str:
    return points_or_zero(int(loss(_mover(state), value_of(hexagon))))


def _done(t: Words, state: Any, _: int) -> str:
    player = _mover(state)
    left = int(player.tile_count) + count_bits(int(player.expansions))
    if left == 0:
        return t("Done")
    if state.round_number == ROUNDS:
        return t("Done: what is left costs {n} at the end", n=int(storage_value(player)))
    return t.plural("Done: {n} hexagon stays in the storage", "Done: {n} hexagons stay in the storage", left)


Label = Callable[[Words, Any, int], str]
CHOICES: dict[int, Label] = {
    choices.TAKE: _take,
    choices.PLACE: _place,
    choices.EXPAND: _expand,
    choices.BUY: lambda t, state, _: t("Buy a face-down expansion for {n} points", n=PRICE),
    choices.PASS: _pass,
    choices.COPY: _copy,
    choices.AT: _at,
    choices.ON: lambda t, state, place: _capital(place_name(t, place)),
    choices.TURNED: _turned,
    choices.PAY: lambda t, state, hexagon: t("Pay with the {hexagon}", hexagon=hexagon_name(t, hexagon)),
    choices.PAY_EXPANSION: lambda t, state, hexagon: t(
        "Pay with the expansion: {hexagon}", hexagon=hexagon_name(t, hexagon)
    ),
    choices.PAY_JOKER: _pay_joker,
    choices.DISCARD: _discard,
    choices.DISCARD_EXPANSION: _discard_expansion,
    choices.DONE: _done,
    choices.BEGIN: lambda t, state, seat: t("Seat {n} begins", n=seat + 1),
    choices.DRAW: lambda t, state, hexagon: t("Draw the {hexagon}", hexagon=hexagon_name(t, hexagon)),
    choices.REVEAL: lambda t, state, hexagon: t(
        "The expansion shows: {hexagon}", hexagon=hexagon_name(t, hexagon)
    ),
}


# ------------------------------------------------------------------------------------------------
# Questions


def question(t: Words, state: Any, who: str) -> str:
    """What is asked now. Of CHANCE, too: then `who` is in whose turn it happens, or nobody."""
    return ASK[state.phase_id](t, state, who)


def _ask_to_act(t: Words, state: Any, who: str) -> str:
    text = t("{who}: take all of a colour or a pattern, place a tile or an expansion, or pass.", who=who)
    others = [state.players[seat] for seat in range(state.players_n) if seat != state.to_move]
    return text + " " + t("All others have passed.") if all(other.passed for other in others) else text


def _ask_for_place(t: Words, state: Any, who: str) -> str:
    if state.action == table.BUYING:
        return t("{who}: choose a place for the face-down expansion.", who=who)
    name = hexagon_name(t, int(state.what))
    return t("{who}: choose a place for the expansion with the {hexagon}.", who=who, hexagon=name)


def _ask_to_pay(t: Words, state: Any, who: str) -> str:
    paid = _paid_pieces(t, state)
    missing = int(value_of(int(state.what))) - 1 - _paid_count(state)
    text = t.plural(
        "{who}: pay {n} more hexagon for the {hexagon}: "
        "same colour with another pattern, or same pattern in another colour.",
        "{who}: pay {n} more hexagons for the {hexagon}: "
        "same colour with other patterns, or same pattern in other colours.",
        missing,
        who=who,
        hexagon=hexagon_name(t, int(state.what)),
    )
    return text + " " + t("Paid: {pieces}.", pieces=", ".join(paid)) if paid else text


def _paid_count(state: Any) -> int:
    used = count_bits(int(state.paid)) + count_bits(int(state.paid_expansions))
    return used + int(state.paid_jokers)


def _paid_pieces(t: Words, state: Any) -> list[str]:
    """What has been paid so far, in no particular order."""
    pieces = [hexagon_name(t, hexagon) for hexagon in _in(state.paid, HEXAGONS_N)]
    pieces += [expansion_name(t, hexagon) for hexagon in _in(state.paid_expansions, HEXAGONS_N)]
    return pieces + ([_jokers(t, int(state.paid_jokers))] if state.paid_jokers else [])


def _jokers(t: Words, count: int) -> str:
    return t.plural("{n} joker", "{n} jokers", count)


Ask = Callable[[Words, Any, str], str]
ASK: dict[int, Ask] = {
    table.BEGINNING: lambda t, state, who: t("Who begins?"),
    table.FILLING: lambda t, state, who: t("Which tile is drawn onto expansion {n}?", n=state.stack_top + 1),
    table.REVEALING: lambda t, state, who: t(
        "What does expansion {n} show?", n=table.slot_to_turn(state) + 1
    ),
    table.ACTING: _ask_to_act,
    table.COPYING: lambda t, state, who: t(
        "{who}: there are several copies, choose one: {hexagon}.",
        who=who,
        hexagon=hexagon_name(t, _hexagon_asked(state)),
    ),
    table.SITING: lambda t, state, who: t(
        "{who}: choose a space for the {hexagon}.", who=who, hexagon=hexagon_name(t, int(state.what))
    ),
    table.PLACING: _ask_for_place,
    table.TURNING: lambda t, state, who: t(
        "{who}: turn the expansion: where does its hexagon lie, {hexagon}?",
        who=who,
        hexagon=hexagon_name(t, int(state.what)),
    ),
    table.PAYING: _ask_to_pay,
    table.DISCARDING: lambda t, state, who: t(
        "{who}: discard what you like from the storage, each hexagon for its value, and be done.", who=who
    ),
    table.OVER: lambda t, state, who: t("The game is over."),
}


# ------------------------------------------------------------------------------------------------
# The table as text


def describe(t: Words, state: Any, names: list[str]) -> list[str]:
    """The whole table in sentences, for those who listen instead of look."""
    lines = [
        t("Round {n} of {rounds}.", n=state.round_number, rounds=ROUNDS),
        t("Scoring board: side {side}.", side="AB"[state.side]),
        *_describe_wheel(t, state),
        *_describe_display(t, state),
        t("Expansions in the supply: {n}.", n=int(state.supply)),
        t("In the bag: {tiles}.", tiles=_counted(t, state.bag)),
        t("In the tower: {tiles}.", tiles=_counted(t, state.tower)),
        *_describe_turn(t, state),
    ]
    for seat in range(state.players_n):
        lines += _describe_garden(t, state, seat, names[seat])
    return lines


def _describe_wheel(t: Words, state: Any) -> list[str]:
    """What scores at the end of this round, and of the rounds to come."""
    step = int(state.round_number) - 1
    lines = [t("Scored in this round: {criteria}.", criteria=_wheel_step(t, state, step))]
    return lines + [
        t("Scored in round {n}: {criteria}.", n=later + 1, criteria=_wheel_step(t, state, later))
        for later in range(step + 1, ROUNDS)
    ]


def _describe_display(t: Words, state: Any) -> list[str]:
    lines = [
        _describe_slot(t, state, slot) for slot in range(state.stack_top) if state.face[slot] != table.TAKEN
    ]
    left = int(table.stack_size(state)) - int(state.stack_top)
    if left:
        tiles = [int(tile) for tile in state.on_slot[state.stack_top] if tile != EMPTY]
        lines.append(t("Expansions in the stack: {n}. On top: {tiles}.", n=left, tiles=_named(t, tiles)))
    return lines or [t("The display is empty.")]


def _describe_slot(t: Words, state: Any, slot: int) -> str:
    """An expansion beside the stack."""
    if state.face[slot] >= 0:
        name = hexagon_name(t, int(state.face[slot]))
        return t("Expansion {n}, face up: {hexagon}.", n=slot + 1, hexagon=name)
    tiles = [int(tile) for tile in state.on_slot[slot] if tile != EMPTY]
    return t("Expansion {n}, with tiles: {tiles}.", n=slot + 1, tiles=_named(t, tiles))


def _describe_turn(t: Words, state: Any) -> list[str]:
    """What is being placed, where, and what has been paid for it."""
    lines = []
    if state.action in (table.PLACING_TILE, table.EXPANDING):
        say = hexagon_name if state.action == table.PLACING_TILE else expansion_name
        lines.append(t("To be placed: {tile}.", tile=say(t, int(state.what))))
        where = _chosen(t, state)
        lines += [t("Chosen: {where}.", where=where)] if where else []
    paid = _paid_pieces(t, state)
    return lines + ([t("Paid: {pieces}.", pieces=", ".join(paid))] if paid else [])


def _chosen(t: Words, state: Any) -> str:
    """The space or place that has been chosen, or nothing."""
    if state.space_chosen != EMPTY:
        return space_name(t, int(state.space_chosen))
    if state.place_chosen == EMPTY:
        return ""
    place = place_name(t, int(state.place_chosen))
    return f"{place}, {SIDE_NAMES[state.turned_chosen](t)}" if state.turned_chosen != EMPTY else place


def _describe_garden(t: Words, state: Any, seat: int, name: str) -> list[str]:
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
            jokers=_jokers(t, int(player.jokers)),
            tiles=_counted(t, player.tiles),
        ),
        t(
            "Expansions in the storage, at most {most}: {expansions}.",
            most=EXPANSION_STORAGE,
            expansions=_named(t, _in(player.expansions, HEXAGONS_N)),
        ),
    ]


def _describe_place(t: Words, player: Any, place: int) -> str:
    first, name = int(FIRST_OF_PLACE[place]), _capital(place_name(t, place))
    if player.places[place] == table.PLACED_DOWN:
        spaces = range(first, first + SPACES_PER_PLACE)
        area = t("{place}, face-down expansion", place=name)
        return _describe_area(t, player, area, spaces, (lambda t: t("centre space"), *SIDE_NAMES))
    spaces = range(first + 1, first + SPACES_PER_PLACE)
    return _describe_area(t, player, t("{place}, with a pavilion", place=name), spaces, SIDE_NAMES)


def _describe_area(t: Words, player: Any, area: str, spaces: Iterable[int], names: tuple[Named, ...]) -> str:
    """A part of the garden: what lies on its spaces, and which of them are free."""
    lying, free = [], []
    for space, name in zip(spaces, names, strict=True):
        if player.garden[space] == EMPTY:
            free.append(name(t))
        else:
            lying.append(with_facts(hexagon_name(t, int(player.garden[space])), [name(t)]))
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


# ------------------------------------------------------------------------------------------------
# Stories


def story(t: Words, rows: list[Row], names: list[str]) -> list[Sentence]:
    return [_sentence(t, group, names) for group in phrases.groups(rows, _belongs)]


def _sentence(t: Words, rows: list[Row], names: list[str]) -> Sentence:
    what = rows[0]["what"]
    is_scoring = what in SCORING or any(row["points"] for row in rows)
    return phrases.sentence(t, rows, names, TELLERS[what], CLAUSES, is_scoring)


def _belongs(row: Row, first: Row) -> bool:
    """Is a row told together with the one that begins the group before it?"""
    return row["seat"] == first["seat"] and first["what"] in TOLD_WITH.get(row["what"], ())


def _piece(t: Words, piece: int) -> str:
    """A hexagon, or an expansion by its hexagon; nothing if it isn't known."""
    if 0 <= piece < HEXAGONS_N:
        return hexagon_name(t, piece)
    if table.EXPANSION_PIECE <= piece < table.HIDDEN_EXPANSION:
        return expansion_name(t, piece - table.EXPANSION_PIECE)
    return ""


def _pieces(t: Words, rows: list[Row]) -> str:
    """The pieces of some rows, jokers counted."""
    named = [name for name in (_piece(t, row["piece"]) for row in rows) if name]
    jokers = phrases.total([row for row in rows if row["piece"] == table.JOKER])
    return ", ".join([*named, _jokers(t, jokers)] if jokers else named)


def _naming(t: Words, text: str, rows: list[Row]) -> str:
    """A sentence that ends with the pieces of its rows, as far as they are known."""
    pieces = _pieces(t, rows)
    return f"{text}: {pieces}." if pieces else f"{text}."


def _printed(t: Words, rows: list[Row]) -> str:
    """The hexagon of an expansion, without saying that it is one."""
    hexagon = rows[0]["piece"] - table.EXPANSION_PIECE
    return hexagon_name(t, hexagon) if 0 <= hexagon < HEXAGONS_N else ""


def _at_space(t: Words, row: Row) -> str:
    space = row["target"] - table.AT_SPACE
    return space_name(t, space) if 0 <= space < SPACES_N else ""


def _at_place(t: Words, row: Row) -> str:
    place = row["target"] - table.AT_PLACE
    return place_name(t, place) if 0 <= place < PLACES_N else ""


def _told(text: str, what: str, where: str = "") -> str:
    """A sentence about a piece, with its name and where it goes, as far as they are known."""
    known = with_facts(what, [where]) if what and where else what or where
    return f"{text}: {known}." if known else f"{text}."


def _turned_up(t: Words, rows: list[Row], who: str) -> str:
    return _told(t("Expansion {n} is turned up", n=rows[0]["source"] + 1), _printed(t, rows))


def _placed(t: Words, rows: list[Row], who: str) -> str:
    """The tile, what it surrounds, and the jokers for that."""
    text = t("{who} places a tile", who=who)
    parts = [_told(text, _piece(t, rows[0]["piece"]), _at_space(t, rows[0]))]
    surrounded = rows_of(rows, table.SURROUNDED)
    if surrounded:
        parts.append(_surrounded(t, surrounded, ""))
    lost = rows_of(rows, table.JOKERS_LOST)
    if lost:
        parts.append(_jokers_lost(t, lost, ""))
    return " ".join(parts)


FEATURE_KINDS: dict[int, Named] = {
    int(FEATURE_JOKERS[0]): lambda t: t("the fountain"),
    int(FEATURE_JOKERS[1]): lambda t: t("a statue or bench"),
    int(FEATURE_JOKERS[PAVILION]): lambda t: t("a pavilion"),
}
"""What has been surrounded, by its jokers: rows don't tell statues from benches."""


def _surrounded(t: Words, rows: list[Row], who: str) -> str:
    what = joined(t, [FEATURE_KINDS[row["count"]](t) for row in rows])
    return t.plural(
        "Surrounded: {what}, for {n} joker.",
        "Surrounded: {what}, for {n} jokers.",
        phrases.total(rows),
        what=what,
    )


def _jokers_lost(t: Words, rows: list[Row], who: str) -> str:
    return t.plural(
        "The storage is full: {n} joker is lost.",
        "The storage is full: {n} jokers are lost.",
        phrases.total(rows),
    )


def _expansion_placed(t: Words, rows: list[Row], who: str) -> str:
    return _told(t("{who} places an expansion", who=who), _printed(t, rows), _at_place(t, rows[0]))


def _bought(t: Words, rows: list[Row], who: str) -> str:
    where = [name for name in (_at_place(t, rows[0]),) if name]
    text = with_facts(t("{who} buys a face-down expansion", who=who), where)
    points = sum(row["points"] for row in rows)
    return f"{text}: {signed(points)}." if points else f"{text}."


def _passed(t: Words, rows: list[Row], who: str) -> str:
    costs = rows_of(rows, table.FIRST_PASSED)
    if not costs:
        return t("{who} passes.", who=who)
    return _lost(t, t("{who} passes and takes the starting-player tile", who=who), costs[-1])


def _lost(t: Words, text: str, row: Row) -> str:
    """A loss, of so many points as the row counts in full."""
    return phrases.lost(t, text, row["points"], -row["count"], t("A score never falls below 0."))


def _discarded(t: Words, rows: list[Row], who: str) -> str:
    if rows[0]["what"] == table.EXPANSION_DISCARDED:
        text, name = t("{who} discards an expansion", who=who), _printed(t, rows)
    else:
        text, name = t("{who} discards a tile", who=who), _piece(t, rows[0]["piece"])
    text = with_facts(text, [name] if name else [])
    costs = rows_of(rows, table.DISCARD_COST)
    return _lost(t, text, costs[0]) if costs else f"{text}."


def _group(t: Words, rows: list[Row], who: str) -> str:
    """A group, and what it brings more for its size."""
    kind = criterion_name(t, rows[0]["count"])
    points = signed(rows[0]["points"])
    bonuses = rows_of(rows, table.GROUP_BONUS)
    if not bonuses:
        return t("{who}, group ({kind}): {points}.", who=who, kind=kind, points=points)
    return t(
        "{who}, group ({kind}): {points}, and {bonus} for its {n} hexagons.",
        who=who,
        kind=kind,
        points=points,
        bonus=signed(bonuses[0]["points"]),
        n=bonuses[0]["count"],
    )


def _pays(t: Words, rows: list[Row], who: str) -> str:
    return _naming(t, t("{who} pays", who=who), rows)


def _takes(t: Words, rows: list[Row], who: str) -> str:
    return _naming(t, t("{who} takes", who=who), rows)


PAYMENTS = {table.PAID, table.EXPANSION_PAID, table.JOKER_PAID}

# What is told together with events before it.
TOLD_WITH: dict[int, set[int]] = {
    table.DRAWN: {table.DRAWN},
    table.POURED: {table.POURED},
    table.TILE_TAKEN: {table.TILE_TAKEN, table.EXPANSION_TAKEN},
    table.EXPANSION_TAKEN: {table.TILE_TAKEN, table.EXPANSION_TAKEN},
    **dict.fromkeys(PAYMENTS, PAYMENTS),
    table.SURROUNDED: {table.PLACED, table.SURROUNDED},
    table.JOKERS_RECEIVED: {table.PLACED, table.SURROUNDED},
    table.JOKERS_LOST: {table.PLACED},
    table.PRICE_PAID: {table.EXPANSION_BOUGHT},
    table.FIRST_PASSED: {table.PASSED, table.FIRST_PASSED},
    table.DISCARD_COST: {table.DISCARDED, table.EXPANSION_DISCARDED},
    table.DISPLAY_CLEARED: {table.DISPLAY_CLEARED},
    table.EXPANSIONS_CLEARED: {table.EXPANSIONS_CLEARED},
    table.GROUP_BONUS: {table.GROUP},
}

TELLERS: dict[int, Teller] = {
    table.BEGINS: lambda t, rows, who: t("{who} begins.", who=who),
    table.LAID_OUT: lambda t, rows, who: t.plural(
        "{n} expansion forms the stack of the round.",
        "{n} expansions form the stack of the round.",
        phrases.total(rows),
    ),
    table.DRAWN: lambda t, rows, who: _naming(t, t("New on the stack"), rows),
    table.POURED: lambda t, rows, who: t.plural(
        "{n} tile is poured from the tower into the bag.",
        "{n} tiles are poured from the tower into the bag.",
        phrases.total(rows),
    ),
    table.STACK_ENDED: lambda t, rows, who: t(
        "No tile is left to draw: the rest of the stack is laid out face up."
    ),
    table.MOVED_ASIDE: lambda t, rows, who: t(
        "Expansion {n} moves beside the stack.", n=rows[0]["source"] + 1
    ),
    table.TURNED_UP: _turned_up,
    table.TILE_TAKEN: _takes,
    table.EXPANSION_TAKEN: _takes,
    table.PLACED: _placed,
    table.EXPANSION_PLACED: _expansion_placed,
    table.EXPANSION_BOUGHT: _bought,
    table.PRICE_PAID: lambda t, rows, who: t(
        "{who} pays the price: {points}.", who=who, points=points_or_zero(rows[0]["points"])
    ),
    table.PAID: _pays,
    table.EXPANSION_PAID: _pays,
    table.JOKER_PAID: _pays,
    table.SURROUNDED: _surrounded,
    table.JOKERS_RECEIVED: lambda t, rows, who: t.plural(
        "{who} gets {n} joker.", "{who} gets {n} jokers.", phrases.total(rows), who=who
    ),
    table.JOKERS_LOST: _jokers_lost,
    table.PASSED: _passed,
    table.FIRST_PASSED: lambda t, rows, who: _lost(
        t, t("{who} passes and takes the starting-player tile", who=who), rows[-1]
    ),
    table.DISCARDED: _discarded,
    table.EXPANSION_DISCARDED: _discarded,
    table.DISCARD_COST: lambda t, rows, who: _lost(t, t("{who} discards a tile", who=who), rows[0]),
    table.CRITERION: lambda t, rows, who: t(
        "{who}, {all} on the wheel: {points}.",
        who=who,
        all=ALL_OF[rows[0]["count"]](t),
        points=points_or_zero(rows[0]["points"]),
    ),
    table.PAVILIONS: lambda t, rows, who: t.plural(
        "{who}, {n} visible pavilion: {points}.",
        "{who}, {n} visible pavilions: {points}.",
        rows[0]["count"],
        who=who,
        points=points_or_zero(rows[0]["points"]),
    ),
    table.DISPLAY_CLEARED: lambda t, rows, who: _naming(t, t("From the display to the tower"), rows),
    table.EXPANSIONS_CLEARED: lambda t, rows, who: t.plural(
        "{n} expansion goes under the supply.",
        "{n} expansions go under the supply.",
        phrases.total(rows),
    ),
    table.WHEEL_TURNED: lambda t, rows, who: t("The wheel turns to round {n}.", n=rows[0]["count"]),
    table.START_PUT_BACK: lambda t, rows, who: t(
        "{who} begins and puts the starting-player tile back.", who=who
    ),
    table.JOKERS_LEFT: lambda t, rows, who: t.plural(
        "{who} has {n} joker left: {points}.",
        "{who} has {n} jokers left: {points}.",
        rows[0]["count"],
        who=who,
        points=points_or_zero(rows[0]["points"]),
    ),
    table.STORAGE_LEFT: lambda t, rows, who: t(
        "{who}, hexagons left in the storage: {points}.",
        who=who,
        points=points_or_zero(rows[0]["points"]),
    ),
    table.KEPT_AT_ZERO: lambda t, rows, who: t(
        "{who} can't fall below 0: {points}.", who=who, points=points_or_zero(rows[0]["points"])
    ),
    table.GROUP: _group,
    table.GROUP_BONUS: lambda t, rows, who: t(
        "{who}, group of {n}: {points} more.",
        who=who,
        n=rows[0]["count"],
        points=points_or_zero(rows[0]["points"]),
    ),
    table.GAME_OVER: lambda t, rows, who: t("Round 4 was the last: the game is over."),
}

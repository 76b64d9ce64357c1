"""Does every game take part? The tests that all games must pass run over the kits."""

import pytest
from tests.kits import KITS, each_kit
from tests.kits.kit import every_game

import azulejos as az
from azulejos import games
from azulejos.core.contract import SomeOf


def test_every_game_has_a_kit():
    """A game that is listed is tested: tests/kits/<game>.py, see docs/add-a-game.md."""
    assert list(KITS) == list(games.GAMES)


@each_kit
def test_a_kit_is_about_its_game(kit):
    """Its games are of that name, its files are named after it."""
    assert games.GAMES[kit.name]
    for game in (*kit.games, *kit.few, kit.fullest, *(az.read(line).game for line in kit.rare)):
        assert game.name == kit.name
    assert all(name.startswith(f"{kit.name}-") for name in (*kit.golden, *kit.pictures))
    assert len(kit.games) == len(set(kit.games))
    assert set(kit.few) <= set(kit.games)
    assert kit.fullest in kit.games


@each_kit
@pytest.mark.parametrize("kind", ["games", "few"])
def test_a_kit_has_every_number_of_players_and_every_option(kit, kind):
    """Each number of players, and each value of each option, is in some game of the kit."""
    played = getattr(kit, kind)
    wanted = every_game(kit.name)
    assert {game.players for game in played} == {game.players for game in wanted}
    for option in games.GAMES[kit.name].options:
        assert {game.options[option.name] for game in played} >= {g.options[option.name] for g in wanted}


@each_kit
def test_a_kit_has_every_item_and_number_of_items(kit):
    """Of an option that names some items: each of them, and each number, is named in some game."""
    for option in games.GAMES[kit.name].options:
        if isinstance(option, SomeOf):
            values = {game.options[option.name] for game in kit.games} - set(option.values)
            named = [value.split(",") for value in values]
            assert {item for items in named for item in items} == set(option.names)
            assert {len(items) for items in named} == set(option.sizes)


@each_kit
def test_a_careful_player_has_a_choice(kit):
    """Whatever is legal, something legal is left."""
    for position in (kit.case_position(case) for case in kit.perft):
        legal = position.choices()
        assert kit.careful(legal)
        assert set(kit.careful(legal)) <= set(legal)


@each_kit
def test_named_positions(kit):
    """At least twelve, each with a name of its own, a reason and counts."""
    assert len(kit.perft) >= 12
    assert len({case.name for case in kit.perft}) == len(kit.perft)
    assert all(case.reason and case.counts for case in kit.perft)

"""Planes and numbers have the names that they say: in single matches, with duels, and in text."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta import Numbered, Over, Turn, numbers_of_set
from gipf_meta.duels import Die
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.protocol.game import AnyGame, Chance
from gipf_meta.protocol.number_groups import (
    Axis,
    DecisionGroup,
    Places,
    grid_places,
    groups_in_order,
)
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.environments.numbered_match import NumberedMatch
from tests.bundled import cover
from tests.specimens import find_specimens

MOST = 2000
"""The most steps of a game."""
ALONE = {"zatre": ({"leftover_draw": "optional"},)}
"""Options by which a plane is set for few that is seldom set with others."""
BOARD = grid_places("cell", {0: "a1", 2: "a2", 3: "b2"}, (2, 2), "square")


def test_a_number_has_a_label_on_each_axis() -> None:
    place, skip = groups_in_order(
        [DecisionGroup("place", (Axis("colour", ("white", "black")), BOARD)), DecisionGroup("skip")]
    )
    assert (place.shape, place.behind, skip.first, skip.shape) == ((2, 2, 2), 8, 8, ())
    assert [place.labels_of(number) for number in (0, 1, 7)] == [
        ("white", "a1"),
        ("white", None),
        ("black", "b2"),
    ]
    assert skip.labels_of(8) == ()
    with pytest.raises(ValueError, match="8 is no number of place"):
        place.labels_of(8)


def test_a_grid_has_a_cell_for_each_place() -> None:
    assert (BOARD.cells, BOARD.picture) == (((0, 0), (0, 1), (1, 0), (1, 1)), (2, 2))


def test_a_match_with_duels_has_a_group_for_each_game() -> None:
    options = {"variant": "tournament", "zertz_potentials": 3, "challenges_enabled": True}
    match = NumberedMatch(configure(installed_plugins().find("gipf"), options), 2, Finder())
    outer, inner = match.planes
    assert (outer.game, outer.first, inner.game) == ("gipf", 0, "zertz")
    assert (inner.first, inner.behind) == (outer.behind, match.observation_size)
    first = next(group for group in match.decisions if group.game == "zertz")
    assert first.name == "place a marble"
    assert match.decisions[-1].behind == match.decision_count


def test_a_small_game_is_named_by_texts_and_facts() -> None:
    match = NumberedMatch(Die(sides=2), 2, Finder())
    ((group,), (facts,)) = match.decisions, match.planes
    assert (group.labels_of(0), facts.shape) == (("roll",), match.observation_shape)
    assert "turn 0" in facts.names


@pytest.mark.slow
def test_every_door_says_the_same_names() -> None:
    match = NumberedMatch(installed_plugins().find("zertz")(), 2, Finder())
    doors: list[Any] = [
        gm.vector("zertz", matches=1),
        gm.pettingzoo_env("zertz").unwrapped,
    ]
    if find_spec("pyspiel"):
        gm.register_open_spiel()
        doors.append(import_module("pyspiel").load_game("gipf_meta(game=zertz)"))
    for door in doors:
        assert (door.planes, door.decisions) == (match.planes, match.decisions)
        assert len(door.symmetries) == 12


@pytest.mark.slow
@pytest.mark.parametrize("name", find_specimens())
def test_the_places_of_a_number_stand_in_the_text_of_its_decision(name: str) -> None:
    game: Any = installed_plugins().find(name)()
    rng, compared = Random(3), 0
    for state, now in _random_game(game, game.seat_counts[0], rng, 100):
        if not isinstance(now, Turn):
            continue
        numbers = numbers_of_set(game.legal_numbers(state, now.seat))
        for number in rng.sample(numbers, min(6, len(numbers))):
            (group,) = (each for each in game.decisions if each.first <= number < each.behind)
            text = game.format(state, game.decision_of(state, number))
            for axis, label in zip(group.axes, group.labels_of(number), strict=True):
                # who jumps on says only where to
                if isinstance(axis, Places) and group.name != "jump":
                    assert label in text, (group.name, number)
                    compared += 1
    assert compared or name == "gipf", "it has entries"


@pytest.mark.soak
@pytest.mark.parametrize("name", find_specimens())
def test_every_plane_is_set_in_some_random_game(name: str) -> None:
    kind = installed_plugins().find(name)
    shown = [configure(kind, options) for options, _ in find_specimens()[name].transcripts]
    alone = [configure(kind, options) for options in ALONE.get(name, ())]
    games: list[Any] = [kind(), *cover(kind()), *shown, *alone]
    unseen = {plane for game in games for plane in game.planes.names}
    for seed in range(300):
        for game in games:
            if unseen.isdisjoint(game.planes.names):
                continue
            seats = game.seat_counts[0 if game in alone else -1]
            seen = 0
            for state, _now in _random_game(game, seats, Random(seed), MOST):
                for seat in range(seats):
                    seen |= game.observe(state, seat)
            size = game.planes.size // len(game.planes.planes)
            for at, plane in enumerate(game.planes.names):
                if seen >> at * size & (1 << size) - 1:
                    unseen.discard(plane)
        if not unseen:
            return
    assert not unseen


def _random_game(game: AnyGame, seats: int, rng: Random, most: int) -> Iterator[tuple[Any, object]]:
    """The states of a random game, in which others act beside who is on turn, and time passes."""
    assert isinstance(game, Numbered)
    state: Any = game.start(seats)
    for _step in range(most):
        now = game.status(state)
        yield state, now
        if isinstance(now, Over):
            return
        if isinstance(now, Chance):
            state = game.apply(state, rng.choice(now.outcomes)[0])
        elif isinstance(now, Turn):
            is_calm = rng.random() < 0.7
            moves = [
                move
                for seat in range(seats)
                for move in (
                    game.turn_moves(state, seat)
                    if is_calm and seat == now.seat
                    else game.legal_moves(state, seat)
                )
            ]
            state = game.apply(state, rng.choice(moves))
            if hasattr(game, "advance"):
                state = game.advance(state, rng.choice([300, 1000, game.deadline(state) or 20_000]))
        else:
            winner = rng.choice([*now.seats, None])
            state = game.apply(state, game.settle(state, winner, now.game))

"""A drawing that several people share tells each of them the same as a drawing of his own."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import spoken
from gipf_meta.deeds import commands as asked
from gipf_meta.hub.scenes import Telling, Watcher
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import Event, SeatGiven
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.table.openings import Opening
from gipf_meta.web.frames import write_frame
from tests.rooms.simulation import carry_out
from tests.tiers import slow

CHALLENGES = {
    "variant": "tournament", "tamsk_potentials": 3, "zertz_potentials": 3,
    "challenges_enabled": True,
}  # fmt: skip
SORTS = [
    pytest.param("zertz", 2, {}, marks=pytest.mark.needs("zertz")),
    pytest.param("gipf", 2, CHALLENGES, marks=pytest.mark.needs("gipf", "tamsk", "zertz")),
    pytest.param("tamsk", 2, {"level": 3}, marks=pytest.mark.needs("tamsk")),
    pytest.param("zatre", 4, {"teams": True}, marks=pytest.mark.needs("zatre")),
]
GUESTS = ("eva", "eve", "let in")


def open_room(game: str, seats: int, options: dict[str, Any]) -> Room:
    """A room in which each seat has another holder."""
    players = tuple(Seat(name=f"p{n}", player="human") for n in range(seats))
    opening = Opening(game=game, players=players, seed=4, options=options)
    others = {n: f"p{n}" for n in range(seats)}
    find = installed_plugins().find
    return Room.open("r", opening, find, "p0", others=others, admitted=["let in"])


def act(room: Room, rng: Random, at_ms: int) -> list[Event]:
    """Lets a player decide at random, or send another command; returns the events."""
    people = [f"p{player}" for player in range(len(room.state.table.players))]
    rng.shuffle(people)
    said: dict[str, Any] = {"do": "go_on"}
    for person in people if rng.random() < 0.9 and not room.state.table.paused else ():
        if choices := room.state.choices(person):
            powers = [each for each in choices if "^" in each.notation or "chall" in each.notation]
            path = rng.choice(powers or choices).path
            said = {"do": "choose", "path": list(path), "seen": room.state.number}
            break
    else:
        person = people[0]
        if not room.state.table.paused:
            said = {"do": rng.choice(["offer", "take_back", "pause"])}
            if room.state.offer is not None or room.state.request is not None:
                said = {"do": "answer", "accept": rng.random() < 0.5}
    command = asked.COMMAND.validate_python({"id": "c", "room": "r", **said})
    room.pass_time(at_ms)
    with suppress(GipfMetaError):
        carry_out(room, command, person, at_ms)
    return room.take_emitted()


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [SORTS[0], *slow(*SORTS[1:])],
)
def test_who_shares_a_drawing_is_told_what_he_would_be_told_alone(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    room = open_room(game, seats, options)
    told = room.take_emitted()
    watchers = {
        (person, language, n): Watcher("scene")
        for person in (*(f"p{n}" for n in range(seats)), *GUESTS)
        for language in ("en", "cs")
        for n in range(2)
    }
    rng, people, depths = Random(seats), [*GUESTS, "p0"], set[int]()
    for step in range(30):
        events = act(room, rng, 700 * step)
        told += events
        depths.add(len(room.state.table.match.sessions))
        telling, messages = Telling(room.state, events, people), set[int]()
        checked = rng.sample([*watchers], 2)
        for about, watcher in watchers.items():
            person, language, _n = about
            before = Watcher("scene", watcher.scene, watcher.match)
            with spoken(language):
                message = telling.scene_message(watcher, person)
                messages.add(id(message))
                if about not in checked:
                    continue
                other = rebuild("r", told, installed_plugins().find)
                other.pass_time(room.state.at_ms)
                alone = Telling(other.state, events, people).scene_message(before, person)
            assert message == alone, about
            assert watcher.scene == before.scene
            assert write_frame(message) == write_frame(alone)
        assert len(messages) <= 2 * (seats + 2), "who sees the same is sent the same"
    assert depths == ({1, 2} if game == "gipf" else {1})


def test_who_has_lost_his_seat_shares_no_drawing_with_who_only_watches() -> None:
    room = open_room("zertz", 2, {})
    room.emit(SeatGiven, player=1, person="")
    lost, watching = room.state.rights("p1"), room.state.rights("eva")
    assert lost != watching
    assert lost._replace(lost=None) == watching

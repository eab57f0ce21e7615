"""Work and answers as bytes: another worker can run any thought of the rooms."""

from __future__ import annotations

from functools import partial
from threading import Event, Lock

import pytest

from gipf_meta.deeds.thoughts import TakePart, Thought
from gipf_meta.hub.hub import Hub
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table import new_table
from gipf_meta.table.openings import Opening
from gipf_meta.web.parcels import Parcel, do
from gipf_meta.web.thought_queue import WorkerThinkers


def nobody(part: object) -> None:
    """Hears a part of an answer."""


def thoughts_of(game: str, *kinds: str) -> list[Thought]:
    """Returns the thoughts in a new room of *game*: of the bot on turn, and a hint for a person."""
    hub = Hub(MemoryLedger(), Finder(), patience_ms=None)
    hub.connect("page", "owner", "cs")
    seats = tuple(Seat(name=f"Player {n}", player=kind) for n, kind in enumerate(kinds, 1))
    hub.open_room("1", Opening(game=game, players=seats, seed=1), "owner")
    hub.receive("page", {"do": "watch", "room": "1", "id": "a", "since": 0, "want": "scene"}, 0)
    hub.receive("page", {"do": "hint", "room": "1", "id": "b"}, 0)
    return hub.take_thoughts()


@pytest.mark.parametrize("game", sorted(installed_plugins().games))
@pytest.mark.sample(3)
def test_a_bot_and_a_hint_come_to_the_same_in_another_worker(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed_plugins().find(game), "positions_a_second", 20)
    monkeypatch.setattr(new_table, "HINT_MS", None)
    seats = installed_plugins().find(game).seat_counts[0]
    for kinds in (["beginner"] * seats, ["human"] * seats):
        for thought, other in zip(
            thoughts_of(game, *kinds), thoughts_of(game, *kinds), strict=True
        ):
            parcel = Parcel(thought.run)
            assert parcel.open(do(parcel.content, nobody))() == other.run(nobody)


def set_second(first: Event, second: Event, third: Event, tell: TakePart) -> bool:
    assert third is first
    second.set()
    return first.is_set()


def test_a_flag_that_is_set_over_there_is_set_here() -> None:
    first, second = Event(), Event()
    parcel = Parcel(partial(set_second, first, second, first))
    answer = parcel.open(do(parcel.content, nobody))
    assert answer() is False
    assert (first.is_set(), second.is_set()) == (False, True)


class Odd(Exception):
    """An error that cannot be made again elsewhere."""

    def __init__(self, why: str) -> None:
        super().__init__(f"because of {why}")
        self.lock = Lock()


def fail(tell: TakePart) -> None:
    raise Odd("rain")


def test_an_error_that_cannot_travel_is_told() -> None:
    parcel = Parcel(fail)
    with pytest.raises(RuntimeError, match="Odd: because of rain"):
        parcel.open(do(parcel.content, nobody))()


def make_generator(tell: TakePart) -> object:
    return (n for n in range(3))


def test_an_answer_that_cannot_travel_is_an_error() -> None:
    parcel = Parcel(make_generator)
    with pytest.raises(RuntimeError, match="generator"):
        parcel.open(do(parcel.content, nobody))()


class HangingWorker:
    """A worker that never answers."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.is_ended = False

    def ask(self, parcel: bytes) -> None:
        self.asked.append(parcel)

    def end(self) -> None:
        self.is_ended = True


async def test_who_is_cancelled_costs_a_worker_and_the_spare_one_takes_over() -> None:
    workers: list[HangingWorker] = []

    def start(tell: object) -> HangingWorker:
        workers.append(HangingWorker())
        return workers[-1]

    thinkers = WorkerThinkers(start, lambda *_told: None, lambda *_told: None)
    thinkers.warm(2)
    first, second = (thoughts_of("zertz", "beginner", "beginner")[0] for _ in range(2))
    thinkers.think(first)
    thinkers.think(second)
    assert [len(worker.asked) for worker in workers] == [1, 0]
    first.cancel()
    thinkers.fill_places()
    assert [worker.is_ended for worker in workers] == [True, False, False]
    assert [len(worker.asked) for worker in workers] == [1, 1, 0]
    thinkers.cancel_all()
    assert all(worker.is_ended for worker in workers)
    assert second.is_cancelled

"""A room that somebody plays alone at a hub with its ledger in memory, of this checkout or another;
and the way of a command through it. Modules of the host are imported inside the functions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

FIRST_GIPF: Final = ["Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zi1-h2", "Zi1-h2", "Zb2^"]
"""The turns in GIPF before the challenge."""


class Walk(NamedTuple):
    """The numbers of files, functions and calls of the host that run for one command."""

    files: int
    functions: int
    calls: int


def use(tree: Path) -> None:
    """Lets this process import the host and the games from the sources of *tree* alone."""
    sys.meta_path[:] = [each for each in sys.meta_path if "__editable__" not in repr(each)]
    sys.path[:0] = [str(tree), *map(str, sorted(tree.glob("plugins/*")))]


class Played:
    """A room of a hub whose ledger is in memory, in which one person plays for both."""

    def __init__(self, game: str, **options: Any) -> None:
        hub_module = find_module("gipf_meta.hub.hub", "gipf_meta.rooms.hub")
        ledger = import_module("gipf_meta.rooms.ledger").MemoryLedger()
        seat = import_module("gipf_meta.records.models").Seat
        finder = import_module("gipf_meta.plugins.loading").installed_plugins().find
        seats = tuple(seat(name=f"p{player}", player="human") for player in range(2))
        opening = find_module("gipf_meta.table.openings", "gipf_meta.rooms.openings").Opening
        self.hub = hub_module.Hub(ledger, finder, patience_ms=None)
        self.hub.connect("ann", "ann", "en")
        self.hub.open_room("r", opening(game=game, options=options, players=seats, seed=1), "ann")
        self._said = self._at_ms = 0
        self.say("watch", since=0, want="scene")

    @property
    def state(self) -> Any:
        """The state of the room."""
        return self.hub.room("r")

    def say(self, do: str, **values: Any) -> Any:
        """Sends a message to the room; returns the answers of the hub."""
        self._said += 1
        message = {"do": do, "id": f"c{self._said}", "room": "r", **values}
        self.hub.receive("ann", message, self._at_ms)
        return self.hub.take_outbox()

    def play(self, text: str) -> Any:
        """Plays what somebody types."""
        return self.say("play", text=text, seen=self.state.number)

    def click(self, chance: Random | None = None) -> Any:
        """Clicks on the decision that *chance* chooses, or on the first; ``[]``: there is none."""
        choices = self.state.choices("ann")
        if not choices:
            return []
        chosen = chance.choice(choices) if chance else choices[0]
        return self.say("choose", path=list(chosen.path), seen=self.state.number)

    def pass_time(self, ms: int) -> None:
        """Lets time pass in the room."""
        self._at_ms += ms
        self.hub.pass_time(self._at_ms)
        self.hub.take_outbox()


def find_module(*names: str) -> Any:
    """The first of these modules that is there."""
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(f"There is none of {', '.join(names)}.")


def way_to_event(tree: Path) -> list[tuple[str, str]]:
    """The functions of the host that lead from a click to its event, each with its file before."""
    room, ways = Played("zertz"), list[list[tuple[str, str]]]()

    def note(frame: FrameType, happening: str, _value: object) -> None:
        # trees of before call it come_true
        if happening == "call" and frame.f_code.co_qualname in ("Played.apply", "Played.come_true"):
            ways.append(list(_frames(frame, tree / "gipf_meta")))

    _profiled(note, room.click)
    way = ways[0][::-1]
    began = [name for _file, name in way].index("Hub.receive")
    return way[began:]


def _frames(frame: FrameType | None, root: Path) -> Iterator[tuple[str, str]]:
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(root):
            yield str(path.relative_to(root)), frame.f_code.co_qualname
        frame = frame.f_back


def hops(way: list[tuple[str, str]]) -> int:
    """The number of times that the way leads from one file into another."""
    return sum(before != after for (before, _), (after, _) in pairwise(way))


def walk(tree: Path, go: Callable[[], object]) -> Walk:
    """The code of the host that runs for *go*."""
    calls, root = list[tuple[str, str]](), str(tree / "gipf_meta")

    def note(frame: FrameType, happening: str, _value: object) -> None:
        code = frame.f_code
        if happening == "call" and code.co_filename.startswith(root):
            calls.append((code.co_filename, code.co_qualname))

    _profiled(note, go)
    return Walk(len({file for file, _ in calls}), len(set(calls)), len(calls))


def _profiled(note: Callable[[FrameType, str, Any], None], go: Callable[[], object]) -> None:
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        go()
    finally:
        sys.setprofile(before)


def click_and_challenge(tree: Path) -> tuple[Walk, Walk]:
    """The code that runs for the fourth click in ZÈRTZ, and for a challenge in GIPF."""
    zertz = Played("zertz")
    for _ in range(3):
        zertz.click()
    gipf = Played("gipf", zertz_potentials=3, challenges_enabled=True)
    for text in FIRST_GIPF:
        gipf.play(text)
    return walk(tree, zertz.click), walk(tree, lambda: gipf.play("challenge"))

"""What was noted waits until it was dealt with: given up after what may fail, never before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from gipf_meta.base.undoing import undone_by

_Thing = TypeVar("_Thing")


class Noted(Generic[_Thing]):
    """Things that were noted, each once, in the order in which that was."""

    def __init__(self) -> None:
        self._things: dict[_Thing, None] = {}

    def __bool__(self) -> bool:
        return bool(self._things)

    def __contains__(self, thing: object) -> bool:
        return thing in self._things

    def note(self, *things: _Thing) -> None:
        """Notes *things*; one that waits already comes last now."""
        for thing in things:
            self.forget(thing)
            self._things[thing] = None

    def forget(self, thing: _Thing) -> None:
        """Lets a *thing* wait no longer."""
        self._things.pop(thing, None)

    def first(self, most: int) -> list[_Thing]:
        """The first of them, at most so many; they go on waiting."""
        return [*self._things][:most]

    @contextmanager
    def dealt_with(self) -> Iterator[list[_Thing]]:
        """All that was noted so far, dealt with in the block; if that fails, all of it waits on."""
        things, self._things = self._things, {}
        with undone_by(lambda: self._put_back(things)):
            yield [*things]

    def _put_back(self, things: dict[_Thing, None]) -> None:
        """Lets *things* wait again, before what was noted since."""
        self._things = things | self._things

"""A queue of things to do that loses none of them where doing them fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from gipf_meta.base.undoing import undone_by

_Thing = TypeVar("_Thing")


class Noted(Generic[_Thing]):
    """A queue of things, each once, in the order in which they were noted last."""

    def __init__(self) -> None:
        self._things: dict[_Thing, None] = {}

    def __bool__(self) -> bool:
        return bool(self._things)

    def __contains__(self, thing: object) -> bool:
        return thing in self._things

    def note(self, *things: _Thing) -> None:
        """Adds *things* at the end of the queue; one that waits already comes last now."""
        for thing in things:
            self.forget(thing)
            self._things[thing] = None

    def forget(self, thing: _Thing) -> None:
        """Takes *thing* out of the queue, if it is there."""
        self._things.pop(thing, None)

    def first(self, most: int) -> list[_Thing]:
        """The first things in the queue, at most *most* of them; they stay in it."""
        return [*self._things][:most]

    @contextmanager
    def dealt_with(self) -> Iterator[list[_Thing]]:
        """All things of the queue, taken out for the block; they go back if the block fails."""
        things, self._things = self._things, {}
        with undone_by(lambda: self._put_back(things)):
            yield [*things]

    def _put_back(self, things: dict[_Thing, None]) -> None:
        """Puts *things* back into the queue, before those that were noted since."""
        self._things = things | self._things

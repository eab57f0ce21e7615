"""The parts of a view that are the same for several seats and readers: each is made once a state.

A host shows one state to several people. Their views differ in a few words, in the choices of who
decides, and where something is hidden; all else is the same. Games need not use this: without it
their pictures are right, and made anew for each reader.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from typing import Any, TypeVar

from gipf_meta.base.addressee import Shared

T = TypeVar("T")


class Parts(dict[Hashable, Shared[Any]]):
    """The parts of the views of one *state*."""

    def __init__(self, state: object) -> None:
        self.state = state


_parts: ContextVar[Parts | None] = ContextVar("parts", default=None)


def make_of(parts: Parts, make: Callable[[], T]) -> T:
    """Calls *make*, which makes a view of a state, with its known *parts*."""
    token = _parts.set(parts)
    try:
        return make()
    finally:
        _parts.reset(token)


def view_part(state: object, name: str, make: Callable[[], T], *about: Hashable) -> T:
    """The part *name* of a view of *state*, which *make* makes.

    It is made once for all views of the state in which *about* is the same, and for all readers of
    whom the same is true as far as *make* asks: ``view_part(state, "choices", lambda: …, acts)``.
    So *make* may depend on nothing but the game, *state*, *about* and the reader.
    """
    parts = _parts.get()
    if parts is None or parts.state is not state:  # a view inside a view, or without a host
        return make()
    key = name, about
    known: Shared[T] | None = parts.get(key)
    if known is None:
        known = parts[key] = Shared()
    return known.find(make)

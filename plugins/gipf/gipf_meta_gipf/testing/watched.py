"""A kind whose functions have a time limit: one that never returns becomes a finding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Final

from gipf_meta.testing import Broken, TookTooLong, time_limit
from gipf_meta_gipf.kind import Kind

PATIENCE_MS: Final = 5_000
"""Milliseconds that an answer of a kind may take, by default."""


class Hung(Broken):
    """A function of the kind took too long."""


class Watch:
    """The functions of one kind: one that took longer than *ms* once is not called again."""

    def __init__(self, ms: int) -> None:
        self.ms: Final = ms
        self._hung: dict[str, Hung] = {}

    def over(self, kind: Kind) -> Kind:
        """The *kind* with functions that raise ``Hung`` where they take too long."""
        named = {each.name: getattr(kind, each.name) for each in fields(kind)}
        limited: dict[str, Any] = {
            name: self._limit(name, function)
            for name, function in named.items()
            if callable(function)
        }
        return replace(kind, **limited)

    def _limit(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def answer(*asked: Any) -> Any:
            if name in self._hung:
                raise self._hung[name]
            try:
                with time_limit(self.ms, name):
                    return function(*asked)
            except TookTooLong as error:
                advice = f"Let {name} answer at once: look for a loop that does not end."
                self._hung[name] = Hung(str(error), advice)
                raise self._hung[name] from None

        answer.__name__ = getattr(function, "__name__", name)
        return answer

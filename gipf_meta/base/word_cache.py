"""A cache of what is made of a few values in the words of a language, such as pieces and choices.

Most of what a board has, it had a decision ago: the same stack on the same place. What is made once
is the very same object in later pictures, so whoever compares these sees at once that it has not
changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from gipf_meta.base.texts import languages

P = ParamSpec("P")
T = TypeVar("T")


def made_once(most: int = 4096) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorates a function that makes an immutable value of hashable arguments, by position, in
    words or not: *most* values are in its cache, of all languages, those that were used last.

    It is called once for the same arguments in one language, so its value must depend on nothing
    else: neither on who reads (``is_you``, ``called``, …) nor on what changes.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def made(_languages: tuple[str, ...], *args: Any) -> T:
            return make(*args)  # type: ignore[call-arg]

        @wraps(make)
        def find(*args: Any) -> T:
            return made(languages(), *args)

        return cast("Callable[P, T]", find)

    return decorate

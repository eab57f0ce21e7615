"""A decision while it is clicked: the choices of a view, narrowed word by word. Pure values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_meta.protocol.view import Choice


@dataclass(frozen=True, slots=True)
class PartialDecision:
    """*path* is the words clicked so far: the beginning of some of the *choices*."""

    choices: tuple[Choice, ...] = ()
    path: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[Choice, ...]:
        """The choices that are still possible."""
        depth = len(self.path)
        return tuple(choice for choice in self.choices if choice.path[:depth] == self.path)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that can be clicked next, in the order of the choices; none at the end."""
        depth = len(self.path)
        words = [choice.path[depth] for choice in self.open if len(choice.path) > depth]
        return tuple(dict.fromkeys(words))

    @property
    def done(self) -> Choice | None:
        """The choice whose words have all been clicked; ``None`` before."""
        here = self.open
        if len(here) == 1 and here[0].path == self.path:
            return here[0]
        return None

    def with_word(self, word: str) -> PartialDecision | None:
        """The decision with one more word; ``None`` if no choice goes on with *word*."""
        if word not in self.words:
            return None
        return PartialDecision(self.choices, (*self.path, word))

    def without_last(self) -> PartialDecision:
        """The decision with one word less."""
        return PartialDecision(self.choices, self.path[:-1])

    def choices_with(self, word: str) -> tuple[Choice, ...]:
        """The choices that are still possible after *word*."""
        after = self.with_word(word)
        return after.open if after else ()


def completions(choices: Sequence[Choice], typed: str, most: int = 8) -> list[Choice]:
    """The choices whose notation begins with *typed*, capitals aside: *most* of them, exact ones
    first."""
    wanted = typed.strip().casefold()
    found = [choice for choice in choices if choice.notation.casefold().startswith(wanted)]
    found.sort(key=lambda choice: choice.notation.casefold() != wanted)
    return found[:most]

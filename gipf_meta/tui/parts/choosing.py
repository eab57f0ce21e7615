"""From clicks to a decision: the choices of a view, narrowed word by word. No widget, no state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_meta.protocol.view import Choice


@dataclass(frozen=True, slots=True)
class Choosing:
    """What has been clicked so far of one decision: *path*, the beginning of some *choices*."""

    choices: tuple[Choice, ...] = ()
    path: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[Choice, ...]:
        """The choices that are still possible."""
        depth = len(self.path)
        return tuple(choice for choice in self.choices if choice.path[:depth] == self.path)

    @property
    def words(self) -> tuple[str, ...]:
        """What can be clicked next, in the order of the choices; nothing once all is said."""
        depth = len(self.path)
        said = [choice.path[depth] for choice in self.open if len(choice.path) > depth]
        return tuple(dict.fromkeys(said))

    @property
    def done(self) -> Choice | None:
        """The decision, once it is said."""
        here = self.open
        if len(here) == 1 and here[0].path == self.path:
            return here[0]
        return None

    def clicked(self, word: str) -> Choosing | None:
        """One word further; ``None`` if it leads nowhere."""
        if word not in self.words:
            return None
        return Choosing(self.choices, (*self.path, word))

    def back(self) -> Choosing:
        """One word less."""
        return Choosing(self.choices, self.path[:-1])

    def leading(self, word: str) -> tuple[Choice, ...]:
        """The choices that *word* leads to."""
        after = self.clicked(word)
        return after.open if after else ()


def completions(choices: Sequence[Choice], typed: str, most: int = 8) -> list[Choice]:
    """The choices whose notation begins with what was typed, capitals aside; exact ones first."""
    wanted = typed.strip().casefold()
    found = [choice for choice in choices if choice.notation.casefold().startswith(wanted)]
    found.sort(key=lambda choice: choice.notation.casefold() != wanted)
    return found[:most]

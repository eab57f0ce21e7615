"""A game with one defect, and how it is entered into the list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from gipf_meta import (
    AnyGame,
)


@dataclass(frozen=True)
class Defect:
    """A broken game, the law that finds it, and a word of the advice."""

    game: AnyGame
    law: str
    word: str

    @property
    def name(self) -> str:
        """The name of the game's class."""
        return type(self.game).__name__


BROKEN: list[Defect] = []
Kind: TypeAlias = "type[AnyGame]"


def found_by(law: str, word: str, **options: Any) -> Callable[[Kind], Kind]:
    """Enters a broken game, with *options*."""

    def entered(game: Kind) -> Kind:
        BROKEN.append(Defect(game(**options), law, word))
        return game

    return entered

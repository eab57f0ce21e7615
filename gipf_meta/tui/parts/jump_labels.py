"""Labels of letters on the places of a board: typing one moves the cursor there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import floor
from typing import Final

from gipf_meta.paint.cells import Cell
from gipf_meta.paint.layout import Layout
from gipf_meta.paint.painter import Painting
from gipf_meta.paint.palette import Palette
from gipf_meta.protocol.view import View
from gipf_meta.render.theme import ink_on

LETTERS: Final = "asdfghjklqwertyuiopzxcvbnm"
"""The letters of labels, those below the fingers first."""


@dataclass(frozen=True)
class JumpLabels:
    """The points of a board by their labels, none of which begins another, and the letters *typed*
    so far."""

    points: Mapping[str, str]
    typed: str = ""

    @classmethod
    def of(cls, points: Sequence[str]) -> JumpLabels:
        """Labels for *points*, in their order: a letter each, and two where these are too few."""
        many = len(LETTERS)
        begins = max(0, -((many - len(points)) // (many - 1)))  # each gives up a label of its own
        single, first = LETTERS[: many - begins], LETTERS[many - begins :]
        labels = [*single, *("".join(pair) for pair in product(first, LETTERS))]
        return cls(dict(zip(labels, points, strict=False)))

    @property
    def open(self) -> dict[str, str]:
        """The points whose labels begin with the letters typed."""
        begun = self.points.items()
        return {label: point for label, point in begun if label.startswith(self.typed)}

    def after(self, letter: str) -> JumpLabels | None:
        """The labels once *letter* is typed, too; ``None`` if none goes on so."""
        now = replace(self, typed=self.typed + letter)
        return now if now.open else None

    @property
    def reached(self) -> str | None:
        """The point whose whole label is typed."""
        return self.points.get(self.typed)


def places_to_label(view: View, lit: Collection[str], layout: Layout) -> list[str]:
    """The points of *view* that get labels, as they are read: those that can be chosen, else all
    that are on the board."""
    names = [point.id for point in view.points if point.kind != "gone"]
    wanted = [name for name in names if name in lit] or names
    return sorted(wanted, key=lambda name: (floor(layout.centres[name].row), layout.centres[name]))


def with_labels(
    painting: Painting, layout: Layout, labels: JumpLabels, palette: Palette
) -> Painting:
    """*painting* with the labels that are still open, each in the middle of its place."""
    ground = palette.sign("cursor")
    ink = ink_on(ground)
    rows = [*painting.rows]
    for label, point in labels.open.items():
        column, row = layout.centres[point]
        y = min(max(floor(row), 0), layout.height - 1)
        x = min(max(floor(column - len(label) / 2 + 0.5), 0), layout.width - len(label))
        cells = tuple(Cell(letter, ink, ground) for letter in label)
        rows[y] = (*rows[y][:x], *cells, *rows[y][x + len(label) :])
    return Painting(tuple(rows))

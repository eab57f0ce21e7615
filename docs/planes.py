"""Writes docs/planes.md, the page of the planes and the numbers of each game, from the games:
``make planes``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from building import sources
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.number_groups import Axis, DecisionGroup, Places, PlaneGroup
from gipf_meta.protocol.numbered import Numbered

PAGE: Final = Path(__file__).parent / "planes.md"
"""The file of the page."""
HEAD: Final = """\
# Planes and numbers

What a program that learns sees and may choose, by name: below for each game with its default
options, in Python for whatever options, as `planes` and `decisions` of a
[vector](library.md#a-thousand-matches-at-a-time), of PettingZoo's environment
(`env.unwrapped.planes`) and of OpenSpiel's game. `make planes` writes this page from the games.

* `planes` has a `PlaneGroup` for the game, then one for each game that may decide a duel in it.
  Its bits in an observation are `first` up to `behind`; its `shape` is the number of its planes,
  then that of their places.
* A `Plane` has a `name` and a `kind`. In `places` each bit tells about its place of the board; in
  a `count` the first bits are 1, as many as are counted; in a `flag` all bits are 1, or none; in
  `rows` each row has a number.
* A plane `own …` has a counterpart `other …`, which the other player sees as his own. `seat …`
  tells about the player who looks. All others are alike for both. A game for more has planes for
  the third, the fourth, … in playing order.
* `places` have `labels`, the names of the places (`None` where the board has none), and `cells`,
  the row and the column of each in a `picture` of so many rows and columns. On a `hex` lattice
  the neighbours of a cell are the ones in `[[1, 1, 0], [1, 1, 1], [0, 1, 1]]`: a kernel of 3 × 3
  that leaves two corners out.
* `decisions` has a `DecisionGroup` for each kind of decision. Its numbers are `first` up to
  `behind`, in the `shape` of its `axes`, each of which has labels; `labels_of(number)` says those
  of one. A number in no group is never a decision.

A network sees pictures, also where duels make of an observation one row of all games:

```python
import gipf_meta as gm
import numpy as np


def pictures(planes, observations):
    count = len(observations)
    bits = observations.reshape(count, -1)
    for group in planes:
        own = bits[:, group.first : group.behind].reshape(count, len(group.planes), -1)
        rows, columns = np.transpose(group.places.cells)
        picture = np.zeros((*own.shape[:2], *group.places.picture), np.float32)
        picture[:, :, rows, columns] = own
        yield group.game, picture


options = {"variant": "tournament", "zertz_potentials": 3, "challenges_enabled": True}
matches = gm.vector("gipf", matches=4, **options)
print(matches.now.observations.shape)
for game, picture in pictures(matches.planes, matches.now.observations):
    print(game, picture.shape)
number = int(matches.now.masks[0].argmax())
group = next(group for group in matches.decisions if group.first <= number < group.behind)
print(group.game, group.name, group.labels_of(number))
```

```text
(4, 3080)
gipf (4, 34, 7, 8)
zertz (4, 21, 7, 8)
gipf enter a GIPF-piece ('b1-b2',)
```

Where the shape of a group ends in rows and columns, a convolution may make its logits.
"""
"""The beginning of the page."""
MOST_LABELS: Final = 6
"""The most labels of an axis that are listed."""
LATTICES: Final = {"hex": "six neighbours each", "square": "four neighbours each"}


def page() -> str:
    """Returns the page as Markdown."""
    installed = load_plugins()
    parts = [HEAD.rstrip()]
    for name in sources.plugins():
        game = installed.find(name)()
        if isinstance(game, Numbered):
            parts += ["", f"## {title_of(game)}", "", *_game(game, name)]
    return "\n".join([*parts, ""])


def _game(game: Numbered, name: str) -> Iterator[str]:
    """The section of a *game* with its default options."""
    planes = game.planes
    yield f"`{name}`: {_size(planes.shape)} bits, {game.decision_count} numbers. {_board(planes)}"
    yield ""
    yield from _table(["plane", "name", "bits"], _planes(planes))
    yield ""
    yield from _table(["numbers", "name", "shape", "axes"], map(_decisions, game.decisions))


def _board(planes: PlaneGroup) -> str:
    """A sentence on the places of *planes*."""
    places = planes.places
    if places is None:
        return ""
    count = sum(label is not None for label in places.labels)
    rows, columns = places.picture
    listed = "" if len(places.shape) == 2 else ", one after the other, with cells"
    neighbours = LATTICES.get(places.lattice, "no neighbours")
    return (
        f"A plane has {count} {places.name}s{listed} in a picture of {rows} rows and {columns}"
        f" columns, with {neighbours}."
    )


def _planes(group: PlaneGroup) -> Iterator[list[str]]:
    for number, plane in enumerate(group.planes):
        yield [str(number), plane.name, plane.kind]


def _decisions(group: DecisionGroup) -> list[str]:
    numbers = str(group.first) if group.size == 1 else f"{group.first} to {group.behind - 1}"
    axes = "; ".join(map(_axis, group.axes))
    return [numbers, group.name, _size(group.shape), axes]


def _axis(axis: Axis | Places) -> str:
    """An axis with its labels, if they are few; else with the first and the last one."""
    if isinstance(axis, Places):
        return axis.name
    if len(axis.labels) <= MOST_LABELS:
        return f"{axis.name}: {', '.join(map(str, axis.labels))}"
    return f"{axis.name}: `{axis.labels[0]}` to `{axis.labels[-1]}`"


def _size(shape: Iterable[int]) -> str:
    return " × ".join(map(str, shape))


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """The lines of a table."""
    for cells in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""How the user's matches ended, and how strong he has become: a rating after each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from gipf_meta.base.names import fold
from gipf_meta.library.store import Entry
from gipf_meta.records.people import PERSON

Outcome: TypeAlias = Literal["won", "drawn", "lost"]
POINTS: Final[dict[Outcome, float]] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
"""What an outcome counts."""
FIRST_RATING: Final = 1500.0
"""With how much everybody begins, bots too."""
MOST_WON: Final = 32.0
"""The most points that one match brings."""
FEWEST_RATED: Final = 10
"""After how many matches a rating tells something."""
_BLOCKS: Final = "▁▂▃▄▅▆▇█"


def outcome_of(entry: Entry, own: str) -> Outcome | None:
    """How a match ended for the user, who calls himself *own*.

    ``None``: it goes on, or he did not play it. The only person in a match is the user.
    """
    seat = _seat_of(entry, own)
    if not entry.over or not entry.reason or seat is None:
        return None
    if not entry.winners:
        return "drawn"
    return "won" if seat in entry.winners else "lost"


def ratings(entries: Iterable[Entry], own: str) -> dict[str, list[float]]:
    """For each game the user's rating after each match of two, as Elo counts it.

    *entries* are matches, the one that was played last first. His opponents are rated by the same
    matches: each bot by its kind, each person by his name.
    """
    found: dict[str, list[float]] = {}
    all_rated: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(lambda: FIRST_RATING))
    for entry in reversed([*entries]):
        outcome, seat = outcome_of(entry, own), _seat_of(entry, own)
        if outcome is None or seat is None or len(entry.kinds) != 2:
            continue
        other = entry.kinds[1 - seat]
        if other == PERSON:
            other = f"{PERSON} {entry.names[1 - seat]}"
        rated = all_rated[entry.game]
        expected = 1 / (1 + 10 ** ((rated[other] - rated[""]) / 400))
        gain = MOST_WON * (POINTS[outcome] - expected)
        rated[""] += gain
        rated[other] -= gain
        found.setdefault(entry.game, []).append(rated[""])
    return found


def thin_out(values: Sequence[float], most: int) -> list[float]:
    """At most *most* of *values*, evenly spread, the last one among them."""
    step = -(-len(values) // most)
    return [*values[::-1][::step]][::-1]


def draw_in_blocks(values: Sequence[float]) -> str:
    """A curve through *values* in one line of block characters."""
    low, high = min(values), max(values)
    reach = (high - low) or 1.0
    return "".join(_BLOCKS[round((value - low) / reach * (len(_BLOCKS) - 1))] for value in values)


def _seat_of(entry: Entry, own: str) -> int | None:
    """Where the user sat."""
    people = [seat for seat, kind in enumerate(entry.kinds) if kind == PERSON]
    if len(people) > 1:
        people = [seat for seat in people if own and fold(entry.names[seat]) == fold(own)]
    return people[0] if len(people) == 1 else None

"""Pasted positions: a line does not name its game, so each installed game tries to read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import work_limit
from gipf_meta.protocol.capabilities import Positions, bare_position
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure

LONGEST_POSITION: Final = 4_000
"""The most letters of a position: the longest are those of Zatre."""
READING_MS: Final = 2_000
"""The most milliseconds of the processor that a game may take for a text."""


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A position of *game*, with its options, as the *text* that this game writes itself."""

    game: AnyGame
    text: str


def positions_in(text: str, games: Iterable[type[AnyGame]]) -> list[FoundPosition]:
    """*text* as each of the *games* that can read it as a position, with its usual options or those
    of the first of its presets that can; a game that fails cannot read it."""
    line = bare_position(text)
    if not line or len(line) > LONGEST_POSITION or len(line.splitlines()) > 1:
        return []
    readings = (_read(line, game) for game in games)
    return [found for found in readings if found is not None]


def _read(line: str, kind: type[AnyGame]) -> FoundPosition | None:
    """*line* as a game of that *kind* reads it; ``None``: it cannot."""
    try:
        with Gate(kind), work_limit(READING_MS, _("Reading it")):
            for game in _configured(kind):
                if isinstance(game, Positions):
                    try:
                        state = game.from_text(line)
                    except ValueError:
                        continue
                    return FoundPosition(game, game.to_text(state))
    except GipfMetaError:
        return None
    return None


def _configured(kind: type[AnyGame]) -> Iterator[AnyGame]:
    yield kind()
    for preset in kind.presets:
        yield configure(kind, preset.options)

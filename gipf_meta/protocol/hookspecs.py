"""The two questions a plugin may answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pluggy

from gipf_meta.protocol.game import AnyGame

PROJECT = "gipf_meta"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@dataclass(frozen=True)
class Showcase:
    """A match worth watching: a game with its options and the bots that play it.

    With *duel* no match is shown in which nothing was decided by one.
    """

    title: str
    game: AnyGame
    seats: tuple[str, ...]
    duel: bool = False


@hookspec
def games() -> Sequence[type[AnyGame]]:
    """The games this plugin brings."""
    raise NotImplementedError


@hookspec(firstresult=True)
def showcase() -> Showcase | None:
    """What ``gipf-meta demo`` plays; the first plugin that has one is asked."""
    raise NotImplementedError

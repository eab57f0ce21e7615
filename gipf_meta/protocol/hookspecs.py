"""The three hooks that a plugin may implement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pluggy

from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.readers import AnyReader

PROJECT = "gipf_meta"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@dataclass(frozen=True)
class Showcase:
    """A match worth watching: a game with its options and the bots that play it.

    With *duel* the demo shows a match that has a duel. *tagline* says in a sentence what it is; by
    default the game's tagline does. *position* is one of the game, by which pictures show it;
    without one bots play some turns for them.

    *first_duel* is a saved match in which an announcement was doubted, and the duel played: where
    the duel was asked for, a newcomer begins; pictures show how it went. Its last seat is the
    newcomer's first opponent.
    """

    title: str
    game: AnyGame
    seats: tuple[str, ...]
    duel: bool = False
    tagline: str = ""
    position: str = ""
    first_duel: str = ""


@hookspec
def games() -> Sequence[type[AnyGame]]:
    """The games this plugin brings."""
    raise NotImplementedError


@hookspec
def readers() -> Sequence[AnyReader]:
    """The readers of others' records this plugin brings."""
    raise NotImplementedError


@hookspec(firstresult=True)
def showcase() -> Showcase | None:
    """The match that ``gipf-meta demo`` plays: that of the first plugin that has one."""
    raise NotImplementedError

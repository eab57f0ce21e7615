"""Matches of the public API from vectors, environments and states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gipf_meta.api.matches import Match
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.protocol.options import OptionError
from gipf_meta.records.player_names import people_called


def match_of(source: Any, row: int | None = None, *, last: bool = False) -> Match:
    """The match, with its whole past, that is played in a *source*: a *row* of a vector, an
    environment of PettingZoo, or a state of OpenSpiel. It goes on as a match of its own.

    In a vector, *last* is the match that ended last in that row. Raises ``OptionError`` for what is
    no such source, and for a row without a match; ``IllegalMove`` where luck draws next.
    """
    source = getattr(source, "unwrapped", source)
    played: Callable[..., Any] | None = getattr(source, "played", None)
    if played is None:
        why = _(
            "A match is in a vector, an environment of PettingZoo or a state of OpenSpiel, and not"
            " in {shown}."
        )
        raise OptionError(why.format(shown=one_line(repr(source), 60)))
    if hasattr(source, "matches"):
        begun = played(row, last)
    elif row is None and not last:
        begun = played()
    else:
        raise OptionError(_("Rows of matches are in vectors alone."))
    return Match(begun, people_called((), len(begun.sessions[0].players)))

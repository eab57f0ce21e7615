"""How often a running clock is drawn, and how finely. What is due comes at its moment anyway."""

from __future__ import annotations

import re
from dataclasses import replace

from gipf_meta.protocol.view import View

TENTHS_MS, STEADY_MS, UNSEEN_MS = 100, 250, 500
"""How often a clock is drawn: while tenths are shown, before, and in a window without focus."""
LAST_MS = 5_000
"""So long before something is due, tenths are shown."""
SOONEST_MS = 10
"""A clock that stands at what is due must not be asked without end."""
_TENTHS = re.compile(r"\b(?!0:0[0-4]\.)(\d+:\d\d)\.\d\b")
"""A span of time with tenths that is not in its last five seconds."""


def pause_ms(due_ms: int | None, focus: bool) -> int:
    """In how many ms a clock is looked at again; something is due in *due_ms*, or nothing is."""
    if not focus:
        often = UNSEEN_MS
    else:
        often = TENTHS_MS if due_ms is not None and due_ms <= LAST_MS else STEADY_MS
    return often if due_ms is None else max(SOONEST_MS, min(often, due_ms))


def in_seconds(view: View) -> View:
    """*view* with whole seconds on its clocks, and tenths in the last five.

    So most looks at the clock change nothing that is seen, and nothing is painted.
    """
    pieces = tuple(
        replace(piece, clock=seconds(piece.clock)) if piece.clock else piece
        for piece in view.pieces
    )
    return replace(view, pieces=pieces, caption=seconds(view.caption))


def seconds(words: str) -> str:
    """*words* with every span of time in them as ``in_seconds`` shows it."""
    return _TENTHS.sub(r"\1", words)

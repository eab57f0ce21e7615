"""How often a running clock is drawn, and how finely."""

from __future__ import annotations

import re
from dataclasses import replace

from gipf_meta.protocol.view import View

TENTHS_MS, STEADY_MS, UNSEEN_MS = 100, 250, 500
"""How often a clock is drawn: while tenths are shown, before, and in a window without focus."""
LAST_MS = 5_000
"""Tenths are shown when something is due within this time."""
SOONEST_MS = 10
"""The shortest pause: a clock that has reached its due time is not read without end."""
_TENTHS = re.compile(r"\b(?!0:0[0-4]\.)(\d+:\d\d)\.\d\b")
"""A time with tenths, five seconds or longer."""


def pause_ms(due_ms: int | None, focus: bool) -> int:
    """How many ms to wait before the clock is read again.

    The next event is due in *due_ms*; ``None``: no event. *focus* says whether the window has it.
    """
    if not focus:
        often = UNSEEN_MS
    else:
        often = TENTHS_MS if due_ms is not None and due_ms <= LAST_MS else STEADY_MS
    return often if due_ms is None else max(SOONEST_MS, min(often, due_ms))


def round_clocks(view: View) -> View:
    """*view* with whole seconds on its clocks, and tenths in the last five seconds.

    Most readings of the clock then change nothing on the screen, and nothing is painted.
    """
    pieces = tuple(
        replace(piece, clock=round_times(piece.clock)) if piece.clock else piece
        for piece in view.pieces
    )
    countdowns = tuple(replace(each, spoken=round_times(each.spoken)) for each in view.countdowns)
    caption = round_times(view.caption)
    return replace(view, pieces=pieces, caption=caption, countdowns=countdowns)


def caption_beside(view: View) -> str:
    """The caption of *view* beside its drawn glasses: without the sentences on those."""
    caption = view.caption
    for each in view.countdowns:
        if each.spoken:
            caption = " ".join(caption.replace(each.spoken, "").split())
    return caption


def round_times(words: str) -> str:
    """*words* with every time in them rounded as by ``round_clocks``."""
    return _TENTHS.sub(r"\1", words)

"""The times in a view, in whole seconds where tenths would only flicker."""

from __future__ import annotations

import re
from dataclasses import replace

from gipf_meta.protocol.view import View

LAST_MS = 5_000
"""Tenths are shown when something is due within this time."""
_TENTHS = re.compile(r"\b(?!0:0[0-4]\.)([0-9]+:[0-9]{2})\.[0-9]\b")
"""A time with tenths, five seconds or longer."""


def round_clocks(view: View) -> View:
    """*view* with whole seconds on its clocks, and tenths in the last five seconds.

    Most readings of the clock then change nothing on the screen, and nothing is painted.
    """
    caption, has_clocks = round_times(view.caption), any(piece.clock for piece in view.pieces)
    if not (has_clocks or view.countdowns or view.times) and caption == view.caption:
        return view
    pieces = tuple(
        replace(piece, clock=round_times(piece.clock)) if piece.clock else piece
        for piece in view.pieces
    )
    countdowns = tuple(replace(each, spoken=round_times(each.spoken)) for each in view.countdowns)
    return replace(
        view,
        pieces=pieces,
        caption=caption,
        countdowns=countdowns,
        times=tuple(map(round_times, view.times)),
        seen=tuple(map(round_times, view.seen)),
    )


def caption_beside(view: View, *, is_live: bool = False) -> str:
    """The caption of *view* beside its drawn glasses: without the sentences on those.

    *is_live*: all sand runs without another view, and players, turns and trays are in sight, so the
    caption tells no time and none of these.
    """
    caption, glasses = view.caption, [each.spoken for each in view.countdowns]
    for sentence in (*glasses, *((*view.times, *view.seen) if is_live else ())):
        if sentence:
            caption = " ".join(caption.replace(sentence, "").split())
    return caption


def round_times(words: str) -> str:
    """*words* with every time in them rounded as by ``round_clocks``."""
    return _TENTHS.sub(r"\1", words)


def time_left(ms: int) -> str:
    """Whole seconds, begun ones included, as ``12`` or ``1:05``; the last five with tenths."""
    if 0 < ms < LAST_MS:
        tenths = max(1, ms // 100)
        return f"{tenths // 10}.{tenths % 10}"
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02}" if seconds >= 60 else str(seconds)

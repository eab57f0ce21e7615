"""How often a running clock is drawn, and how finely."""

from __future__ import annotations

from gipf_meta.render.clocks import LAST_MS

TENTHS_MS, STEADY_MS, UNSEEN_MS = 100, 250, 500
"""How often a clock is drawn: while tenths are shown, before, and in a window without focus."""
SOONEST_MS = 10
"""The shortest pause: a clock that has reached its due time is not read without end."""


def pause_ms(due_ms: int | None, focus: bool) -> int:
    """How many ms to wait before the clock is read again.

    The next event is due in *due_ms*; ``None``: no event. *focus* says whether the window has it.
    """
    if not focus:
        often = UNSEEN_MS
    else:
        often = TENTHS_MS if due_ms is not None and due_ms <= LAST_MS else STEADY_MS
    return often if due_ms is None else max(SOONEST_MS, min(often, due_ms))

"""What a position is worth: the scores so far, and what a sheet promises (§6)."""

from __future__ import annotations

from typing import Final

from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.sheet import Sheet, bonus, counted
from gipf_meta_zatre.state import State

#: points that are as good as a won game
FAR: Final = 150
#: what two of a row's three entries are worth of its bonus
PROMISE: Final = 0.4
A_CROSS: Final = 3.0


def evaluate(rules: Rules, state: State, seat: int) -> float:
    """From -1 (lost) to 1 (won) for *seat*: his side's lead over the best other one."""
    mine = rules.side(state.seats.index(seat))
    if state.ending is not None:
        sides = state.ending.sides
        if mine not in sides:
            return -1.0
        return 1.0 if len(sides) == 1 else 0.0
    worths = [worth(sheet, rules.extra_rows) for sheet in state.sheets]
    if state.placed:
        sums, crosses = rules.scored(state)
        side = rules.side(state.player)
        written = state.sheets[side].written(
            *counted(sums), crosses, lost=rules.extra_rows == "lost"
        )
        worths[side] = worth(written, rules.extra_rows)
    best = max(value for side, value in enumerate(worths) if side != mine)
    return max(-0.99, min(0.99, (worths[mine] - best) / FAR))


def worth(sheet: Sheet, extra_rows: str) -> float:
    """Points, and a part of what half-filled rows and waiting crosses will bring."""
    value = float(sheet.total(extra_rows))
    for row in sheet.rows(extra_rows):
        entries = (row.tens, row.elevens, row.twelves)
        filled = sum(entry is not None for entry in entries)
        if filled < 3:
            value += PROMISE * bonus(row.number, extra_rows) * filled / 2 * (1 + row.cross)
        if row.cross and filled < 3:
            value += A_CROSS * (3 - filled) / 3
    return value

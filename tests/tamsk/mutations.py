"""Rules of TAMSK broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation

MUTATIONS: Final = (
    Mutation(
        "tamsk",
        "course.py",
        "if self.ending is None and self.target == self.to_move:",
        "if self.ending is None:",
        "The 15-second glass takes the turn that it was turned in, no later one (§6.3).",
    ),
    Mutation(
        "tamsk",
        "rules.py",
        "if any(NEIGHBOURS[state.spaces[glass]] & ~barred for glass in idle):",
        "if idle:",
        "Idle glasses that are blocked keep nobody from moving others (§5.4).",
    ),
    Mutation(
        "tamsk",
        "course.py",
        "self.idle >= self.options.stall_limit:",
        "self.idle > self.options.stall_limit:",
        "The game ends with the last of so many turns without a ring (§7.6).",
    ),
    Mutation(
        "tamsk",
        "course.py",
        "last = [max(self.empty_at",
        "last = [min(self.empty_at",
        "With equal rings the glass that runs longest wins (§7.7).",
    ),
    Mutation(
        "tamsk",
        "course.py",
        "the chance is gone (§7.9)…self.late = NONE",
        "self.late = self.late if owner(glass) != owner(self.late) else NONE",
        "A late glass may be placed only until the opponent has moved (§7.9).",
    ),
    Mutation(
        "tamsk",
        "rules.py",
        'if self.voluntary_pass == "forbidden" or state.lifted != NONE else 1',
        'if self.voluntary_pass == "forbidden" else 1',
        "Who holds a glass passes in no other way than by putting it back (§7.9).",
        "tamsk/test_two_phase.py",
    ),
    Mutation(
        "tamsk",
        "motion.py",
        "if rules.level > 1 else ()",
        "if rules.level > 2 else ()",
        "A glass is turned wherever sand runs (§5.2).",
        "tamsk/test_motion.py",
    ),
    Mutation(
        "tamsk",
        "numbering.py",
        "(2 * way + move.ring)",
        "(2 * way + (not move.ring))",
        "The number of a move says whether a ring follows.",
        "tamsk/test_numbering.py",
    ),
)

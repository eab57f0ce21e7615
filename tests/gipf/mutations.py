"""Rules of GIPF broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation

MUTATIONS: Final = (
    Mutation(
        "gipf",
        "rules.py",
        "if len(rows) == 1:",
        "if rows:",
        "The mover chooses which of his rows comes first (§6.7).",
    ),
    Mutation(
        "gipf",
        "potentials.py",
        "((other, after.mover), (after.mover, other))",
        "((after.mover, other), (other, after.mover))",
        "Whoever takes the last GIPF-pieces of both has won (R19).",
    ),
    Mutation(
        "gipf",
        "rows.py",
        "return not left or run_may_stay(agreed, state.kinds, left)",
        "return True",
        "What is kept of a row is no row that has to go (§6.6).",
    ),
    Mutation(
        "gipf",
        "potentials.py",
        "with_challenge_spent(challenge_slot(agreed, 1 - state.mover",
        "with_challenge_spent(challenge_slot(agreed, state.mover",
        "A challenge is one of the challenger's (R29).",
    ),
    Mutation(
        "gipf",
        "rows.py",
        "- (mine & state.kinds.spent).bit_count()",
        "- (mine & 0).bit_count()",
        "A spent potential does not come back to the reserve (§6.2).",
    ),
    Mutation(
        "gipf",
        "rows.py",
        "if not segment & spots.get(line, 0):",
        "if segment:",
        "A row that was handled is looked at again where a spot of it was uncovered (§5.4).",
    ),
    Mutation(
        "gipf",
        "kinds/punct.py",
        'return view.stack(spot)[1].letter == "P"',
        "return True",
        "A cover on a former GIPF-piece is no target of a PÜNCT-potential (4.3).",
    ),
    Mutation(
        "gipf",
        "phase.py",
        "if done >> line or free & ~LINE_MASK[line]:",
        "if done >> line & 1 or free & ~LINE_MASK[line]:",
        "A position names the handled rows in their order (§12.2).",
        "gipf/test_positions.py",
    ),
    Mutation(
        "gipf",
        "motion.py",
        "stays = Way(NAME_OF[base], NAME_OF[base])",
        'stays = Way(NAME_OF[base], "")',
        "What a potential stood on stays (§9).",
        "gipf/test_motion.py",
    ),
    Mutation(
        "gipf",
        "numbering.py",
        "state.pieces(other),",
        "state.pieces(seat),",
        "A seat sees the pieces of the other, too.",
        "gipf/test_numbering.py",
    ),
)

"""Rules of DVONN broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation

MUTATIONS: Final = (
    Mutation(
        "dvonn",
        "rules.py",
        "out: list[int] = []\n    movers = own & ~surrounded(occupied)",
        "out: list[int] = []\n    movers = own",
        "A stack with six occupied neighbours may not move (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "return occupied & ~connected(dvonn, occupied)",
        "return occupied & ~connected(dvonn | 1 << target, occupied)",
        "The moved stack leaves, too, when it has lost contact (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "dvonn = dvonn ^ start | 1 << target",
        "dvonn = dvonn | 1 << target",
        "A DVONN piece travels with the stack that covers it (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "can_move(left, white, held) or can_move(left, black, held) else OVER",
        "can_move(left, black if seat else white, held) else OVER",
        "The game goes on while either player can move (§5).",
    ),
    Mutation(
        "dvonn",
        "board.py",
        "if len(_targets(space, 1)) == 6)",
        "if len(_targets(space, 1)) >= 4)",
        "A stack on the edge is never surrounded (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "MOST_APART: Final = 2",
        "MOST_APART: Final = 4",
        "Balanced edges differ by two pieces at most (§9).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "for own in (state.white, state.black)):",
        "for own in (state.white,)):",
        "On a balanced start no piece of either colour is among six of its own (§9).",
        "dvonn/test_laws.py",
    ),
    Mutation(
        "dvonn",
        "positions.py",
        "return done == others[: len(done)] and all(",
        "return all(",
        "Luck fills the pairs of a symmetric start in their order (§9).",
        "dvonn/test_laws.py",
    ),
    Mutation(
        "dvonn",
        "motion.py",
        "return (slides, Motion(taken=tuple(map(Way, gone)), row=gone)) if gone else (slides,)",
        "return (Motion(taken=tuple(map(Way, gone)), row=gone), slides) if gone else (slides,)",
        "What loses contact leaves after the stack has moved (§4).",
        "dvonn/test_motion.py",
    ),
    Mutation(
        "dvonn",
        "numbering.py",
        "ways[far * step] = way",
        "ways[far * step] = (way + 3) % 6",
        "The number of a move says its direction.",
        "dvonn/test_numbering.py",
    ),
)

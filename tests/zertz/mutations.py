"""Rules of ZÈRTZ broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation

MUTATIONS: Final = (
    Mutation(
        "zertz",
        "rules.py",
        "full = rings ^ self.connected_rings(vacant, rings)",
        "full = rings ^ self.connected_rings(vacant & -vacant, rings)",
        "A region with a vacant ring stays, however many regions there are (§6).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "goes_on = bool(self.jumps_of(",
        "goes_on = not state.jumper and bool(self.jumps_of(",
        "A chain goes on after its second jump too (§5).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "if seen.count(key) >= self.repetition_count:",
        "if seen.count(key) > self.repetition_count:",
        "The third occurrence of a position is a draw (§8).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "(f | e & a)",
        "(f | a)",
        "A ring is free where two missing neighbours are neighbours themselves (§4).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "regions[-2].bit_count() < regions[-1]",
        "regions[-2].bit_count() <= regions[-1]",
        "Of two regions that are largest none is spared (§11).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "and (special is None or special.before is None)",
        "and True",
        "Who has nothing to place may still demand a missed capture (§9).",
        "zertz/test_notation.py",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "captured=(first, second) != self.gifts,",
        "captured=(first, second) != (0, 0),",
        "What was given at the start was not captured (§7).",
        "zertz/test_positions.py",
    ),
    Mutation(
        "zertz",
        "positions.py",
        "if must_capture and (state.ending is not None or not rules.jumps(state)):",
        "if must_capture and not rules.jumps(state):",
        "Nobody must capture in a game that is over (§10).",
        "zertz/test_positions.py",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "sum(unpack(second)), other)",
        "sum(unpack(second)))",
        "A position is another one where the other player is on turn (§8).",
        "zertz/test_notation.py",
    ),
    Mutation(
        "zertz",
        "motion.py",
        "way = Way(names[cell], names[landing], (names[over],))",
        "way = Way(names[over], names[landing], (names[cell],))",
        "Who jumps goes, and not who is taken (§5).",
        "zertz/test_motion.py",
    ),
    Mutation(
        "zertz",
        "numbering.py",
        "return kind_of(move) * rules.board.places + cell_of(move)",
        "return kind_of(move) * 64 + cell_of(move)",
        "A decision's number is its kind times the places of the board, and its ring.",
        "zertz/test_numbering.py",
    ),
)

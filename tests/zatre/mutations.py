"""Rules of Zatre broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation

MUTATIONS: Final = (
    Mutation(
        "zatre",
        "rules.py",
        "earned if tile.cell in DOUBLING and not tile.exceptional",
        "earned if tile.cell in DOUBLING",
        "A doubling cell that was filled as an exception brings no cross (§6.4).",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "if not (self.bag_short and left < DRAWN):",
        "if not (self.bag_short and left <= DRAWN):",
        "The game goes on as long as two tiles can be drawn (§7, bag_short).",
    ),
    Mutation(
        "zatre",
        "sheet.py",
        "return 3 + (number - 1) // 4",
        "return 3 + number // 4",
        "The bonus rises after every fourth row (§6.3).",
    ),
    Mutation(
        "zatre",
        "grid.py",
        "scores = any(total >= LEAST",
        "scores = all(total >= LEAST",
        "On a doubling cell one of two lines has to score (§5).",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "return frozenset(tile.cell for tile in placed)",
        "return frozenset(tile.cell for tile in placed[-1:])",
        "Contact with any tile of the same turn does not count (Z4, own_contact).",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "bag=bag if sum(bag) >= len(highest)",
        "bag=bag if sum(bag) > len(highest)",
        "What was drawn in a lottery goes back only where too few are left (§3).",
        "zatre/test_scenarios.py",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "state = state.but(idle=state.idle + step)",
        "state = state.but(idle=state.idle + 1)",
        "Of a team that is passed over neither partner did anything (Z7).",
        "zatre/test_positions.py",
    ),
    Mutation(
        "zatre",
        "motion.py",
        'Way("", held_id(player, value))',
        'Way("", held_id(0, value))',
        "A tile that is drawn goes to the hand of who draws it (§4).",
        "zatre/test_motion.py",
    ),
    Mutation(
        "zatre",
        "numbering.py",
        "if not hidden or rules.side(player) == rules.side(me):",
        "if not hidden or player >= 0:",
        "Hidden hands are seen by their own side alone.",
        "zatre/test_numbering.py",
    ),
)

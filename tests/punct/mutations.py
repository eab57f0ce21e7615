"""Rules of PÜNCT broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation

MUTATIONS: Final = (
    Mutation(
        "punct",
        "rules.py",
        "elif middle >> LEVEL_BITS > level or KIND[placement] == TRIANGLE:",
        "elif middle >> LEVEL_BITS > level:",
        "A triangle is no bridge (§4.4).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "return level + 1 if top >= 0 and top & 1 == seat else -1",
        "return level + 1",
        "Above the board the PÜNCT lies on an own dot (§4.5).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "return tops[DOT[at]] == one and tops[MINOR[at]] == one and tops[OTHER[at]] == one",
        "return tops[DOT[at]] == one and tops[MINOR[at]] == one",
        "A piece of which one dot is covered stays (§4.2).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "return not keeps_out or not (IS_CENTRAL[a] or IS_CENTRAL[b] or IS_CENTRAL[c])",
        "return not keeps_out or not IS_CENTRAL[a]",
        "No dot of a new piece touches the central hexagon (§3).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "theirs = self.is_connected(tops, 1 - seat, [DOT[was], MINOR[was], OTHER[was]])",
        "theirs = False",
        "Whoever uncovers a connection of the opponent loses (§5.1).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "if ending is None and state.lifted < 0 and not (black if seat else white):",
        "if ending is None and not (black or white):",
        "The last piece of one player ends the game (§5.2).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "if ending is None and lifted >= 0 and seen",
        "if ending is None and lifted > 0 and seen",
        "A position comes back by any piece, also by that with the least number (§5.3).",
        "punct/test_scenarios.py",
    ),
    Mutation(
        "punct",
        "rules.py",
        "seen = (*seen, key) if lifted >= 0",
        "seen = (*seen, key) if lifted > 0",
        "A piece that moves ends no past, also that with the least number (§5.3).",
        "punct/test_scenarios.py",
    ),
    Mutation(
        "punct",
        "rules.py",
        "(seat == 0 and white == FULL)",
        "(white == FULL)",
        "In the basic game only White's first piece keeps out of the centre (§3).",
        "punct/test_scenarios.py",
    ),
    Mutation(
        "punct",
        "rules.py",
        "elif not (white and black):",
        "elif not (white or black):",
        "The last piece of either player has ended a game that is over (§5.2).",
        "punct/test_positions.py",
    ),
    Mutation(
        "punct",
        "strength/playout.py",
        "if space is dot:",
        "if space is not dot:",
        "A piece that is moved does not stay as it was (§4.3).",
        "punct/test_playout.py",
    ),
    Mutation(
        "punct",
        "motion.py",
        "turn <= len(DIRECTIONS) // 2",
        "turn > 0",
        "A piece turns as a whole: its dots do not change their places in it (§4.3).",
        "punct/test_motion.py",
    ),
    Mutation(
        "punct",
        "numbering.py",
        "is_mine = seat == state.seat",
        "is_mine = True",
        "The other seat does not see the piece in hand.",
        "punct/test_numbering.py",
    ),
)

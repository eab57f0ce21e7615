"""Rules of TZAAR broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation, broken_rules

_broken = broken_rules("tzaar", "tzaar/test_scenarios.py")

MUTATIONS: Final = (
    _broken(
        "board.py",
        "and (column, diagonal) != (MIDDLE, MIDDLE)",
        "and (column, diagonal) != (0, MIDDLE)",
        "The hole is no space, and nothing moves across it (§1).",
    ),
    _broken(
        "rules.py",
        "def captures(…first_on(ray, occupied)",
        "first_on(ray[1:], occupied)",
        "A stack reaches its neighbours, too (§4).",
    ),
    _broken(
        "rules.py",
        "found: list[int] = []\n    occupied = own | theirs\n…height(stacks[target]) <= high:",
        "height(stacks[target]) < high + 2:",
        "Only a stack that is not higher is captured (§4).",
    ),
    _broken(
        "rules.py",
        "found.append(capture(space, target))",
        "found.append(capture(space, target)) if height(stacks[target]) < high or high == 1 else 0",
        "A stack of equal height is captured (§4).",
    ),
    _broken(
        "rules.py",
        "    if state.phase == SECOND or is_first_turn:\n",
        "    if state.phase == SECOND:\n",
        "White's first turn of the game is one capture (§4).",
    ),
    _broken(
        "rules.py",
        "            found.append(PASS)",
        "            found.extend(() if found else (PASS,))",
        "The second move may be passed although there is another (§4).",
    ),
    _broken(
        "rules.py",
        "            found += self._strengthenings(state.stacks, own, state.occupied)",
        "            self._strengthenings(state.stacks, own, state.occupied)",
        "The second move may strengthen (§4).",
    ),
    _broken(
        "rules.py",
        "stacks[target], stacks[origin] = pile(stacks[target], stacks[origin]), 0",
        "stacks[target], stacks[origin] = pile(stacks[origin], stacks[target]), 0",
        "The moved stack comes on top (§4).",
    ),
    _broken(
        "rules.py",
        "    stacks[target], stacks[origin] = stacks[origin], 0\n",
        "    stacks[target], stacks[origin] = pile(stacks[target], stacks[origin]), 0\n",
        "A captured stack leaves the game (§4).",
    ),
    _broken(
        "rules.py",
        "    if not _is_whole(sets, theirs):\n",
        "    if state.phase == SECOND and not _is_whole(sets, theirs):\n",
        "The last stack of a kind may be taken by the first capture (§5.1).",
    ),
    _broken(
        "state.py",
        "        bit = 1 << space\n…top(stack)",
        "stack & 15",
        "Only tops count as kinds (§2).",
    ),
    _broken(
        "rules.py",
        "return over(left, white, black, 1 - seat, COVERED, state.number)",
        "return over(left, white, black, seat, COVERED, state.number)",
        "Whoever covers his last stack of a kind has lost (§5.2).",
    ),
    _broken(
        "rules.py",
        "if not _is_whole(sets, black if seat else white):",
        "if not _is_whole(sets, black if seat else white) and can_capture(left, black, white):",
        "A kind that is covered counts before captures that are missing (§5).",
    ),
    _broken(
        "rules.py",
        "    if not can_capture(stacks, theirs, own):\n",
        "    if not can_capture(stacks, theirs, own) and not can_capture(stacks, own, theirs):\n",
        "Whoever is on turn without a capture has lost, whatever the other could do (§5.3).",
    ),
    _broken(
        "rules.py",
        "return over(stacks, white, black, seat, NO_CAPTURE, number)",
        "return over(stacks, white, black, 1 - seat, NO_CAPTURE, number)",
        "Without a capture one has lost, not won (§5.3).",
    ),
    _broken(
        "rules.py",
        "if not (self.keeps_kinds and is_last(stacks, own, target)):",
        "if not is_last(stacks, own, target):",
        "One's last stack of a kind may be covered unless that is forbidden (§5.2).",
    ),
    _broken(
        "rules.py",
        "kinds = [piece for piece in KINDS if pieces_left(state, state.seat, piece)]",
        "kinds = [*KINDS]",
        "One places what one still has (§3).",
    ),
    _broken(
        "rules.py",
        '(TZAAR, "c5 d3 d6 e3 g4 g5"),',
        '(TZAAR, "c5 d3 d6 e3 g4 f5"),',
        "Where the pieces of the fixed start stand (§3).",
    ),
    _broken(
        "rules.py",
        "    return PIECES[piece] - (",
        "    return PIECES[TOTT] - (",
        "Luck draws what is left of each kind (§3).",
        "tzaar/test_laws.py",
    ),
    _broken(
        "notation.py",
        'if move in moves and not (sign == "x" and kind_of(move) == STRENGTHEN):',
        "if move in moves:",
        "x stands for a capture alone (§7).",
    ),
    _broken(
        "notation.py",
        "(?:(?:\\s*[;,/-]\\s*|\\s+)(",
        "(?:(?:\\s*[;,/-]\\s*|\\s*)(",
        "Between the parts of a turn something stands (§7).",
    ),
    _broken(
        "motion.py",
        "return (Motion(taken=(Way(name),)), goes) if kind == CAPTURE else (goes,)",
        "return (goes, Motion(taken=(Way(name),))) if kind == CAPTURE else (goes,)",
        "What is captured leaves before the other arrives (§4).",
        "tzaar/test_motion.py",
    ),
    Mutation(
        "tzaar",
        "numbering.py",
        "[spaces & own for spaces in kinds] + [spaces & other for spaces in kinds]",
        "[spaces & other for spaces in kinds] + [spaces & own for spaces in kinds]",
        "A seat sees its own kinds first.",
        "tzaar/test_numbering.py",
    ),
)

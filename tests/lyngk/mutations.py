"""Rules of LYNGK broken on purpose (``tests/mutations.py``)."""

from __future__ import annotations

from typing import Final

from tests.mutation import Mutation, broken_rules

_broken = broken_rules("lyngk", "lyngk/test_scenarios.py")

MUTATIONS: Final = (
    _broken(
        "board.py",
        "SHIFTS: Final = (2, 1, 0, 1, 1, 2, 2, 4, 6)",
        "SHIFTS: Final = (2, 1, 0, 1, 1, 2, 2, 4, 5)",
        "Where the points of each column are (§1).",
    ),
    _broken(
        "rules.py",
        "first_on(ray, taken_up)",
        "first_on(ray[1:], taken_up)",
        "A stack meets its neighbours, too (§4.2).",
    ),
    _broken(
        "rules.py",
        "made = pile(stacks[target], stacks[origin])",
        "made = pile(stacks[origin], stacks[target])",
        "The moved stack lies on top (§4.2).",
    ),
    _broken(
        "state.py",
        "    return found & ~(1 << JOKER)",
        "    return found",
        "Jokers do not count as a colour (§4.2).",
    ),
    _broken(
        "state.py",
        "return self.claims[seat].bit_count() < 2",
        "return self.claims[seat].bit_count() < 3",
        "A player claims two colours at most (§4.1).",
    ),
    _broken(
        "state.py",
        "claimed = self.claims[0] | self.claims[1]",
        "claimed = self.claims[0]",
        "Nobody claims a colour that is claimed (§4.1).",
    ),
    _broken(
        "rules.py",
        "        if top(stack) == JOKER:\n",
        "        if top(stack) == 0:\n",
        "A joker never moves by itself (§2).",
    ),
    _broken(
        "rules.py",
        "highest = self.limit if own >> top(stack) & 1 else height(stack)",
        "highest = self.limit",
        "A neutral stack goes onto no higher one (§4.2).",
    ),
    _broken(
        "rules.py",
        "highest = self.limit if own >> top(stack) & 1 else height(stack)",
        "highest = height(stack)",
        "A claimed stack goes onto any height (§4.2).",
    ),
    _broken(
        "rules.py",
        "highest = self.limit if own >> top(stack) & 1 else height(stack)",
        "highest = self.limit if own >> top(stack) & 1 else height(stack) - 1",
        "A neutral stack goes onto one of equal height (§4.2).",
    ),
    _broken(
        "rules.py",
        "height(stack) + height(below) <= self.limit and not",
        "not",
        "Two stacks together have at most five pieces (§4.2).",
    ),
    _broken(
        "rules.py",
        "<= self.limit and not colours(stack) & colours(below)",
        "<= self.limit and top(stack) != top(below)",
        "No colour is twice in a stack (§4.2).",
    ),
    _broken(
        "rules.py",
        "            if is_own and top(stacks[target]) == colour:",
        "            if top(stacks[target]) == colour:",
        "Neutral stacks go over no LYNGK-points (§4.3).",
    ),
    _broken(
        "rules.py",
        "            if is_own and top(stacks[target]) == colour:",
        "            if is_own and own >> top(stacks[target]) & 1:",
        "One's other colour is no LYNGK-point (§4.3).",
    ),
    _broken(
        "rules.py",
        "                starts.append(target)",
        "                starts.append(target) if len(starts) < 2 else None",
        "A stack goes over several LYNGK-points (§4.3).",
    ),
    _broken(
        "rules.py",
        "is_full = height(made) == self.limit and bool(claims[seat] >> top(made) & 1)",
        "is_full = height(made) == self.limit",
        "A neutral stack of five is not taken (§4.4).",
    ),
    _broken(
        "rules.py",
        "is_full = height(made) == self.limit and bool(claims[seat] >> top(made) & 1)",
        "is_full = height(made) == self.limit and bool(state.claims[seat] >> top(made) & 1)",
        "A claim counts at once, also for a stack of five (§10).",
    ),
    _broken(
        "rules.py",
        "        taken[seat] += cleared.count(0) - state.stacks.count(0)\n",
        "        taken[seat] += 0\n",
        "Obstacles that are taken with a claim count (§9).",
    ),
    _broken(
        "rules.py",
        "if self.has_turn(after, seat) or self.has_turn(after, 1 - seat):",
        "if self.has_turn(after, seat):",
        "A player without a turn passes while the other has one (§4).",
    ),
    _broken(
        "rules.py",
        "        return state.may_claim(seat) and any(",
        "        return False and any(",
        "Who can move only after a claim has a turn (§4).",
    ),
    _broken(
        "rules.py",
        "reason = HIGHEST if taken[WHITE] == taken[BLACK] else TAKEN",
        "reason = HIGHEST if taken[WHITE] <= taken[BLACK] else TAKEN",
        "Black has won by stacks as White would have (§5).",
    ),
    _broken(
        "rules.py",
        "high = [height(stack) for stack in stacks if stack and claims >> top(stack) & 1]",
        "high = [height(stack) for stack in stacks if stack]",
        "Only stacks of claimed colours count at the end (§5).",
    ),
    _broken(
        "rules.py",
        "for each in range(highest, 0, -1)",
        "for each in range(1, highest + 1)",
        "Higher stacks count before lower ones (§5).",
    ),
    _broken(
        "rules.py",
        "            (taken[player], *count_heights(stacks, claims[player], self.limit - 1))",
        "            (taken[player], *count_heights(stacks, claims[player], self.limit))",
        "Obstacles never count, nor does a neutral six (§5, §6.3).",
    ),
    _broken(
        "rules.py",
        "        stacks[target] = 0 if is_full and not self.to_six else made",
        "        stacks[target] = 0 if is_full else made",
        "A stack of six stands on the board when it has won (§8).",
    ),
    _broken(
        "rules.py",
        "        self.limit: Final = SIX if to_six else FIVE",
        "        self.limit: Final = FIVE",
        "The limit is six pieces in the variant (§6.1).",
    ),
    _broken(
        "strength/random_board.py",
        "            if self._sizes[target] & HEIGHT > self._sizes[origin] & HEIGHT:",
        "            if target == NOWHERE:",
        "Neutral stacks go onto no higher ones in random games, either (§4.2).",
        "lyngk/test_playout.py",
    ),
    _broken(
        "strength/random_board.py",
        "                if self._links[at + point] == target:",
        "                if self._links[at + point] == origin:",
        "A turn that several ways over LYNGK-points make is one turn in random games (§4.3).",
        "lyngk/test_playout.py",
    ),
    _broken(
        "strength/bot.py",
        "DISJOINT: Final = 3",
        "DISJOINT: Final = 1",
        "A game may end by a turn that touches the only other move (§5).",
        "lyngk/test_bot.py",
    ),
    _broken(
        "reasons.py",
        "    return full and bool(own >> top(moved) & 1)",
        "    return full",
        "A neutral stack of five is nobody's (§4.4).",
        "lyngk/test_reasons.py",
    ),
    _broken(
        "setting_up.py",
        "        return tuple(zip(SIDES, map(player_name, (WHITE, BLACK)), strict=True))",
        "        return (*zip(SIDES, map(player_name, (WHITE, BLACK)), strict=True), (LUCK, ''))",
        "While luck sets the board up it is nobody's turn (§3).",
        "lyngk/test_setting_up.py",
    ),
    Mutation(
        "lyngk",
        "numbering.py",
        "for claims in (state.claims[seat], state.claims[1 - seat])",
        "for claims in (state.claims[1 - seat], state.claims[seat])",
        "A seat sees its own claims first.",
        "lyngk/test_numbering.py",
    ),
)

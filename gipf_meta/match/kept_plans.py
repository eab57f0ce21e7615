"""The plans that people have made in a room: kept, followed as the match goes on, and lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.match.match import Match
from gipf_meta.match.plans import LOST, Plan, PlanNode, place_of, standing_of


class LostPlan(NamedTuple):
    """The end of a plan that failed: its decision *text* was not legal, ``""``: what came was not
    in it. It *was_simple*: a decision for the next turn, whatever came."""

    text: str
    was_simple: bool


@dataclass(eq=False)
class Plans:
    """The plans of a room. *pending* are those that may still decide, by player and depth of their
    game, *lost* the ends of those that failed, by player, until he decides.

    No event tells of them; *ends* are the numbers of the events that have ended all earlier plans
    of a player (``None``: of all). *changed* are the plans that people have made or withdrawn
    (``None``), and that are not stored yet; *ended* those that are stored, and decide no more.
    """

    pending: dict[tuple[int, int], Plan] = field(default_factory=dict)
    lost: dict[int, LostPlan] = field(default_factory=dict)
    ends: dict[int | None, int] = field(default_factory=dict)
    changed: dict[tuple[int, int], Plan | None] = field(default_factory=dict)
    ended: list[Plan] = field(default_factory=list)

    def make(self, plan: Plan) -> None:
        """Lets *plan*, which its player makes, decide from now on, instead of another one for the
        same game."""
        self.pending[plan.key] = self.changed[plan.key] = plan
        self.lost.pop(plan.player, None)

    def withdraw(self, player: int, depth: int) -> None:
        """Withdraws the plan of *player* that he is shown."""
        self.lost.pop(player, None)
        if (plan := self.shown(player)) is not None:
            del self.pending[plan.key]
            self.changed[plan.key] = None
        else:  # another process may know one
            self.changed.update({(player, each): None for each in range(depth + 1)})

    def take_changed(self) -> dict[tuple[int, int], Plan | None]:
        """Returns the plans that were made or withdrawn since the last call."""
        changed, self.changed = self.changed, {}
        return changed

    def load(
        self, plans: Iterable[Plan], holders: Mapping[int, str], match: Match, number: int
    ) -> None:
        """Keeps the *plans* that are stored, and no others, of those who hold their seats (the
        *holders*) in *match* after event *number*."""
        self.pending = {plan.key: plan for plan in plans}
        for plan in [*self.pending.values()]:
            end = max(self.ends.get(plan.player, 0), self.ends.get(None, 0))
            is_his = holders.get(plan.player) == plan.person
            if plan.number < end or (plan.number <= number and not is_his):
                self.drop(plan)
        self.follow(match, number)

    def drop(self, plan: Plan) -> None:
        """Ends *plan*."""
        if self.pending.pop(plan.key, None) is not None:
            self.ended.append(plan)

    def lose(self, plan: Plan, text: str = "") -> None:
        """Ends *plan*: its decision *text* was not legal or, without one, what has come is not in
        it."""
        self.drop(plan)
        is_simple = plan.move_for_next_turn is not None
        if text or not is_simple:
            self.lost[plan.player] = LostPlan(text, is_simple)

    def end(self, number: int, player: int | None = None) -> None:
        """Ends the plans of *player*, ``None``: of all, that were made before event *number*."""
        self.ends[player] = number
        for plan in [*self.pending.values()]:
            if player in (None, plan.player) and plan.number < number:
                self.drop(plan)
        for each in [each for each in self.lost if player in (None, each)]:
            del self.lost[each]

    def shown(self, player: int) -> Plan | None:
        """The plan of *player* for the game on top or, without one, for the nearest one below it;
        ``None``: he has none."""
        depths = [depth for one, depth in self.pending if one == player]
        return self.pending[player, max(depths)] if depths else None

    def nodes_on_top(self, match: Match, player: int) -> tuple[PlanNode, ...]:
        """The decisions that *player* has planned from where the game on top of *match* stands."""
        plan = self.pending.get((player, len(match.sessions) - 1))
        return () if plan is None else standing_of(plan, match).nodes

    def find_answer(self, match: Match, player: int | None, number: int) -> tuple[Plan, str] | None:
        """The plan of *player*, who is on turn in *match* after event *number*, that decides now,
        with its decision; ``None``: none does."""
        plan = None if player is None else self.pending.get((player, len(match.sessions) - 1))
        if plan is None or plan.number > number:
            return None
        answer = standing_of(plan, match).answer
        return None if answer is None else (plan, answer)

    def follow(self, match: Match, number: int) -> None:
        """Drops the plans that can decide nothing more as *match* stands after event *number*; one
        that was made later, at another process, waits."""
        for plan in [each for each in self.pending.values() if each.number <= number]:
            try:
                standing = standing_of(plan, match)
            except GipfMetaError:  # the game fails; the table finds it, too
                standing = LOST
            if standing.done or match.result is not None:
                self.drop(plan)
            elif standing == LOST and match.player is not None and plan.place == place_of(match):
                self.lose(plan)
            elif standing == LOST:
                self.drop(plan)

"""A review that is refined: rough at first, then better, then where a sign depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from random import Random
from threading import Event

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.match.playback import moments
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.search.analysis import Analysis, analyse
from gipf_meta.search.budget import Budget
from gipf_meta.search.chances import Chances
from gipf_meta.search.effort import DEEPER, DEEPEST, ROUGH_NODES, Depth, Effort
from gipf_meta.search.review import AnalysePosition, Judged, deepen_review, parts, review
from gipf_meta.search.verdict import Kind, Verdict, summaries
from tests.search.test_review import ENOUGH, SMALL, blunder, nim
from tests.testing.broken.sound import Nim

Doubt = Callable[[Budget], bool]


def seer(*, doubts: Doubt, seen: list[Budget] | None = None) -> AnalysePosition:
    """Knows everything of small piles, but says that all is even where it *doubts*."""

    def look(session: Session, budget: Budget) -> Analysis | None:
        if seen is not None:
            seen.append(budget)
        if not isinstance(session.status, Turn):
            return None
        enough = Budget(ENOUGH)
        found = analyse(session.game, session.state, 2, enough, Random(0))
        if not doubts(budget):
            return found
        even = (replace(line, value=0.0, sure=False) for line in found.lines)
        return Analysis(tuple(even), found.positions, False)

    return look


def is_rough(budget: Budget) -> bool:
    return budget.nodes == ROUGH_NODES


ROUGHLY = Effort(ENOUGH, is_rough_first=True)
LEVEL = nim("a", "1", "b", "1", "a", "1")
"""A match that goes on."""


def last_of(found: Iterable[Judged]) -> list[Verdict]:
    """The last verdict on each turn."""
    verdicts = {judged.n: judged.verdict for judged in found}
    return [verdicts[n] for n in sorted(verdicts)]


def test_a_better_look_replaces_the_rough_one() -> None:
    told = list(deepen_review(blunder(), ROUGHLY, look=seer(doubts=is_rough)))
    assert [(each.n, each.done, each.verdict.loss) for each in told[:2]] == [(0, 0, 0), (1, 0, 0)]
    assert [verdict.kind for verdict in last_of(told)] == [Kind.GOOD, Kind.BLUNDER, Kind.GOOD]
    assert last_of(told)[1].outlooks == (Chances(100, sure=True), Chances(0, sure=True))


def test_what_was_looked_at_roughly_before_changes_nothing_that_is_found_later() -> None:
    match, effort = nim("a", "1", "b", "3", game=Nim(size=5)), Effort(SMALL, is_rough_first=True)
    assert last_of(deepen_review(match, effort)) == list(review(match, effort))


def given_away(*seen: float) -> int:
    """The loss of the turn that gives the game away, where three looks see as much of it as *seen*
    says."""
    shares = dict(zip((SMALL, DEEPER * SMALL, DEEPEST * DEEPER * SMALL), seen, strict=True))

    def look(session: Session, budget: Budget) -> Analysis | None:
        found = seer(doubts=lambda _budget: False)(session, budget)
        if found is None:
            return None
        share = shares.get(budget.nodes or 0, 0.0)
        partly = (replace(line, value=share * line.value, sure=False) for line in found.lines)
        return Analysis(tuple(partly), found.positions, False)

    return list(review(nim("a", "1", "b", "2", "a", "1", game=Nim(size=3)), SMALL, look=look))[
        1
    ].loss


def test_a_sign_is_decided_by_a_much_deeper_look() -> None:
    """At a good look the turn loses a little; at a deep one it turns out to be nothing, or all."""

    def look(session: Session, budget: Budget) -> Analysis | None:
        found = seer(doubts=lambda _budget: False)(session, budget)
        if found is None or budget.nodes == DEEPER * SMALL:
            return found
        slight = (replace(line, value=0.1 * line.value, sure=False) for line in found.lines)
        return Analysis(tuple(slight), found.positions, False)

    assert [verdict.loss for verdict in review(blunder(), SMALL, look=look)] == [0, 100, 0]
    assert given_away(0.1, 0.1, 1.0) == 10, "it is no blunder, nor nearly one"
    assert given_away(0.1, 0.2, 0.1) == 10
    assert given_away(0.1, 0.15, 0.2) == 20
    seen: list[Budget] = []
    even = seer(doubts=lambda _budget: True, seen=seen)
    assert [verdict.loss for verdict in review(LEVEL, SMALL, look=even)] == [0, 0, 0]
    assert {budget.nodes for budget in seen} == {SMALL}, "nothing depends on it"


def test_a_moment_between_two_turns_is_searched_once() -> None:
    seen: list[Budget] = []
    list(review(LEVEL, SMALL, look=seer(doubts=lambda _budget: True, seen=seen)))
    assert len(seen) <= 2 * len(parts(moments(LEVEL))) + 1


def test_a_win_that_is_found_later_makes_the_turn_before_it_a_loss() -> None:
    match = blunder()
    end = match.top.steps[-2].before

    def look(session: Session, budget: Budget) -> Analysis | None:
        """Doubts the position before the last turn, which wins as the rules say."""
        return seer(doubts=lambda _budget: session.state == end)(session, budget)

    given_away = list(review(match, SMALL, look=look))[1]
    assert str(given_away) == "a blunder, a loss instead of a win; better: b-1"


@pytest.mark.parametrize("taken", range(8))
def test_a_review_ends_at_once_wherever_it_is_stopped(taken: int) -> None:
    cancelled = Event()
    found = deepen_review(blunder(), ROUGHLY, cancelled=cancelled, look=seer(doubts=is_rough))
    list(islice(found, taken))
    cancelled.set()
    assert list(found) == []


def test_the_progress_counts_turns_that_were_looked_at_well() -> None:
    match = nim("a", "1", "b", "3", "a", "1", game=Nim(size=5))
    told = list(deepen_review(match, Effort(SMALL, is_rough_first=True)))
    done, count = [each.done for each in told], len(parts(moments(match)))
    assert done == sorted(done)
    assert {*done} == {*range(count + 1)}
    assert {each.n for each in told if not each.done} == {*range(count)}


class Hasty(StillClock):
    """A second goes by whenever somebody looks at it."""

    def now_ms(self) -> int:
        self.ms += 1000
        return self.ms


def test_time_ends_each_search_and_a_deep_one_takes_longer() -> None:
    effort, seen = Effort(None, 100, clock=Hasty()), list[Budget]()
    told = last_of(deepen_review(nim("a", "1", "b", "3", game=Nim(size=9)), effort))
    assert [verdict.turn for verdict in told] == [1, 2]
    list(review(LEVEL, effort, look=seer(doubts=lambda _budget: True, seen=seen)))
    assert {(each.nodes, each.ms, each.clock) for each in seen} == {(None, 100, effort.clock)}
    assert effort.budget(Depth.DEEP, Nim(), Event()).ms == DEEPER * 100


def test_what_is_proven_is_said_in_words() -> None:
    told = [str(Chances.of(value, sure=True)) for value in (-1.0, 0.0, 1.0)]
    assert told == ["a loss", "a draw", "a win"]


@pytest.mark.parametrize(
    ("doubts", "kind"), [(is_rough, Kind.FOUND), (lambda _budget: False, Kind.GOOD)]
)
def test_the_only_good_turn_has_its_sign_unless_it_is_seen_at_a_glance(
    doubts: Doubt, kind: Kind
) -> None:
    """Right levels the piles: whatever else he takes loses."""
    match = nim("a", "2", "b", "2", "a", "1")
    found = list(review(match, ENOUGH, look=seer(doubts=doubts)))[1]
    assert (found.kind, found.loss, found.is_faulty) == (kind, 0, False)


def test_a_forced_turn_has_no_sign() -> None:
    match = nim("a", "3", "b", "2", "b", "1")
    assert list(review(match, ENOUGH, look=seer(doubts=is_rough)))[2].kind is Kind.GOOD


def test_a_turn_never_gives_away_less_than_nothing() -> None:
    """A win that is proven by the turn alone made a player's mean loss negative."""
    game = load_plugins().find("zertz")()
    won = Verdict(1, 2, 0, game, 0, 1, "Wd4,d1", "Wd4,d1", 99, 100, left_sure=True)
    assert won.loss == 0
    assert summaries([won])[0].mean == 0
    assert not won.is_faulty

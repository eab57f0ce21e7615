"""One game: its opening, its end, and bots that do what they must not."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.bots.levels import BOTS, SearchingBot
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import UnknownGame, load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.arena import referee
from gipf_meta.workshop.arena.referee import GameOutcome, play, play_opening
from tests.specimens import find_specimens
from tests.workshop.arena.conftest import task

INSTALLED = load_plugins()
DICE = {
    "variant": "basic",
    "zertz_potentials": "3",
    "challenges_enabled": "on",
    "zertz_duel": "die",
}


def begun(game: str, seats: int = 2, seed: int = 1, **options: Any) -> Match:
    return Match.begin(configure(INSTALLED.find(game), options), seats, INSTALLED.find, seed)


def test_a_game_is_played_to_its_end_and_always_the_same() -> None:
    outcome = play(task("random", "greedy", number=7))
    assert outcome.number == 7
    assert outcome.winners
    assert outcome.reason == "goal"
    assert outcome.decisions > 2
    assert play(task("random", "greedy", number=7)) == outcome


def test_another_seed_is_another_game() -> None:
    ends = {play(task("random", "random", seed=seed)).decisions for seed in range(4)}
    assert len(ends) > 1


@pytest.mark.parametrize("game", find_specimens())
@pytest.mark.sample(3)
def test_an_opening_follows_from_the_seed_and_its_turns_are_whole(game: str) -> None:
    opened = play_opening(begun(game), 3)
    before, after = begun(game).top.status, opened.top.status
    assert isinstance(before, Turn)
    assert isinstance(after, Turn)
    assert after.number == before.number + 3
    assert opened == play_opening(begun(game), 3)
    others = {play_opening(begun(game, seed=seed), 3).top.state for seed in range(5)}
    assert len(others) > 1


def test_no_opening_of_no_turns() -> None:
    assert play_opening(begun("zertz"), 0) == begun("zertz")


def test_an_opening_that_would_end_the_game_is_left_out() -> None:
    assert play_opening(begun("die"), 50) == begun("die")


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("crashing", "LookupError: no idea at all"),
        ("leaving", "SystemExit: 3"),
        ("babbling", "ValueError: 'checkmate' cannot be played"),
        ("silent", "ValueError: None cannot be played"),
    ],
)
@pytest.mark.parametrize("game", ["zertz", "tamsk"])
def test_a_bot_that_misbehaves_loses_and_it_is_told_why(bot: str, reason: str, game: str) -> None:
    for seats, seat in (((bot, "random"), 0), (("random", bot), 1)):
        outcome = play(task(*seats, game=game))
        assert outcome.at_fault == seat
        assert outcome.winners == (1 - seat,)
        assert outcome.reason == reason


def test_so_does_one_that_answers_nonsense_out_of_turn() -> None:
    outcome = play(task("random", "interrupting", game="tamsk"))
    assert (outcome.at_fault, outcome.winners) == (1, (0,))
    assert "cannot be played" in outcome.reason


def test_a_bot_that_hangs_loses_when_its_time_is_up() -> None:
    outcome = play(task("hanging", "random", limit_ms=100))
    assert (outcome.at_fault, outcome.winners) == (0, (1,))
    assert outcome.reason == "thought longer than 0.1 s"


def test_so_it_does_where_nothing_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn(RandomBot):
        """Answers, but only when all is over."""

        def choose(self, *asked: Any) -> Any:
            over.wait()

    over = threading.Event()
    monkeypatch.setitem(BOTS, "stubborn", Stubborn)
    with ThreadPoolExecutor(1) as thread:
        outcome = thread.submit(play, task("stubborn", "random", limit_ms=100)).result()
        assert outcome.reason == "thought longer than 0.1 s"
        for bot in ("greedy", "crashing"):
            same = thread.submit(play, task(bot, "random")).result()
            assert same == play(task(bot, "random"))
        over.set()


def test_its_time_is_that_of_all_its_decisions_together(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        ms = 0

        def now_ms(self) -> int:
            Clock.ms += 10
            return Clock.ms

    monkeypatch.setattr(referee, "RealClock", Clock)
    bot = referee.WatchedBot(RandomBot(), 1000)
    game, match = begun("zertz").top.game, begun("zertz")
    for _decision in range(3):
        bot.choose(Request(game, match.top.state, 0, 2, Random(1)))
    assert bot.left_ms == 970


def test_partners_lose_together() -> None:
    seats = ("crashing", "random", "random", "random")
    outcome = play(task(*seats, game="zatre", options={"teams": "on", "short_game": "4"}))
    assert outcome.at_fault == 0
    assert len(outcome.winners) == 2
    alone = play(task(*seats, game="zatre", options={"short_game": "4"}))
    assert alone.winners == (1, 2, 3)


def test_a_fault_inside_a_duel_costs_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Duellist(RandomBot):
        def choose(self, request: Request) -> Any:
            if request.game.id == "die":
                raise ArithmeticError("I do not gamble")
            return super().choose(request)

    monkeypatch.setitem(BOTS, "duellist", Duellist)
    ends = [play(task("duellist", "random", game="gipf", options=DICE, seed=s)) for s in range(8)]
    faults = [end for end in ends if end.at_fault == 0]
    assert faults
    assert {end.reason for end in faults} == {"ArithmeticError: I do not gamble"}
    assert {end.winners for end in faults} == {(1,)}


def test_a_duel_that_fails_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*asked: Any) -> Any:
        raise ZeroDivisionError("a die of no sides")

    monkeypatch.setattr(INSTALLED.find("die"), "start", fail)
    ends = [play(task("random", "random", game="gipf", options=DICE, seed=s)) for s in range(8)]
    failed = [end for end in ends if not end.counts]
    assert failed
    assert all("a die of no sides" in end.reason for end in failed)


def test_a_game_that_fails_itself_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*asked: Any) -> Any:
        raise ZeroDivisionError("half a ring")

    monkeypatch.setattr(INSTALLED.find("zertz"), "apply", fail)
    outcome = play(task("random", "random", opening=0))
    assert not outcome.counts
    assert outcome.at_fault is None
    assert "half a ring" in outcome.reason
    with pytest.raises(UnknownGame):  # other workers may have it
        play(task("random", "random", game="chess"))


def test_a_game_without_an_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "LONGEST", 5)
    outcome = play(task("random", "random"))
    assert outcome == GameOutcome(
        number=0, reason="no end after 5 decisions", decisions=outcome.decisions
    )


def test_expert_thinks_as_long_as_engines_are_told_unless_its_name_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinks: list[tuple[str, int | None]] = []

    def choose(bot: SearchingBot, request: Request) -> Any:
        thinks.append((bot.level, bot.thread_ms))
        return request.rng.choice(request.game.turn_moves(request.state, request.seat))

    monkeypatch.setattr(SearchingBot, "choose", choose)
    for own, asked, told in (("", 200, 200), (":ms=50", 200, 50), ("", None, None)):
        thinks.clear()
        play(task(f"expert{own}", "hard", decision_ms=asked))
        assert {*thinks} == {("expert", told), ("hard", None)}

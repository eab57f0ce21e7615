"""A bot that fails hurts no match: it is asked again, another takes its seat, or the game ends."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, ClassVar

import pytest

from gipf_meta import Over
from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.bots.levels import BOTS, make_bot
from gipf_meta.cli import run
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.table import pilots
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.table.table import Table
from tests.kept_table import KeptTable
from tests.small_games.finding import GAMES, find, played
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager
from tests.testing.broken.sound import Nim

Begin = Callable[..., Match]


class Crashing(RandomBot):
    """Fails *times* times with *error*, then plays."""

    error: ClassVar[Exception] = LookupError("no idea")

    def __init__(self, times: int = 1000) -> None:
        super().__init__()
        self.times = times

    def choose(self, request: Request) -> Any:
        self.times -= 1
        if self.times >= 0:
            raise self.error
        return super().choose(request)


class Leaving(RandomBot):
    def choose(self, request: Request) -> Any:
        raise SystemExit(3)


class Babbling(RandomBot):
    def choose(self, request: Request) -> Any:
        return "checkmate"


class Hanging(RandomBot):
    def choose(self, request: Request) -> Any:
        while True:
            pass


class Interrupting(RandomBot):
    def beside(self, request: Request) -> Any:
        return "not your turn"


def against(bot: Bot, match: Match) -> Table:
    return Table(match, [Player("Left", bot, "bad"), Player("Right")], StillClock())


def failed(bot: Bot, match: Match) -> Table:
    one = against(bot, match)
    with pytest.raises(BotFailed):
        one.play_bot()
    return one


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (Crashing(), "LookupError: no idea"),
        (Leaving(), "SystemExit: 3"),
        (Babbling(), "'checkmate' cannot be played"),
        (Hanging(), "took longer than 0.001 s"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_bots_failure_is_told_and_the_match_stays_as_it_was(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, bot: Bot, told: str
) -> None:
    if isinstance(bot, Hanging):
        monkeypatch.setattr(pilots, "ANSWER_MS", 1)
    one = against(bot, begin())
    before = one.match
    for _time in range(2):
        with pytest.raises(BotFailed, match=told) as error:
            one.play_bot()
        assert one.fault is error.value
        assert error.value.player == 0
    assert one.match is before
    assert one.thinking() is None


def test_it_can_be_asked_again(begin: Begin) -> None:
    one = failed(bot := Crashing(times=1), begin())
    with pytest.raises(BotFailed):
        one.play_bot()
    assert bot.times == 0
    one.ask_again()
    one.play_bot()
    assert len(one.match.top.steps) == 1


def test_another_player_takes_its_seat_also_in_the_library(begin: Begin, tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    players = [Player("Left", Crashing(times=0), "bad"), Player("Right")]
    one = KeptTable.begin(Wager(), players, find, StillClock(), seed=1, library=library)
    one.play_bot()
    one.play("allow")
    players[0].bot.times = 1  # type: ignore[union-attr]
    with pytest.raises(BotFailed):
        one.play_bot()
    one.seat(0, Player.of_kind("greedy", "Left"))
    assert one.fault is None
    assert [seat.player for seat in library.record(1).people] == ["greedy", "human"]
    steps = len(one.match.top.steps)
    one.play_bot()
    assert len(one.match.top.steps) > steps
    assert library.record(1) == one.record()


@pytest.mark.parametrize(
    ("end", "over"),
    [
        (lambda one: one.resign(one.fault.player), Over((1,), "resign")),
        (lambda one: one.agree_draw(), Over((), "draw")),
    ],
)
def test_the_game_can_be_ended(begin: Begin, end: Callable[[Table], None], over: Over) -> None:
    one = failed(Crashing(), begin())
    end(one)
    assert one.fault is None
    assert one.over == over


def test_a_duel_goes_on_where_its_bot_failed_or_ends_or_is_another_one(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "other", Wager)
    match = played(begin(duel="other"), "claim", "challenge")
    assert len(match.sessions) == 2
    bad = match.top.players[0]
    for deal, sessions in (
        (lambda one: one.ask_again(), 2),
        (lambda one: one.resign(bad), 1),
        (lambda one: one.agree_draw(), None),
        (lambda one: one.choose_duel("elsewhere"), 2),
        (lambda one: one.seat(bad, Player("Somebody")), 2),
    ):
        players = [Player("Left"), Player("Right")]
        players[bad] = Player("Bad", Crashing(), "bad")
        one = Table(match, players, StillClock())
        with pytest.raises(BotFailed):
            one.play_bot()
        assert one.trouble == ""
        deal(one)
        assert one.fault is None
        assert sessions in (None, len(one.match.sessions))


def test_taking_back_forgets_the_fault(begin: Begin) -> None:
    one = against(Crashing(), begin().play("claim"))
    one.play("allow")
    with pytest.raises(BotFailed):
        one.play_bot()
    one.undo()
    assert one.fault is None


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("bot", [Crashing(), Interrupting()], ids=["choosing", "beside"])
def test_time_stands_still_while_somebody_sees_to_a_bot(bot: Bot, looks: bool) -> None:
    clock = StillClock()
    match = Match.begin(Fuse(fuse_ms=20_000), 2, find, 1)
    one = Table(match, [Player("Left", bot, "bad"), Player("Right")], clock)
    clock.ms = 100
    one.tick()
    assert one.fault is not None
    age = one.match.top.time_ms
    assert one.wait_ms() is None
    clock.ms = 5000
    if looks:
        one.tick()
    assert one.match.top.time_ms == age
    one.seat(0, Player("Left"))
    clock.ms = 5200
    one.tick()
    assert one.match.top.time_ms == age + 200


def test_a_plan_that_does_not_come_soon_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pilots, "PLAN_MS", 1)
    match = Match.begin(Fuse(fuse_ms=20_000), 2, find, 1)
    one = Table(match, [Player("Left", Hanging(), "bad"), Player("Right")], StillClock())
    assert one.wait_ms() is None
    assert "took longer than 0.001 s" in str(one.fault)
    with pytest.raises(BotFailed):
        one.play_bot()


def test_a_greedy_bot_that_is_not_waited_for_looks_no_further() -> None:
    looked = []

    class Watched(Nim):
        def apply(self, state: Any, move: str) -> Any:
            looked.append(move)
            return super().apply(state, move)

    game, bot = Watched(), make_bot("greedy")
    request = Request(game, game.start(2), 0, 2, Random(1))
    bot.choose(request)
    assert len(looked) == 2 + 2 * 3
    looked.clear()
    cancelled = Event()
    cancelled.set()
    assert bot.choose(replace(request, cancelled=cancelled)) in "ab"
    assert len(looked) == 2


# ---- line by line -------------------------------------------------------------------------------

Said = tuple[int, str]


@pytest.fixture
def talked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Said]:
    """Plays Black against a bot that fails whenever it is asked, and says what was typed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setitem(BOTS, "bad", Crashing)

    def talk(*typed: str) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        words = ["play", "gipf", "--set=variant=basic", "--seats", "bad", "human", "--plain"]
        status = run(words)
        out, err = capsys.readouterr()
        return status, out + err

    return talk


def test_people_choose_what_follows_a_bots_failure(talked: Callable[..., Said]) -> None:
    status, said = talked("again", "nobody", "greedy", "e9-e8", "quit")
    assert status == 0
    assert said.count("failed (LookupError: no idea).") == 3
    assert "bad is stuck: again, resign or draw for it" in said
    assert "There is no player 'nobody'" in said
    assert "(e9-e8)." in said


def test_a_failed_bot_is_named_by_its_seat_in_the_players_language(
    talked: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    assert "Bílý: došlo k chybě (LookupError: no idea)." in talked("quit")[1]


def test_it_is_asked_again_line_by_line(
    talked: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "bad", partial(Crashing, 1))
    status, said = talked("again", "quit")
    assert status == 0
    assert said.count("failed (LookupError: no idea).") == 1
    assert "You> quit" in said


@pytest.mark.parametrize(
    ("word", "end"), [("resign", "You won: bad resigned."), ("draw", "It is a draw, as agreed.")]
)
def test_a_match_against_it_can_be_ended_line_by_line(
    talked: Callable[..., Said], word: str, end: str
) -> None:
    status, said = talked(word)
    assert status == 0
    assert end in said


def test_a_person_takes_its_seat_line_by_line(talked: Callable[..., Said]) -> None:
    status, said = talked("human", "a1-b2", "quit")
    assert status == 0
    assert "White> a1-b2" in said


def test_a_match_whose_bot_failed_is_kept_when_the_input_ends(talked: Callable[..., Said]) -> None:
    status, said = talked("human", "a1-b2")
    assert status == 2
    assert "it is kept: gipf-meta resume 1 goes on" in said

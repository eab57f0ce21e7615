"""``RulesGame`` and ``Option``; and a plugin that was written before there were any."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import pytest
from pydantic import Field

from gipf_meta import (
    Choice,
    Game,
    OnOff,
    Option,
    Over,
    RulesGame,
    Turn,
    View,
    Whole,
    turn,
    with_rules,
)
from gipf_meta.desk.option_entries import option_fields
from gipf_meta.plugins.loading import PluginError, check_game, load_plugins
from gipf_meta.protocol.failures import describe_failure
from gipf_meta.protocol.game import NOBODY, BadNotation
from gipf_meta.protocol.option_words import all_words, option_title, value_words
from gipf_meta.protocol.options import OptionError, configure, options_of
from gipf_meta.protocol.rules_game import bound_to_rules
from gipf_meta.testing import GameConformance
from tests.small_games.stones import Stones

GAMES = load_plugins().games


class Count(NamedTuple):
    """The number up to which two have counted."""

    number: int = 1
    seat: int = 1
    ending: Over | None = None


class Counting:
    """Rules: the second seat begins, and the player who says the last number wins."""

    def __init__(self, last: int) -> None:
        self.last = last

    def start(self) -> Count:
        return Count()

    def legal_moves(self, state: Count) -> Sequence[int]:
        return () if state.ending else (state.number,)

    def apply(self, state: Count, move: int) -> Count:
        ending = Over((state.seat,), "counted") if move == self.last else None
        return Count(move + 1, 1 - state.seat, ending)


def read(rules: Counting, state: Count, seat: int, text: str) -> int:
    """The number that is due."""
    if text != str(state.number) or seat != state.seat:
        raise BadNotation(f"{text!r} is no number up to {rules.last} that is due.")
    return state.number


def judge(rules: Counting, state: Count, seat: int) -> float:
    """Fails."""
    raise ZeroDivisionError(rules.last)


class CountingGame(RulesGame[Count, int]):
    id = "counting"
    title = "Counting"
    tagline = "Count on."
    seat_names = ("Left", "Right")
    rules_text = "Say the next number."

    last: int = Option(4, "last number", "where counting ends", ge=1, le=9)

    @cached_property
    def rules(self) -> Counting:
        return Counting(self.last)

    parse = with_rules(read)

    def picture(self, state: Count, moves: Sequence[int]) -> View:
        choices = tuple(Choice(str(n), (str(n),), f"say {n}") for n in moves)
        return View(points=(), choices=choices, prompt="Count." if moves else "")


class Worded(CountingGame):
    """Options on which nothing depends."""

    shout: OnOff = Option(False, "shouting", "whether numbers are shouted", {"on": "loudly"})
    pace: Annotated[Literal[1, 2], Whole] | None = Option(
        None, "pace", "how fast", {1: "slow", "": "as one likes"}
    )


class Conformance(GameConformance):
    """The kit; that it begins processes is proved by its own tests."""

    @pytest.mark.slow
    def test_every_process_plays_alike(self, examined_game: int, request: Any) -> None:
        super().test_every_process_plays_alike(examined_game, request)


class TestAGameWithRules(Conformance):
    game = CountingGame()
    random_games = 2


class TestAPluginOfBefore(Conformance):
    games = (Stones(), Stones(stones=5, last="loses"))
    random_games = 2

    def test_its_options_have_their_words(self) -> None:
        assert issubclass(Stones, Game)
        assert not issubclass(Stones, RulesGame)
        assert option_title(Stones, "stones") == "stones in the heap"
        assert value_words(Stones, "last", "loses") == "loses"
        assert options_of(Stones)["last"] == "what taking the last stone does"
        with pytest.raises(OptionError, match=r"stones=0: it should be greater than or equal to 1"):
            configure(Stones, {"stones": "0"})


def test_the_rules_answer_for_the_game() -> None:
    game = CountingGame(last=2)
    state = game.start(2)
    assert game.status(state) == turn(1, 1)
    assert game.legal_moves(state, 1) == (1,)
    assert game.legal_moves(state, 0) == game.legal_moves(state, NOBODY) == ()
    assert game.format(state, 1) == "1"
    state = game.apply(game.apply(state, 1), game.parse(game.apply(state, 1), 0, "2"))
    assert game.status(state) == Over((0,), "counted")
    assert [choice.notation for choice in game.view(game.start(2), None).choices] == ["1"]
    assert not game.view(game.start(2), 0).choices
    with pytest.raises(OptionError, match="Counting is for 2 players, not for 3"):
        game.start(3)


def test_a_game_may_say_itself_whose_turn_it_is() -> None:
    class Backwards(CountingGame):
        def turn_of(self, state: Count) -> Turn:
            return turn(1 - state.seat, state.number)

    game = Backwards()
    state = game.start(2)
    assert game.status(state) == turn(0, 1)
    assert game.legal_moves(state, 0) == (1,)
    assert game.legal_moves(state, 1) == ()


def test_a_method_is_asked_straight_with_the_rules_of_its_game() -> None:
    game = CountingGame(last=2)
    assert bound_to_rules(game.parse)(game.start(2), 1, "1") == 1
    with pytest.raises(BadNotation, match="no number up to 2"):
        bound_to_rules(game.parse)(game.start(2), 1, "7")
    assert bound_to_rules(game.apply) == game.apply


def test_what_fails_in_a_function_with_rules_is_named_as_the_method() -> None:
    class Failing(CountingGame):
        read_it = with_rules(read)
        evaluate = with_rules(judge)

    game = Failing()
    with pytest.raises(ZeroDivisionError) as failed:
        game.evaluate(game.start(2), 0)
    assert describe_failure(failed.value) == "Counting, evaluate: ZeroDivisionError: 4"


def test_a_game_without_rules_and_page_says_so() -> None:
    class Bare(RulesGame[Count, int]):
        id = "bare"
        title = "Bare"

    assert Bare.rules_text == ""
    with pytest.raises(NotImplementedError, match="it needs start, moves and apply"):
        Bare().start(2)


def test_words_stand_beside_the_declaration() -> None:
    assert option_title(Worded, "last") == "last number"
    assert value_words(Worded, "shout", "on") == "loudly"
    assert value_words(Worded, "shout", "off") == "off"
    assert value_words(Worded, "pace", "") == "as one likes"
    assert value_words(Worded, "pace", "2") == "2"
    fields: Any = option_fields(Worded, {}, _nothing_installed())
    last, shout, _pace = fields
    assert (last.title, last.meaning, last.least, last.most) == (
        "last number",
        "where counting ends",
        1,
        9,
    )
    assert shout.choices == (("on", "loudly"), ("off", "off"))


def _nothing_installed() -> Any:
    class Nothing:
        def title(self, game: str) -> str:
            return game

    return Nothing()


def test_option_words_have_the_last_word_and_a_title_of_pydantic_counts() -> None:
    class Mixed(Worded):
        option_words: ClassVar[dict[str, str]] = {"last": "the end"}
        more: int = Field(1, title="and more", description="more", json_schema_extra={"words": 5})

    assert all_words(Mixed)["last"] == "the end"
    assert option_title(Mixed, "more") == "and more"
    assert option_title(Mixed, "shout") == "shouting"


@pytest.mark.parametrize("words", [{"title": "a\x1b[31m"}, {"values": {1: "a\nb"}}])
def test_declared_words_that_are_no_plain_words_set_the_game_aside(words: dict[str, Any]) -> None:
    class Unprintable(CountingGame):
        more: int = Option(1, **{"title": "more", "description": "more", **words})

    with pytest.raises(PluginError, match="words of the options of counting"):
        check_game(Unprintable)


def test_the_rules_are_a_page_of_the_package_a_text_or_a_property() -> None:
    class Told(CountingGame):
        @property
        def rules_text(self) -> str:
            return "Told."

    assert CountingGame.rules_text == "Say the next number."
    assert Told().rules_text == "Told."
    assert GAMES["zertz"].rules_text == GAMES["zertz"]().rules_text
    assert GAMES["zertz"]().rules_text.startswith("# ZÈRTZ")

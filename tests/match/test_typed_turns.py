"""Typed turns: small and capital letters, and turns in which others or luck decide, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

import gipf_meta as gm
from gipf_meta import Chance, Game, IllegalMove, Status
from gipf_meta.match.match import Match
from gipf_meta.match.typed_turns import missing_place
from tests.small_games.finding import find
from tests.small_games.wager import Wager, Wagered
from tests.specimens import find_specimens, of_all


class Spoken(Wager):
    """The wager as a game that writes no reader of its own."""

    parse = Game.parse  # type: ignore[assignment]
    parse_turn = Game.parse_turn  # type: ignore[assignment]


class Drawn(Spoken):
    """Luck answers each claim, and then the claimant names a number."""

    def status(self, state: Wagered) -> Status[str]:
        if state.phase == "answer":
            return Chance((("allow", 1), ("Challenge", 1)))
        return super().status(state)

    def apply(self, state: Wagered, move: str) -> Wagered:
        return super().apply(state, "allow" if move == "Challenge" else move)


class Cased(Spoken):
    """Three moves, two of which differ in case alone."""

    def legal_moves(self, state: Wagered, seat: int) -> Sequence[str]:
        return ("Ab", "aB", "Cd")


def begin(game: Game[Wagered, str]) -> Match:
    return Match.begin(game, 2, find)


@pytest.mark.parametrize("typed", ["CLAIM", " Claim ", "claim"])
def test_the_case_of_a_decision_is_forgiven(typed: str) -> None:
    assert begin(Spoken()).play(typed).top.steps[0].text == "claim"


def test_the_case_of_luck_in_a_written_turn_is_forgiven() -> None:
    game = Drawn()
    assert game.parse_turn(game.start(2), "claim,CHALLENGE,ONE") == ("claim", "Challenge", "one")


def test_a_text_that_can_be_two_moves_but_for_its_case_is_asked_for_again() -> None:
    game = Cased()
    state = game.start(2)
    assert [game.parse(state, 0, text) for text in ("Ab", "aB", "cD")] == ["Ab", "aB", "Cd"]
    with pytest.raises(IllegalMove, match=r"^'AB' can be Ab or aB: mind small and capital "):
        game.parse(state, 0, "AB")


def test_a_turn_that_decides_for_another_seat_is_refused() -> None:
    with pytest.raises(
        IllegalMove, match=r"^Right decides on 'allow': write your own decisions alone\.$"
    ):
        begin(Spoken()).play("claim,allow,one")


def test_a_notation_that_leaves_out_what_the_other_decides_is_read() -> None:
    match = begin(Wager()).play("claim+two").play("allow")
    assert match.top.steps[2].text == "two"


class Compact(Wager):
    """The wager, with a notation that may write what the other decides."""

    def parse_turn(self, state: Wagered, text: str) -> tuple[str, ...]:
        words = text.split("+")
        return (words[0], "allow", words[-1])


def test_a_notation_that_writes_what_the_other_decides_is_refused() -> None:
    with pytest.raises(IllegalMove, match="Right decides on 'allow'"):
        begin(Compact()).play("claim+allow+two")
    assert begin(Compact()).play("claim+two").player == 1


def test_what_luck_draws_in_the_turn_cannot_be_typed() -> None:
    with pytest.raises(IllegalMove, match="What luck draws is not yours to write"):
        begin(Drawn()).play("claim,allow,one")


def test_more_decisions_than_the_turn_has_are_refused_in_a_sentence_on_the_turn() -> None:
    match = begin(Spoken()).play("claim").play("allow")
    with pytest.raises(IllegalMove, match="'one,claim' goes on after its turn is over"):
        match.play("one,claim")


WRONG_PARTS = of_all(lambda game, said: [(game, *each) for each in said.wrong_turns])


def test_a_typed_turn_is_refused_for_who_is_on_turn_first_and_then_for_the_part_that_is_wrong() -> (
    None
):
    matches = {game: gm.new_match(game) for game, _text, _wrong in WRONG_PARTS}
    for game, text, wrong in WRONG_PARTS:
        for refuse in (matches[game].play, partial(parse, matches[game])):
            with pytest.raises(gm.MoveError) as refused:
                refuse(text)
            assert wrong in str(refused.value), text
            assert "more than one decision" not in str(refused.value), text
        with pytest.raises(gm.IllegalMove, match=r"^It is (.*)'s turn, not (?!\1)"):
            matches[game].play(text, player=1)


def parse(match: gm.Match, text: str) -> None:
    """Reads *text* at the one gate of legality."""
    match.game.parse(match.state, 0, text)


@pytest.mark.parametrize("game", find_specimens())
def test_of_a_garbled_turn_no_sentence_says_that_it_may_not_be_typed_at_once(game: str) -> None:
    rng = Random(1)
    match = gm.new_match(game)
    for _ in range(12):
        turns = match.legal_turns() if find_specimens()[game].lists_turns else ()
        some = rng.sample(list(match.legal), min(2, len(match.legal)))
        whole = rng.choice(turns) if turns else ",".join(some)
        at = rng.randrange(len(whole))
        garbled = whole[:at] + rng.choice("abz19:;,-") + whole[at + 1 :]
        assert match.to_move is not None
        for player in range(2):
            try:
                match.play(garbled, player)
            except gm.MoveError as error:
                said = str(error)
                assert "more than one decision" not in said, (garbled, said)
                if player != match.to_move and not match.legal_for(player):
                    assert said.startswith("It is "), (garbled, said)
        match = match.play(rng.choice(list(match.legal)))


# --- what is no move of the game ------------------------------------------------------------

TWO_LINES = 2 * 78
"""The characters of two lines below a board, in the smallest usual terminal."""


def moments(game: str) -> list[gm.Match]:
    """Some matches of *game*: at its start, and after some turns."""
    played = match = gm.new_match(game, seed=1)
    for _ in range(8):
        played = played.play(str(played.legal[len(played.legal) // 2]))
    return [match, played]


def refusal(match: gm.Match, text: str) -> str:
    """The refusal of the typed *text*."""
    with pytest.raises(gm.BadNotation) as refused:
        match.play(text)
    return str(refused.value)


@pytest.mark.parametrize("game", find_specimens())
def test_every_game_names_a_place_that_does_not_exist_and_is_brief(game: str) -> None:
    for match in moments(game):
        known = of_all(lambda name, said: [each for each in said.pictures if name == game])
        typed = (str(text) for text in (*match.legal, *known[1].turns))  # a decision may be a word
        move = next(text for text in typed if re.search(r"[a-z]\d", text))
        wrong = re.sub(r"[a-z]\d+", "z9", move, count=1)
        assert refusal(match, wrong).startswith("There is no z9 on the board: its places are a")
        beyond = re.sub(r"[a-z]\d+", "a99", move, count=1)
        assert "no a99 on the board: the places with a are a" in refusal(match, beyond)
        for text in ("nonsense", move + "??"):
            assert len(refusal(match, text)) - len(text) <= TWO_LINES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("z9", "There is no z9 on the board: its places are a1 to b2."),
        ("Ga1-a9", "There is no a9 on the board: the places with a are a1, a3."),
        ("xb7,a1", "There is no b7 on the board: the places with b are b1 to b2."),
        ("a1 a3 b2", ""),
        ("nonsense9, @1000, 12.", ""),  # no place is meant
    ],
)
def test_the_first_place_that_is_missing_is_named(text: str, said: str) -> None:
    assert missing_place(text, ("a1", "a3", "b1", "b2")) == said
    assert missing_place(text, ("a1", "the hand")) == ""
    assert missing_place(text, ()) == ""

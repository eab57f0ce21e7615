"""GIPF as it is told to a player: he is *you*, his opponent has a name, and what he decides is
asked in the words of his hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, Final

import pytest

from gipf_meta import Chance, Duel, MoveError, Over, Turn
from gipf_meta.base.addressee import Addressee, Controls, seated, told_to
from gipf_meta.records.player_names import PERSON
from gipf_meta_gipf import Gipf
from gipf_meta_gipf.state import State
from tests.gipf.boards import drawn
from tests.gipf.test_challenge import CENTRED, JUMPER, challenged, linked
from tests.gipf.words import decided, game, position
from tests.line.rooms_here import game_of, sit

NAMES: Final = ("Anna", "Mia")
ALL_KINDS: Final = {
    "variant": "tournament",
    "challenges_enabled": "on",
    "duel_winner_may_decline": "on",
    **{f"{kind}_potentials": 3 for kind in ("tamsk", "zertz", "dvonn", "punct", "yinsh")},
}
"""All kinds of potentials, challenged wherever that is possible."""
BY_SEAT: Final = re.compile(r"\b(?:White|Black|Player [12])\b")
DISAGREES: Final = re.compile(r"\b[Yy]ou (?:is|has|[a-z]+(?<!s)s)\b")
"""A verb of the third person: ``You enters``."""
NOTATION: Final = re.compile(r"[a-i][1-9]-|\^|\btype\b|\(")
"""Notation, which is told only to him who types."""
TYPED: Final = ("zz", "e5", "Zb2^", "stop", "+-", "Ga1-b2", "Ta1-b2", "xb2,b3", "take e5", "g5")


@contextmanager
def told(you: int | None, hand: Controls = "typed") -> Iterator[None]:
    """Speaks to Anna or to Mia, who play against each other; ``None``: to somebody who watches."""
    with ExitStack() as blocks:
        blocks.enter_context(told_to(Addressee(NAMES, you=you, hand=hand)))
        blocks.enter_context(seated((0, 1), lambda: ("White", "Black")))
        yield


def question(g: Gipf, state: State, you: int, hand: Controls = "typed") -> str:
    with told(you, hand):
        return g.view(state, you).prompt


def refusals(g: Gipf, state: State, seat: int) -> Iterator[str]:
    for text in TYPED:
        try:
            g.parse(state, seat, text)
        except MoveError as error:
            yield str(error)
        try:
            g.parse_turn(state, text)
        except MoveError as error:
            yield str(error)


def told_in_a_match(you: int, hand: Controls, seed: int) -> Iterator[tuple[str, bool]]:
    """All sentences of a random match to the player *you*, and whether each asks him."""
    g, rng = game(**ALL_KINDS), Random(seed)
    state = g.start(2)
    for _decision in range(120):
        now = g.status(state)
        with told(you, hand):
            view = g.view(state, you)
            his = isinstance(now, Turn) and now.seat == you
            yield view.prompt, his
            said = [view.caption, *view.seen, *view.stakes, *(each.title for each in view.trays)]
            said += [choice.label for choice in view.choices]
            if his and rng.random() < 0.2:
                said += refusals(g, state, you)
            yield from ((sentence, False) for sentence in said)
            if isinstance(now, Over):
                return
            if isinstance(now, Duel):
                move = g.settle(state, rng.choice((0, 1, None)), now.game)
            elif isinstance(now, Chance):
                move = rng.choice(now.outcomes)[0]
            else:
                move = rng.choice(rare(g, state, now.seat) or g.legal_moves(state, now.seat))
            yield from ((sentence, False) for sentence in g.happenings(state, move))
        state = g.apply(state, move)


def rare(g: Gipf, state: State, seat: int) -> list[Any]:
    """The announcements and the challenge among the decisions of *seat*."""
    moves = g.legal_moves(state, seat)
    return [each for each in moves if g.format(state, each).endswith(("^", "+", "challenge"))]


@pytest.mark.parametrize("hand", ["mouse", "keys", "typed"])
@pytest.mark.parametrize("you", [0, 1])
def test_no_sentence_to_a_player_names_a_seat_or_has_a_verb_that_disagrees(
    you: int, hand: Controls
) -> None:
    own, other = NAMES[you], NAMES[1 - you]
    every = set(told_in_a_match(you, hand, 1)) | set(told_in_a_match(you, hand, 4))
    assert len(every) > 100
    for sentence, asks in every:
        assert own not in sentence
        assert not BY_SEAT.search(sentence), sentence
        assert not DISAGREES.search(sentence), sentence
        if asks:
            assert re.fullmatch(r"[A-Z].*[.?]", sentence), sentence
            assert other not in sentence or f"{other} announces" in sentence, sentence
            assert hand == "typed" or not NOTATION.search(sentence), sentence


def test_an_example_of_what_one_types_is_legal() -> None:
    examples = 0
    g, rng = game(**ALL_KINDS), Random(2)
    state = g.start(2)
    for _decision in range(80):
        now = g.status(state)
        if not isinstance(now, Turn):
            break
        moves = g.legal_moves(state, now.seat)
        legal = {g.format(state, move) for move in moves}
        asked = question(g, state, now.seat)
        found = re.findall(r"(?:such as|type) ((?:row )?[\w,^-]+)(?: or (\w+-\w+))?", asked)
        named = {each for pair in found for each in pair if each}
        assert named <= legal, (asked, legal)
        examples += len(named)
        state = g.apply(state, rng.choice(moves))
    assert examples > 20


@pytest.mark.parametrize(
    ("you", "stakes"),
    [
        (
            1,
            (
                "If you challenge it, a duel decides.",
                "If Anna wins the duel, the jump is made.",
                "If you win the duel, ",
                "After a draw another duel is played, 3 at most.",
                "Challenges left against ZÈRTZ: Anna 1, you 1.",
            ),
        ),
        (
            0,
            (
                "If Mia challenges it, a duel decides.",
                "If you win the duel, the jump is made.",
                "If Mia wins the duel, ",
                "After a draw another duel is played, 3 at most.",
                "Challenges left against ZÈRTZ: you 1, Mia 1.",
            ),
        ),
        (
            None,
            (
                "If it is challenged, a duel decides.",
                "If Anna wins the duel, the jump is made.",
                "If Mia wins the duel, ",
                "After a draw another duel is played, 3 at most.",
                "Challenges left against ZÈRTZ: Anna 1, Mia 1.",
            ),
        ),
    ],
)
def test_before_a_challenge_each_reads_the_stakes_in_his_own_words(
    you: int | None, stakes: tuple[str, ...]
) -> None:
    g = linked()
    state = decided(g, drawn(g, JUMPER), "Zc3^")
    with told(you):
        said = g.view(state, you).stakes
    assert all(line.startswith(begin) for line, begin in zip(said, stakes, strict=True)), said


def test_in_a_duel_each_reads_whose_power_is_challenged() -> None:
    g = linked(duel_attempts=1)
    state = challenged(g, drawn(g, JUMPER), "Zc3^")
    for you, claim, draw in (
        (0, "Mia challenges your jump from c3.", "A draw counts as your win."),
        (1, "You challenge Anna's jump from c3.", "A draw counts as a win of Anna."),
        (None, "Mia challenges Anna's jump from c3.", "A draw counts as a win of Anna."),
    ):
        with told(you):
            said = g.view(state, you).stakes
        assert (said[0], said[3]) == (claim, draw)


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("mouse", "Anna announces a jump from c3: allow or challenge it."),
        ("keys", "Anna announces a jump from c3: allow or challenge it."),
        ("typed", "Anna announces a jump from c3: type allow or challenge."),
    ],
)
def test_who_may_challenge_is_asked_and_who_announced_is_told(hand: Controls, wanted: str) -> None:
    g = linked()
    state = decided(g, drawn(g, JUMPER), "Zc3^")
    assert question(g, state, 1, hand) == wanted
    with told(0, hand):
        assert g.view(state, 0).prompt == (
            "You announce a jump from c3: Mia may allow or challenge it."
        )
    with told(None, hand):
        assert g.view(state, None).prompt == (
            "Anna announces a jump from c3: Mia may allow or challenge it."
        )


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("mouse", "Push a piece in from a green dot. Or jump: choose a ringed potential."),
        ("typed", "Enter a piece, such as b1-b2. Or announce a jump, such as Zc3^."),
    ],
)
def test_the_turn_is_asked_in_the_words_of_the_hand(hand: Controls, wanted: str) -> None:
    g = linked()
    assert question(g, drawn(g, JUMPER), 0, hand) == wanted


@pytest.mark.parametrize(
    ("hand", "use", "enter"),
    [
        (
            "mouse",
            "Use the TAMSK-potential on e5 now for an extra move, or lose it.",
            "Push the TAMSK-potential in from a green dot.",
        ),
        (
            "keys",
            "Use the TAMSK-potential on e5 now for an extra move, or lose it.",
            "Push the TAMSK-potential in: choose a dot, then its spot.",
        ),
        (
            "typed",
            "Use the TAMSK-potential on e5 now for an extra move (type +), or lose it (type +-).",
            "Enter the TAMSK-potential of e5, such as b1-b2.",
        ),
    ],
)
def test_an_extra_move_is_asked_in_the_words_of_the_hand(
    hand: Controls, use: str, enter: str
) -> None:
    g = linked()
    state = drawn(g, CENTRED)
    assert question(g, state, 0, hand) == use
    assert question(g, decided(g, state, "+", "allow"), 0, hand) == enter


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("mouse", "Take the piece on c5 with the row, or keep it?"),
        ("keys", "Take the piece on c5 with the row, or keep it?"),
        ("typed", "Does Gc5 go with the row b5,Gc5,d5,e5? Type take Gc5 or keep Gc5."),
    ],
)
def test_a_piece_of_a_row_is_asked_for_in_the_words_of_the_hand(
    hand: Controls, wanted: str
) -> None:
    g = game(variant="standard")
    state = position(g, "b5 Gc5 d5 e5 Gf2", "Gh2")
    assert question(g, state, 0, hand) == wanted


@pytest.mark.parametrize(
    ("hand", "row", "last"),
    [
        (
            "mouse",
            "Choose a row to take pieces of, or leave it.",
            "You must take the piece on e5.",
        ),
        (
            "typed",
            "Take pieces of a row, such as row Tb5,Zc5,Td5,Ze5, or type stop.",
            "You must take Ze5: type take Ze5.",
        ),
    ],
)
def test_a_row_that_may_stay_is_asked_for_in_the_words_of_the_hand(
    hand: Controls, row: str, last: str
) -> None:
    g = linked(loaded_only_rows="may_stay")
    state = position(g, "Tb5 Zc5 Td5 Ze5 f2", "h2")
    assert question(g, state, 0, hand) == row
    kept = decided(g, state, "row Tb5,Zc5,Td5,Ze5", "keep Tb5", "keep Zc5", "keep Td5")
    assert question(g, kept, 0, hand) == last


def test_a_refusal_in_a_match_speaks_to_the_player() -> None:
    """The text is read with the players of the match in their seats."""
    sitting = sit(game_of("gipf", variant="tournament"), [PERSON, "random"])
    assert sitting.play("Ta1-b2") == "You have no TAMSK-potential in supply."

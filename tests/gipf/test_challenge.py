"""Challenges and duels (`docs/reference/gipf.md` §10; scenarios 55-61 of §14)."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from gipf_meta import Chance, Duel, IllegalMove, Turn
from gipf_meta.protocol.options import OptionError
from gipf_meta_gipf import Gipf
from gipf_meta_gipf.state import Outcome, State
from tests.gipf.boards import T2, drawn
from tests.gipf.words import board, decided, decisions, game, played, position, winner

LINKED = {"tamsk_potentials": 3, "zertz_potentials": 3, "challenges_enabled": "on"}
JUMPER = """
          b1   W   B   .   .  b6
        c1   .  ZW   .   .   .  c7
      d1   .   .   W   .   .   .  d8
    e1   .   .   .   B   .   .   .  e9
"""
TWO_JUMPERS = """
          b1   W   B   .   .  b6
        c1   .  ZW   .   .   .  c7
      d1   .  ZW   W   .   .   .  d8
    e1   .   .   .   B   .   .   .  e9
"""
CENTRED = """
          b1   .   B   .   .  b6
        c1   .   B   .   .   .  c7
      d1   .   .   W   .   .   .  d8
    e1   .   .   .  TW   .   .   .  e9
"""


def linked(**options: Any) -> Gipf:
    return game(**{**LINKED, **options})


def challenged(g: Gipf, state: State, announcement: str = "Zc3^") -> State:
    """A duel is due, White begins it."""
    return decided(g, state, announcement, "challenge", "White begins")


def test_55_the_owner_wins_and_has_to_jump() -> None:
    g = linked()
    state = decided(g, drawn(g, JUMPER), "Zc3^")
    assert g.status(state) == Turn(1, 1)
    assert decisions(g, state) == ["allow", "challenge"]
    assert not g.legal_moves(state, 0)
    lot_due = decided(g, state, "challenge")
    lots = g.status(lot_due)
    assert isinstance(lots, Chance)
    assert [(g.format(lot_due, lot), weight) for lot, weight in lots.outcomes] == [
        ("White begins", 1),
        ("Black begins", 1),
    ]
    due = decided(g, lot_due, "Black begins")
    assert g.status(due) == Duel("zertz", (1, 0), 0, {})
    won = g.apply(due, g.settle(due, 0, "zertz"))
    assert g.status(won) == Turn(0, 1)
    assert decisions(g, won) == ["f5"]
    assert board(g, decided(g, won, "f5")) == "W:b2,c3,d4,zf5 B:b3,e5"


def test_56_the_challenger_wins_and_the_owner_goes_on() -> None:
    g = linked(challenges_per_player=2)
    state = challenged(g, drawn(g, TWO_JUMPERS))
    state = g.apply(state, g.settle(state, 1, "die"))
    assert g.to_text(state).endswith("W:b2,c3,Zd3,d4 B:b3,e5 L:T0Z1,T0Z0 C:T2Z2,T2Z1")
    assert g.status(state) == Turn(0, 1)
    assert {"a1-b2", "Zd3^"} <= set(decisions(g, state))
    again = decided(g, state, "Zd3^")
    assert decisions(g, again) == ["allow", "challenge"]


def test_56_a_denied_jump_can_be_the_end() -> None:
    g = linked()
    state = challenged(g, drawn(g, JUMPER, reserves="0,5"))
    over = g.apply(state, g.settle(state, 1, "zertz"))
    assert winner(g, over) == ((1,), "no_move")
    start = drawn(g, JUMPER, reserves="0,5")
    assert winner(g, played(g, start, "Zc3^?(zertz:B)")) == ((1,), "no_move")


def test_57_a_lost_extra_move_after_the_normal_move() -> None:
    g = linked()
    picture = """
              b1   W   .   .   .  b6
            c1   .   B   W   .   .  c7
          d1   .   .  TW   W   .   .  d8
        e1   .   .   .   .   .   .   .  e9
          f1   .   .   .   .   W   .  f8
    """
    state = challenged(g, decided(g, drawn(g, picture), "a1-b2"), "+")
    assert g.status(state) == Duel("tamsk", (0, 1), 0, {})
    after = g.apply(state, g.settle(state, 1, "tamsk"))
    # the turn goes straight to its last rows, and there is none
    assert g.status(after) == Turn(1, 2)
    assert board(g, after) == "W:b2,c3,c4,d5,e5,f6 B:d4"
    assert "L:T1Z0,T0Z0" in g.to_text(after)


def test_57_a_lost_extra_move_completes_a_row_that_is_taken() -> None:
    g = linked()
    after = played(g, drawn(g, T2), "e1-e2;+?(tamsk:B);xe2,e3,e4,e5")
    assert board(g, after) == "W: B:b5,c5,d5"


def test_57_a_lost_extra_move_before_the_normal_move() -> None:
    g = linked()
    state = challenged(g, drawn(g, CENTRED), "+")
    after = g.apply(state, g.settle(state, 1, "tamsk"))
    assert g.status(after) == Turn(0, 1)
    assert board(g, after) == "W:d4,e5 B:b3,c3"
    assert len(decisions(g, after)) == 42


@pytest.mark.parametrize("first_winner", [0, 1])
def test_58_one_challenge_is_one_challenge(first_winner: int) -> None:
    g = linked()
    state = challenged(g, drawn(g, TWO_JUMPERS))
    state = g.apply(state, g.settle(state, first_winner, "zertz"))
    if first_winner == 0:
        state = played(g, decided(g, state, "f5"), "e9-e8")
    state = decided(g, state, "Zd3^")
    # at once the target: no answer is asked for
    assert g.status(state) == Turn(0, 1 if first_winner else 3)
    assert "challenge" not in decisions(g, state)
    with pytest.raises(IllegalMove):
        g.parse(state, 1, "challenge")


def test_58_counters_by_kind_and_shared() -> None:
    picture = """
              b1   .   B   .   .  b6
            c1   .  ZW   .   .   .  c7
          d1   .   .   W   .   .   .  d8
        e1   .   .   .  TW   .   .   .  e9
    """
    for per_kind, left in (("on", "C:T1Z1,T1Z0"), ("off", "C:1,0")):
        g = linked(challenges_per_kind=per_kind)
        after = played(g, drawn(g, picture), "+a5-b5;Zc3^?(zertz:B);e1-e2")
        assert g.to_text(after).endswith(left)
        state = drawn(g, picture, challenges=left.removeprefix("C:"))
        asked = decided(g, state, "+")
        assert g.status(asked) == Turn(1 if per_kind == "on" else 0, 1)


@pytest.mark.parametrize(
    ("options", "announcement", "asked"),
    [
        ({}, "Zc3^", True),
        ({}, "+", True),
        ({}, "+-", False),
        ({"challenges_enabled": "off"}, "Zc3^", False),
        ({"challenges_enabled": "off"}, "+", False),
        ({"challenges_per_player": 0}, "+", False),
        ({"challenges_per_player": "1/0"}, "+", False),
        ({"challenges_per_player": "0/1"}, "+", True),
        ({"challenge_kinds": "tamsk"}, "Zc3^", False),
        ({"challenge_kinds": "tamsk"}, "+", True),
        ({"challenge_kinds": "zertz"}, "+", False),
        ({"zertz_challenge": "centre"}, "Zc3^", False),
        ({"zertz_challenge": "centre"}, "+", True),
    ],
)
def test_59_when_a_challenge_is_possible(
    options: dict[str, Any], announcement: str, asked: bool
) -> None:
    g = linked(**options)
    picture = JUMPER if announcement == "Zc3^" else CENTRED
    state = decided(g, drawn(g, picture), announcement)
    assert ("challenge" in decisions(g, state)) == asked


def test_59_zertz_on_the_centre() -> None:
    g = linked(zertz_challenge="centre")
    state = decided(g, position(g, "Ze5 e4", "b2"), "Ze5^")
    assert decisions(g, state) == ["allow", "challenge"]


def test_59_first_use_only() -> None:
    g = linked(challenge_when="first_use", challenges_per_player=3)
    picture = """
              b1   .   .   B   .  b6
            c1   .  ZW   .   .   .  c7
          d1   W  ZW   W   .   .   .  d8
        e1   .   .   .   B   .   .   .  e9
    """
    state = decided(g, drawn(g, picture), "Zc3^", "allow", "f5", "e9-e8")
    state = decided(g, state, "Zd3^")
    assert g.status(state) == Turn(0, 3)


def test_60_draws_are_replayed_with_the_other_one_beginning() -> None:
    g = linked(duel_attempts=3)
    state = challenged(g, drawn(g, JUMPER))
    for seats in ((0, 1), (1, 0), (0, 1)):
        due = g.status(state)
        assert isinstance(due, Duel)
        assert due.seats == seats
        state = g.apply(state, g.settle(state, None, "zertz"))
    assert g.status(state) == Turn(0, 1)
    assert decisions(g, state) == ["f5"]


@pytest.mark.parametrize(
    ("options", "works"),
    [
        ({"duel_draw_policy": "owner_wins"}, True),
        ({"duel_draw_policy": "challenger_wins"}, False),
        ({"duel_attempts": 1}, True),
    ],
)
def test_60_what_a_draw_means(options: dict[str, Any], works: bool) -> None:
    g = linked(**options)
    start = drawn(g, JUMPER)
    moves = [g.parse(start, 0, "Zc3^")]
    for text in ("challenge", "White begins", "die:-"):
        state = played_moves(g, start, moves)
        moves.append(g.parse(state, 1, text))
    state = played_moves(g, start, moves)
    assert (decisions(g, state) == ["f5"]) == works
    assert g.format_turn(start, moves) == ("Zc3^?(die:W)" if works else "Zc3^?(die:B)")


def played_moves(g: Gipf, state: State, moves: list[Any]) -> State:
    for move in moves:
        state = g.apply(state, move)
    return state


@pytest.mark.parametrize(("who", "seats"), [("owner", (0, 1)), ("challenger", (1, 0))])
def test_60_who_begins_can_be_agreed(who: str, seats: tuple[int, int]) -> None:
    g = linked(duel_first_player=who, zertz_duel="gipf", zertz_duel_options={"variant": "basic"})
    state = decided(g, drawn(g, JUMPER), "Zc3^", "challenge")
    assert g.status(state) == Duel("gipf", seats, 0, {"variant": "basic"})


MAY_DECLINE = {"duel_winner_may_decline": "on"}


def test_r33_by_default_the_winner_must_use_the_power() -> None:
    g = linked()
    for picture, announced, targets in ((JUMPER, "Zc3^", 1), (CENTRED, "+", 42)):
        won = g.apply(challenged(g, drawn(g, picture), announced), Outcome(0, "zertz"))
        assert "-" not in decisions(g, won)
        assert len(decisions(g, won)) <= targets
        assert "must" in g.view(won, 0).prompt


def test_r33_the_winner_of_a_duel_may_decline_the_jump_and_keeps_the_potential() -> None:
    g = linked(**MAY_DECLINE)
    start = drawn(g, JUMPER)
    won = g.apply(challenged(g, start), Outcome(0, "zertz"))
    assert decisions(g, won) == ["f5", "-"]
    assert g.view(won, 0).prompt == "White may jump from c3 to f5, or decline (-)."
    with pytest.raises(IllegalMove, match="'yes' is no place on the board"):
        g.parse(won, 0, "yes")
    (button,) = (c for c in g.view(won, 0).choices if c.notation == "-")
    assert button.path == ("decline",)
    assert "keep the ZÈRTZ-potential" in button.label
    declined = g.apply(won, g.parse(won, 0, "-"))
    assert g.status(declined) == Turn(0, 1)
    assert "Zc3^" in decisions(g, declined)
    end = decided(g, declined, "i1-h2")
    assert "Zc3" in g.to_text(end)
    text = "Zc3^-?(zertz:W);i1-h2"
    moves = g.parse_turn(start, text)
    assert g.format_turn(start, moves) == text
    assert played_moves(g, start, list(moves)) == end
    assert g.tally([text])["ZÈRTZ-potential"] == {
        "announced": 1, "challenged": 1, "won": 1, "lost": 0, "used": 0
    }  # fmt: skip


def test_r33_the_winner_of_a_duel_may_decline_the_extra_move_and_loses_the_potential() -> None:
    g = linked(**MAY_DECLINE)
    start = drawn(g, CENTRED)
    won = g.apply(challenged(g, start, "+"), Outcome(0, "tamsk"))
    assert "-" in decisions(g, won)
    assert g.parse(won, 0, "+-") == g.parse(won, 0, "-")
    end = decided(g, won, "-", "e9-e8")
    text = "+-?(tamsk:W);e9-e8"
    assert g.format_turn(start, g.parse_turn(start, text)) == text
    assert played_moves(g, start, list(g.parse_turn(start, text))) == end
    assert "L:T1Z0" in g.to_text(end)
    assert g.tally([text, "+-;b1-c2"])["TAMSK-potential"]["announced"] == 1


def test_r33_only_a_duel_gives_the_right_to_decline() -> None:
    g = linked(**MAY_DECLINE)
    start = drawn(g, JUMPER)
    assert decisions(g, decided(g, start, "Zc3^", "allow")) == ["f5"]
    for text in ("Zc3^-;i1-h2", "Zc3^-?(zertz:B);i1-h2"):
        with pytest.raises(IllegalMove):
            g.parse_turn(start, text)
    lost = linked()
    with pytest.raises(IllegalMove, match="cannot be played now"):
        lost.parse_turn(drawn(lost, JUMPER), "Zc3^-?(zertz:W);i1-h2")
    duel = challenged(g, start)
    assert "If White wins the duel, the jump may be made." in g.view(duel, None).stakes


def test_61_a_challenge_before_the_normal_move_can_wait() -> None:
    g = linked()
    state = challenged(g, drawn(g, CENTRED), "+")
    resumed = pickle.loads(pickle.dumps(state))
    assert resumed == state
    assert hash(resumed) == hash(state)
    for one in (state, resumed):
        won = g.apply(one, Outcome(0, "tamsk"))
        end = decided(g, won, "a5-b5", "e9-e8")
        assert g.to_text(end) == ("b 4,5 T0Z0,T0Z0 W:tb5,d4,e5,e8 B:b3,c3 L:T0Z0,T0Z0 C:T1Z1,T0Z1")


def test_r32_what_cannot_be_carried_out_cannot_be_announced() -> None:
    g = linked()
    state = position(g, "Zc3", "e5")
    assert "Zc3^" not in decisions(g, state)
    with pytest.raises(IllegalMove, match="cannot jump"):
        g.parse(state, 0, "Zc3^")


def test_only_the_one_who_is_asked_answers() -> None:
    g = linked()
    state = decided(g, drawn(g, JUMPER), "Zc3^")
    with pytest.raises(IllegalMove, match="It is Black's decision"):
        g.parse(state, 0, "allow")


# --- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"variant": "standard", "extra_pieces": 1}, "extra_pieces belong to the basic variant"),
        ({"extra_pieces": "4/0"}, "3 at most"),
        (
            {"challenge_kinds": "chess"},
            "it should be all, or kinds with commas between them: dvonn,",
        ),
        ({"tamsk_duel": "No Game"}, "lower-case letters, digits and _"),
        ({"duel_attempts": 0}, "duel_attempts"),
        ({"max_turns": -1}, "max_turns"),
        (
            {"tamsk_duel": "gipf", "tamsk_duel_options": {"tamsk_potentials": "3"}},
            "duels are played without potentials",
        ),
    ],
)
def test_impossible_agreements(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        game(**options)


def test_adapting_to_what_is_installed() -> None:
    g = linked(zertz_duel_options={"rings": "37"})
    assert g.adapted_to(["tamsk", "zertz", "die"]) == (g, ())
    changed, notices = g.adapted_to(["zertz", "die"])
    assert (changed.tamsk_duel, changed.tamsk_duel_options) == ("zertz", {"rings": "37"})
    assert changed.zertz_duel == "zertz"
    assert len(notices) == 1
    changed, notices = g.adapted_to(["die"])
    assert (changed.tamsk_duel, changed.zertz_duel, changed.zertz_duel_options) == (
        "die",
        "die",
        {},
    )
    assert len(notices) == 2
    off = game(tamsk_potentials=3)
    assert off.adapted_to([]) == (off, ())

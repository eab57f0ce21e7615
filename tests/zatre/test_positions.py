"""Position strings of Zatre (docs/reference/zatre.md §10)."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta_zatre import Zatre
from gipf_meta_zatre.state import State
from tests.zatre.words import (
    EMPTY,
    STUCK,
    drew,
    fallen,
    game,
    held,
    in_bag,
    legal,
    luck,
    on_board,
    on_turn,
    position,
    whose,
)

G = game()
ONE = position("h8=5", hands="-,-", player="B")
#: all four lines are 8: a 5 and a 6 do not fit
BLOCK = "h8=4 i8=4 h7=4 i7=4"
#: nothing fits anywhere but one tile in a corner
FULL = "g8=6 h8=6 g7=6 h7=6"
DEFAULTS = configure(Zatre, {})


def asked(g: Zatre, state: State) -> set[str]:
    now = g.status(state)
    assert isinstance(now, Turn)
    return {g.format(state, move) for move in g.legal_moves(state, now.seat)}


# --- reading and writing --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        position(hands="-,-"),
        position(hands="6,-"),
        position(hands="123,-,-"),
        position(hands="6,-", player="-"),
        ONE,
        position(BLOCK, hands="56,-,666", player="C"),
        position("e1=1 o11=6 a5=2 k15=3 b14=4 n2=5", hands="-,-,-,-,-,6", player="F"),
        position(FULL, hands="6,-", player="-"),
    ],
)
def test_positions_read_as_they_are_written(text: str) -> None:
    state = G.from_text(text)
    assert G.to_text(state) == text
    assert G.from_text(f"  {text.replace(' ', '   ')} ") == state
    assert held(G, state) == text.split(" ")[2]


def test_what_a_position_holds() -> None:
    state = G.from_text(position("h8=5 h9=2 o9=1 e15=3", hands="61,-", player="B"))
    assert on_board(G, state) == {"h8": "5", "h9": "2", "o9": "1", "e15": "3"}
    assert (held(G, state), whose(G, state), in_bag(G, state)) == ("16,-", "B", 115)
    assert luck(G, state) == {"+1": 19, "+2": 19, "+3": 19, "+4": 20, "+5": 19, "+6": 19}
    assert state.seats == (0, 1)
    assert G.from_text(position("h8=5", hands="16,-")) == G.from_text(
        position("h8=5", hands="61,-")
    )
    assert all(sheet.total() == 0 for sheet in state.sheets)


def test_the_first_turn_of_a_position() -> None:
    """§3: three tiles in all, and no cross for the first of them."""
    for hands, drawn in (("-,-", 3), ("6,-", 2), ("46,-", 1)):
        state = G.from_text(position(hands=hands))
        assert len(state.pending) == drawn
        state = drew(G, state, "111"[:drawn])
        assert {text[:2] for text in legal(G, state)} == {"h8"}
    state = G.from_text(position(hands="123,-"))
    assert legal(G, state) == {"h8=1", "h8=2", "h8=3"}
    team = game(teams="on")
    assert team.from_text(position(hands="6,-,-,-")).pending == (0, 0, 1, 1)
    small = game(short_game="1", teams="on")
    assert small.from_text(position(hands="6,-,-,-", tiles=6)).pending == (0, 0, 1, 1)
    assert small.from_text(position(hands="-,12,-,-", tiles=6)).pending == (0, 0, 0, 1)


def test_later_turns_of_a_position() -> None:
    """§4: who draws how many follows from hands, board and bag."""
    assert len(G.from_text(ONE).pending) == 2
    state = G.from_text(position("h8=5", hands="2,-"))
    assert (state.pending, G.status(state)) == ((), Turn(0, 2))
    assert G.from_text(position(BLOCK, hands="6,-")).pending == (0,)
    optional = game(leftover_draw="optional")
    assert asked(optional, optional.from_text(position(BLOCK, hands="6,-"))) == {"draw", "decline"}
    topup = game(leftover_topup="on")
    assert topup.from_text(position("h8=5", hands="2,-")).pending == (0,)
    assert topup.from_text(position("h8=5", hands="22,-")).pending == ()
    team = game(teams="on")
    assert team.from_text(position(BLOCK, hands="6,-,-,-")).pending == (0, 1, 1)
    assert team.from_text(position(BLOCK, hands="-,1,-,-")).pending == (0, 0)


def test_a_second_partner_has_drawn() -> None:
    """§7.1, §10: he is the only one on turn who holds what he drew."""
    team = game(teams="on")
    state = team.from_text(position("h8=5", hands="-,26,-,-", player="B"))
    assert (state.pending, on_turn(team, state)) == ((), 1)
    state = team.from_text(position(BLOCK, hands="-,66,-,-", player="B"))
    assert luck(team, state) == {STUCK: 1}
    after = fallen(team, state, STUCK)
    assert (whose(team, after), len(after.pending)) == ("C", 4)


#: the twelve tiles of short_game=2 on the board but a 6 and a 2, which fits on g6
LAST = "e8=1 f8=3 g8=5 h8=3 e7=1 f7=4 g7=2 h7=5 e6=6 f6=4"


def test_who_would_be_skipped_is_not_on_turn() -> None:
    g = game(short_game="2")
    state = g.from_text(position(LAST, hands="2,-,6", player="B", tiles=12))
    # C cannot place and keeps his tile
    assert (whose(g, state), luck(g, state)) == ("C", {STUCK: 1})
    team = game(short_game="2", teams="on")
    state = team.from_text(position(LAST, hands="-,2,6,-", tiles=12))
    assert (whose(team, state), "g6=2" in legal(team, state)) == ("B", True)
    optional = game(short_game="2", teams="on", leftover_draw="optional")
    state = optional.from_text(position(LAST, hands="-,-,6,2", tiles=12))
    assert (whose(optional, state), state.idle) == ("C", 2), "neither partner did anything"


def test_a_position_in_which_nobody_can_place_is_over() -> None:
    g = game(short_game="2")
    end = g.from_text(position(f"{LAST} g6=2", hands="-,6", player="B", tiles=12))
    assert g.status(end) == g.status(g.from_text(g.to_text(end)))
    assert isinstance(now := g.status(end), Over)
    assert (now.winners, now.scores) == ((0,), (0, -6))
    assert g.to_text(end).split(" ")[1:4] == ["-", "-,6", "0"]


def test_bag_short_ends_a_position() -> None:
    """§8: a player with an empty hand should draw two, and the bag has fewer."""
    for end, over in (("bag_short", True), ("exhaust", False)):
        g = game(short_game="2", end=end)
        state = g.from_text(position(LAST, hands="-,2", tiles=12))
        assert isinstance(g.status(state), Over) == over


def test_a_bag_of_two_is_not_short() -> None:
    """§8: whoever should draw two can do so, and the game goes on."""
    g = game(short_game="2", end="bag_short")
    state = g.from_text(position(LAST, hands="-,-", tiles=12))
    assert (in_bag(g, state), state.pending) == (2, (0, 0))


def test_an_end_from_outside() -> None:
    state = G.from_text(ONE)
    text = G.to_text(state, Over((0,), "resign"))
    assert text == ONE.replace(" B ", " - ")
    assert isinstance(G.status(G.from_text(text)), Over)


#: all 24 tiles of short_game=4 but those of BLOCK, a 6 and a 1
MANY = "1112222333355556666"


@pytest.mark.parametrize(
    ("hands", "bag", "choices"),
    [
        (f"6,-,{MANY[:-2]},-", 2, {"draw": (0, 1), "decline": (1, 1)}),
        (f"6,-,{MANY[:-1]},-", 1, {"draw": (0,), "decline": (1,)}),
        (f"6,6,{MANY[:-2]},-", 1, {"draw": (0,), "decline": ()}),
    ],
)
def test_a_small_bag_for_partners(
    hands: str, bag: int, choices: dict[str, tuple[int, ...]]
) -> None:
    """§7.1: the first partner draws first, and what he leaves the second one draws."""
    g = game(teams="on", leftover_draw="optional", short_game="4")
    state = g.from_text(position(BLOCK, hands=hands, tiles=24))
    assert (in_bag(g, state), on_turn(g, state)) == (bag, 0)
    for text, pending in choices.items():
        after = g.apply(state, g.parse(state, 0, text))
        assert after.pending == pending
        assert after.asked == ((1,) if text == "decline" and "6,6" in hands else ())


def test_bag_short_and_partners() -> None:
    """§8: the second partner should have drawn two; the first one still plays his turn."""
    lines = f"6,-,{MANY[:-2]},-"
    for end, over in (("bag_short", True), ("exhaust", False)):
        g = game(teams="on", short_game="4", end=end)
        state = g.from_text(position(BLOCK, hands=lines, tiles=24))
        assert state.pending == ((0,) if over else (0, 1))
        state = drew(g, state, "6") if over else drew(g, state, "61")
        state = fallen(g, state, STUCK)
        assert isinstance(g.status(state), Over) == over


# --- refusals -------------------------------------------------------------------------------

BOARD = "/".join(EMPTY)


def board(row: int, signs: str) -> str:
    """The empty position with another row."""
    rows = [*EMPTY]
    rows[15 - row] = signs
    return f"{'/'.join(rows)} A -,- 121"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "four fields: board, player, hands and bag; this one has 0"),
        (BOARD, "this one has 1"),
        (f"{ONE} 1", "seat:, sheets:, idle: and turn: may follow"),
        (f"{ONE} turn:placed:a6=4", "no turn that has begun"),
        (f"{ONE} turn:drew:A46", "no turn that has begun"),
        (f"{ONE} seat:2", "a number from 0 to 1"),
        (f"{ONE} sheets:X0/1/-/-", "should hold 2 sheets"),
        (ONE.replace("/", "", 1), "15 rows of 15 signs with / between them"),
        (f"/{ONE}", "15 rows of 15 signs"),
        (board(8, "......5......."), "15 rows of 15 signs"),
        (board(8, "......5........."), "15 rows of 15 signs"),
        (board(8, "_......5......."), "'.' cannot stand at column 15 of row 8"),
        (board(8, "_.....7......._"), "'7' cannot stand at g8"),
        (board(8, "_.....0......._"), "'0' cannot stand at g8"),
        (board(8, "_......_......_"), "'_' cannot stand at h8"),
        (board(15, "____...1...____"), "'1' cannot stand at column 8 of row 15"),
        (board(1, "5___..._...____"), "'5' cannot stand at column 1 of row 1"),
        (board(8, "_..٣.........._"), "cannot stand at d8"),
        (board(8, "......5......._"), "'.' cannot stand at column 1 of row 8"),
        (board(8, "_....436......_").replace("121", "118"), "A line through f8 has the sum 13"),
        (ONE.replace(" B ", " b "), "one of AB, not 'b'"),
        (ONE.replace(" B ", " C "), "one of AB, not 'C'"),
        (ONE.replace(" B ", " AB "), "one of AB, not 'AB'"),
        (ONE.replace(" B ", " = "), "one of AB, not '='"),
        (ONE.replace("-,-", "-"), "'-' has the hands of 1 players"),
        (ONE.replace("-,-", "-,-,-,-,-,-,-"), "has the hands of 7 players"),
        (ONE.replace("-,-", "-,"), "'' is no hand: write its tiles, such as 46, or -"),
        (ONE.replace("-,-", "-,7"), "'7' is no hand"),
        (ONE.replace("-,-", "-,4-"), "'4-' is no hand"),
        (ONE.replace("120", "121"), "The bag would hold 120 tiles, .*, not 121"),
        (ONE.replace("120", "-1"), "The bag would hold 120 tiles, .*, not -1"),
        (ONE.replace("120", "0120"), "The bag would hold 120 tiles, .*, not 0120"),
        (ONE.replace("120", "١٢٠"), "The bag would hold 120 tiles"),
        (ONE.replace("-,- 120", f"-,{'2' * 21} 99"), "more tiles of value 2 than the game has"),
        (ONE.replace("-,- 120", f"-,{'1' * 22} 98"), "more tiles of value 1 than the game has"),
        (position(hands="-,-", player="B"), "On an empty board the starter, A, is on turn"),
    ],
)
def test_refused_positions(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why) as refusal:
        G.from_text(text)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("options", "text", "why"),
    [
        ({"teams": "on"}, ONE, "'-,-' has the hands of 2 players"),
        ({"teams": "on"}, position("h8=5", hands="-,-,-,-,-"), "has the hands of 5 players"),
        ({"short_game": "2"}, ONE, "The bag would hold 11 tiles"),
        ({"short_game": "2"}, position("h8=5 g8=5", hands="5,-"), "more tiles of value 5 than"),
        ({"short_game": "20"}, position(hands=f"{'1' * 21},-"), "more tiles of value 1 than"),
    ],
)
def test_positions_that_options_refuse(options: dict[str, str], text: str, why: str) -> None:
    g = game(**options)
    with pytest.raises(BadNotation, match=why):
        g.from_text(text)


@pytest.mark.parametrize("seats", [2, 6])
def test_a_position_in_the_middle_of_a_lottery_is_read_as_before_it(seats: int) -> None:
    g = game(start="lottery")
    state = g.start(seats)
    before = g.to_text(state)
    for _ in range(seats - 1):
        state = fallen(g, state, "+1")
        assert g.to_text(state) == before
        assert g.to_text(g.from_text(before)) == before


def test_a_position_says_who_sits_where_what_is_written_and_what_is_placed() -> None:
    """§10: the names go with their letters; tiles placed in the turn still count in it."""
    text = position("h8=4 g8=5", hands="6,-") + " seat:1 sheets:X1/1/2+2/-,X0/-/-/4"
    state = G.from_text(text)
    assert G.to_text(state) == text
    assert (on_turn(G, state), [sheet.crosses for sheet in state.sheets]) == (1, [1, 0])
    inside = G.from_text(
        position("h8=4 g8=5 f8=2", hands="1,-") + " seat:1 turn:drew:A12;placed:f8=2"
    )
    assert G.rules.score_turn(inside)[0] == (11,)

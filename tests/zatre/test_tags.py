"""The lines of a record that are no turns (docs/reference/zatre.md §10): tags and the result."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, IllegalMove, MoveError, Over
from tests.tables import table
from tests.zatre.random_games import record_of
from tests.zatre.words import game, held, played

G = game()
START = G.start(2)
LOTTERY = game(start="lottery")
TEAMS = game(teams="on")

# --- tags ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tag",
    [
        '[Game "Zatre"]',
        '[Game "ZATRE"]',
        '[Players "2"]',
        ' [ Players " 2 " ] ',
        '[Teams "off"]',
        '[Preset "standard"]',
        '[Names "Anna, Ben"]',
        '[Seed "12"]',
        '[Date ""]',
    ],
)
def test_tags_that_agree_play_nothing(tag: str) -> None:
    assert list(G.play_line(START, tag)) == [(None, START)]


def test_tags_of_a_team_game() -> None:
    state = TEAMS.start(4)
    for tag in ('[Players "4"]', '[Teams "on"]'):
        assert list(TEAMS.play_line(state, tag)) == [(None, state)]
    with pytest.raises(BadNotation, match="for Teams 'off', but the game is set to on"):
        played(TEAMS, state, '[Teams "off"]')


@table("""
    tag              | why
    [Game "TAMSK"]   | for Game 'TAMSK', but the game is set to Zatre
    [Players "3"]    | for Players '3', but the game is set to 2
    [Teams "on"]     | for Teams 'on', but the game is set to off
    [Preset "amigo"] | for Preset 'amigo', but the game is set to standard
    [Round "1"]      | no tag Round; the tags are Game, Players, Teams, Preset, Lottery, Names
    [game "Zatre"]   | no tag game
    [Players 2]      | is no turn
""")
def test_refused_tags(tag: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why) as refusal:
        played(G, START, tag)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("lottery", "seats", "kept"),
    [
        ("A5 B3 C4", (0, 1, 2), "5"),
        (" A2  B3 C1 ", (1, 2, 0), "3"),
        ("A5 B3 C5; A2 C6", (2, 0, 1), "6"),
        ("A1 B1 C1;A2 B2 C2 ; A3 B3 C4", (2, 0, 1), "4"),
    ],
)
def test_the_lottery_is_a_tag(lottery: str, seats: tuple[int, ...], kept: str) -> None:
    state = played(LOTTERY, LOTTERY.start(3), f'[Lottery "{lottery}"]')
    assert state.seats == seats
    assert held(LOTTERY, state) == f"{kept},-,-"


def test_seats_of_teams_after_the_lottery() -> None:
    """§10: the starter, his partner, then the other teams clockwise."""
    g = game(teams="on", start="lottery")
    for lottery, seats in (
        ("A1 B6 C2 D3 E4 F5", (1, 0, 2, 3, 4, 5)),
        ("A1 B2 C6 D3 E4 F5", (2, 3, 4, 5, 0, 1)),
        ("A1 B2 C3 D4 E5 F6", (5, 4, 0, 1, 2, 3)),
    ):
        assert played(g, g.start(6), f'[Lottery "{lottery}"]').seats == seats


@pytest.mark.parametrize(
    ("lottery", "error", "why"),
    [
        ("", BadNotation, "is no lottery: write A5 B3 C5; A2 C6"),
        ("A5 B3 C7", BadNotation, "is no lottery"),
        ("A5, B3, C4", BadNotation, "is no lottery"),
        ("A5 B3;", BadNotation, "is no lottery"),
        ("A5 B3", IllegalMove, "in round 1 of the lottery A B C draw, in this order"),
        ("B3 A5 C4", IllegalMove, "in round 1 of the lottery A B C draw"),
        ("A5 B3 C5; A2 B6", IllegalMove, "in round 2 of the lottery A C draw"),
        ("A5 B3 C5", IllegalMove, "ends when one tile is the strictly highest, not before"),
        ("A5 B3 C4; A1", IllegalMove, "ends when one tile is the strictly highest"),
    ],
)
def test_refused_lotteries(lottery: str, error: type[MoveError], why: str) -> None:
    with pytest.raises(error, match=why) as refusal:
        played(LOTTERY, LOTTERY.start(3), f'[Lottery "{lottery}"]')
    assert str(refusal.value).endswith(".")


def test_a_lottery_draws_no_more_tiles_than_there_are() -> None:
    g = game(start="lottery", short_game="2")
    with pytest.raises(IllegalMove, match="there are only 2 tiles of value 1"):
        played(g, g.start(2), '[Lottery "A1 B1; A1 B2"]')
    assert played(g, g.start(2), '[Lottery "A1 B1; A2 B3"]').seats == (1, 0)


def test_a_lottery_is_told_before_the_first_turn_only() -> None:
    tag = '[Lottery "A1 B2"]'
    with pytest.raises(IllegalMove, match=r"no lottery at this point, or start=lottery is not"):
        played(G, START, tag)
    begun = played(LOTTERY, LOTTERY.start(2), tag)
    with pytest.raises(IllegalMove, match="no lottery at this point"):
        played(LOTTERY, begun, tag)


FIRST = "1. A +135 h8=1 g8=3 f8=5"


def test_a_record_without_a_lottery_begins_with_the_first_turn() -> None:
    """Its A is the first seat."""
    for start in ("lottery", "random", "fixed"):
        g = game(start=start)
        assert played(g, g.start(2), FIRST) == played(G, START, FIRST)


# --- the result -----------------------------------------------------------------------------


def test_the_result_line() -> None:
    g = game(short_game="2")
    lines, end = record_of(g, 3, 5)
    scores = g.status(end).scores  # type: ignore[union-attr]
    told = ", ".join(f"{side} {score}" for side, score in zip("ABC", scores, strict=True))
    state = played(g, g.start(3), *lines, f"={told}", f"= {told.replace(', ', ' ,  ')} ")
    assert state == end
    a, b, c = told.split(", ")
    for wrong in (f"={a}1, {b}, {c}", f"={a}, {b}", f"={b}, {a}, {c}", f"={a}, {b}, {c}, D 0"):
        with pytest.raises(IllegalMove, match=f"the scores are {told}"):
            played(g, end, wrong)
    with pytest.raises(IllegalMove, match="the game is not over"):
        played(g, g.start(3), f"={told}")
    with pytest.raises(IllegalMove, match="the game is over"):
        played(g, end, f"={a}; {b}")


def test_the_result_line_names_sides_by_letters() -> None:
    """After a lottery A is not the first seat; the host is told the scores by seats."""
    g = game(short_game="2", start="lottery", teams="on")
    state = played(g, g.start(4), '[Lottery "A1 B2 C3 D4"]')
    assert state.seats == (3, 2, 0, 1)
    end = g.rules.finish(state)
    assert played(g, end, "=AB -4, CD 0") == end
    now = g.status(end)
    assert isinstance(now, Over)
    assert (now.scores, now.winners) == ((0, -4), (0, 1))

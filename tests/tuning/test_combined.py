"""The counts of the levels' uses of potentials in the combined game are true."""

from __future__ import annotations

from collections import Counter

from gipf_meta.bots.levels import SearchingBot, Temper
from tests.gipf.words import decided, game, position
from tuning.combined import MatchCounts, combined_game, play, summary, uses

LINKED = game(tamsk_potentials=3, zertz_potentials=3, challenges_enabled="on")


def test_each_use_of_a_potential_is_counted_by_its_kind() -> None:
    at_rest = position(
        LINKED, "Zb2 c3 e6 f4 g5", "g3 h2 e8 f7 d3 h4", reserves="8,8", supply="T1Z0,T0Z0"
    )
    asked = decided(LINKED, at_rest, "Zb2^")
    for state, text, found in (
        (at_rest, "Ta1-b2", ("entered", "tamsk")),
        (at_rest, "Zb2^", ("announced", "zertz")),
        (asked, "challenge", ("challenged", "zertz")),
        (asked, "allow", ("allowed", "zertz")),
    ):
        seat = 1 if state is asked else 0
        assert [*uses(LINKED, state, LINKED.parse(state, seat, text))] == [found]
    assert [*uses(LINKED, at_rest, LINKED.parse(at_rest, 0, "a1-b2"))] == []


def test_a_match_is_played_to_its_end_and_every_answer_follows_an_announcement() -> None:
    bot = SearchingBot(nodes=1, blur=0.2, temper=Temper(announces=2.0))
    match = play(combined_game(most_turns=14), [bot, bot], ["beginner", "beginner"], "1")
    count = match.counts
    assert count["entered", "zertz"]
    assert count["announced", "zertz"]
    for kind in ("tamsk", "zertz"):
        answers = count["allowed", kind] + count["challenged", kind]
        assert answers <= count["announced", kind]
    assert match.first


def test_a_series_has_a_duel_if_one_of_its_matches_has() -> None:
    with_duel = MatchCounts(Counter({("challenged", "zertz"): 1}), "a")
    without = MatchCounts(Counter({("challenged", "tamsk"): 0}), "a")
    (line,) = summary("easy", ["zertz"], [with_duel, without, without, without])
    assert "| 1 of 4 | 1 of 2 |" in line

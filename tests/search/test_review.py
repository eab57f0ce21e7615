"""The worth of each turn of a match, on games so small that it is known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event

import pytest

from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.match import Match
from gipf_meta.match.playback import moments
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.records.record_files import save
from gipf_meta.records.writer import to_record
from gipf_meta.search.analysis import deepen_analysis
from gipf_meta.search.budget import Budget
from gipf_meta.search.effort import Effort
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.outlook import SearchedState
from gipf_meta.search.review import deepen_review, parts, review
from gipf_meta.search.verdict import (
    BLUNDER,
    INACCURATE,
    MISTAKE,
    PLAIN_CURVE,
    Kind,
    Verdict,
    curve_row,
    review_lines,
    summaries,
    turning_point,
    turning_words,
)
from tests.plain import lines
from tests.small_games.finding import find, played
from tests.testing.broken.sound import Nim, Team

ENOUGH = 2000
"""Positions after which small piles hold no secret."""
SMALL = 20
"""A number of positions so small that a test is quick."""
OVERLOOKED = ("Wd4,d1", "Bd5,a1", "x d4Bd6", "Wd3,a2")
"""Player 2 offers the white marble that wins, and Player 1 takes the black one."""


def nim(*moves: str, game: AnyGame | None = None, seats: int = 2) -> Match:
    return played(Match.begin(game or Nim(size=3), seats, find, 1), *moves)


def blunder() -> Match:
    """Right levels no piles, though he could: Left wins."""
    return nim("a", "1", "b", "3", "a", "2")


def zertz(*moves: str, goals: str = "1/5/6/3") -> Match:
    installed = load_plugins()
    game = configure(installed.find("zertz"), {"goals": goals})
    return played(Match.begin(game, 2, installed.find, 1), *moves)


# ---- verdicts ----------------------------------------------------------------------------------


def test_a_won_game_that_is_given_away_is_a_blunder_and_the_way_to_win_is_named() -> None:
    lost, given_away, won = review(blunder(), ENOUGH)
    assert (lost.before, lost.left, lost.kind) == (0, 0, Kind.GOOD)
    assert (given_away.before, given_away.left, given_away.kind) == (100, 0, Kind.BLUNDER)
    assert (given_away.played, given_away.best) == ("b-3", "b-1")
    assert (won.before, won.left, won.played, won.best) == (100, 100, "a-2", "a-2")


def test_an_overlooked_win_is_seen_with_a_small_budget() -> None:
    offered, overlooked = list(review(zertz(*OVERLOOKED), SMALL))[1:3]
    assert (offered.turn, offered.left, offered.kind) == (2, 0, Kind.BLUNDER)
    assert (overlooked.played, overlooked.best) == ("x d4Bd6", "x d5Wd3")
    assert overlooked.before == 100
    assert overlooked.kind is Kind.BLUNDER


def test_the_same_seed_says_the_same() -> None:
    match = zertz(*OVERLOOKED)
    assert list(review(match, 5, 1)) == list(review(match, 5, 1))


def test_luck_is_not_judged_and_its_turns_are() -> None:
    match = nim("a", "1", "b", "1", game=Nim(size=3, coin=True))
    told = moments(match)
    texts = [[told[n].text for n in part] for part in parts(told)]
    assert texts == [["a", "1"], ["b", "1"]]
    assert [verdict.played for verdict in review(match, 50)] == ["a 1", "b 1"]


def test_a_duel_is_reviewed_inside_its_match(begin: Callable[..., Match]) -> None:
    match = played(begin(duel="elsewhere"), "claim", "challenge", "second", "confirm")
    told = [(verdict.depth, verdict.player, verdict.played) for verdict in review(match, 20)]
    # the challenger sits at the first seat of the duel
    assert told == [
        (0, 0, "claim"),
        (0, 1, "challenge"),
        (1, 1, "second"),
        (1, 0, "confirm"),
    ]


def test_with_four_seats_chances_are_those_of_whoever_decided() -> None:
    match = nim("a", "1", "b", "3", "a", "2", game=Team(size=3), seats=4)
    assert [(v.player, v.before, v.left) for v in review(match, ENOUGH)] == [
        (0, 0, 0), (1, 100, 0), (2, 100, 100),
    ]  # fmt: skip


def test_with_three_seats_a_position_is_searched_for_whoever_has_led_to_it() -> None:
    installed = load_plugins()
    top = Match.begin(configure(installed.find("zatre"), {}), 3, installed.find, 1).top
    for seat in range(3):
        searched = SearchedState(top, seat, Budget(20), Random(1))
        root = TreeSearch(top.game, 3).run(top.state, Budget(20), Random(1), seat)
        assert searched.worth(seat) == pytest.approx(root.total / root.visits)


def test_what_is_not_proven_counts_for_whoever_is_ahead() -> None:
    match = zertz("Wd4,d1", "Bd5,a1", "x d5Wd3", "Wd5,a2", goals="2/5/6/3")
    ahead, behind = list(review(match, SMALL))[2:]
    assert (ahead.kind, behind.kind) == (Kind.GOOD, Kind.GOOD)
    assert ahead.left > 60
    assert behind.left < 40


def test_a_review_that_is_not_wanted_any_more_ends_at_once() -> None:
    cancelled = Event()
    found = deepen_review(zertz(*OVERLOOKED), Effort(SMALL), cancelled=cancelled)
    assert next(found).verdict.turn == 1
    cancelled.set()
    assert list(found) == []


@pytest.mark.parametrize(
    ("loss", "kind"),
    [
        (0, Kind.GOOD), (INACCURATE - 1, Kind.GOOD), (INACCURATE, Kind.INACCURATE),
        (MISTAKE - 1, Kind.INACCURATE), (MISTAKE, Kind.MISTAKE), (BLUNDER, Kind.BLUNDER),
    ],
)  # fmt: skip
def test_a_turn_is_called_by_what_it_lost(loss: int, kind: Kind) -> None:
    assert lost(loss).kind is kind


def lost(loss: int, player: int = 0, turn: int = 1) -> Verdict:
    return Verdict(1, 1, 0, Nim(), player, turn, "a-1", "b-1", 60, 60 - loss)


def test_a_player_is_summed_up_by_his_mean_and_his_dearest_turns() -> None:
    losses = (0, 30, 10, 12, 8)
    left, right = summaries([*(lost(n, 0, t) for t, n in enumerate(losses, 1)), lost(0, 1)])
    assert (left.turns, left.mean, right.mean) == (5, 12, 0)
    assert [verdict.loss for verdict in left.dearest] == [30, 12, 10]
    assert [left.counts[kind] for kind in Kind] == [0, 1, 1, 2, 1]
    assert left.lines("Left")[:2] == [
        (
            "Left: on average each turn gave away 12.0 % of the chances;"
            " inaccurate 1, mistakes 2, blunders 1."
        ),
        "    2. a-1: a blunder, 30 % instead of 60 %; better: b-1",
    ]
    assert len(right.lines("Right")) == 1


def test_the_review_of_a_match_in_which_nothing_was_played_says_so() -> None:
    assert list(review_lines(review(nim()), ["L", "R"])) == [
        "Nothing was played that could be reviewed."
    ]


# ---- positions ---------------------------------------------------------------------------------


def test_an_analysis_grows_until_all_is_proven() -> None:
    game = Nim(size=3)
    found = list(deepen_analysis(game, game.start(2), 2, Budget(20_000), Random(1)))
    assert [each.positions for each in found[:2]] == [100, 133][: len(found[:2])]
    assert [each.sure for each in found] == [*[False] * (len(found) - 1), True]
    assert found[-1].headline("Left").startswith("On turn: Left. The loss is sure. ")
    assert str(found[-1].lines[0]).startswith("a loss  ")


def test_an_analysis_ends_when_it_is_cancelled() -> None:
    game, cancelled = Nim(size=9), Event()
    found = deepen_analysis(game, game.start(2), 2, Budget(20_000, cancelled=cancelled), Random(1))
    assert next(found).positions == 100
    cancelled.set()
    assert list(found) == []


# ---- line by line, and at the command ----------------------------------------------------------


def line_of_blunder() -> LocalLine:
    line = lines.open_line(lines.Found(finder=lambda _name: Nim))
    lines.begin(line, blunder(), ["human", "human"])
    return line


@pytest.mark.parametrize(("typed", "is_told"), [(["review", ""], True), ([""], False), ([], False)])
def test_a_match_that_is_over_is_reviewed_if_somebody_asks(typed: list[str], is_told: bool) -> None:
    terminal = lines.Typist(*typed)
    assert lines.play(line_of_blunder(), terminal) == 0
    said = terminal.said
    assert "Type review, study, save FILE, copy, rematch, or Enter to leave: " in said
    assert ("  2. Right  a win → a loss  ??  b-3; better: b-1\n" in said) == is_told


def test_on_a_pipe_nobody_is_asked_at_the_end() -> None:
    pipe = lines.pipe()
    lines.play(line_of_blunder(), pipe)
    assert lines.said_at(pipe).endswith("Left won: last one, 1:0.\n")


Said = Callable[..., tuple[int, str, str]]
GOALS = "--set=goals=1/5/6/3"


def test_the_best_lines_are_told_where_a_hint_would_be(said: Said) -> None:
    moves = "\n".join(("Wd4,d1", "Bd5,a1", "analyse", "quit"))
    status, out, _err = said("play", "zertz", GOALS, "--plain", typed=moves)
    assert status == 0
    assert "On turn: Player 1. The win is sure." in out
    assert "\nChances: Player 1 100 %, Player 2 0 %.\n" in out
    assert " a win  x d5Wd3\n" in out


def test_a_position_is_analysed_for_people_and_for_programs(said: Said) -> None:
    position = moments(zertz(*OVERLOOKED[:2]))[-1].sessions[0]
    text = position.game.to_text(position.state)  # type: ignore[attr-defined]
    asked = ("analyse", "zertz", GOALS, "--position", text)
    assert "On turn: Player 1. The win is sure." in said(*asked)[1]
    told = json.loads(said(*asked, "--json")[1])
    assert (told["seat"], told["sure"], told["chances"]) == (0, True, 100)
    assert told["lines"][0]["decisions"] == ["x d5Wd3"]
    assert told["lines"][0]["sure"]


#: Zatre of three: B holds a 4
OF_THREE = (
    "____..._...____/_............._/_............._/_............._/.............../"
    ".............../.............../_....531......_/.............../.............../"
    ".............../_............._/_............._/_............._/____..._...____ B -,4,- 117"
)


def test_as_many_play_as_the_position_says(said: Said) -> None:
    asked = ("analyse", "zatre", "--position", OF_THREE, "--nodes", "20")
    assert "On turn: Player 2" in said(*asked)[1]
    assert said(*asked, "--players=3") == said(*asked)
    status, _out, err = said(*asked, "--players=4")
    assert (status, "--position: The position is one of 3 players, not of 4." in err) == (2, True)


@pytest.mark.slow
def test_a_match_is_reviewed_from_a_file_the_library_and_a_pipe(said: Said, tmp_path: Path) -> None:
    record = to_record(zertz(*OVERLOOKED))
    save(record, tmp_path / "match.json")
    status, out, _err = said("review", "match.json", "--nodes=50")
    assert status == 0
    assert out.splitlines()[0] == "ZÈRTZ"
    assert "??  x d4Bd6; better: x d5Wd3" in out
    assert said("library", "import", "match.json")[0] == 0
    assert said("review", "1", "--nodes=50")[1] == out
    assert (
        said("review", "--nodes=50", typed=(tmp_path / "match.json").read_text("utf-8"))[1] == out
    )


def test_programs_read_a_review_as_one_object_a_line(said: Said, tmp_path: Path) -> None:
    save(to_record(zertz(*OVERLOOKED)), tmp_path / "match.json")
    told = [
        json.loads(line)
        for line in said("review", "match.json", "--json", "--nodes=50")[1].splitlines()
    ]
    turns, players = told[:4], told[4:]
    assert [each["turn"] for each in turns] == [1, 2, 3, 4]
    assert turns[2].items() >= {"text": "x d4Bd6", "best": "x d5Wd3", "kind": "blunder"}.items()
    assert turns[2]["loss"] == turns[2]["before"] - turns[2]["left"]
    assert turns[2].items() >= {"before_sure": True, "left_sure": False, "sign": "??"}.items()
    assert [each["player"] for each in players] == [0, 1]
    assert players[0]["blunder"] == 1
    assert players[0]["dearest"][0]["turn"] == 3


def test_a_damaged_record_is_reviewed_as_far_as_it_goes(said: Said, tmp_path: Path) -> None:
    record = to_record(zertz(*OVERLOOKED))
    *rest, last = record.turns
    wrong = last.model_copy(update={"text": "nonsense"})
    save(record.model_copy(update={"turns": (*rest, wrong)}), tmp_path / "match.json")
    status, out, err = said("review", "match.json", "--nodes", "20")
    assert status == 2
    assert "  3. Player 1" in out
    assert err.startswith("gipf-meta: ZÈRTZ, turn 4")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("review", "nothing.json"), "nothing.json cannot be read"),
        (("review", "17"), "There is no match 17"),
        (("review", "--nodes", "0"), "is no number from 1 to 1000000"),
        (("review", "--nodes", "many"), "is no number from 1 to 1000000"),
        (("review", "--seed", "x"), "a seed is a whole number"),
        (("analyse", "chess"), "There is no game 'chess' here."),
        (("analyse", "zertz", "--position", "nonsense"), "five fields"),
        (("analyse", "zatre"), "Luck decides here"),
        (("analyse", "zertz", "--nodes", "10000001"), "is no number from 1 to 1000000"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_input_gets_one_sentence_and_status_2(
    said: Said, arguments: tuple[str, ...], sentence: str
) -> None:
    status, _out, err = said(*arguments)
    assert status == 2
    assert sentence in err
    assert len(err.splitlines()) == 1


# ---- where it turned -----------------------------------------------------------------------------


def _verdict(player: int, before: int, left: int, depth: int = 0) -> Verdict:
    game = configure(load_plugins().find("zertz"), {})
    return Verdict(1, 2, depth, game, player, 3, "Wd4,a1", "Wd5,a1", before, left)


@pytest.mark.needs("zertz")
def test_where_it_turned_is_the_turn_that_gave_most_away() -> None:
    turns = [_verdict(0, 60, 55), _verdict(1, 45, 20), _verdict(0, 80, 80), _verdict(1, 20, 18)]
    assert turning_point(turns) is turns[1]
    assert turning_words(turns, ["You", "Mia"]) == (
        "Where it turned: 3. Mia: Wd4,a1: a blunder, 20 % instead of 45 %; better: Wd5,a1"
    )
    assert turning_point([turns[2]]) is None
    assert turning_point([]) is None
    assert turning_words([turns[2]], ["You", "Mia"]) == ""


@pytest.mark.needs("zertz")
def test_the_curve_is_a_sign_for_each_turn_of_the_match_itself_seen_by_the_first_player() -> None:
    turns = [_verdict(0, 0, 0), _verdict(1, 0, 0), _verdict(0, 50, 50), _verdict(1, 9, 9, depth=1)]
    assert curve_row(turns) == "▁█▅"
    assert curve_row(turns, PLAIN_CURVE) == "095"
    assert curve_row([_verdict(2, 50, 50)]) == ""

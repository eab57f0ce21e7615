"""Analyses of a match: the people who may ask for one, its messages, and its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gipf_meta.deeds.thoughts import (
    AnalysisThought,
    ChancesThought,
    HintThought,
    ReviewThought,
    Thought,
)
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.inquiries import marks_of
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration.analysis_words import ReviewTeller, TurnDrawer
from gipf_meta.records.study import Study
from gipf_meta.records.writer import to_record
from gipf_meta.search.effort import Effort
from gipf_meta.search.review import Judged
from gipf_meta.search.verdict import Verdict
from gipf_meta.web.parcels import Parcel, do, open_part
from tests.hub.test_hub import find, hub, opening, play, say, why
from tests.rooms.law_of_types import check_said

__all__ = ["hub"]

ONE_WHITE = {"goals": "1/5/6/3"}
WINNING = ("Wd4,d1", "Bd5,a1")
"""After these, taking the white marble wins."""


def inquiries(hub: Hub) -> list[AnalysisThought]:
    """The analyses that are to be thought about now."""
    return [each for each in hub.take_thoughts() if isinstance(each, AnalysisThought)]


def think(hub: Hub, thought: Thought) -> list[dict[str, Any]]:
    """Lets a *thought* be finished; all that the hub tells of it."""
    hub.take_outbox()
    answer = thought.run(lambda part: hub.take_part(thought, part))
    hub.take_answer(thought, lambda: answer, 0)
    told = [message for _link, message in hub.take_outbox()]
    for message in told:
        check_said(message)
    return told


def finished(thought: Thought) -> tuple[list[Any], Any]:
    """Runs *thought*: returns its parts, and its result."""
    parts: list[Any] = []
    return parts, thought.run(parts.append)


def travelled(thought: Thought) -> tuple[list[Any], Any]:
    """Runs *thought* in another worker: returns its parts, and its result."""
    parts: list[Any] = []
    parcel = Parcel(thought.run)
    answer = do(parcel.content, lambda told: parts.append(open_part(told)))
    assert open_part(answer) is None
    return parts, parcel.open(answer)()


def begin(hub: Hub, game: str, *texts: str, **values: Any) -> None:
    """Opens a match of two people and lets Ann, who holds both seats, play."""
    hub.open_room("r", opening(game, "human", "human", **values), "ann")
    say(hub, "watch")
    for text in texts:
        play(hub, text)


@pytest.mark.needs("zertz")
def test_an_analysis_tells_better_lines_until_it_is_over(hub: Hub) -> None:
    begin(hub, "zertz", *WINNING, options=ONE_WHITE)
    assert say(hub, "analyse", id="a") == []
    (thought,) = inquiries(hub)
    first, *_more, last = (each["analysis"] for each in think(hub, thought))
    assert (first["id"], first["lines"], first["over"]) == ("a", [], False)
    assert first["headline"] == "On turn: p0. The best lines are looked for …"
    assert last["over"]
    assert last["headline"].startswith("On turn: p0. The win is sure.")
    best = last["lines"][0]
    assert (best["worth"], best["turns"][0]) == ("a win", "x d5Wd3")
    assert best["words"]
    way, chip = best["signs"]
    assert way["turns"]
    assert ">1</text>" in chip["markup"]


@pytest.mark.needs("zertz")
def test_an_analysis_travels_as_bytes(hub: Hub) -> None:
    begin(hub, "zertz", *WINNING, options=ONE_WHITE)
    say(hub, "analyse")
    (thought,) = inquiries(hub)
    assert travelled(thought) == finished(thought)


def test_an_earlier_moment_is_analysed(hub: Hub) -> None:
    begin(hub, "wager", "claim", "allow")
    say(hub, "analyse", at=1)
    (thought,) = inquiries(hub)
    assert thought.session.steps[-1].text == "claim"
    assert think(hub, thought)[-1]["analysis"]["at"] == 1
    assert why(say(hub, "analyse", at=9)).startswith("The match has the moments 0 to")


def test_an_analysis_ends_when_the_match_goes_on(hub: Hub) -> None:
    begin(hub, "wager")
    say(hub, "analyse")
    (thought,) = inquiries(hub)
    assert inquiries(hub) == []
    assert not thought.is_cancelled
    play(hub, "claim")
    assert inquiries(hub) == []
    assert thought.is_cancelled
    assert think(hub, thought) == [], "nobody hears of it any more"


@pytest.mark.parametrize("leave", ["leave_off", "unwatch", "analyse", "disconnect"])
def test_an_analysis_ends_when_nobody_wants_it_any_more(hub: Hub, leave: str) -> None:
    begin(hub, "wager")
    say(hub, "analyse")
    (thought,) = inquiries(hub)
    if leave == "disconnect":
        hub.disconnect("ann", 0)
    else:
        say(hub, leave, **({"what": "analysis"} if leave == "leave_off" else {}))
    assert thought.is_cancelled
    assert len(inquiries(hub)) == (leave == "analyse")


def test_an_analysis_ends_with_the_right_to_it_though_nothing_was_decided(hub: Hub) -> None:
    begin(hub, "wager")
    say(hub, "analyse")
    (thought,) = inquiries(hub)
    assert "done" in say(hub, "leave")[-1]
    assert inquiries(hub) == []
    assert thought.is_cancelled


def test_nobody_is_advised_who_would_get_no_hint(hub: Hub) -> None:
    hub.open_room("r", opening("wager", "human", "random"), "ann")
    (scene, _done) = say(hub, "watch")
    assert "analyse" in scene["scene"]["set"]["may"]["do"]
    assert "refused" in say(hub, "analyse", link="eve")[0]
    play(hub, "claim")
    assert "not your turn" in why(say(hub, "analyse"))


def test_after_the_end_everybody_may_inquire(hub: Hub) -> None:
    begin(hub, "wager", "claim", "allow", "two")
    say(hub, "resign")
    (scene, _done) = say(hub, "watch", link="eve")
    assert "analyse" in scene["scene"]["set"]["may"]["do"]
    say(hub, "analyse", link="eve", at=0)
    (thought,) = inquiries(hub)
    assert thought.link == "eve"


@pytest.mark.needs("tamsk")
def test_nothing_is_analysed_while_a_clock_runs(hub: Hub) -> None:
    hub.open_room("r", opening("tamsk", "human", "human"), "ann")
    (scene, _done) = say(hub, "watch")
    assert "analyse" not in scene["scene"]["set"]["may"]["do"]
    assert why(say(hub, "analyse")) == "Nothing is analysed while a clock runs; H gives a hint."


def test_where_nobody_decides_a_sentence_says_so(hub: Hub) -> None:
    begin(hub, "wager")
    say(hub, "resign")
    say(hub, "analyse")
    (thought,) = inquiries(hub)
    (told,) = think(hub, thought)
    assert told["analysis"]["headline"] == "The game is over here: there is nothing to analyse."


def test_a_game_that_fails_is_told_to_who_asked(hub: Hub) -> None:
    begin(hub, "wager")
    say(hub, "analyse", id="a")
    (thought,) = inquiries(hub)

    def fail() -> None:
        raise ZeroDivisionError("no")

    hub.take_outbox()
    hub.take_answer(thought, fail, 0)
    ((link, message),) = hub.take_outbox()
    assert (link, message["refused"]) == ("ann", "a")
    assert "ZeroDivisionError" in message["why"]


# ---- reviews -------------------------------------------------------------------------------------


def asked_review(hub: Hub, nodes: int) -> ReviewThought:
    """The thought of a requested review, of so many positions a search."""
    assert say(hub, "review", id="r") == []
    (thought,) = (each for each in hub.take_thoughts() if isinstance(each, ReviewThought))
    return replace(thought, effort=Effort(nodes))


def review_of(hub: Hub) -> list[dict[str, Any]]:
    """The parts of a requested review."""
    quick = asked_review(hub, 20)
    assert travelled(quick) == finished(quick)
    return [each["review"] for each in think(hub, quick)]


@pytest.mark.needs("zertz")
def test_a_review_tells_each_turn_with_its_moment_and_a_point_of_the_graph(hub: Hub) -> None:
    begin(hub, "zertz", *WINNING, "x d5Wd3", options=ONE_WHITE)
    first, *turns, last = review_of(hub)
    assert (first["whole"], first["set"]["progress"]["all"]) == (True, 3)
    assert first["set"]["graph"]["name"] == "The chances of p0, turn by turn"
    told = {key: each for turn in turns for key, each in turn["set"].items()}
    points = [told[f"point:{n}"] for n in range(3)]
    assert [(point["at"], point["last"]) for point in points] == [(0, 2), (2, 4), (4, 5)]
    assert [point["turn"] for point in points] == [
        "1. p0: Wd4,d1", "2. p1: Bd5,a1", "3. p0: x d5Wd3",
    ]  # fmt: skip
    blunder = points[1]
    assert blunder["mark"] == "??"
    assert blunder["words"].startswith("a blunder, a loss instead of ")
    assert any("mark-legal" in sign["markup"] for sign in blunder["signs"]), "what was better"
    assert any("mark-capture" in sign["markup"] for sign in blunder["signs"]), "what was played"
    xs, ys = ([point[way] for point in points] for way in "xy")
    assert xs == sorted(xs)
    assert ys[1] < first["set"]["graph"]["box"][3] / 2, "the first player wins: high up"
    assert last["over"]
    assert len(last["set"]["summary"]["lines"]) == 2


def test_nothing_to_review_is_said_in_a_sentence(hub: Hub) -> None:
    begin(hub, "wager")
    first, last = review_of(hub)
    assert first["set"]["progress"]["text"] == "Nothing was played that could be reviewed."
    assert last["set"] == {}


@pytest.mark.needs("zatre")
@pytest.mark.slow
def test_more_than_two_players_have_a_curve_each(hub: Hub) -> None:
    people = ("human",) * 3
    hub.open_room("r", opening("zatre", *people), "ann")
    say(hub, "watch")
    room = hub.room("r")
    while len(room.table.match.top.turns()) < 7:
        say(hub, "choose", path=list(room.choices("ann")[0].path), seen=room.number)
    first, *turns, _last = [each["review"] for each in think(hub, asked_review(hub, 5))]
    assert "each player" in first["set"]["graph"]["name"]
    told = {key: each for turn in turns for key, each in turn["set"].items()}
    drawn = "".join(each["markup"] for key, each in told.items() if key.startswith("point:"))
    assert {f"--role-other-{n}" in drawn for n in range(3)} == {True}


def test_a_review_ends_when_the_match_goes_on_or_it_is_left_off(hub: Hub) -> None:
    begin(hub, "wager")
    for end in ("leave_off", "play"):
        say(hub, "review")
        (thought,) = hub.take_thoughts()
        say(hub, "analyse")
        (analysis,) = hub.take_thoughts()
        assert not thought.is_cancelled, "both may go on at a time"
        if end == "play":
            play(hub, "claim")
        else:
            say(hub, "leave_off", what="review")
            assert not analysis.is_cancelled
        hub.take_thoughts()
        assert thought.is_cancelled


@pytest.mark.needs("zertz")
def test_a_verdict_that_replaces_one_redraws_its_point_and_the_curve_behind_it() -> None:
    match = Match.begin(find("zertz")(), 2, find, 1)
    for text in ("Wd4,d1", "Bg3,a1", "Wa3,d7"):
        match = match.play(text)
    game = match.top.game
    rough = [
        Verdict(2 * n + 1, 2 * n + 2, 0, game, n % 2, n + 1, text, "Wd3,d1", 50, 50)
        for n, text in enumerate(("Wd4,d1", "Bg3,a1", "Wa3,d7"))
    ]
    teller = ReviewTeller(match, ("A", "B"))
    teller.begin()
    told = {}
    for n, verdict in enumerate(rough):
        told |= teller.add(Judged(n, verdict, 0))
    assert told["progress"]["text"] == "A rough look first: 3 of 3."
    lost = replace(rough[1], before=100, left=0, before_sure=True, left_sure=True)
    again = teller.add(Judged(1, lost, 1))
    assert {*again} == {"point:1", "point:2", "progress"}
    assert again["progress"] == {"text": "Reviewed: 1 of 3.", "done": 1, "all": 3}
    assert (again["point:1"]["mark"], again["point:2"]["mark"]) == ("??", "")
    assert again["point:1"]["words"].startswith("a blunder, a loss instead of a win; better: ")
    assert again["point:2"]["markup"] != told["point:2"]["markup"], "its line begins elsewhere"
    assert {**again["point:2"], "markup": ""} == {**told["point:2"], "markup": ""}
    back = teller.add(Judged(1, rough[1], 2))
    assert back["point:2"] == told["point:2"]
    assert len(teller.end()["summary"]["lines"]) == 2


@pytest.mark.needs("zertz")
def test_the_only_good_turn_is_marked_in_a_study_without_a_better_one() -> None:
    match = Match.begin(find("zertz")(), 2, find, 1).play("Wd4,d1")
    only = Verdict(1, 2, 0, match.top.game, 0, 1, "Wd4,d1", "Wd4,d1", 60, 60, only=True)
    elements = ReviewTeller(match, ("A", "B")).add(Judged(0, only, 1))
    study = Study.of(to_record(match))
    (mark,) = marks_of(study, match, elements)
    assert (mark.signs, mark.comment, mark.better) == ("!", "the only good turn, 60 %.", ())


# ---- signs -------------------------------------------------------------------------------------


def drawn(game: str, *texts: str, turn: str) -> list[str]:
    """The kinds of signs that show *turn* after *texts*: a way, a place, or a number."""
    match = Match.begin(find(game)(), 2, find, 1)
    for text in texts:
        match = match.play(text)
    session: Session = match.top
    drawer = TurnDrawer(session)
    signs = drawer.signs(session.game.parse_turn(session.state, turn), "best", "1")
    return [
        "way" if each["turns"] else "number" if ">1</text>" in each["markup"] else "place"
        for each in signs
    ]


@pytest.mark.needs("zertz", "gipf")
@pytest.mark.parametrize(
    ("game", "texts", "turn", "expected"),
    [
        ("zertz", (), "Wd4,a1", ["place", "number", "place"]),
        ("gipf", (), "Gb1-b2", ["way", "number"]),
    ],
)
def test_pieces_that_go_have_ways_and_those_that_come_have_places(
    game: str, texts: tuple[str, ...], turn: str, expected: list[str]
) -> None:
    assert drawn(game, *texts, turn=turn) == expected


def hint_thought(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> HintThought:
    """The thought of a hint that would take an hour; the hub has handed it out already."""
    monkeypatch.setattr("gipf_meta.table.new_table.HINT_MS", 3_600_000)
    hub.open_room("r", opening("zertz", "human", "human"), "ann")
    say(hub, "watch")
    say(hub, "hint", id="h")
    (thought,) = [each for each in hub.take_thoughts() if isinstance(each, HintThought)]
    return thought


@pytest.mark.needs("zertz")
def test_the_search_for_a_hint_ends_when_it_is_cancelled(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = hint_thought(hub, monkeypatch)
    thought.cancel()
    assert thought.is_cancelled
    assert travelled(thought)[1].steps  # it comes to what it has found


@pytest.mark.needs("zertz")
def test_the_search_for_a_hint_ends_when_who_asked_for_it_leaves(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = hint_thought(hub, monkeypatch)
    hub.disconnect("ann", 0)
    assert thought.is_cancelled
    assert thought.run(lambda part: None).steps


@pytest.mark.needs("zertz")
def test_the_chances_against_a_bot_are_told_by_a_short_look(hub: Hub) -> None:
    hub.open_room("r", opening("zertz", "human", "random", options=ONE_WHITE), "ann")
    say(hub, "watch")
    assert say(hub, "chances", id="c") == []
    (thought,) = [each for each in hub.take_thoughts() if isinstance(each, ChancesThought)]
    (told,) = think(hub, thought)
    found = told["chances"]
    assert [share["player"] for share in found["shares"]] == [0, 1]
    mine, other = (share["percent"] for share in found["shares"])
    assert mine + other == 100
    assert found["words"] == f"Chances: you {mine} %, p1 {other} %."


def test_the_chances_are_nothing_for_two_people(hub: Hub) -> None:
    begin(hub, "wager")
    assert why(say(hub, "chances")).startswith("Another person plays this match, too")

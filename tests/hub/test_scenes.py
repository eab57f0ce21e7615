"""Scenes of a room: the board and what is around it, and changes of them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from gipf_meta.base.addressee import told_to
from gipf_meta.base.texts import spoken
from gipf_meta.deeds import commands as asked
from gipf_meta.deeds.boards import addressee_in, moment_scene
from gipf_meta.deeds.elements import difference
from gipf_meta.hub.scenes import Telling, Watcher, room_scene
from gipf_meta.match.playback import ends_of_turns, moments
from gipf_meta.narration import prompts, story
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import seat_name, title_of
from gipf_meta.records.models import Seat
from gipf_meta.rooms.room import Room
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import BotFailed
from gipf_meta.table.seats import Refused
from tests.rooms.simulation import carry_out

Scene = dict[str, Any]
POTENTIALS = {"zertz_potentials": 3, "tamsk_potentials": 3, "challenges_enabled": True}


def open_room(game: str, *kinds: str, **values: Any) -> Room:
    """A room of Ann with players of those *kinds*, whose clock runs."""
    seats = tuple(Seat(name=f"p{n}", player=kind) for n, kind in enumerate(kinds))
    opening = Opening(game=game, players=seats, **{"seed": 3, **values})
    return Room.open("r", opening, installed_plugins().find, "ann")


def hear(room: Room, command: Any, at_ms: int = 0, person: str = "ann") -> None:
    """Lets *room* hear a command of *person*."""
    deed = asked.COMMAND.validate_python({"id": "c", "room": "r", **command})
    carry_out(room, deed, person, at_ms)


def decide(room: Room, rng: Random, at_ms: int = 0) -> bool:
    """Lets Ann take one of her choices at random; ``False`` if she has none."""
    room.pass_time(at_ms)
    choices = room.state.choices("ann")
    if choices:
        path = list(rng.choice(choices).path)
        hear(room, {"do": "choose", "path": path, "seen": room.state.number}, at_ms)
    return bool(choices)


TO_CHALLENGE = ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zi1-h2", "Zi1-h2", "Zb2^", "challenge")


def room_in_duel() -> Room:
    """A room in which a challenge has just begun a duel."""
    room = open_room("gipf", "human", "human", options=POTENTIALS)
    for text in TO_CHALLENGE:
        hear(room, {"do": "play", "text": text, "seen": room.state.number})
    assert len(room.state.table.match.sessions) == 2
    return room


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_who_plays_both_sides_is_no_you_in_the_news() -> None:
    room, watcher = open_room("gipf", "human", "human", options=POTENTIALS), Watcher("scene")
    for text in TO_CHALLENGE:
        Telling(room.state).scene_message(watcher, "ann")
        hear(room, {"do": "play", "text": text, "seen": room.state.number})
    news = " ".join(Telling(room.state).scene_message(watcher, "ann")["news"])
    assert "challenges" in news
    assert "your" not in news


def keys(scene: Scene, kind: str) -> list[str]:
    """The keys of that *kind* in a scene."""
    return [key for key in scene if key.split(":")[0] == kind]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param("zertz", 2, {}, marks=pytest.mark.needs("zertz")),
        pytest.param("gipf", 2, POTENTIALS, marks=pytest.mark.needs("gipf", "tamsk", "zertz")),
        pytest.param("tamsk", 2, {"level": 3}, marks=pytest.mark.needs("tamsk")),
        pytest.param("zatre", 4, {}, marks=pytest.mark.needs("zatre")),
    ],
)
@pytest.mark.sample(2, "slow")
def test_only_what_changed_is_sent_and_makes_the_scene(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    room, rng = open_room(game, *["human"] * seats, options=options), Random(8)
    if room.state.table.paused:
        hear(room, {"do": "go_on"})
    seen = {person: room_scene(room.state, person) for person in ("ann", "bob")}
    for n in range(60):
        if not decide(room, rng, 900 * n):
            break
        for person, before in seen.items():
            after = room_scene(room.state, person)
            change = difference(before, after)
            made = {key: value for key, value in before.items() if key not in change["gone"]}
            assert made | change["set"] == after == json.loads(json.dumps(after))
            depth = len(room.state.table.match.sessions)
            if before["state"]["depth"] == depth - 1 == after["state"]["depth"]:
                assert "under" not in change["set"]
                new = keys(change["set"], "turn")
                assert len(new) <= 2, "the turns before are known"
            seen[person] = after


@pytest.mark.needs("zertz")
def test_who_only_watches_may_look_and_has_no_choices() -> None:
    room = open_room("zertz", "human", "greedy")
    mine, yours = room_scene(room.state, "ann"), room_scene(room.state, "bob")
    assert yours["choices"] == {"all": []}
    assert not set(yours["may"]["do"]) & {"play", "choose", "resign", "hint", "take_back"}
    assert {"play", "choose", "resign", "offer", "hint"} <= set(mine["may"]["do"])
    assert [yours[f"player:{n}"]["you"] for n in (0, 1)] == [False, False]
    assert [mine[f"player:{n}"]["you"] for n in (0, 1)] == [True, False]
    assert mine["player:1"]["bot"]
    assert mine["player:0"]["due"]


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_what_may_be_done_is_what_the_room_does() -> None:
    """Each command that a scene offers is heard, each other one is refused."""
    every = {
        "resign": {}, "offer": {}, "take_back": {}, "play_again": {}, "pause": {}, "go_on": {},
        "answer": {"accept": False}, "ask_again": {},
    }  # fmt: skip
    for kinds in (("human", "human"), ("human", "random")):
        for decisions in (0, 1, 5):
            for do, values in every.items():
                room, rng = open_room("gipf", *kinds), Random(1)
                for _ in range(decisions):
                    decide(room, rng)
                may = do in room_scene(room.state, "ann")["may"]["do"]
                try:
                    hear(room, {"do": do, **values})
                except Refused:
                    assert not may, (do, kinds, decisions)
                else:
                    assert may, (do, kinds, decisions)


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_a_duel_is_announced_and_the_game_below_is_shown_beside_it() -> None:
    room = room_in_duel()
    scene, match = room_scene(room.state, "ann"), room.state.table.match
    with told_to(addressee_in(room.state, "ann", "mouse")):
        told = prompts.duel_begins(match, 0, None)
        stakes = list(story.stakes(match.sessions))
    assert scene["state"]["depth"] == 1
    assert scene["state"]["duel"]["title"] == told.title
    assert scene["state"]["duel"]["words"] == told.words
    assert scene["stakes"]["lines"] == stakes
    assert scene["below"]["heading"] == "GIPF waits, and goes on exactly here after the duel."
    assert "data-piece" in scene["below"]["markup"]
    assert scene["below"] is room_scene(room.state, "ann")["below"], "drawn once a duel"
    assert told.answers == {"begin": "Begin the duel"}
    begun = match.play(match.top.view(None).choices[0].notation)
    back = prompts.duel_begins(begun, 0, None)
    assert back.answers == {"begin": "Go on with the duel"}, "somebody comes back to it"
    hear(room, {"do": "resign"})
    after = room_scene(room.state, "ann")
    assert after["state"]["depth"] == 0
    assert "below" not in after
    assert after["state"]["duel_over"]["title"] == "GIPF goes on"
    with told_to(addressee_in(room.state, "ann", "mouse")):
        assert after["prompt"]["text"].endswith(room.state.view("ann").prompt)


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_the_state_names_the_game_whose_rules_a_page_opens() -> None:
    game = room_scene(room_in_duel().state, "ann")["state"]["game"]
    assert title_of(installed_plugins().find(game)) == "ZÈRTZ"


@pytest.mark.needs("zertz")
def test_the_state_has_the_options_whose_rules_a_page_opens() -> None:
    usual, blitz = (
        room_scene(open_room("zertz", "human", "human", options=options).state, "ann")["state"]
        for options in ({}, {"variant": "blitz"})
    )
    assert "options" not in usual
    assert json.loads(blitz["options"]) == {"variant": "blitz"}


@pytest.mark.needs("zertz")
def test_each_turn_leads_to_a_moment_that_can_be_looked_at() -> None:
    room, rng = open_room("zertz", "human", "human"), Random(2)
    for _ in range(9):
        decide(room, rng)
    scene, every = room_scene(room.state, "ann"), moments(room.state.table.match)
    turns = room.state.table.match.top.turns()
    assert len(keys(scene, "turn")) == len(turns)
    for n, turn in enumerate(turns):
        at = scene[f"turn:{n}"]["at"]
        assert every[at].sessions[-1].steps[-1] == turn[-1]
        look = moment_scene(room.state, "ann", at)
        assert look["choices"] == {"all": []}
        assert look["board"] == scene["board"]
    now = moment_scene(room.state, "ann", len(every) - 1)
    assert now["caption"] == scene["caption"]
    assert keys(now, "piece") == keys(scene, "piece")


@pytest.mark.needs("tamsk")
def test_a_turn_is_listed_as_that_of_the_seat_on_turn_whoever_flips_in_it() -> None:
    room = open_room("tamsk", "human", "human", options={"level": "3"})
    hear(room, {"do": "go_on"})
    for text in ("R:a1-b2", "R:F", "B:d1-c1"):
        hear(room, {"do": "play", "text": text, "seen": room.state.number})
    scene = room_scene(room.state, "ann")
    flipped = scene["turn:1"]
    assert "R:F" in flipped["list_text"]
    assert "B:d1-c1" in flipped["list_text"]
    assert [scene[f"turn:{n}"]["seat"] for n in range(2)] == [0, 1]


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_the_moments_of_turns_count_those_of_duels() -> None:
    room, rng = room_in_duel(), Random(5)
    for _ in range(6):
        decide(room, rng)
    hear(room, {"do": "resign"})
    for _ in range(4):
        decide(room, rng)
    match = room.state.table.match
    every = moments(match)
    for turn, at in zip(match.top.turns(), ends_of_turns(match), strict=True):
        assert every[at].sessions[-1].steps[-1].text == turn[-1].text
        assert every[at].depth == len(match.sessions) - 1


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_at_a_moment_of_a_duel_the_players_sit_as_they_sat_in_it() -> None:
    room, rng = room_in_duel(), Random(5)
    for _ in range(6):
        decide(room, rng)
    hear(room, {"do": "resign"})
    every = moments(room.state.table.match)
    at = max(n for n, moment in enumerate(every) if len(moment.sessions) > 1)
    duel, look = every[at].sessions[-1], moment_scene(room.state, "ann", at)
    for player in range(2):
        element = look[f"player:{player}"]
        assert element["seat"] == duel.seat_of(player)
        assert element["seat_name"] == seat_name(duel.game, element["seat"])
    assert look["heading"]["games"] == "GIPF ▸ ZÈRTZ"


@pytest.mark.needs("zertz")
def test_the_end_is_told_to_each_in_his_words() -> None:
    room = open_room("zertz", "human", "greedy")
    hear(room, {"do": "resign"})
    mine, yours = room_scene(room.state, "ann"), room_scene(room.state, "bob")
    assert mine["over"]["you"] == "lost"
    assert yours["over"]["you"] is None
    assert mine["over"]["sentence"].endswith(" won: you resigned.")
    assert yours["over"]["sentence"].endswith(" won: p0 resigned.")
    assert "rematch" in mine["may"]["do"]
    assert mine["choices"] == {"all": []}


@pytest.mark.needs("zertz")
def test_a_bot_that_failed_and_a_draw_that_is_offered_are_questions() -> None:
    room = open_room("zertz", "human", "greedy")
    room.state.table.fault = BotFailed("p1 is stuck.", 1)
    fault = room_scene(room.state, "ann")["state"]["fault"]
    assert (fault["player"], fault["words"]) == (1, "p1 is stuck.")
    assert fault["answers"][-1] == ["again", "Ask it again"]  # what Enter chooses on a page
    room = open_room("zertz", "human", "human")
    room.state.seats.give(1, "bob")
    decide(room, Random(1))
    hear(room, {"do": "offer"})
    offers = {person: room_scene(room.state, person)["state"]["offer"] for person in ("ann", "bob")}
    assert offers["bob"]["words"] == "p0 offers a draw."
    assert "answer" not in room_scene(room.state, "ann")["may"]["do"]


@pytest.mark.needs("tamsk")
def test_a_match_with_sand_asks_whether_somebody_is_ready() -> None:
    room = open_room("tamsk", "human", "human", options={"level": 3}, control="5m")
    scene = room_scene(room.state, "ann")
    assert scene["state"]["paused"]
    assert scene["state"]["ready"]["answers"] == [["on", "I am ready"]]
    assert "go_on" in scene["may"]["do"]
    assert "choose" not in scene["may"]["do"]
    assert scene["player:0"]["clock_ms"] == 300_000
    assert not scene["player:0"]["clock_runs"]
    hear(room, {"do": "go_on"})
    assert room_scene(room.state, "ann")["player:0"]["clock_runs"]
    assert room_scene(room.state, "bob")["state"]["ready"] is None


@pytest.mark.needs("zertz")
def test_players_are_called_you_and_by_their_names() -> None:
    scene = room_scene(open_room("zertz", "human", "greedy").state, "ann")
    assert scene["heading"]["text"] == "ZÈRTZ   You against p1"
    assert scene["prompt"]["text"].startswith("Your turn. ")
    assert [scene[f"player:{n}"]["name"] for n in (0, 1)] == ["You", "p1"]
    assert scene["heading"]["games"] == "ZÈRTZ"
    assert scene["caption"]["text"] == ""  # whose turn it is, is seen


@pytest.mark.needs("zertz")
def test_each_reader_has_his_own_language() -> None:
    room, rng = open_room("zertz", "human", "human"), Random(2)
    for _ in range(4):
        decide(room, rng)
    english = room_scene(room.state, "ann")
    with spoken("cs"):
        czech = room_scene(room.state, "ann")
    assert english == room_scene(room.state, "ann")
    assert czech["board"]["name"] == "deska hry ZÈRTZ"
    for key in ("prompt", "heading", "point:d4"):
        assert czech[key] != english[key], key
    assert czech["under"] == english["under"]


@pytest.mark.needs("zertz")
def test_a_bot_that_has_no_name_of_its_own_is_called_by_its_character() -> None:
    scene = room_scene(
        Room.open("r", opening_against("beginner"), installed_plugins().find, "ann").state, "ann"
    )
    assert scene["player:1"]["name"] == "Mia"
    named = room_scene(open_room("zertz", "human", "beginner").state, "ann")
    assert named["player:1"]["name"] == "p1"


def opening_against(bot: str) -> Opening:
    """ZÈRTZ of a person against a *bot* that nobody has given a name."""
    seats = (Seat(name="Player 1", player="human"), Seat(name="Player 2", player=bot))
    return Opening(game="zertz", players=seats, seed=3)

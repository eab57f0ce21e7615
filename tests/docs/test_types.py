"""Messages have the keys of their types, all of them occur, and a renamed key is noticed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError
from typing_extensions import get_type_hints, is_typeddict

from gipf_meta.deeds.elements import SceneKinds, SceneParts
from gipf_meta.desk.parts import Screen
from gipf_meta.desk.responses import WrittenScreen
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.plugins.playable import setting_up
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from tests.hub.test_hub import opening
from tests.rooms.law_of_answers import AskedHub
from tests.rooms.law_of_types import check_said
from tests.small_games.finding import GAMES
from tests.tiers import slow, soak

ROOT = Path(__file__).parents[2]
WRONG = "h1-g2"
"""A move that a page of GIPF's first lesson does not ask for."""
MOST_DECISIONS = 12
"""Decisions of each match: enough for all that a game draws."""


class Everybody:
    """Ann and Bob, who hold the seats of a match of *game*, as somebody sees scenes, a view, and
    events."""

    def __init__(self, game: str, **options: Any) -> None:
        games = {**installed_plugins().games, **GAMES}
        self.hub = AskedHub(MemoryLedger(), games.__getitem__, patience_ms=None)
        seats = tuple(Seat(name=f"P{n}") for n in range(games[game].seat_counts[0]))
        opening = Opening(game=game, players=seats, options=options, seed=1, control="5m+3s")
        for link, person in (("ann", "ann"), ("bob", "bob"), ("view", "ann"), ("events", "ann")):
            self.hub.connect(link, person, "")
        others = dict.fromkeys(range(1, len(seats)), "bob")
        self.hub.open_room("r", opening, "ann", 0, others)
        self.said: list[dict[str, Any]] = []
        self.now_ms, self._ids = 0, count()
        for link in ("ann", "bob", "view", "events"):
            self.do("watch", link, want=link if link in ("view", "events") else "scene")

    def do(self, what: str, link: str = "ann", room: str = "r", **values: Any) -> None:
        """Sends a command, and checks every message."""
        self.now_ms += 100
        message = {"do": what, "id": f"c{next(self._ids)}", "room": room, **values}
        self.hub.receive(link, message, self.now_ms)
        for _link, told in self.hub.take_outbox():
            check_said(told)
            self.said.append(dict(told))
        assert not self.hub.not_answered()

    def both(self, what: str, **values: Any) -> None:
        """Lets Ann say a command, and Bob."""
        self.do(what, **values)
        self.do(what, "bob", **values)

    def decide(self, path: list[str]) -> None:
        """Lets the player on turn decide."""
        self.both("choose", path=path, seen=self.hub.room("r").number)

    def play(self) -> None:
        """Plays a beginning, says what may be said of it, and ends it."""
        rng, room = Random(1), self.hub.room("r")
        self.both("go_on")
        self.both("premove", text="nothing")
        then = {"do": "nothing", "then": [{"do": None, "then": [{"do": "nothing"}]}]}
        self.both("plan", lines=[{"do": None, "then": [then]}])
        self.both("imagine", path=[])
        self.do("invite", player=None, key="k" * 22)
        for _decision in range(MOST_DECISIONS):
            if choices := room.choices("ann") or room.choices("bob"):
                self.decide([*rng.choice(choices).path])
        self.do("ask", question="whose turn is it?")
        self.do("look", at=1)
        self.both("offer")
        self.both("pause")
        while self.hub.room("r").table.over is None:
            self.both("go_on")
            self.do("resign")
        self.do("look", at=0)
        self.do("record")
        self.do("picture")
        self.do("show", at=1)
        self.do("branch", at=1)
        self.do("study")
        study = str(self.said[-1]["go"]).removeprefix("room/")
        for at in ("", "1"):
            self.do("write_beside", room=study, at=at, comment="so", signs="!" if at else None)
            self.do("mark", room=study, at=at, places=["a1"])
        self.do("watch", room=study)
        self.do("take_back", room=study)
        self.do("watch", room=study)
        self.both("rematch")


@cache
def said_in(game: str) -> tuple[dict[str, Any], ...]:
    """All messages around a match of *game*."""
    everybody = Everybody(game)
    everybody.play()
    return tuple(everybody.said)


def said_in_a_lesson() -> tuple[dict[str, Any], ...]:
    """The messages while lessons begin: of a first game, of an answer to a challenge, of a jump,
    after a wrong move, as a page ends after which the board is set up anew, and at the end."""
    everybody = Everybody("wager")
    everybody.do("watch", room="lesson-zertz-first")
    for page in (2, 9):
        everybody.do("watch", room="lesson-gipf-challenge", since=page)
    for page in (1, 4):
        everybody.do("watch", room="lesson-gipf-basic", since=page)
        everybody.do(
            "play", room="lesson-gipf-basic", seen=page, text=WRONG if page == 4 else "b1-c2"
        )
    everybody.do("watch", room="lesson-gipf-basic", since=10)
    return tuple(everybody.said)


def said_of_who_is_away() -> tuple[dict[str, Any], ...]:
    """The messages to a player whose opponent is away when he is to decide."""
    everybody = Everybody("wager")
    everybody.both("go_on")
    everybody.do("play", text="claim", seen=everybody.hub.room("r").number)
    everybody.do("unwatch", "bob")
    return tuple(everybody.said)


def said_beside_a_bot() -> tuple[dict[str, Any], ...]:
    """The messages as a match against a bot begins."""
    everybody = Everybody("wager")
    everybody.hub.open_room("b", opening("wager", "human", "random"), "ann", 0)
    everybody.do("watch", room="b", want="scene")
    return tuple(everybody.said)


def said_before_an_hour() -> tuple[dict[str, Any], ...]:
    """The messages at a host while a match of days runs, a duel in it waits for its hour, and
    another one is offered."""
    everybody, games = Everybody("wager"), {**installed_plugins().games, **GAMES}
    everybody.hub = AskedHub(
        MemoryLedger(), games.__getitem__, patience_ms=None, pauses_alone=False
    )
    for person in ("ann", "bob"):
        everybody.hub.connect(person, person, "")
    sand = opening("wager", "human", "human", control="4320m/turn", options={"duel": "fuse"})
    everybody.hub.open_room("b", sand, "ann", 0, {1: "bob"})
    for link, text in (("ann", "claim"), ("bob", "challenge")):
        everybody.do("watch", link, "b", want="scene")
        seen = everybody.hub.room("b").number
        everybody.do("play", link, "b", text=text, seen=seen)
    everybody.do("live", room="b", at_ms=10**7)
    assert everybody.hub.room("b").request is not None
    return tuple(everybody.said)


def said_of_a_board_that_is_set_up() -> tuple[dict[str, Any], ...]:
    """The messages as a person begins to set a board up."""
    everybody = Everybody("wager")
    everybody.hub = AskedHub(MemoryLedger(), installed_plugins().find, patience_ms=None)
    everybody.hub.connect("ann", "ann", "")
    opening = Opening.of_match(setting_up("zertz", "{}", ""), [Seat(name="Ann")], 0)
    everybody.hub.open_room("r", opening, "ann", 0)
    everybody.do("watch", want="scene")
    return tuple(everybody.said)


def elements(said: tuple[dict[str, Any], ...]) -> Iterator[tuple[str, Any]]:
    """The elements of all scenes that were *said*, by their keys."""
    for message in said:
        for body in (message.get("scene", {}).get("set"), message.get("look", {}).get("scene")):
            yield from (body or {}).items()


@pytest.mark.parametrize("game", sorted({**installed_plugins().games, **GAMES}))
@pytest.mark.sample(3, "slow")
def test_what_is_said_of_each_game_fits_its_type(game: str) -> None:
    whats = {key for each in said_in(game) for key in each}
    assert whats >= {"scene", "view", "event", "present", "answer", "look", "file", "go", "done"}


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_all_that_a_scene_may_have_is_said_somewhere() -> None:
    found: dict[str, set[str]] = {}
    several = [said_in(game) for game in ("tamsk", "zatre", "wager", "zertz")]
    alone = said_in_a_lesson(), said_of_a_board_that_is_set_up(), said_of_who_is_away()
    alone = (*alone, said_beside_a_bot(), said_before_an_hour())
    for key, element in elements((*chain(*several, *alone),)):
        kind = key.partition(":")[0]
        found.setdefault(kind, set()).update(element)
    parts = {**get_type_hints(SceneParts), **get_type_hints(SceneKinds)}
    assert found.keys() == parts.keys()
    for name, part in parts.items():
        if is_typeddict(part):
            assert found[name] == get_type_hints(part).keys(), name


def test_a_renamed_key_is_noticed_in_what_is_said() -> None:
    bodies = [each for each in said_in("tamsk") if "scene" in each and each["scene"]["whole"]]
    for key, element in bodies[0]["scene"]["set"].items():
        if not element or key in ("names", "counted"):
            continue
        first, *_others = element
        renamed = {f"{name}_now" if name == first else name: it for name, it in element.items()}
        for other in ({key: renamed}, {f"{key}_now" if ":" not in key else f"now_{key}": element}):
            said = {**bodies[0], "scene": {**bodies[0]["scene"], "set": other}}
            with pytest.raises(ValidationError):
                check_said(said)


def test_a_written_screen_has_the_fields_of_a_screen() -> None:
    assert get_type_hints(WrittenScreen).keys() == Screen.model_fields.keys()


@pytest.mark.parametrize(
    ("module", "key"),
    [
        *slow(
            pytest.param("deeds/boards.py", "seat_name"),
        ),
        *soak(
            pytest.param("desk/settings_form.py", "toured"),
            pytest.param("hub/lesson_rooms.py", "address"),
            pytest.param("render/scene.py", "footer"),
            pytest.param("hub/hub.py", "done"),
        ),
    ],
)
def test_a_renamed_key_is_noticed_in_python(tmp_path: Path, module: str, key: str) -> None:
    file, renamed = ROOT / "gipf_meta" / module, tmp_path / "renamed.py"
    text = file.read_text(encoding="utf-8")
    assert f'"{key}": ' in text
    renamed.write_text(text.replace(f'"{key}": ', f'"{key}_now": '), encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--follow-imports", "silent"]
    call = [*mypy, "--shadow-file", str(file), str(renamed), str(file)]
    said = subprocess.run(call, cwd=ROOT, capture_output=True, text=True).stdout
    assert f'"{key}_now"' in said

"""YINSH as boardgamearena.com logs it: notifications in JSON, some of them taken back."""

from __future__ import annotations

import json
from typing import Any

import gipf_meta as gm
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta_yinsh.boardgamearena import BOARDGAMEARENA, looks_like

WORDS = {
    "place": "places a ring on ${locationTo}",
    "marker": "places a marker on ${locationTo}",
    "move": "moves a ring from ${locationFrom} to ${locationTo}",
    "row": "removes a row of markers from ${locationFrom} to ${locationTo}",
    "ring": "removes a ring from ${locationFrom}",
}


def told(player: int, what: str, at: str = "@0", to: str = "@1") -> dict[str, Any]:
    """A notification of the site."""
    args = {"player_id": str(100 + player), "locationFrom": at.upper(), "locationTo": to.upper()}
    return {"type": "move", "log": "${player_name} " + WORDS[what], "args": args}


def undone(player: int, words: str) -> dict[str, Any]:
    """A notification of what was taken back."""
    return {"type": "restartUndo", "log": words, "args": {"player_id": str(100 + player)}}


def log(*notifications: dict[str, Any]) -> str:
    """The JSON of a table."""
    players = [{"id": "101", "name": "Bert"}, {"id": "100", "name": "Anna"}]
    logs = [{"data": [each]} for each in notifications]
    return json.dumps({"status": "OK", "data": {"players": players, "logs": logs}})


def read(text: str) -> FoundGame:
    """The game that is read of *text*."""
    (game,) = read_games(text, (BOARDGAMEARENA,), installed_plugins().find)
    assert isinstance(game, FoundGame), game
    return game


def logged(match: gm.Match) -> list[dict[str, Any]]:
    """A match of ours as the site would log it."""
    found = []
    for n, text in enumerate(match.turns):
        for part in text.split(";"):
            at, _dash, to = part.removeprefix("x").partition("-")
            if part.startswith("x"):
                found.append(told(n % 2, "row", at, to) if to else told(n % 2, "ring", at))
            elif to:
                found += [told(n % 2, "marker", to=at), told(n % 2, "move", at, to)]
            else:
                found.append(told(n % 2, "place", to=at))
    return found


def test_a_whole_game_is_read_by_whoever_begins() -> None:
    match = gm.new_match("yinsh", seed=2, variant="blitz").play_out("greedy")
    end = {"type": "gameEnd", "log": "", "args": {"player_id": "100"}}
    notifications = logged(match)
    game = read(log(*notifications, end))
    played = tuple(turn.text for turn in game.record.turns)
    assert played == match.turns[: len(played)]
    assert len(played) >= len(match.turns) - 1
    assert [seat.name for seat in game.record.people] == ["Anna", "Bert"]


def test_what_was_taken_back_is_left_out() -> None:
    game = read(
        log(
            told(0, "place", to="e3"),
            undone(0, "Anna takes back their last move"),
            told(0, "place", to="e4"),
            told(1, "place", to="a5"),
            undone(1, "Bert restarts their turn"),
            told(1, "place", to="a4"),
        )
    )
    assert [turn.text for turn in game.record.turns] == ["e4", "a4"]


def test_a_place_that_is_none_ends_the_game_there() -> None:
    game = read(log(told(0, "place", to="e3"), told(1, "place", to="@7")))
    assert [turn.text for turn in game.record.turns] == ["e3"]
    assert game.cut == "Move 2 of the log is not understood."


def test_other_json_is_none() -> None:
    assert not looks_like('{"logs": [], "locationTo": ""}')
    assert not looks_like("places a ring on")

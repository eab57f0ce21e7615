"""Games of YINSH as boardgamearena.com logs them: JSON, a notification for each click.

A notification of the type ``move`` says in English what happened and where: a ring is placed, a
marker is placed (and its ring moved), a row or a ring is removed. ``restartUndo`` takes one of
them back, or all since the opponent's last. ``gameEnd`` names the winner.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from gipf_meta import N_, Reader, WrittenGame, WrittenResult, WrittenTurn
from gipf_meta_yinsh.texts import _

_SIGNS: Final = ('"logs"', '"locationTo"', "places a ring on")
_POINT: Final = re.compile(r"[A-Ka-k][0-9]{1,2}", re.ASCII)
_DECISIONS: Final = (
    (re.compile(r"\bplaces a ring on\b"), "{to}"),
    (re.compile(r"\bmoves a ring from\b"), "{at}-{to}"),
    (re.compile(r"\bremoves a row of markers\b"), "x{at}-{to}"),
    (re.compile(r"\bremoves a ring from\b"), "x{at}"),
)
"""The words of a notification, and the notation of the decision that it reports."""
_RESTART: Final = re.compile(r"\brestarts their turn\b")


def looks_like(text: str) -> bool:
    """Whether *text* is such JSON."""
    return text.lstrip()[:1] == "{" and all(sign in text for sign in _SIGNS)


def read(text: str) -> Iterator[WrittenGame]:
    """The game of *text*. Raises ``ValueError``."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(_("It is no whole JSON.")) from None
    table = data.get("data") if isinstance(data, dict) else None
    if not isinstance(table, dict):
        raise ValueError(_("It holds no log of a game."))
    told = [each for entry in _dicts(table.get("logs")) for each in _dicts(entry.get("data"))]
    kept = _without_undone(told)
    # the first player to act has seat 0, in whatever order the players are listed
    seats = list(dict.fromkeys(_player(each) for each in kept))[:2]
    people = {str(each.get("id")): each.get("name") for each in _dicts(table.get("players"))}
    seats += [player for player in people if player not in seats][: 2 - len(seats)]
    turns, fault = _turns(kept, seats)
    yield WrittenGame(
        "yinsh",
        tuple(turns),
        names=tuple(_name(people, seats, seat) for seat in range(2)),
        about={"site": "boardgamearena.com"},
        result=_result(told, seats),
        fault=fault,
    )


def _dicts(value: Any) -> list[dict[str, Any]]:
    """The objects in a list; none where *value* is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _about(told: dict[str, Any]) -> dict[str, Any]:
    about = told.get("args")
    return about if isinstance(about, dict) else {}


def _player(told: dict[str, Any]) -> str:
    return str(_about(told).get("player_id"))


def _name(people: dict[str, Any], seats: list[str], seat: int) -> str:
    name = people.get(seats[seat]) if seat < len(seats) else ""
    return name if isinstance(name, str) else ""


def _without_undone(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The notifications of moves that were not taken back."""
    kept: list[dict[str, Any]] = []
    for each in told:
        if each.get("type") == "move":
            kept.append(each)
        elif each.get("type") == "restartUndo":
            goes_back_all = _RESTART.search(str(each.get("log")))
            while kept and _player(kept[-1]) == _player(each):
                kept.pop()
                if not goes_back_all:
                    break
    return kept


def _turns(kept: list[dict[str, Any]], seats: list[str]) -> tuple[list[WrittenTurn], str]:
    """The decisions in *kept*, up to the first that is not understood, and the fault there or
    ``""``."""
    turns: list[WrittenTurn] = []
    for number, each in enumerate(kept, 1):
        words = str(each.get("log"))
        form = next((form for said, form in _DECISIONS if said.search(words)), None)
        if form is None:  # a marker goes where a ring is about to leave
            continue
        place = _("move {number} of the log").format(number=number)
        about = _about(each)
        at, to = str(about.get("locationFrom")), str(about.get("locationTo"))
        wanted = [point for point, sign in ((at, "{at}"), (to, "{to}")) if sign in form]
        if _player(each) not in seats or not all(map(_POINT.fullmatch, wanted)):
            return turns, _("{place} is not understood.").format(place=place.capitalize())
        text = form.format(at=at.lower(), to=to.lower())
        turns.append(WrittenTurn(text, seats.index(_player(each)), place=place))
    return turns, ""


def _result(told: list[dict[str, Any]], seats: list[str]) -> WrittenResult | None:
    """The result, if the log names the winner; ``None`` else."""
    for each in told:
        if each.get("type") == "gameEnd" and _player(each) in seats:
            return WrittenResult((seats.index(_player(each)),))
    return None


def _example() -> str:
    """A short game, as the site logs it."""
    rings = ("E3", "A5", "D4", "E5")
    logs = [
        {
            "data": [
                {
                    "type": "move",
                    "log": "${player_name} places a ring on ${locationTo}",
                    "args": {"player_id": str(n % 2), "locationFrom": "@0", "locationTo": ring},
                }
            ]
        }
        for n, ring in enumerate(rings)
    ]
    players = [{"id": "0", "name": "Anna"}, {"id": "1", "name": "Bert"}]
    return json.dumps({"status": "OK", "data": {"players": players, "logs": logs}})


BOARDGAMEARENA: Final = Reader(
    "boardgamearena-yinsh",
    N_("YINSH as boardgamearena.com logs it"),
    looks_like,
    read,
    example=_example(),
)

"""TAMSK at level 3 between two browsers whose lines are slow and uneven: fair all the same.

It plays in real time, for a minute; ``tests/hub/test_held_commands_fair_time.py`` proves the same
by a clock that is handed in.
"""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.hub.hub import Hub
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.events import Event, Happened, Played
from gipf_meta.rooms.recount import recount
from gipf_meta.table.lag import SAND_MS
from gipf_meta.table.openings import Opening
from tests.web.browsers import Browser, Page
from tests.web.hosting import close, hosting

pytestmark = [pytest.mark.soak, pytest.mark.needs("tamsk")]

ROOM = "sand"
JITTER_MS = {"Ann": 300, "Bob": 1_500}
"""How much later what is sent may arrive, in each direction."""
OPTIONS = {"level": "3", "sand_ms": "15000", "timer_ms": "5000", "full_space": "reject"}
NOTE = """
    const Socket = WebSocket;
    const parts = (window.parts = {});
    window.heard = [];
    window.WebSocket = class extends Socket {
        constructor(...about) {
            super(...about);
            this.addEventListener("message", ({ data }) => {
                const { scene } = JSON.parse(data);
                if (!scene) return;
                if (scene.whole) for (const key in parts) delete parts[key];
                Object.assign(parts, scene.set);
                for (const key of scene.gone) delete parts[key];
                const runs = Object.entries(parts).filter(([, { ends_in_ms }]) => ends_in_ms > 0);
                const ends = runs.map(([key, part]) => [key, scene.at_ms + part.ends_in_ms]);
                window.heard.push([scene.number, [scene.at_ms, ends.sort()]]);
            });
        }
    };
"""
"""Notes the scenes that come to a page: of which moment each is, and when which sand runs out."""
PLAY = """() => {
    const isOf = (kind) => ([key]) => key.startsWith(kind);
    const of = (kind) => Object.entries(parts).filter(isOf(kind)).map(([, part]) => part);
    let number = 0;
    const playing = setInterval(() => {
        if (parts.state.over) return clearInterval(playing);
        document.querySelector("dialog[open] button.primary")?.click();
        const me = of("player:").find((player) => player.you);
        const turns = of("turn:").filter((turn) => turn.seat === me.seat);
        if (turns.length >= 4) return clearInterval(playing);
        const all = (parts.choices?.all ?? []).filter(([text]) => !text.includes("--"));
        if (!me.due || !all.length || !parts.may.do.includes("play")) return;
        document.querySelector("#typed-text").value = all[(7 * ++number) % all.length][0];
        document.querySelector("#typed").requestSubmit();
    }, 600);
}"""
"""Plays four turns, as if they had been typed, when the player is asked; then sand runs out."""


def open_match(folder: Path) -> dict[str, str]:
    """Opens a match in the database that a host will have in *folder*; the secret of each."""
    secrets = {name: f"the_secret_of_{name.lower()}_is_this" for name in JITTER_MS}
    with closing(Database.open(f"sqlite:///{folder / 'rooms.sqlite'}")) as database:
        people = DatabasePeople(database)
        holders = [
            people.identify({"secret": secret, "name": name})[0] for name, secret in secrets.items()
        ]
        for holder in holders:
            people.keep_settings(holder, {"toured": True})
        ledger, find = DatabaseLedger(database), load_plugins().find
        hub = Hub(ledger, find, patience_ms=None, pauses_alone=False)
        players = tuple(Seat(name=name) for name in secrets)
        opening = Opening(game="tamsk", players=players, options=OPTIONS, seed=1)
        hub.open_room(ROOM, opening, holders[0], database.now_ms(), dict(enumerate(holders)))
    return secrets


def enter(page: Page, address: str, secret: str) -> None:
    """Comes to the match as who has that *secret*."""
    kept = json.dumps(json.dumps({"secret": secret}))
    keep = f"if (location.protocol === 'http:') localStorage.setItem('gipf_meta', {kept});"
    page.run_before_page(f"{keep} {NOTE}")
    page.go(f"{address}#room/{ROOM}")
    page.wait_until("!!window.parts['state']")


def events_of(folder: Path) -> list[Event]:
    """The ledger of the match."""
    with closing(Database.open(f"sqlite:///{folder / 'rooms.sqlite'}")) as database:
        return [entry.event for entry in DatabaseLedger(database).read(ROOM)]


def heard(page: Page) -> dict[int, Any]:
    """Returns the first state of the page after each event: the moment, and the ends of sand."""
    told: list[Any] = page.evaluate("window.heard")
    return dict(reversed(told))


def test_sand_runs_out_for_both_at_one_moment_and_nobody_gains_more_than_the_quota(
    browser: Browser, tmp_path: Path
) -> None:
    ann, bob = browser.new_page(), browser.new_page()
    secrets = open_match(tmp_path)
    with hosting(tmp_path) as host:
        host.cable.jitter_ms, host.other_cable.jitter_ms = JITTER_MS.values()
        enter(ann, host.address_by_cable, secrets["Ann"])
        enter(bob, host.address_by_other_cable, secrets["Bob"])
        for page in (ann, bob):
            page.evaluate(PLAY)
        lags = {}
        for name, page in (("Ann", ann), ("Bob", bob)):
            page.wait_for_text("line: ", ".players .you .lag")
            lags[name] = int(re.sub(r"\D", "", page.text(".players .you .lag")))
        for _half_a_minute in range(8):
            if any(event.event == "over" for event in events_of(tmp_path)):
                break
            ann.evaluate("new Promise((go) => setTimeout(go, 5000))")
        for page in (ann, bob):
            page.wait_until("!!window.parts.over")
        moments = heard(ann), heard(bob)
        close(ann, bob)
    events = events_of(tmp_path)
    recount(ROOM, events, load_plugins().find)
    played = [event for event in events if isinstance(event, Played)]
    for player, (_name, jitter_ms) in enumerate(JITTER_MS.items()):
        own = [event for event in played if event.player == player]
        assert len(own) >= 3
        for event in own:
            assert (event.given_ms or 0) <= min(SAND_MS, event.lag_ms or 0)
            assert event.lag_ms is not None
            assert 0 < event.lag_ms < 3 * jitter_ms + 2_000
    assert any(event.given_ms == SAND_MS for event in played), "the quota has been reached"
    assert all(0 < lag_ms < 10_000 for lag_ms in lags.values())
    sand = [event.number for event in events if isinstance(event, Happened)]
    assert sand, "sand has run out"
    first = played[0].number
    both = sorted(number for number in moments[0].keys() & moments[1].keys() if number >= first)
    assert {event.number for event in (*played, events[-1])} <= {*both}
    assert [moments[0][number] for number in both] == [moments[1][number] for number in both]
    ends = [at_ms for number in both for _glass, at_ms in moments[0][number][1]]
    assert events[-1].at_ms in ends, "the pages knew when the last sand would run out"

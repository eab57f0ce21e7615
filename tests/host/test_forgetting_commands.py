"""``gipf-meta host prune``, ``forget``, ``forgotten`` and ``data``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from gipf_meta.cli import run
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from tests.host.test_database_ledger import new_hub_on
from tests.host.test_deletion import NAME
from tests.host.test_pruning import add_person, age
from tests.hub.test_hub import opening, say


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of an empty database: which kind it is makes no difference to a command."""
    return f"sqlite:///{tmp_path / 'rooms.sqlite'}"


def test_what_is_old_is_shown_and_removed_with_a_word(
    database: Database, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hub = new_hub_on(DatabaseLedger(database))
    for room in ("old", "new"):
        hub.open_room(room, opening("zertz", "human", "human"), "ann", 0, {1: "bob"})
        say(hub, "resign", "ann", room=room)
    age(database, "old")
    add_person(database, "g", 800)
    prune = ["host", "prune", "--older", "2y", "--people", "--database", url]
    assert run(prune) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("old  ")
    assert rest == [
        "Would be removed: 1 room, 1 person.",
        "Nothing was removed: with --do it is, for good.",
    ]
    assert run([*prune, "--do"]) == 0
    assert capsys.readouterr().out == "Removed: 1 room, 1 person.\n"
    assert run(prune) == 0
    assert capsys.readouterr().out == "Would be removed: 0 rooms, 0 people.\n"
    assert run(["host", "verify", "--database", url]) == 0
    pruned, deleted, checked = capsys.readouterr().out.splitlines()
    assert pruned.endswith(" were removed because of their age: 1 room, 1 person.")
    assert deleted.startswith("1 person was deleted, the last on 20")
    assert checked == "1 match checked, all in order."
    assert run([*prune[:3], "2 years", *prune[4:]]) == 2
    assert "is no age" in capsys.readouterr().err


def test_who_is_forgotten_is_asked_about_at_a_terminal_alone(
    database: Database,
    url: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = DatabasePeople(database)
    person, _about = people.identify({"secret": "x" * 24, "name": NAME}, "192.0.2.7")
    people.ban(person, 3_600_000)
    forget = ["host", "forget", person, "--database", url]
    assert run(["host", "data", person, "--database", url]) == 0
    assert json.loads(capsys.readouterr().out)["person"]["name"] == NAME
    terminal = io.StringIO("no\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", terminal)
    assert run(forget) == 2
    assert "Nobody was deleted." in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run(forget) == 0
    said = capsys.readouterr().out
    assert f"{person} was deleted; matches stay without the name." in said
    assert "Nobody new comes in from that address until" in said
    assert run(forget) == 2
    assert "Nobody here has the id" in capsys.readouterr().err
    assert run(["host", "forgotten", "--database", url]) == 0
    assert capsys.readouterr().out.startswith(f"{person} ")

"""The beginning of a decision that is typed is played as the only one that it can become."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import only_continuation, play_with_completion
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import IllegalMove, MoveError
from gipf_meta.protocol.options import configure
from gipf_meta.rooms import events as told
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.hub.test_hub import new_hub, opening, play


def begun(game: str, **options: Any) -> Match:
    """A match of two."""
    installed = load_plugins()
    return Match.begin(configure(installed.find(game), options), 2, installed.find, 1)


@pytest.mark.needs("gipf")
@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("a1", "a1-b2"),
        (" A1 ", "a1-b2"),
        ("a1-", "a1-b2"),
        ("b2", None),  # three lines lead there
        ("a", None),
        ("", None),
        ("d4", None),
        ("b2-a1", None),
    ],
)
def test_what_is_typed_is_completed_where_one_continuation_is_left(
    typed: str, whole: str | None
) -> None:
    assert only_continuation(begun("gipf", variant="basic"), [0], typed) == whole


@pytest.mark.needs("gipf")
def test_what_is_typed_at_a_table_is_played_as_its_only_continuation() -> None:
    people = [Player.of_kind("human", name) for name in ("Ann", "Bob")]
    table = Table(begun("gipf", variant="basic"), people, StillClock())
    with pytest.raises(MoveError):
        table.play("a1")  # a table takes whole decisions alone
    play_with_completion(table.play, table.match, table.turn.people, "a1")
    assert [step.text for step in table.match.top.steps] == ["a1-b2"]
    with pytest.raises(IllegalMove):
        play_with_completion(table.play, table.match, table.turn.people, "b2-a1")


@pytest.mark.needs("gipf")
def test_a_room_hears_it_too_and_its_ledger_holds_the_decision_in_full() -> None:
    ledger = MemoryLedger()
    hub = new_hub(ledger)
    hub.connect("bob", "bob", "")
    people = opening("gipf", "human", "human", options={"variant": "basic"})
    room = hub.open_room("r", people, "ann", others={1: "bob"})
    play(hub, "a1", "ann")
    assert [step.text for step in room.table.match.top.steps] == ["a1-b2"]
    played = [each.event for each in ledger.read("r", 0) if isinstance(each.event, told.Played)]
    assert [event.text for event in played] == ["a1-b2"]

"""The plan of a match at a host, as the person at a line knows it."""

from __future__ import annotations

from typing import Any

from gipf_meta.line.line import Message
from gipf_meta.line.played_match import PlayedMatch
from tests.line.far_line import FarLine
from tests.line.test_played_match_nobody_waits import Table


class Ann:
    """Ann at her line, who has claimed; messages wait until she looks."""

    def __init__(self, table: Table) -> None:
        self.line = FarLine(table.far, "ann")
        self.seen, _id = self.line.watch("r")
        self._take_messages()
        self.seen.catch_up()
        self.played = PlayedMatch(self.line, self.seen, self.send)
        self.sent = self.refused = ""

    def send(self, do: str, **fields: Any) -> None:
        self.sent = self.line.send(do, room="r", **fields)
        self.look()

    def look(self) -> None:
        """Takes all that has come, at once."""
        for said in self._take_messages():
            if self.played.plan.take(said):
                continue
            if self.sent in (said.get("done"), said.get("refused")):
                self.refused = str(said.get("why", ""))
                self.played.plan.take_answer("done" in said)
                self.played.is_sending = False
        self.played.follow(self.seen.catch_up())

    def _take_messages(self) -> list[Message]:
        found = list[Message]()
        while (said := self.line.receive()) is not None:
            if not self.seen.receive(said):
                found.append(said)
        return found


def claimed(**about: Any) -> tuple[Table, Ann]:
    table = Table(**about)
    ann = Ann(table)
    ann.played.play("claim")
    return table, ann


def test_a_plan_whose_condition_answer_and_more_come_at_once_was_played_to_its_end() -> None:
    table, ann = claimed()
    assert ann.played.plan.add_typed("allow then one") == ""
    table.plays("allow")()
    table.plays("claim")()
    assert [step.text for step in table.room.table.match.top.steps][2:] == ["one", "claim"]
    ann.look()
    assert ann.played.plan.take_ended() == ["Your plan is played to its end."]
    assert ann.played.plan.shown is None


def test_what_was_refused_leaves_the_plan_as_it_was() -> None:
    table, ann = claimed()
    ann.played.plan.add_typed("allow then one")
    table.plays("allow")()  # her line has not heard of it
    ann.played.plan.add_typed("challenge if won then one")
    assert ann.refused
    assert ann.played.plan.take_ended() == ["Your plan is played to its end."]


def test_a_plan_for_the_match_waits_while_its_duel_is_played() -> None:
    table, ann = claimed(duel="wager")
    ann.played.plan.add_typed("challenge if won then one")
    table.plays("challenge")()
    ann.look()
    assert len(ann.played.match.sessions) == 2
    assert ann.played.plan.take_ended() == []
    assert ann.played.plan.lines == ["If you win the duel, you play one."]
    assert ann.played.plan.planned == ()  # of the duel


def test_ones_own_other_move_and_what_else_comes_end_a_plan_with_their_reason() -> None:
    table, ann = claimed(duel="wager")
    ann.played.plan.add_typed("challenge if won then one")
    table.plays("allow")()
    ann.look()
    assert ann.played.plan.take_ended() == ["What has come is not in your plan: decide anew."]
    assert ann.played.plan.sentence == "What has come is not in your plan: decide anew."
    ann.played.play("one")
    assert ann.played.plan.sentence == ""


def test_what_was_planned_elsewhere_is_learned_and_told() -> None:
    table, ann = claimed()
    ann.played.plan.add_typed("allow then one")
    again = Ann(table)
    assert again.played.plan.lines == []
    again.played.plan.learn()
    again.look()
    assert again.played.plan.lines == ["If allow comes, you play one."]
    ann.played.plan.answer_typed("off")
    assert table.room.plans.pending == {}
    again.played.plan.answer_typed("")
    assert again.played.take_notices()[0] == "You have planned nothing."


def test_a_host_that_knows_no_plans_answers_nothing_that_is_shown() -> None:
    _table, ann = claimed()
    ann.played.plan.learn()
    asked = ann.played.plan._asked
    assert asked
    assert ann.played.plan.take({"refused": asked, "why": "It is no command."})
    assert not ann.played.plan.take({"refused": asked, "why": "Another one."})
    assert ann.played.plan.lines == []


def test_an_answer_of_before_may_come_before_the_room_is_there_again() -> None:
    """As after a rematch, where the match is opened again at once."""
    table, ann = claimed()
    ann.played.plan.add_typed("allow then one")
    known = table.room.plans.pending
    assert known
    line = FarLine(table.far, "ann")
    seen, _id = line.watch("r")
    again = PlayedMatch(line, seen, lambda do, **fields: None)
    assert not seen.is_there
    told: Message = {"imagined": {"id": "c1", "room": "r", "path": [], "known": []}}
    assert again.plan.take(told)
    assert ann.played.plan.lines == ["If allow comes, you play one."]

"""The lines of plans as JSON, and in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.match.plans import DUEL_ENDS, Plan, PlanNode


def write_lines(lines: Iterable[PlanNode]) -> list[dict[str, Any]]:
    """Writes *lines* as JSON; inverse of ``read_lines``."""
    return [{"do": node.do, "then": write_lines(node.then), "own": node.own} for node in lines]


def read_lines(written: Iterable[Mapping[str, Any]]) -> tuple[PlanNode, ...]:
    """Reads lines from JSON. Raises ``KeyError`` and ``TypeError``."""
    return tuple(
        PlanNode(each["do"], read_lines(each["then"]), bool(each.get("own"))) for each in written
    )


def write_plan(plan: Plan) -> str:
    """Writes what a plan is but for its player, person, depth and version, as JSON; inverse of
    ``read_plan``."""
    about = {"place": plan.place, "at": plan.at, "digest": plan.digest, "number": plan.number}
    return json.dumps({**about, "lines": write_lines(plan.lines)}, separators=(",", ":"))


def read_plan(text: str, player: int, person: str, depth: int, version: str) -> Plan:
    """Reads a plan. Raises ``ValueError``, ``KeyError`` and ``TypeError``."""
    about = json.loads(text)
    place, at, digest, number = (about[name] for name in ("place", "at", "digest", "number"))
    lines = read_lines(about["lines"])
    return Plan(player, person, depth, tuple(place), at, digest, lines, number, version)


MOST_SAID: Final = 12
"""The most lines of a plan that are told in sentences."""


def sentences(lines: Sequence[PlanNode]) -> list[str]:
    """The *lines* of a plan as sentences, one for each way through it; of many the first ones."""
    ways = [*_ways(lines)]
    said = [_sentence(way) for way in ways[:MOST_SAID]]
    if more := len(ways) - len(said):
        said.append(_("And {count} more.").format(count=more))
    return said


def _ways(lines: Sequence[PlanNode]) -> Iterable[list[PlanNode]]:
    """The ways down the tree of *lines*, each to its last decision."""
    for node in lines:
        if not node.then:
            yield [node]
        for way in _ways(node.then):
            yield [node, *way]


def _sentence(way: Sequence[PlanNode]) -> str:
    """The sentence on one *way* through a plan."""
    clauses, conditions, answers = list[str](), list[PlanNode](), list[str]()
    for node in (*way, PlanNode(None)):
        if not node.own and answers:
            clauses.append(_clause(conditions, ", ".join(answers)))
            conditions, answers = [], []
        if node.own:
            answers.append(node.do or "")
        else:
            conditions.append(node)
    said = "; ".join(clauses) + "."
    return said[0].upper() + said[1:]


def _clause(conditions: Sequence[PlanNode], answers: str) -> str:
    """The part of a sentence on *conditions* and the *answers* to them."""
    if not conditions:
        return _("once you have played {moves}").format(moves=answers)
    if len(conditions) == 1 and conditions[0].do is None:
        return _("whatever comes, you play {moves}").format(moves=answers)
    causes = list[str]()
    for is_named, group in groupby(conditions, lambda node: node.do not in (None, *DUEL_ENDS)):
        if is_named:
            moves = ", ".join(node.do or "" for node in group)
            causes.append(_("{moves} comes").format(moves=moves))
        else:
            causes += [_end_words(node.do) for node in group]
    return _("if {what}, you play {moves}").format(what=_(" and ").join(causes), moves=answers)


def _end_words(do: str | None) -> str:
    """The words of a condition that names no decision."""
    if do == "won":
        return _("you win the duel")
    if do == "lost":
        return _("you lose the duel")
    return _("the duel is drawn") if do == "drawn" else _("anything comes")

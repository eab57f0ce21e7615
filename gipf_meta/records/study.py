"""A study: a tree of turns, and where one stands in it. Pure: every change is a new study."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.playback import count_draws
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.records import tree
from gipf_meta.records.models import PlayedTurn, Record, Seat
from gipf_meta.records.reader import read_turns
from gipf_meta.records.tree import ROOT, TreeNode
from gipf_meta.records.writer import head, result_of, running_duel, turn_records


class StudyMark(NamedTuple):
    """What a review says of the turn at *node*: *signs*, a *comment*, and the *better* line."""

    node: TreeNode
    signs: str
    comment: str
    better: tuple[PlayedTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """The *record* holds the tree, with the head of the match; one stands at *node* of it.

    The record is as any other: it can be read again at any time.
    """

    record: Record
    node: TreeNode = ROOT

    @classmethod
    def of(cls, record: Record) -> Study:
        """The study of *record*; one stands at the end of its main line."""
        # no time passes in a study
        own = record.model_copy(update={"study": True, "clock": None})
        return cls(own, tree.end_of_line(own.turns, ROOT))

    @classmethod
    def begin(
        cls, game: AnyGame, seats: int, finder: GameFinder, seed: int = 0, position: str = ""
    ) -> Study:
        """A study of *game* in which nothing was played, from its start or a *position*.

        Raises as ``Match.begin``.
        """
        match = Match.begin(game, seats, finder, seed, position=position)
        return cls.of(head(match, tuple(Seat(name=seat_name(game, seat)) for seat in range(seats))))

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The tree."""
        return self.record.turns

    # ---- walking --------------------------------------------------------------------------------

    def step(self, node: TreeNode) -> Study:
        """The study when one stands at *node*. Raises ``NoSuchTurn``."""
        tree.require_node(self.turns, node)
        return replace(self, node=node)

    def match(self, finder: GameFinder, known: Match | None = None) -> Match:
        """The match of the line to where one stands, as far as the line tells it; what follows by
        itself is not done yet, but luck will draw what it drew in the line that goes on from there.

        *known* is a match of this study, which need not be told again as far as it is the same.
        Raises ``RecordError``.
        """
        line = tree.line_to(self.turns, self.node)
        begun = None if known is None else _common(known, line)
        found = read_turns(self.record, line, finder, begun)
        return replace(found, known_luck=self._luck_to_come())

    def _luck_to_come(self) -> tuple[str, ...]:
        """What luck drew at the beginning of the turn that follows."""
        luck: list[str] = []
        for node in tree.following(self.turns, self.node)[:1]:
            for decision in tree.turn_at(self.turns, node).decisions:
                if decision.by is not None or decision.duel is not None:
                    break
                luck.append(decision.move or "")
        return tuple(luck)

    # ---- changing it ----------------------------------------------------------------------------

    def add(self, match: Match) -> Study:
        """The study with the line of *match*, at the end of which one stands."""
        bottom = match.sessions[0]
        line = turn_records(bottom, bottom.turns(), running_duel(match))
        turns, node = tree.add_line(self.turns, line)
        record = self.record
        if turns is not self.turns:
            own: dict[str, Any] = {"turns": turns}
            if len(node) == 1:  # it is the main line that has grown
                own |= {"time": bottom.time_ms, "result": result_of(bottom)}
            record = record.model_copy(update=own)
        return Study(record, node)

    def write(self, node: TreeNode, **values: str) -> Study:
        """The study with another ``comment`` or other ``signs`` beside the turn at *node*; at the
        root, with a comment on all of it. Raises ``NoSuchTurn``."""
        if node:
            values_there: dict[str, Any] = {"turns": tree.write_beside(self.turns, node, **values)}
        else:
            values_there = {"comment": values.get("comment", self.record.comment)}
        return replace(self, record=self.record.model_copy(update=values_there))

    def promote(self, node: TreeNode, finder: GameFinder) -> Study:
        """The study in which the variation of *node* has changed places with the line that it
        begins instead of. Raises ``IsMainLine`` and ``NoSuchTurn``."""
        return self._changed(tree.promote(self.turns, node), self.node, finder)

    def delete(self, node: TreeNode, finder: GameFinder) -> Study:
        """The study without the turn at *node* and all that follows from it. Who stood there stands
        before it then. Raises ``NoSuchTurn``."""
        return self._changed(tree.delete(self.turns, node), tree.before(node), finder)

    def _changed(
        self, turns: tuple[PlayedTurn, ...], otherwise: TreeNode, finder: GameFinder
    ) -> Study:
        """The study with other *turns*; one stands where one stood, or else *otherwise*."""
        node = tree.find_line(turns, tree.line_to(self.turns, self.node))
        own: dict[str, Any] = {"turns": turns}
        if [each.text for each in turns] != [each.text for each in self.turns]:
            bottom = read_turns(self.record, tuple(map(tree.bare, turns)), finder).sessions[0]
            own |= {"time": bottom.time_ms, "result": result_of(bottom)}
        return Study(self.record.model_copy(update=own), otherwise if node is None else node)

    def mark(self, marks: Iterable[StudyMark]) -> Study:
        """The study with the *marks* of a review: signs and comments where none stand yet, better
        lines as variations."""
        study = self
        for mark in marks:
            turn = tree.turn_at(study.turns, mark.node)
            values = {} if turn.signs else {"signs": mark.signs}
            values |= {} if turn.comment else {"comment": mark.comment}
            turns = tree.write_beside(study.turns, mark.node, **values)
            if mark.better:
                line = (*tree.line_to(turns, tree.before(mark.node)), *mark.better)
                turns, _node = tree.add_line(turns, line)
            study = replace(study, record=study.record.model_copy(update={"turns": turns}))
        return study


def _common(known: Match, line: tuple[PlayedTurn, ...]) -> Match | None:
    """*known* up to the last turn that *line* has, too, without its duels that run."""
    bottom, count, turns = known.sessions[0], 0, 0
    for turn in line:
        decisions = [each for each in turn.decisions if each.move is not None]
        steps = bottom.steps[count : count + len(decisions)]
        said = [(each.move, each.at) for each in decisions]
        if len(decisions) < len(turn.decisions) or said != [(s.text, s.at_ms) for s in steps]:
            break
        if any(
            a.duel is not None or s.duel is not None for a, s in zip(decisions, steps, strict=True)
        ):
            break  # it is read again: another duel may have ended alike
        count, turns = count + len(steps), turns + 1
    if not count:
        return None
    last = bottom.steps[count - 1]
    state = bottom.game.apply(last.before, last.move)
    session = replace(
        bottom, state=state, steps=bottom.steps[:count], time_ms=last.at_ms, ended=None
    )
    return replace(known, sessions=(session,), draws=count_draws(session), known_luck=())

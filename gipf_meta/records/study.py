"""A study: a tree of turns, and a cursor, the node shown. Pure: every change is a new study."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.playback import count_draws, count_moments, moment_at
from gipf_meta.match.session import Session, Step
from gipf_meta.protocol.game import AnyGame, Turn, seat_name
from gipf_meta.protocol.readers import DEEPEST_VARIATIONS
from gipf_meta.records import tree
from gipf_meta.records.known_lines import KnownLines
from gipf_meta.records.models import (
    LONGEST_SIGNS,
    LONGEST_TEXT,
    PlayedTurn,
    Record,
    RecordError,
    Seat,
    all_lines,
    count_levels,
)
from gipf_meta.records.own_marks import read_marks, with_marks
from gipf_meta.records.reader import read_turns
from gipf_meta.records.tree import ROOT, NoSuchTurn, TreeNode, Turns
from gipf_meta.records.tree_size import TreeSize, size_of, size_of_words
from gipf_meta.records.writer import head, result_of, running_duel, turn_records

StudyStep: TypeAlias = Literal["back", "on", "first", "last", "up", "down"]
DEEPEST: Final = DEEPEST_VARIATIONS // 2
"""The most variations inside each other that people can make: names of turns grow with them."""
STEPS: Final[tuple[StudyStep, ...]] = get_args(StudyStep)
"""Steps in the tree: to the turn before, to the next one, to the beginning, to the end of the line;
to the line above or below that begins instead of the same turn."""


SIGNS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""The signs for the worth of a turn, the best first; records of others may have other signs."""


class StudyMark(NamedTuple):
    """A review's mark on the turn at *node*: *signs*, a *comment*, and the *better* line."""

    node: TreeNode
    signs: str
    comment: str
    better: tuple[PlayedTurn, ...] = ()


def why_not_written(comment: str | None, signs: str | None) -> str:
    """The reason why a *comment* or *signs* cannot stand in a record, a sentence, or ``""``."""
    if comment is not None and len(comment) > LONGEST_TEXT:
        return _("A comment has at most {most} letters.").format(most=LONGEST_TEXT)
    if any("\ud800" <= letter <= "\udfff" for letter in comment or ""):
        return _("A comment cannot hold a broken character.")
    if signs and (len(signs) > LONGEST_SIGNS or any(sign.isspace() for sign in signs)):
        words = _("Signs such as !? have no blanks, and at most {most} letters.")
        return words.format(most=LONGEST_SIGNS)
    if signs and any(sign.isalnum() for sign in signs):
        return _("The signs are {signs}; words are a comment.").format(signs=" ".join(SIGNS))
    return ""


@dataclass(frozen=True, slots=True)
class Study:
    """The *record* holds the tree, with the head of the match; the cursor is at *node* of it.

    The record is as any other: it can be read again at any time.
    """

    record: Record
    node: TreeNode
    size: TreeSize = field(compare=False, repr=False)
    """The size of the tree, or a greater one where turns or words were deleted or replaced."""

    @classmethod
    def of(cls, record: Record) -> Study:
        """The study of *record*, with the cursor at the end of its main line."""
        # no time passes in a study
        own = record.model_copy(update={"study": True, "clock": None, "duel_clock": None})
        return cls(own, tree.end_of_line(own.turns, ROOT), size_of(own.turns))

    @classmethod
    def begin(
        cls, game: AnyGame, seats: int, finder: GameFinder, seed: int = 0, position: str = ""
    ) -> Study:
        """A study of *game* without turns, from its start or a *position*.

        Raises as ``Match.begin``.
        """
        match = Match.begin(game, seats, finder, seed, position=position)
        return cls.of(head(match, tuple(Seat(name=seat_name(game, seat)) for seat in range(seats))))

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The tree."""
        return self.record.turns

    def why_full(self, branches: bool = True) -> str:
        """The reason why no turn and no words, or, with *branches*, no variation at the cursor, can
        be added, or ``""``. So every study can be saved, and read again."""
        if self.size.is_full and size_of(self.turns).is_full:
            return _("This study is full: delete some of its turns first.")
        if branches and len(self.node) // 2 >= DEEPEST and tree.following(self.turns, self.node):
            return _(
                "Variations stand {most} deep inside each other here, and no deeper: promote one,"
                " or go on from the end of the line."
            ).format(most=DEEPEST)
        return ""

    # ---- walking --------------------------------------------------------------------------------

    def step(self, node: TreeNode) -> Study:
        """The study with the cursor at *node*. Raises ``NoSuchTurn``."""
        tree.require_node(self.turns, node)
        return replace(self, node=node)

    def goal(self, at: str) -> TreeNode:
        """The node named *at*, or that to which the step *at* leads; the cursor's where the step
        leads no further. Raises ``NoSuchTurn``."""
        if at not in STEPS:
            node = tree.named(at)
            tree.require_node(self.turns, node)
            return node
        turns, node = self.turns, self.node
        if at == "first":
            return ROOT
        if at == "last":
            return tree.end_of_line(turns, node)
        before = tree.before(node)
        if at == "back":
            return before
        nexts = tree.following(turns, node if at == "on" else before)
        if at == "on" or not node:
            return nexts[0] if nexts and at == "on" else node
        index = nexts.index(node) + (1 if at == "down" else -1)
        return nexts[index % len(nexts)]

    def match(
        self, finder: GameFinder, known: KnownLines | None = None, moment: int | None = None
    ) -> Match:
        """The match of the line to the cursor, as far as the line goes: luck and duels that follow
        by themselves are not done yet, but luck will draw as in the line that goes on from there.

        Matches in the cache *known* are not replayed again.
        *moment*: only up to that moment, inside the turn at the cursor, at which a seat decides.
        Raises ``RecordError``, and ``NoSuchTurn`` where there is no such moment.
        """
        found = self._read(tree.whole_line_to(self.turns, self.node), finder, known)
        if moment is not None:
            return _at_moment(found, moment)
        return replace(found, known_luck=self._luck_to_come())

    def _read(self, line: Turns, finder: GameFinder, known: KnownLines | None) -> Match:
        """The match of *line*, without variations beside its turns. Raises ``RecordError``."""
        begun = None if known is None else known.begin(line)
        count = 0 if begun is None else len(begun.sessions[0].turns())
        line = (*line[:count], *map(tree.bare, line[count:]))
        return read_turns(self.record, line, finder, begun)

    def back_by_decision(self, match: Match) -> tuple[Study, int | None] | None:
        """The study, and the moment, before the last decision of *match*, the one at the cursor:
        inside a turn or a duel, too. Moment ``None``: the end of a turn. ``None``: there is no
        decision before."""
        at = decision_before(match)
        if at is None:
            return None
        turns, node = _begun_turns(_at_moment(match, at)), self.node
        for _turn in range(tree.length_to(node) - turns):
            node = tree.before(node)
        goal = replace(self, node=node)
        whole = goal.match(match.finder, KnownLines.of(match))
        return goal, at if at < count_moments(whole) - 1 else None

    def on_by_decision(self, match: Match) -> tuple[Study, int | None] | None:
        """The study, and the moment, after the decision that follows on *match*, the one at the
        cursor; moment ``None``: the end of its turn. ``None``: nothing follows."""
        node = self.node
        if not self.is_inside(match):
            nexts = tree.following(self.turns, node)
            if not nexts:
                return None
            node = nexts[0]
        goal = replace(self, node=node)
        whole, now = goal.match(match.finder, KnownLines.of(match)), count_moments(match)
        inside = (at for at in range(now, count_moments(whole) - 1) if _is_deciding(whole, at))
        return goal, next(inside, None)

    def is_inside(self, match: Match) -> bool:
        """Whether *match*, the one at the cursor, has only a part of the turn there."""
        return self.part_of_turn(match) is not None

    def part_of_turn(self, match: Match) -> str | None:
        """The text of the part of the turn at the cursor that *match* has; ``None``: it has all of
        the turn."""
        if not self.node:
            return None
        bottom, stands = match.sessions[0], tree.turn_at(self.turns, self.node)
        turns = bottom.turns()[tree.length_to(self.node) - 1 :]
        (part, *_luck) = turn_records(bottom, turns, running_duel(match)) or (None,)
        if part is None:
            return ""
        return None if tree.say_the_same(part, stands) else part.text

    def _luck_to_come(self) -> tuple[str, ...]:
        """The draws of luck at the beginning of the turn that follows."""
        luck: list[str] = []
        for node in tree.following(self.turns, self.node)[:1]:
            for decision in tree.turn_at(self.turns, node).decisions:
                if decision.by is not None or decision.duel is not None:
                    break
                luck.append(decision.move or "")
        return tuple(luck)

    # ---- changing it ----------------------------------------------------------------------------

    def add(self, match: Match, before: Match | None = None) -> Study:
        """The study with the line of *match*, and the cursor at its end.

        *before* is the match at the cursor so far, if it is known: turns that *match* has from it
        are not compared again.
        """
        bottom, begun = match.sessions[0], self.node
        played = bottom.turns()
        known = 0 if before is None else _turns_in_common(played, bottom, before.sessions[0])
        for _later in range(tree.length_to(begun) - known):
            begun = tree.before(begun)
        if tree.length_to(begun) < known:
            known, begun = 0, ROOT
        line = turn_records(bottom, played[known:], running_duel(match))
        turns, node = tree.add_line(self.turns, line, begun)
        record = self.record
        if turns is not self.turns:
            own: dict[str, Any] = {"turns": turns}
            if len(node) == 1:  # it is the main line that has grown
                own |= {"time": bottom.time_ms, "result": result_of(bottom)}
            record = record.model_copy(update=own)
        here = tree.length_to(self.node) - tree.length_to(begun)
        if 0 < here <= len(line):
            stands = tree.turn_at(self.turns, self.node)
            here -= len(stands.decisions) < len(line[here - 1].decisions)  # it was unfinished
        return Study(record, node, self.size.plus(size_of(line[here:])))

    def write(self, node: TreeNode, **values: str) -> Study:
        """The study with another ``comment`` or other ``signs`` beside the turn at *node*; at the
        root, with a comment on all of it. Raises ``NoSuchTurn``."""
        if node:
            values_there: dict[str, Any] = {"turns": tree.write_beside(self.turns, node, **values)}
        else:
            values_there = {"comment": values.get("comment", self.record.comment)}
        record = self.record.model_copy(update=values_there)
        return replace(self, record=record, size=self.size.plus(size_of_words(values)))

    def promote(self, node: TreeNode, finder: GameFinder, known: KnownLines | None = None) -> Study:
        """The study in which the variation of *node* has changed places with the line that it
        varies. Matches in *known* are not replayed again. Raises ``IsMainLine`` and
        ``NoSuchTurn``."""
        return self._changed(tree.promote(self.turns, node), self.node, finder, known)

    def delete(self, node: TreeNode, finder: GameFinder, known: KnownLines | None = None) -> Study:
        """The study without the turn at *node* and all that follows from it. A cursor there moves
        before it. Matches in *known* are not replayed again. Raises ``NoSuchTurn``."""
        return self._changed(tree.delete(self.turns, node), tree.before(node), finder, known)

    def _changed(
        self, turns: Turns, otherwise: TreeNode, finder: GameFinder, known: KnownLines | None
    ) -> Study:
        """The study with other *turns*; the cursor stays on its turn, or goes to *otherwise*."""
        node = tree.find_line(turns, tree.whole_line_to(self.turns, self.node))
        return self.with_turns(turns, otherwise if node is None else node, finder, known)

    def with_turns(
        self,
        turns: Turns,
        node: TreeNode,
        finder: GameFinder,
        known: KnownLines | None = None,
        more: Turns = (),
    ) -> Study:
        """The study with other *turns*, all of them its own or of *more*, and the cursor at *node*.
        Raises ``RecordError``, also if no record could hold them."""
        if count_levels(all_lines(turns)) > DEEPEST_VARIATIONS + 1:  # with the main line
            raise RecordError(_("Variations would stand too deep inside each other."))
        own: dict[str, Any] = {"turns": turns}
        if [each.text for each in turns] != [each.text for each in self.turns]:
            bottom = self._read(turns, finder, known).sessions[0]
            own |= {"time": bottom.time_ms, "result": result_of(bottom)}
        size = self.size.plus(size_of(more))
        size = size_of(turns) if size.is_full else size  # it is counted when it matters
        return Study(self.record.model_copy(update=own), node, size)

    def mark(self, marks: Iterable[StudyMark]) -> Study:
        """The study with the *marks* of a review: signs and comments on turns that have none yet,
        better lines as variations."""
        study = self
        for mark in marks:
            if study.why_full(branches=False):
                break
            turn = tree.turn_at(study.turns, mark.node)
            values = {} if turn.signs else {"signs": mark.signs}
            words, drawn = read_marks(turn.comment)
            values |= {} if words else {"comment": with_marks(mark.comment, drawn)}
            turns = tree.write_beside(study.turns, mark.node, **values)
            if mark.better:
                line = (*tree.line_to(turns, tree.before(mark.node)), *mark.better)
                turns, _node = tree.add_line(turns, line)
            own = study.record.model_copy(update={"turns": turns})
            size = study.size.plus(size_of(mark.better)).plus(size_of_words(values))
            study = replace(study, record=own, size=size)
        return study


def decision_before(match: Match) -> int | None:
    """The last moment before that of *match* at which a seat decided; ``None``: there is none."""
    before = range(count_moments(match) - 1)
    return next((at for at in reversed(before) if _is_deciding(match, at)), None)


def _at_moment(match: Match, at: int) -> Match:
    """*match* at moment *at*, at which a seat decides. Raises ``NoSuchTurn``."""
    if not (0 <= at < count_moments(match) and _is_deciding(match, at)):
        raise NoSuchTurn(_("Nobody decides at that moment of the turn."))
    sessions = _sessions_at(match, at)
    draws = sum(map(count_draws, sessions))
    return replace(match, sessions=sessions, draws=draws, known_luck=())


def _is_deciding(match: Match, at: int) -> bool:
    """Whether a seat decides at moment *at* of *match*."""
    return isinstance(_sessions_at(match, at)[-1].status, Turn)


def _sessions_at(match: Match, at: int) -> tuple[Session, ...]:
    """The sessions of *match* at moment *at*. A duel that was resigned is shown as it was before
    that: a seat was to decide there, though its last moment shows the end."""
    *below, top = moment_at(match, at).sessions
    if below and top.ended is not None:
        top = replace(top, ended=None)
    return (*below, top)


def _begun_turns(match: Match) -> int:
    """The number of turns of the bottom game of *match* in which a seat has decided; luck may have
    begun one more."""
    turns = match.sessions[0].turns()
    begun = sum(any(s.seat is not None or s.duel is not None for s in turn) for turn in turns)
    return max(begun, len(turns) or 1) if len(match.sessions) > 1 else begun


def _turns_in_common(turns: Sequence[Sequence[Step]], after: Session, before: Session) -> int:
    """The number of *turns* of *after* that are those of *before*, without the last of *before*,
    which may have gone on; 0: *after* does not go on from there."""
    later = len(after.steps) - len(before.steps)
    if not before.steps or later < 0 or after.steps[-1 - later] is not before.steps[-1]:
        return 0
    count = len(turns)
    while count and later >= 0:
        count -= 1
        later -= len(turns[count])
    return count

"""A walk in imagination: how the game on top of a match may go on, whoever decides; to plan moves
in advance. Pure: nothing of it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.plans import (
    DUEL_ENDS,
    PlanNode,
    checked,
    decider_of,
    ends_of,
    imagine,
    nodes_after,
    outcomes_of,
    require_sight,
    viewer_of,
)
from gipf_meta.match.session import Session
from gipf_meta.narration.plan_words import question_at
from gipf_meta.protocol.game import IllegalMove
from gipf_meta.protocol.view import Choice, View
from gipf_meta.render.board import mark_last_turn


@dataclass(frozen=True, slots=True)
class Imagined:
    """An imagined decision: its *text*, the *session* after it, and whether it is one's *own*."""

    text: str
    session: Session
    own: bool


@dataclass(frozen=True, slots=True)
class ImaginedWalk:
    """The walk of *player*, whose *planned* lines begin where *match* stands. *path* are the
    decisions so far; the players are called by *names*."""

    match: Match
    player: int
    names: Sequence[str]
    planned: tuple[PlanNode, ...] = ()
    path: tuple[Imagined, ...] = field(default=())

    # ---- where it is --------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The game on top as it is imagined."""
        return self.path[-1].session if self.path else self.match.top

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The games of the match, the one on top as it is imagined."""
        return (*self.match.sessions[:-1], self.session)

    @property
    def is_own(self) -> bool:
        """Whether the walker decides next."""
        return decider_of(self.session, self.player) == "own"

    @property
    def known(self) -> tuple[PlanNode, ...]:
        """The decisions that are planned here."""
        return nodes_after(self.planned, (each.text for each in self.path))

    @property
    def view(self) -> View:
        """The board as it is imagined, with the choices of whoever decides next: a draw of luck
        and the end of a duel are among them. Raises ``GameFailed``."""
        session, viewer = self.session, viewer_of(self.session, self.player)
        view = session.view(viewer)
        if turn := session.last_turn:
            before = session.view_of(turn[0].before, viewer)
            view = mark_last_turn(view, View((), before.pieces))
        if ends_of(session):  # the lot who begins it is left out
            return _with_words(view, dict(zip(map(str, DUEL_ENDS), _ends_in_words(), strict=True)))
        if decider_of(session, self.player) == "luck":
            return _with_words(view, {text: text for text in outcomes_of(session)})
        return view

    @property
    def prompt(self) -> str:
        """The question who decides what next."""
        if self.is_own and not self.path:
            return _("What do you play?")
        return question_at(self.session, self.player, self.names)

    @property
    def words(self) -> str:
        """The decisions so far, as they are written."""
        return " · ".join(each.text for each in self.path)

    # ---- walking ------------------------------------------------------------------------------

    def go(self, text: str) -> ImaginedWalk:
        """The walk after *text*, which whoever decides next decides: one decision or a whole turn.

        Raises ``MoveError``, a sentence.
        """
        walk, is_own = self, self.is_own
        require_sight(self.match.top, self.player)
        _after, texts = imagine(self.session, self.player, text)
        for each in texts:
            session, _same = imagine(walk.session, self.player, each)
            step = Imagined(each, session, is_own)
            walk = replace(walk, path=(*walk.path, step))
        return walk

    def back(self) -> ImaginedWalk:
        """The walk a decision before; at its beginning the same one."""
        return replace(self, path=self.path[:-1])

    def first(self) -> ImaginedWalk:
        """The walk at its beginning."""
        return replace(self, path=())

    def on(self) -> ImaginedWalk | None:
        """The walk a decision on, along the plan; ``None``: nothing is planned here that could be
        walked."""
        known = next((node.do for node in self.known if node.do is not None), None)
        return None if known is None else self.go(known)

    def to_match(self, match: Match) -> ImaginedWalk:
        """The walk in the *match* as it has gone on: what has come of the path is no longer
        imagined; at the beginning, if something else has come."""
        before, now = self.match.top.steps, match.top.steps
        anew = replace(self, match=match, path=(), planned=())
        is_same = len(match.sessions) == len(self.match.sessions) and now[: len(before)] == before
        come = [step.text for step in now[len(before) :]]
        path = [each.text for each in self.path]
        if not is_same or path[: len(come)] != come:
            return anew
        return replace(anew, path=self.path[len(come) :])

    # ---- planning -----------------------------------------------------------------------------

    def lines(self) -> tuple[PlanNode, ...]:
        """The plan, with the decisions of this walk beside it; where the walker decides, his
        decision here holds. Raises ``MoveError``, a sentence: nothing of it is his own yet."""
        if not any(each.own for each in self._kept()):
            raise IllegalMove(_("Walk on to a move of yours: a plan ends with one."))
        line: tuple[PlanNode, ...] = ()
        for each in reversed([*self._kept()]):
            line = (PlanNode(each.text, line, each.own),)
        return checked([*self.planned, *line], self.match.top, self.player, last_holds=True)

    def _kept(self) -> Iterator[Imagined]:
        """The decisions up to the last that is the walker's own."""
        last = max((n for n, each in enumerate(self.path) if each.own), default=-1)
        return iter(self.path[: last + 1])

    def without(self) -> tuple[PlanNode, ...]:
        """The plan, but for what begins with the last decision of this walk."""
        return _without(self.planned, [each.text for each in self.path])


def _without(nodes: Sequence[PlanNode], path: Sequence[str]) -> tuple[PlanNode, ...]:
    """The *nodes* without the one to which *path* leads, and without conditions that nothing
    follows then."""
    if not path:
        return tuple(nodes)
    left = []
    for node in nodes:
        if node.do != path[0]:
            left.append(node)
        elif len(path) > 1 and ((then := _without(node.then, path[1:])) or node.own):
            left.append(replace(node, then=then))
    return tuple(left)


def _ends_in_words() -> list[str]:
    """The ends of a duel, in the order of ``DUEL_ENDS``."""
    return [_("you win it"), _("you lose it"), _("it is drawn")]


def _with_words(view: View, labels: Mapping[str, str]) -> View:
    """*view* with the words of *labels* as its choices."""
    choices = tuple(Choice(word, (word,), label) for word, label in labels.items())
    return replace(view, choices=choices, prompt="", names=(*view.names, *labels.items()))

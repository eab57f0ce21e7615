"""A hint: the whole turn to play, what it does, and why, in words that a player understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import Analyst
from gipf_meta.match.session import Session
from gipf_meta.protocol.capabilities import Reasoned
from gipf_meta.protocol.game import AnyGame, Over, Turn, seat_name
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import Choice, View
from gipf_meta.render import speech
from gipf_meta.search.analysis import (
    FOLLOWING,
    Analysis,
    SearchedTurn,
    analyse,
    compare,
    split_turns,
    what_follows,
)
from gipf_meta.search.budget import Budget

LINES = 3
"""The number of turns that are compared."""
MOST_LABELS = 2
"""The most decisions of a turn that are named in words."""
MOST_REASONS = 3
"""The most sentences of reasons."""
FEW_ANSWERS = 2
"""The most replies of the other seat that a hint counts."""
POINTS = "points"
"""The key of points among gains."""
PIECES = "pieces:"
"""The beginning of the key of another seat's pieces among gains; its name follows."""
Gains = Counter[str]
"""The gain of each thing, by its name."""


@dataclass(frozen=True)
class Advice:
    """A hint in *sentences*: the turn, the reasons for it, and its worth; and the turns that may
    *follow*.

    *steps* are the decisions of the whole turn that are left, each with its points in the order of
    the clicks; *taken* are the points whose pieces the turn takes.
    """

    sentences: tuple[str, ...]
    follow: str = ""
    steps: tuple[tuple[str, tuple[str, ...]], ...] = ()
    taken: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """All sentences."""
        return " ".join(self.sentences)

    @property
    def places(self) -> tuple[str, ...]:
        """The points of all decisions that are left."""
        return tuple(dict.fromkeys(at for _decision, places in self.steps for at in places))

    def after(self, decision: str) -> Advice | None:
        """The hint for the rest of the turn after *decision*; ``None`` if the hint did not advise
        it, or if it was the last."""
        if not self.steps[1:] or self.steps[0][0] != decision:
            return None
        return replace(self, steps=self.steps[1:])

    def __str__(self) -> str:
        return f"{self.words} {self.follow}".rstrip()


def advise(game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random) -> Advice:
    """A hint for the seat that is on turn in *state*: the first of its best lines."""
    return advice_of(game, state, analyse(game, state, seats, budget, rng, LINES))


def advise_by(analyst: Analyst, session: Session, budget: Budget, seed: int = 0) -> Advice:
    """A hint for the seat on turn in *session*: the first of the lines that *analyst* finds.

    Raises ``AnalystFailed``.
    """
    analysis = analyst.analyse(session, budget, LINES, seed=seed)
    return advice_of(session.game, session.state, analysis)


def advice_of(game: AnyGame, state: Any, analysis: Analysis) -> Advice:
    """A hint for the seat that is on turn in *state*: the first line of its *analysis*."""
    with Gate(game):
        lines = analysis.lines
        turns = split_turns(game, state, lines[0].moves)
        own = turns[0]
        choices = _choices(game, own)
        before, after = game.view(own.before, None), game.view(own.after, None)
        labels = ", ".join(choice.label for choice in choices[:MOST_LABELS])
        sentences = [
            f"{speech.begin_sentence(labels).rstrip('.')}." if labels else "",
            *islice(_reasons(game, turns, before, after), MOST_REASONS),
            compare(lines),
        ]
        points = {point.id for point in before.points}
        steps = [(each.notation, tuple(at for at in each.path if at in points)) for each in choices]
        taken = {piece.at for piece in before.pieces} - {piece.at for piece in after.pieces}
        told_sentences = tuple(filter(None, sentences))
        return Advice(told_sentences, what_follows(lines), tuple(steps), tuple(sorted(taken)))


def _choices(game: AnyGame, turn: SearchedTurn) -> list[Choice]:
    """The choices that the seat of *turn* makes in it."""
    choices: list[Choice] = []
    for text, state in game.texts(turn.before, turn.moves):
        now = game.status(state)
        if isinstance(now, Turn) and now.seat == turn.seat:
            offered = game.view(state, now.seat).choices
            choices += [choice for choice in offered if choice.notation == text]
    return choices


def _reasons(
    game: AnyGame, turns: Sequence[SearchedTurn], before: View, after: View
) -> Iterator[str]:
    """Sentences on the effects of the first of *turns*, from *before* to *after*, for its seat."""
    own = turns[0]
    now = game.status(own.after)
    if isinstance(now, Over):
        yield max(after.prompt, after.caption, key=len)
        return
    brings = gains(game, before, after, own.seat)
    if brings:
        yield _("It brings you {things}.").format(things=_things(brings))
    if isinstance(game, Reasoned):
        yield from game.reasons(own.before, own.moves, own.after, own.seat)
    yours, theirs = _later_gains(game, turns)
    if theirs and yours:
        yield _("Later the others get {theirs}, and you {yours}.").format(
            theirs=_things(theirs), yours=_things(yours)
        )
    elif yours:
        yield _("Later you get {yours}.").format(yours=_things(yours))
    elif theirs:
        yield _("Later the others get {theirs}.").format(theirs=_things(theirs))
    answers = after.choices if isinstance(now, Turn) and now.seat != own.seat else ()
    if 0 < len(answers) <= FEW_ANSWERS:
        yield _("The only answer is: {answers}.").format(
            answers=_(" or ").join(choice.label for choice in answers)
        )


def _later_gains(game: AnyGame, turns: Sequence[SearchedTurn]) -> tuple[Gains, Gains]:
    """The gains in the turns after the first one, as far as the hint shows them: those of the seat
    of the first turn, and those of the other seats."""
    yours, theirs = Gains(), Gains()
    for turn in turns[1 : 1 + FOLLOWING]:
        if turn.over:
            before, after = game.view(turn.before, None), game.view(turn.after, None)
            found = gains(game, before, after, turn.seat)
            (yours if turn.seat == turns[0].seat else theirs).update(found)
    return yours, theirs


def gains(game: AnyGame, before: View, after: View, seat: int) -> Gains:
    """The things of which *seat* has more in *after* than in *before*: things in its tray, points
    on its sheet, and pieces of others that have left the board. Pieces of others are not counted in
    a ``Reasoned`` game, which explains its hints itself: there they may be turned or covered, not
    gone."""
    found, seats = Gains(), game.seat_names
    called = speech.word_names(before, seats) | speech.word_names(after, seats)
    for old, new in zip(before.trays, after.trays, strict=False):
        had = {item.label: item.count for item in old.items}
        for item in new.items if new.seat == seat == old.seat else ():
            found[called.get(item.id, item.label)] += item.count - had.get(item.label, 0)
    for other in range(len(seats)):
        if other != seat and not isinstance(game, Reasoned):
            gone = _count(before, other, seats) - _count(after, other, seats)
            found[PIECES + seat_name(game, other)] += gone
    found[POINTS] += _points(after, seat) - _points(before, seat)
    return +found


def _things(found: Gains) -> str:
    return ", ".join(_counted(name, n) for name, n in found.items())


def _counted(name: str, n: int) -> str:
    """*n* things called *name*; a heap has no plural that is known here."""
    if name == POINTS:
        return _.many("{n} point", "{n} points", n).format(n=n)
    if name.startswith(PIECES):
        words = _.many("{n} piece of {name}", "{n} pieces of {name}", n)
        return words.format(n=n, name=name.removeprefix(PIECES))
    return name if n == 1 else f"{name} ×{n}"


def _count(view: View, seat: int, seats: Sequence[str]) -> int:
    return sum(speech.owner_of(piece.role, seats) == seat for piece in view.pieces)


def _points(view: View, seat: int) -> int:
    """The last number on the sheet of *seat*."""
    for sheet in view.sheets:
        last = sheet.rows[-1][-1] if sheet.seat == seat and sheet.rows else ""
        if (points := read_whole(last, least=-(10**9))) is not None:
            return points
    return 0

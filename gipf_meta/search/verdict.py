"""The verdict on a turn: how it stood before it and after it, its sign, and all that in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from gipf_meta.base.sentences import pad, pad_before, show_unprintable, widest
from gipf_meta.base.texts import N_, _
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.search.chances import Chances

INACCURATE, MISTAKE, BLUNDER = 5, 10, 20
"""The least loss of chances, in percent, at which a turn is called so."""
DEAREST = 3
"""The most turns that a summary lists."""
INDENT = "    "
WIDEST = 6
"""The width of chances, in character cells."""


class Kind(Enum):
    """The quality of a turn; the value is the sign after its notation."""

    FOUND = "!"
    GOOD = ""
    INACCURATE = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


_SENTENCES = {
    Kind.FOUND: N_("the only good turn, {left}."),
    Kind.GOOD: N_("good, {left}."),
    Kind.INACCURATE: N_("inaccurate, {left} instead of {before}; better: {best}"),
    Kind.MISTAKE: N_("a mistake, {left} instead of {before}; better: {best}"),
    Kind.BLUNDER: N_("a blunder, {left} instead of {before}; better: {best}"),
}


@dataclass(frozen=True)
class Verdict:
    """The verdict on a turn of *player*: the moments *first* to *last* of the match.

    *before* are his chances in percent after the *best* turn that the search found, *left* those
    after the turn that was *played*, and of either may be *sure*. Both turns are in the game's
    notation, and *moves* and *better* are their decisions as the game has them. *depth* is 0 in the
    match itself, 1 in a duel. *only* says that every other turn is a blunder, which is not seen at
    a glance.
    """

    first: int
    last: int
    depth: int
    game: AnyGame
    player: int
    turn: int
    played: str
    best: str
    before: int
    left: int
    before_sure: bool = False
    left_sure: bool = False
    only: bool = False
    moves: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    better: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def loss(self) -> int:
        """The chances that the turn gave away, in percent; it gives none by winning for sure what
        was not proven before."""
        return max(0, self.before - self.left)

    @property
    def kind(self) -> Kind:
        """The quality of the turn, by its loss."""
        bounds = ((BLUNDER, Kind.BLUNDER), (MISTAKE, Kind.MISTAKE), (INACCURATE, Kind.INACCURATE))
        good = Kind.FOUND if self.only else Kind.GOOD
        return next((kind for bound, kind in bounds if self.loss >= bound), good)

    @property
    def is_faulty(self) -> bool:
        """Whether the turn was so bad that the better one is shown."""
        return self.kind not in (Kind.FOUND, Kind.GOOD)

    @property
    def outlooks(self) -> tuple[Chances, Chances]:
        """The chances before and after the turn."""
        return Chances(self.before, self.before_sure), Chances(self.left, self.left_sure)

    def __str__(self) -> str:
        """The verdict in words, without the turn that was played."""
        before, left = self.outlooks
        return _(_SENTENCES[self.kind]).format(before=before, left=left, best=self.best)


@dataclass(frozen=True)
class ReviewSummary:
    """The turns of *player*: how many, the *mean* loss of a turn in percent, how many of each kind,
    and the *dearest* ones."""

    player: int
    turns: int
    mean: float
    counts: dict[Kind, int]
    dearest: tuple[Verdict, ...]

    def lines(self, name: str) -> list[str]:
        """The summary in words: a sentence, and a line for each of the dearest turns."""
        sentence = _(
            "{name}: on average each turn gave away {mean:.1f} % of the chances;"
            " inaccurate {inaccurate}, mistakes {mistakes}, blunders {blunders}."
        ).format(
            name=name,
            mean=self.mean,
            inaccurate=self.counts[Kind.INACCURATE],
            mistakes=self.counts[Kind.MISTAKE],
            blunders=self.counts[Kind.BLUNDER],
        )
        return [sentence, *(f"{INDENT}{_where(v)}{v.turn}. {v.played}: {v}" for v in self.dearest)]


def _where(verdict: Verdict) -> str:
    return f"{title_of(verdict.game)} " if verdict.depth else ""


def summaries(verdicts: Sequence[Verdict]) -> list[ReviewSummary]:
    """A summary for each player who has a verdict."""
    by_player = []
    for player in sorted({verdict.player for verdict in verdicts}):
        own = [verdict for verdict in verdicts if verdict.player == player]
        dearest = sorted(own, key=lambda verdict: -verdict.loss)[:DEAREST]
        by_player.append(
            ReviewSummary(
                player,
                len(own),
                sum(verdict.loss for verdict in own) / len(own),
                {kind: sum(verdict.kind is kind for verdict in own) for kind in Kind},
                tuple(verdict for verdict in dearest if verdict.is_faulty),
            )
        )
    return by_player


def rows(verdicts: Iterable[Verdict], names: Sequence[str]) -> Iterator[str]:
    """A line for each verdict as soon as it comes; duels are indented, with a title."""
    where: tuple[int, AnyGame] | None = None
    names = [show_unprintable(name) for name in names]
    width = widest(names)
    for verdict in verdicts:
        here, indent = (verdict.depth, verdict.game), INDENT * verdict.depth
        if here != where:
            yield indent + title_of(verdict.game)
            where = here
        before, left = (pad_before(str(each), WIDEST) for each in verdict.outlooks)
        chances = f"{before} → {left}  {verdict.kind.value:<2}"
        row = f"{indent}{verdict.turn:>3}. {pad(names[verdict.player], width)} {chances}"
        better = _("{played}; better: {best}").format(played=verdict.played, best=verdict.best)
        yield f"{row}  {better if verdict.is_faulty else verdict.played}"


def beginning_of_review(count: int) -> str:
    """A sentence for a person who waits until *count* turns are reviewed."""
    words = _.many("{count} turn is being reviewed …", "{count} turns are being reviewed …", count)
    return words.format(count=count)


def review_lines(verdicts: Iterable[Verdict], names: Sequence[str]) -> Iterator[str]:
    """The whole review line by line: the rows, then a summary for each player, and where it
    turned."""
    seen: list[Verdict] = []
    yield from rows(_remember(verdicts, seen), names)
    for summary in summaries(seen):
        yield from summary.lines(names[summary.player])
    yield from filter(None, [turning_words(seen, names)])
    if not seen:
        yield _("Nothing was played that could be reviewed.")


def turning_point(verdicts: Sequence[Verdict]) -> Verdict | None:
    """The turn that gave most away; ``None``: none gave anything away."""
    dearest = max(verdicts, key=lambda verdict: verdict.loss, default=None)
    return dearest if dearest is not None and dearest.loss else None


def turning_words(verdicts: Sequence[Verdict], names: Sequence[str]) -> str:
    """The sentence on the turn that gave most away; ``""``: none gave anything away."""
    dearest = turning_point(verdicts)
    if dearest is None:
        return ""
    turn = f"{_where(dearest)}{dearest.turn}. {names[dearest.player]}: {dearest.played}"
    return _("Where it turned: {turn}: {why}").format(turn=turn, why=dearest)


CURVE = "▁▂▃▄▅▆▇█"
"""The signs of a curve of chances, the lowest first."""
PLAIN_CURVE = "0123456789"
"""The same where only letters can be shown: tenths."""


def curve_row(verdicts: Sequence[Verdict], signs: str = CURVE) -> str:
    """The chances of the first player after each turn of the match itself, a sign each; ``""`` if
    more than two play."""
    own = [verdict for verdict in verdicts if not verdict.depth]
    if any(verdict.player > 1 for verdict in own):
        return ""
    chances = (verdict.left if verdict.player == 0 else 100 - verdict.left for verdict in own)
    return "".join(signs[min(percent * len(signs) // 100, len(signs) - 1)] for percent in chances)


def _remember(verdicts: Iterable[Verdict], seen: list[Verdict]) -> Iterator[Verdict]:
    """Yields *verdicts*, and appends each of them to *seen*."""
    for verdict in verdicts:
        seen.append(verdict)
        yield verdict

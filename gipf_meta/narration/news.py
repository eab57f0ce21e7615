"""The events of a match since somebody last saw it; the turn that goes on is told in whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session, Step
from gipf_meta.narration.endings import called_at, duel_news
from gipf_meta.narration.step_words import (
    done_words,
    happenings_of,
    offered_words,
    text_of_run,
)
from gipf_meta.narration.story import (
    AgedState,
    Names,
    draws_at_begin,
    duel_head,
    luck_story,
)
from gipf_meta.protocol.capabilities import Narrated, timed

MOST_TOLD: Final = 20
"""The most draws before the first decision that are told one by one, as those of a lottery."""


class _Decided(NamedTuple):
    """The decisions of one seat in one turn, from step *first* of the session to step *last*."""

    number: int
    seat: int
    first: int
    last: int


Items = list[str | _Decided]
"""The news in order: sentences, and decisions that are not in words yet."""


def tells_stakes(before: Sequence[Session], after: Sequence[Session]) -> bool:
    """Whether ``news`` depends on the player who reads them: where duels begin, or have been
    played."""
    now, seen = after[0], len(before[0].steps) if before else 0
    return len(after) > 1 or any(step.duel is not None for step in now.steps[seen:])


def news(
    before: Sequence[Session],
    after: Sequence[Session],
    names: Names,
    player: int | None = None,
    in_words: bool = False,
    again: bool = False,
    at_once: Collection[int] = (),
    with_notation: bool = False,
    untold: Collection[int] = (),
    briefly: bool = False,
) -> Iterator[str]:
    """Tells the events from the stack of sessions *before* to the stack *after*, in sentences.

    The decisions of a seat in its turn are told from the beginning of the turn, also if *before*
    stands in the middle of it. *again*: so are all other events of that turn, for readers who see
    the last news only. Of the players *at_once*, who read each decision as soon as they make it,
    only new decisions are told; of the players *untold*, none. Duels that begin, or are over, are
    explained in the words of *player*; *briefly*: they are not. With *in_words*
    decisions are told in words; *with_notation* adds the game's notation behind them, for those
    who type it.
    """
    teller = _Teller(names, player, in_words, again, at_once, with_notation, untold, briefly)
    yield from teller.tell(before, after, ())


class _Teller(NamedTuple):
    """Tells news; its fields as in ``news``."""

    names: Names
    player: int | None
    in_words: bool
    again: bool
    at_once: Collection[int]
    with_notation: bool
    untold: Collection[int]
    briefly: bool

    def tell(
        self, before: Sequence[Session], after: Sequence[Session], at_stake: Sequence[str]
    ) -> Iterator[str]:
        """As ``news``; begins with *at_stake* if the lowest session of *after* is a duel that
        begins."""
        now = after[0]
        items: Items = []
        if before and before[0].game == now.game and before[0].players == now.players:
            seen = len(before[0].steps)
            reached = AgedState(now, before[0].state, before[0].time_ms)
            if self.again and (first := _begin_of_turn(now, seen)) < seen:
                seen, step = first, now.steps[first]
                reached = AgedState(now, step.before, step.at_ms)
        else:
            items += ["", duel_head(now, self.names), *(() if self.briefly else at_stake)]
            before, seen, reached = (), 0, AgedState.start(now)
        if (drawn := draws_at_begin(now.steps[seen:])) > MOST_TOLD:
            sentence = _.many("Luck has drawn once.", "Luck has drawn {count} times.", drawn)
            items.append(sentence.format(count=drawn))
            seen += drawn
            last = now.steps[seen - 1]
            reached = AgedState.after(now, last)
        inside = before[1:]
        for at, step in enumerate(now.steps[seen:], seen):
            items += reached.happenings_until(step.at_ms)
            happened = happenings_of(now, step)
            if step.duel is not None:
                items += self._tell_end(now, at, inside)
                inside = ()
            else:
                player = None if step.seat is None else now.players[step.seat]
                if step.seat is not None and player not in self.untold:
                    first = seen if player in self.at_once else 0
                    first = max(first, _told_until(items, step))
                    items.append(_Decided(step.number, step.seat, first, at))
                elif step.seat is None and not happened:
                    items.append(luck_story(now, step))
                items += happened
            reached = AgedState.after(now, step)
        items += reached.happenings_until(now.time_ms)
        if len(after) > 1:
            items += self.tell(inside, after[1:], self._stakes(now, len(now.steps)))
        yield from self._in_sentences(now, items)

    def _stakes(self, now: Session, at: int) -> Sequence[str]:
        """The stakes of the duel that begins before step *at* of *now*; none of one that is played
        again after a draw: its stakes were told."""
        for step in reversed(now.steps[:at]):
            if step.duel is not None:
                return ()
            if step.seat is not None:
                break
        state = now.steps[at].before if at < len(now.steps) else now.state
        return now.view_of(state, self.player).stakes

    def _tell_end(self, now: Session, at: int, inside: Sequence[Session]) -> Iterator[str]:
        """Tells the end of the duel that step *at* of *now* ends; *inside* are its sessions as the
        reader saw them."""
        step = now.steps[at]
        duel = step.duel
        if isinstance(duel, Session):
            yield from self.tell(inside, (duel,), self._stakes(now, at))
        yield from duel_news(now, step, self.names, self.player)
        yield ""

    def _in_sentences(self, now: Session, items: Items) -> Iterator[str]:
        """Turns *items* into sentences; leaves out an item that a longer one of the same turn
        includes."""
        for item, following in pairwise([*items, ""]):
            if isinstance(item, str):
                yield item
            elif not isinstance(following, _Decided) or following[:2] != item[:2]:
                yield self._tell_decisions(now, item)

    def _tell_decisions(self, session: Session, decided: _Decided) -> str:
        """Tells who decided what in *decided*: in the game's notation or in words, in the order in
        which it was done."""
        name = called_at(session, decided.seat, self.names)
        runs = list(_runs(session, decided))
        text = ", ".join(_text_of(session, run) for run in runs)
        if not self.in_words:
            return f"{name}: {text}"
        steps = [step for run in runs for step in run]
        player = session.players[decided.seat]
        is_own = player == self.player or is_reader(player)
        words = "" if is_own else _done_words(session, steps)
        if words:
            sentence = _("{name} {done}").format(name=name, done=words)
        elif is_reader(player) and (offered := _offered_words(session, steps)):
            words = offered
            sentence = _("You {done}").format(done=offered)
        else:
            words = "; ".join(_words_of(session, step) for step in steps).rstrip(".")
            sentence = f"{name}: {words}"
        if self.with_notation and text not in words:
            return f"{sentence} ({text})."
        return f"{sentence}."


def _told_until(items: Items, step: Step) -> int:
    """The first step of the turn of *step* that *items* do not tell yet: those before an event in
    the middle of it are told before that event. 0 if nothing has interrupted it."""
    earlier = (each for each in items[:-1] if isinstance(each, _Decided))
    same = (
        each.last + 1 for each in earlier if (each.number, each.seat) == (step.number, step.seat)
    )
    return max(same, default=0) if items and isinstance(items[-1], str) else 0


def _begin_of_turn(session: Session, at: int) -> int:
    """The first step of the turn to which step *at* belongs, but none before a duel of it.

    *at* itself if nothing was decided since.
    """
    steps = session.steps
    if at >= len(steps) or steps[at].duel is not None:
        return at
    number = steps[at].number
    while at and steps[at - 1].number == number and steps[at - 1].duel is None:
        at -= 1
    return at


def _done_words(session: Session, steps: Sequence[Step]) -> str:
    """Words for the decisions *steps*, which follow the player's name; ``""``: the game has
    none."""
    return _(", then ").join(filter(None, (done_words(session, step) for step in steps)))


def _offered_words(session: Session, steps: Sequence[Step]) -> str:
    """Words for the decisions *steps*, as they were offered, which follow ``You``; ``""``: not all
    were offered, or not in words."""
    words = [_words_of(session, step) for step in steps]
    if not isinstance(session.game, Narrated):
        return ""
    is_said = all(said != step.text for said, step in zip(words, steps, strict=True))
    return _(", then ").join(words) if is_said else ""


def _runs(session: Session, decided: _Decided) -> Iterator[list[Step]]:
    """The steps of *decided*, in runs that neither another seat nor luck interrupts; what came
    before a duel was told with it."""
    first, steps = decided.last, session.steps
    while first > decided.first and steps[first - 1].number == decided.number:
        if steps[first - 1].duel is not None:
            break
        first -= 1
    run: list[Step] = []
    for step in steps[first : decided.last + 1]:
        if step.seat == decided.seat:
            run.append(step)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _text_of(session: Session, run: Sequence[Step]) -> str:
    """The decisions of *run* in the game's notation, without the text that it puts before them."""
    if not timed(session.game):
        text = text_of_run(session, run)
        if text.startswith(run[0].text):
            return text
    return " ".join(step.text for step in run)


def _words_of(session: Session, step: Step) -> str:
    """The decision *step* as its player was offered it, or its text."""
    try:
        return offered_words(session, step) or step.text
    except Exception:  # a game that cannot show itself is told in its notation
        return step.text

"""A match told in lines of text: turn by turn, in and out of duels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session, Step, UnreadDuel
from gipf_meta.protocol.capabilities import Eventful
from gipf_meta.protocol.game import (
    AnyGame,
    Over,
    Turn,
    reason_of,
    seat_name,
    title_of,
)
from gipf_meta.records.models import Seat
from gipf_meta.render.text import board

Names = Sequence[str]
"""The names of the match's players."""

INDENT = "    "


def result(game: AnyGame, end: Over, names: Names) -> str:
    """One sentence on how a game ended; *names* are those of the players at its seats."""
    scores = f", {':'.join(map(str, end.scores))}" if end.scores else ""
    if not end.winners:
        return _("{title}: a draw ({reason}{scores}).").format(
            title=title_of(game), reason=reason_of(game, end), scores=scores
        )
    winners = _(" and ").join(names[seat] for seat in end.winners)
    return _("{title}: {winners} won ({reason}{scores}).").format(
        title=title_of(game), winners=winners, reason=reason_of(game, end), scores=scores
    )


def seated(session: Session, names: Names) -> list[str]:
    """The names of the players at a session's seats, told apart from the seats' own names."""
    told = []
    for seat, player in enumerate(session.players):
        own, name = seat_name(session.game, seat), names[player]
        told.append(own if own == name else _("{name} as {own}").format(name=name, own=own))
    return told


def names_of(people: Sequence[Seat], match: Match) -> list[str]:
    """The names of the match's players, or of their seats where a record names nobody.

    Whoever is called as his seat is called so in the player's language.
    """
    session = match.sessions[0]
    called = {
        own: seat_name(session.game, seat) for seat, own in enumerate(session.game.seat_names)
    }
    if people:
        return [called.get(seat.name, seat.name) for seat in people]
    names = [""] * (max(session.players) + 1)
    for seat, player in enumerate(session.players):
        names[player] = seat_name(session.game, seat)
    return names


def session_story(session: Session, names: Names, boards: bool = False) -> Iterator[str]:
    """A session turn by turn, with what happened by itself; with *boards*, pictures."""
    here = seated(session, names)
    game, reached = session.game, _Moment.start(session)
    for turn in session.turns():
        after: list[str] = []
        for step in turn:
            yield from _indented(reached.until(step.at_ms))
            reached = _Moment(game, game.apply(step.before, step.move), step.at_ms)
            if step.seat is not None:
                after += _on_move(game, step)
        yield from _turn_story(session, turn, here, names)
        if boards:
            yield from _indented(board(game.view(reached.state, None)).split("\n"))
        yield from _indented(after)
    yield from _indented(reached.until(session.time_ms))
    if isinstance(session.status, Over):
        yield result(session.game, session.status, here)


class _Moment(NamedTuple):
    """How a game stood when it was *ms* old."""

    game: AnyGame
    state: Any
    ms: int

    @classmethod
    def start(cls, session: Session) -> _Moment:
        return cls(session.game, session.game.start(len(session.players)), 0)

    def until(self, ms: int) -> Sequence[str]:
        """What happens by itself before the game is *ms* old."""
        if ms <= self.ms or not isinstance(self.game, Eventful):
            return ()
        return self.game.happenings(self.state, ms=ms - self.ms)


def _on_move(game: AnyGame, step: Step) -> Sequence[str]:
    """What happens by itself when a step is taken."""
    return game.happenings(step.before, step.move) if isinstance(game, Eventful) else ()


def _turn_story(
    session: Session, turn: Sequence[Step], here: Sequence[str], names: Names
) -> Iterator[str]:
    due = session.game.status(turn[0].before)
    who = here[due.seat] if isinstance(due, Turn) else _("Luck")
    head = f"{turn[0].number:>3}. {who}: "
    if all(step.duel is None for step in turn):
        yield head + session.turn_text(turn)
        return
    for step in turn:
        if step.duel is not None:
            title = title_of(session.game)
            yield INDENT + _("=== {title} is suspended in this position ===").format(title=title)
            yield from _indented(board(session.game.view(step.before, None)).split("\n"))
            yield from _indented(_duel_story(step, names))
            goes_on = _("=== {title} goes on where it stopped ({text}) ===")
            yield INDENT + goes_on.format(title=title, text=step.text)
        else:
            by = here[step.seat] if step.seat is not None else _("Luck")
            yield f"{INDENT}{by}: {step.text}"
    yield head + session.turn_text(turn)


def _duel_story(step: Step, names: Names) -> Iterator[str]:
    if isinstance(step.duel, Session):
        yield duel_head(step.duel, names)
        yield from session_story(step.duel, names)
    elif isinstance(step.duel, UnreadDuel):
        game = step.duel.record["game"]
        yield _("A duel in {game}, which is not installed here.").format(game=game)


def head(session: Session, names: Names) -> str:
    """The game and who plays it."""
    return f"{title_of(session.game)}: {', '.join(seated(session, names))}"


def path(sessions: Sequence[Session]) -> str:
    """The games of a match and of the duels inside it, down to the one that is played."""
    return " ▸ ".join(title_of(session.game) for session in sessions)


def duel_head(duel: Session, names: Names) -> str:
    """One sentence that opens a duel."""
    return _("A duel decides. {head}.").format(head=head(duel, names))


def _indented(lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield (INDENT + line).rstrip()


def match_story(match: Match, names: Names, boards: bool = False) -> Iterator[str]:
    """The whole match, with the duel that is being played, if one is."""
    yield from session_story(match.sessions[0], names, boards)
    for session in match.sessions[1:]:
        yield INDENT + _("=== The match is suspended ===")
        yield from _indented([duel_head(session, names), *session_story(session, names)])


def news(before: Sequence[Session], after: Sequence[Session], names: Names) -> Iterator[str]:
    """What happened between two stacks of sessions, decision by decision."""
    now = after[0]
    game, seen, reached = now.game, 0, _Moment.start(now)
    if before and before[0].game == game and before[0].players == now.players:
        seen = len(before[0].steps)
        reached = _Moment(game, before[0].state, before[0].time_ms)
    else:
        yield ""
        yield f"=== {duel_head(now, names)} ==="
        before = ()
    here = seated(now, names)
    inside: Sequence[Session] = before[1:]
    for step in now.steps[seen:]:
        yield from reached.until(step.at_ms)
        if isinstance(step.duel, Session):
            yield from news(inside, (step.duel,), names)
            end = step.duel.status
            assert isinstance(end, Over)
            yield f"=== {result(step.duel.game, end, seated(step.duel, names))} ==="
            goes_on = _("=== {title} goes on where it stopped ({text}). ===")
            yield goes_on.format(title=title_of(game), text=step.text)
            yield ""
            inside = ()
        else:
            happened = _on_move(game, step)
            if step.seat is not None or not happened:
                who = here[step.seat] if step.seat is not None else _("Luck")
                yield f"{who}: {step.text}"
            yield from happened
        reached = _Moment(game, game.apply(step.before, step.move), step.at_ms)
    yield from reached.until(now.time_ms)
    if len(after) > 1:
        yield from news(inside, after[1:], names)

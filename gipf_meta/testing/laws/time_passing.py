"""Laws on time, for games in which it acts, and on events that happen by themselves."""

from __future__ import annotations

from typing import Any

from gipf_meta.protocol.capabilities import Eventful
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.testing.laws.notation import ENDS, is_plain
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import NotAsked, need
from gipf_meta.testing.trial.walks import offers_of

FAR_MS = (1, 60_000, 3_600_000)
"""Milliseconds that pass in a state without a deadline."""


def time_adds_up(case: Case) -> None:
    """``advance`` by 0 ms changes nothing, and two steps have the same effect as one of their
    sum."""
    if not case.is_timed:
        raise NotAsked("time does not act in the game under these options.")
    for _, moment in case.moments(150):
        if not isinstance(moment.now, Turn | Over):
            continue
        state = moment.state
        need(
            case.ask.advance(state, 0) == state,
            "advance(state, 0) is another state.",
            "Let advance add ms to what the state knows of time, and nothing else; what is due at"
            " once, let apply do, or let it leave 1 ms.",
        )
        rng = case.rng("time", moment.index)
        deadline_ms = _deadline(case, state) or 1000
        for first in (
            1,
            max(1, deadline_ms - 1),
            deadline_ms,
            deadline_ms + 1,
            rng.randrange(1, 3 * deadline_ms + 1),
        ):
            second = rng.choice((1, deadline_ms, rng.randrange(1, 5 * deadline_ms + 1)))
            whole = case.ask.advance(state, first + second)
            parts = case.ask.advance(case.ask.advance(state, first), second)
            need(
                whole == parts,
                f"advance by {first} ms and then by {second} ms gives another state than by"
                f" {first + second} ms.",
                "Let advance do what is due at each deadline at its very moment, and carry the rest"
                " of the ms on; in whole numbers.",
            )
        if isinstance(moment.now, Over):
            later = case.ask.status(case.ask.advance(state, 100_000))
            need(
                later == moment.now,
                "Time changes the result of a game that is over.",
                "Let advance return the state as it is once status answers Over.",
            )


def _deadline(case: Case, state: Any) -> int | None:
    """The deadline in milliseconds, if it is sound."""
    deadline_ms = case.ask.deadline(state)
    return deadline_ms if type(deadline_ms) is int and deadline_ms > 0 else None


def deadlines_are_exact(case: Case) -> None:
    """Nothing happens by itself before the deadline; at the deadline, status, the legal moves or
    happenings show a change."""
    if not case.is_timed:
        raise NotAsked("time does not act in the game under these options.")
    for walk, moment in case.moments(200):
        if isinstance(moment.now, Over):
            need(
                (late := case.ask.deadline(moment.state)) is None,
                f"deadline answers {late!r} although the game is over.",
                "Let deadline answer None once status answers Over.",
            )
        if not isinstance(moment.now, Turn):
            continue
        deadline_ms = case.ask.deadline(moment.state)
        need(
            deadline_ms is None or (type(deadline_ms) is int and deadline_ms > 0),
            f"deadline answers {deadline_ms!r}.",
            "Let deadline answer a whole number of ms above 0, or None; what is due now, advance"
            " or apply has done already, and apply leaves 1 ms at least.",
        )
        quiet = (
            FAR_MS
            if deadline_ms is None
            else sorted({1, deadline_ms // 4, deadline_ms // 2, deadline_ms - 1} - {0, deadline_ms})
        )
        for ms in quiet:
            need(
                not _change(case, walk.seats, moment, ms),
                f"deadline answers {deadline_ms}, but after {ms} ms"
                f" {_change(case, walk.seats, moment, ms)}.",
                "Let deadline name the first moment at which advance changes something.",
            )
        if deadline_ms is not None:
            need(
                _change(case, walk.seats, moment, deadline_ms),
                f"deadline answers {deadline_ms}, but after {deadline_ms} ms nothing has happened.",
                "Let deadline name the moment at which advance changes something, exactly; what"
                " neither status nor legal_moves shows, happenings must tell.",
            )


def _change(case: Case, seats: int, moment: Any, ms: int) -> str:
    """The change that comes by itself in *ms* milliseconds, in words; empty if there is none."""
    later = case.ask.advance(moment.state, ms)
    now = case.ask.status(later)
    if now != moment.now:
        return "status answers otherwise"
    if not isinstance(now, Over) and offers_of(case.ask, later, seats) != moment.offers:
        return "legal_moves offers something else"
    if isinstance(case.game, Eventful) and case.ask.happenings(moment.state, ms=ms):
        return "happenings tells of something"
    return ""


@asked_of(Eventful, why_not="the game has no happenings.")
def happenings_are_told(case: Case) -> None:
    """``happenings`` tells the effects of a move or of time in sentences; nothing happens in 0 ms,
    and two steps tell the same as one."""
    for _, moment in case.moments(200):
        moves = [move for moves in moment.offers for move in moves[:5]]
        moves += [moment.move] if moment.has_move else []
        for move in moves:
            _check_sentences(case.ask.happenings(moment.state, move))
        none = case.ask.happenings(moment.state, ms=0)
        _check_sentences(none)
        need(
            not none,
            f"happenings tells {none!r:.80} although no move is played and no time passes.",
            "Let happenings return () where nothing happens by itself.",
        )
        if not case.is_timed or not isinstance(moment.now, Turn):
            continue
        if exact := _deadline(case, moment.state):
            _check_change_told(case, moment, exact)
        deadline_ms = exact or 1000
        for first, second in (
            (deadline_ms, deadline_ms),
            (max(1, deadline_ms - 1), 2),
            (1, 3 * deadline_ms),
        ):
            whole = [*case.ask.happenings(moment.state, ms=first + second)]
            _check_sentences(whole)
            later = case.ask.advance(moment.state, first)
            parts = [*case.ask.happenings(moment.state, ms=first)]
            parts += case.ask.happenings(later, ms=second)
            need(
                whole == parts,
                f"happenings of {first + second} ms tells {len(whole)} things, of {first} and then"
                f" {second} ms {len(parts)}.",
                "Let happenings tell everything that happens in those ms, each thing once.",
            )


def _check_change_told(case: Case, moment: Any, deadline_ms: int) -> None:
    then = case.ask.status(case.ask.advance(moment.state, deadline_ms))
    need(
        then == moment.now or case.ask.happenings(moment.state, ms=deadline_ms),
        f"At the deadline, in {deadline_ms} ms, {_what_changes(then)}, and happenings"
        " tells nothing.",
        "Let happenings tell what happens by itself when the ms pass.",
    )


def _what_changes(then: Any) -> str:
    if isinstance(then, Turn):
        return f"seat {then.seat} is on turn {then.number}"
    return "the game is over" if isinstance(then, Over) else "luck or a duel is due"


def _check_sentences(answer: Any) -> None:
    need(
        not isinstance(answer, str)
        and isinstance(answer, tuple | list)
        and all(is_plain(text) and text[-1] in ENDS for text in answer),
        f"happenings answers {answer!r:.100}.",
        "Let happenings return a tuple or list of sentences, each with a full stop.",
    )

"""The law that a position is complete: a match from it goes on like the match it comes from."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import Chance, Duel, MoveError, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.testing.laws.position_texts import NO_POSITIONS
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import Broken, need
from gipf_meta.testing.trial.walks import Walk, WalkState

READ: Final = 60
"""The number of decisions whose position is written and read."""
PLAYED_ON: Final = 4
"""The number of positions from which a game is played on to its end."""
_ADVICE: Final = (
    "Let to_text write, and from_text read, all that decides what is legal and how the game ends,"
    " also in the middle of a turn; name in positions_forget what it leaves out, with the options"
    " under which that does not matter."
)


@asked_of(Positions, why_not=NO_POSITIONS)
def matches_go_on_from_positions(case: Case) -> None:
    """The position at every decision, written and read, has the same seat on turn and the same
    legal decisions; played on with the same choices and the same luck, it comes to the same
    end."""
    for what, options in case.game.positions_forget.items():
        unknown = sorted({*options} - {*case.game.model_dump(mode="json")})
        need(
            isinstance(what, str) and not unknown,
            f"positions_forget names the options {', '.join(unknown)}, which the game has not.",
            "Let positions_forget name options of the game, each with the value under which what"
            " is forgotten does not matter.",
        )
    there = _without_the_past(case)
    if there is not case:
        case.there = there
    read = 0
    for walk, moment in there.moments(READ):
        if isinstance(moment.now, Turn):
            state = _read(there, moment)
            read += 1
            _compare(there, walk, moment, moment, state)
            if read % max(1, READ // PLAYED_ON) == 0:
                _play_on(there, walk, moment, state)
    case.there = None


def _without_the_past(case: Case) -> Case:
    """The case with options under which the facts that positions forget do not matter."""
    given = case.game.model_dump(mode="json")
    switched = dict(given)
    for options in case.game.positions_forget.values():
        switched |= options
    if switched == given:
        return case
    game = configure(type(case.game), switched)
    return Case(game, case.games, case.seed, case.most_decisions, case.ask.ms, None)


def _read(case: Case, moment: WalkState) -> Any:
    """The state read from the position text of *moment*. Raises ``Broken`` if it is refused."""
    text = case.ask.to_text(moment.state)
    try:
        return case.ask.from_text(text)
    except MoveError as error:
        raise Broken(f"to_text writes {text!r:.200}, which is refused: {error}", _ADVICE) from None


def _compare(case: Case, walk: Walk, begun: WalkState, moment: WalkState, state: Any) -> None:
    """Raises ``Broken`` unless *state*, played on from the position of *begun*, is like that of
    *moment*."""
    where = f"In a match from the position {case.ask.to_text(begun.state)!r:.300}"
    if moment.index > begun.index:
        after = ", ".join(each.event for each in walk.moments[begun.index : moment.index][-6:])
        where += f", after {after},"
    here, there = moment.now, case.ask.status(state)
    standings = [_status_text(case, moment.state, here), _status_text(case, state, there)]
    need(
        standings[0] == standings[1], f"{where} it is {standings[1]}, not {standings[0]}.", _ADVICE
    )
    for seat, moves in enumerate(moment.offers):
        theirs = tuple(case.ask.legal_moves(state, seat))
        if theirs == moves:
            continue
        texts = {case.ask.format(moment.state, move) for move in moves}
        others = {case.ask.format(state, move) for move in theirs}
        odd = sorted(texts ^ others)
        need(
            not odd,
            f"{where} seat {seat} {'may not' if odd and odd[0] in texts else 'may'} play"
            f" {(odd or [''])[0]!r}.",
            _ADVICE,
        )


def _status_text(case: Case, state: Any, now: object) -> str:
    """The status *now* of *state* in words that are the same for the same status."""
    if isinstance(now, Turn):
        return f"the turn of seat {now.seat}"
    if isinstance(now, Chance):
        return f"luck with {sorted((case.ask.format(state, m), n) for m, n in now.outcomes)}"
    if isinstance(now, Over):
        return f"over ({now})"
    return repr(now)


def _play_on(case: Case, walk: Walk, begun: WalkState, state: Any) -> None:
    """Plays *state* on as *walk* goes on from *begun*. Raises ``Broken`` where the two differ."""
    for moment, following in pairwise(walk.moments[begun.index :]):
        if not moment.has_move:
            state = case.ask.advance(state, moment.ms)
        else:
            move = _same_move(case, moment, state)
            state = case.ask.apply(state, move)
        _compare(case, walk, begun, following, state)


def _same_move(case: Case, moment: WalkState, state: Any) -> Any:
    """The move of *state* that reads as that of *moment*, which ``_compare`` has found."""
    if isinstance(moment.now, Turn):
        moves = case.ask.legal_moves(state, moment.seat)
    elif isinstance(moment.now, Chance):
        moves = [move for move, _ in case.ask.status(state).outcomes]
    else:
        assert isinstance(moment.now, Duel)
        for winner in (*moment.now.seats, None):
            move = case.ask.settle(state, winner, moment.now.game)
            if case.ask.format(state, move) == moment.text:
                return move
        return moment.move
    if moment.move in moves:
        return moment.move
    return next(move for move in moves if case.ask.format(state, move) == moment.text)

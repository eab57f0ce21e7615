"""Laws on what the host prints of a match, turn by turn: it can be replayed, and typed again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gipf_meta.match.match import Match
from gipf_meta.match.playthrough import PlaythroughError, playthrough
from gipf_meta.match.session import Step
from gipf_meta.match.typed_turns import read_decisions
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import Game, MoveError
from gipf_meta.testing.laws.matches import last_matches, so_far
from gipf_meta.testing.laws.notation import play_moves
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, NotAsked, need
from gipf_meta.testing.trial.guarded import guard

_ADVICE = (
    "Let play_line read every turn that format_turn writes of a match, with the luck and the ends"
    " of duels inside, and also where luck alone has decided."
)
_TYPED = "Let parse or parse_turn read what format_turn writes of a turn, and refuse the rest."


def written_matches_are_played_through(case: Case) -> None:
    """The turns that are printed of a match, luck and the ends of duels inside, are replayed line
    by line to where the match stands; so are the texts that the replay prints of them."""
    if case.is_timed and type(case.game).play_line is Game.play_line:
        raise NotAsked("time acts, and the game has no play_line that reads moments.")
    for match in last_matches(case):
        turns = _printed_turns(case, match)
        if not turns:
            continue
        last = turns[-1][-1]
        end = case.ask.apply(last.before, last.move)
        lines = [match.sessions[0].turn_text(turn) for turn in turns]
        for _ in ("as printed", "as replayed"):
            lines = _replayed(case, match, lines, end)


def _replayed(case: Case, match: Match, lines: Sequence[str], end: Any) -> list[str]:
    """The texts that a replay of *lines* prints. Raises ``Broken`` unless it comes to *end*."""
    seats = len(match.sessions[0].players)
    try:
        with guard("playthrough", _ADVICE, 20 * case.ask.ms, (PlaythroughError,)):
            _start, *told, _result = playthrough(case.game, seats, lines)
    except PlaythroughError as error:
        raise Broken(f"Of the turns that are printed{so_far(match)}: {error}", _ADVICE) from None
    need(told, f"The turns that are printed{so_far(match)} play nothing.", _ADVICE)
    position = case.ask.to_text(end) if isinstance(case.game, Positions) else None
    need(
        told[-1]["position"] == position,
        f"The turns that are printed{so_far(match)}, when they are replayed, come to another"
        " position.",
        _ADVICE,
    )
    return [item["text"] for item in told]


def whole_turns_can_be_typed(case: Case) -> None:
    """A turn that one player has decided alone is read whole as it is printed, in one line."""
    if case.is_timed:
        raise NotAsked("where time acts, each decision is typed in its moment.")
    for match in last_matches(case):
        for turn in _printed_turns(case, match):
            seat = turn[0].seat
            if seat is None or any(step.seat != seat for step in turn):
                continue
            begin, text = turn[0].before, match.sessions[0].turn_text(turn)
            try:
                moves = read_decisions(case.game, begin, seat, True, text)
            except MoveError as error:
                raise Broken(
                    f"The turn {text!r}, typed in one line, is refused: {error}", _TYPED
                ) from None
            read = play_moves(case, begin, moves)
            played = play_moves(case, begin, [step.move for step in turn])
            need(
                _is_same(case, read, played),
                f"The turn {text!r}, typed in one line, leads to another state.",
                _TYPED,
            )


def _printed_turns(case: Case, match: Match) -> Sequence[Sequence[Step]]:
    """The finished turns of *match* before the first in which somebody decided out of turn: that
    is not in the text of a turn, but where time acts."""
    session = match.sessions[0]
    turns = session.turns()
    if match.result is None:
        turns = turns[:-1]
    return list(turns if case.is_timed else _told_whole(case, turns))


def _told_whole(case: Case, turns: Sequence[Sequence[Step]]) -> Iterator[Sequence[Step]]:
    for turn in turns:
        own = [step for step in turn if step.seat is not None]
        if any(step.move not in case.ask.turn_moves(step.before, step.seat) for step in own):
            return
        yield turn


def _is_same(case: Case, read: Any, played: Any) -> bool:
    """Whether two states are the same, as far as the text of a turn tells them apart."""
    if case.game.one_text_per_path:
        return bool(read == played)
    same = case.ask.status(read) == case.ask.status(played)
    if same and isinstance(case.game, Positions):
        return bool(case.ask.to_text(read) == case.ask.to_text(played))
    return bool(same)

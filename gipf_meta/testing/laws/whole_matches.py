"""Laws on the matches that the host plays: they are saved, taken back and given up.

Duels are played at random in the game ``elsewhere``, whatever game the duel names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from gipf_meta.duels.elsewhere import Elsewhere
from gipf_meta.match.match import CannotUndo, DuelUnavailable, Match
from gipf_meta.match.playthrough import PlaythroughError, playthrough
from gipf_meta.match.session import Step
from gipf_meta.match.typed_turns import read_decisions
from gipf_meta.protocol.capabilities import Positions, timed
from gipf_meta.protocol.game import AnyGame, Game, IllegalMove, MoveError, Over, Turn
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.writer import to_record
from gipf_meta.testing.laws.notation import play_moves
from gipf_meta.testing.laws.state_questions import snapshot
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, NotAsked, guard, need
from gipf_meta.testing.trial.walks import Walk

MOST: Final = 400
"""The most decisions of a match."""
GAMES: Final = 2
"""Matches for each count of seats."""
HOST: Final = "See what the game answers there: the host relies on every law above this one."


class MatchHost:
    """Plays matches of one game as the host does."""

    def __init__(self, case: Case, walk: Walk) -> None:
        self.case, self.walk = case, walk
        self.rng = case.rng("match", walk.seats, walk.number)

    def find(self, name: str) -> type[AnyGame]:
        """The game of the case, or ``elsewhere``, by id. Raises ``LookupError``."""
        for game in (type(self.case.game), Elsewhere):
            if game.id == name:
                return game
        raise LookupError(f"The kit has no game {name!r}.")

    def matches(self) -> Iterator[Match]:
        """A match at its beginning and after each decision, to its end."""
        match: Match | None = self._begin()
        made = 0
        while match is not None:
            self._forget_place(match)
            yield match
            if match.result is not None or made >= MOST:
                return
            match = self._play_on(match)
            made += 1

    def _forget_place(self, match: Match) -> None:
        """Clears the case's place: findings on a match name the match's own decisions."""
        self.case.here = None

    def _begin(self) -> Match | None:
        try:
            return Match.begin(self.case.game, self.walk.seats, self.find, self.walk.number)
        except DuelUnavailable as error:
            return self._with_other_duel(error)

    def _with_other_duel(self, error: DuelUnavailable) -> Match | None:
        try:
            return error.match.with_duel(Elsewhere.id)
        except DuelUnavailable:
            return None

    def _play_on(self, match: Match) -> Match | None:
        """The match after one more decision or some time; ``None`` if a duel cannot begin."""
        try:
            with guard(
                f"playing on{so_far(match)}",
                HOST,
                4 * self.case.ask.ms,
                (DuelUnavailable,),
            ):
                return _decide(match, self.rng)
        except DuelUnavailable as error:
            return self._with_other_duel(error)
        except MoveError as error:
            raise Broken(f"The host cannot play on{so_far(match)}: {error}", HOST) from None


def _decide(match: Match, rng: Random) -> Match:
    top = match.top
    if clock := timed(top.game):
        deadline_ms = clock.deadline(top.state)
        if deadline_ms is not None and rng.random() < 0.5:
            return match.advance(
                rng.choice(
                    (1, deadline_ms // 2 + 1, deadline_ms - 1 or 1, deadline_ms, 2 * deadline_ms)
                )
            )
    now = top.status
    assert isinstance(now, Turn)
    seats = range(len(top.players))
    moves = [(now.seat, move) for move in top.game.turn_moves(top.state, now.seat)]
    if not moves or rng.random() < 0.2:
        moves = [(seat, move) for seat in seats for move in top.game.legal_moves(top.state, seat)]
    if not moves:
        return match.advance(clock.deadline(top.state) or 1 if clock else 1)
    seat, move = rng.choice(moves)
    if rng.random() < 0.5:
        return match.play(top.game.format(top.state, move), top.players[seat])
    return match.play_move(seat, move)


def so_far(match: Match) -> str:
    """The decisions of a match, as the end of a phrase."""
    steps = match.sessions[0].steps
    if not steps:
        return " at the start of a match"
    last = ", ".join(step.text for step in steps[-12:])
    return f" after {len(steps)} decisions of a match ({last})"


def finished_walks(case: Case) -> list[Walk]:
    """The first random games that came to an end. Raises ``NotAsked`` if there are none."""
    walks = [walk for walk in case.first_walks(GAMES) if walk.stopped is None]
    if not walks:
        raise NotAsked("no random game came to its end.")
    return walks


def last_matches(case: Case) -> Iterator[Match]:
    """A match for each count of seats, played to the end if possible."""
    walks = {walk.seats: walk for walk in finished_walks(case)}
    for walk in walks.values():
        *_, last = MatchHost(case, walk).matches()
        yield last


def _stops(case: Case, name: str, count: int) -> Iterator[tuple[MatchHost, Match]]:
    """Matches at the beginning, at the end and at *count* other moments, and some in duels."""
    for walk in finished_walks(case):
        host = MatchHost(case, walk)
        seen = list(host.matches())
        rng = case.rng(name, walk.seats, walk.number)
        stops = {0, len(seen) - 1, *rng.sample(range(len(seen)), min(count, len(seen)))}
        stops |= {n for n, match in enumerate(seen) if len(match.sessions) > 1 and n % 7 == 0}
        for stop in sorted(stops)[: 3 * count]:
            yield host, seen[stop]
    case.here = None


def matches_are_saved_and_read_again(case: Case) -> None:
    """A match that is saved anywhere, also in a duel or inside a turn, is the same when it is read
    again."""
    for host, match in _stops(case, "saved", 6):
        where = so_far(match)
        with guard(f"saving{where}", HOST, 4 * case.ask.ms):
            record = to_record(match)
            text = dumps(record)
        try:
            lets = (RecordError, DuelUnavailable)
            with guard(f"replaying{where}", HOST, 20 * case.ask.ms, lets):
                again = replay(loads(text), host.find)
        except RecordError as error:
            raise Broken(
                f"A match that is saved{where} cannot be read again: {error}",
                "Let parse read what format writes, let format_turn write the same again, and let"
                " format tell outcomes of luck and duels apart.",
            ) from None
        except DuelUnavailable:
            continue
        for now, then in zip(match.sessions, again.sessions, strict=False):
            need(
                now.state == then.state and now.status == then.status,
                f"A match that is saved{where} and read again stands otherwise.",
                "Let the decisions decide the state alone: apply and advance may use nothing else,"
                " and states must compare by value.",
            )
        need(
            to_record(again) == record,
            f"A match that is saved{where}, read and saved again makes another record.",
            "Let format and format_turn depend on the state and the moves alone.",
        )


def matches_are_taken_back(case: Case) -> None:
    """Taking back leads through the same states decision by decision, and a decision that is played
    again leads to the same state."""
    for walk in finished_walks(case):
        host = MatchHost(case, walk)
        met: dict[tuple[int, ...], tuple[object, Any]] = {}
        last: Match | None = None
        for match in host.matches():
            key = tuple(len(session.steps) for session in match.sessions)
            met.setdefault(key, (snapshot(match.top.state), match.top.state))
            if not case.is_timed:
                met[key] = (snapshot(match.top.state), match.top.state)
            last = match
            if len(met) % 40 == 0:
                _take_back(case, match, met)
        if last is not None:
            _take_back(case, last, met)


def _take_back(case: Case, match: Match, met: dict[tuple[int, ...], tuple[object, Any]]) -> None:
    advice = (
        "Let apply and advance leave old states alone; a state that is kept is how a decision is"
        " taken back."
    )
    while True:
        last = match.top.steps[-1:]
        try:
            with guard(f"taking back{so_far(match)}", advice, case.ask.ms, (CannotUndo,)):
                before = match.undo()
        except CannotUndo:
            return
        key = tuple(len(session.steps) for session in before.sessions)
        if key in met and not case.is_timed:
            need(
                snapshot(before.top.state) == met[key][0],
                f"The state{so_far(before)} is not what it was when it was met first.",
                advice,
            )
        (step,) = last
        if step.seat is not None:
            again = case.ask.apply(before.top.state, step.move)
            state = match.top.state
            need(
                again == state or case.is_timed,
                f"The decision {step.text!r}{so_far(before)}, taken back and played again, leads to"
                " another state.",
                "Let apply depend on the state and the move alone.",
            )
        match = before


def matches_can_be_given_up(case: Case) -> None:
    """Resigning and agreeing on a draw end a match anywhere; the other side wins, or nobody, and
    the record says so."""
    for host, match in _stops(case, "given up", 2):
        where = so_far(match)
        if match.result is not None or len(match.sessions) > 1:
            continue
        seats = range(host.walk.seats)
        ends: list[tuple[str, Callable[[], Match], tuple[int, ...]]]
        ends = [("a draw is agreed", match.agree_draw, ())]
        for player in seats:
            allies = case.ask.allies(match.top.state, player)
            others = tuple(other for other in seats if other not in allies)
            ends.append((f"seat {player} resigns", partial(match.resign, player), others))
        for what, end, winners in ends:
            with guard(f"the host, when {what}{where},", HOST, 4 * case.ask.ms):
                over = end()
                record = loads(dumps(to_record(over)))
            need(
                isinstance(over.result, Over) and over.result.winners == winners,
                f"When {what}{where} the result is {over.result}.",
                "Let allies name those who win and lose with a seat, itself included.",
            )
            try:
                again = replay(record, host.find)
            except RecordError as error:
                raise Broken(
                    f"A match in which {what}{where} cannot be read again: {error}", HOST
                ) from None
            except DuelUnavailable:
                continue
            need(
                again.result == over.result,
                f"A match in which {what}{where} ends otherwise when it is read again.",
                HOST,
            )
            try:
                over.play("nonsense")
            except IllegalMove:
                continue
            raise Broken(f"The match goes on after {what}{where}.", HOST)


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
            _start, *items, _result = playthrough(case.game, seats, lines)
    except PlaythroughError as error:
        raise Broken(f"Of the turns that are printed{so_far(match)}: {error}", _ADVICE) from None
    need(items, f"The turns that are printed{so_far(match)} play nothing.", _ADVICE)
    position = case.ask.to_text(end) if isinstance(case.game, Positions) else None
    need(
        items[-1]["position"] == position,
        f"The turns that are printed{so_far(match)}, when they are replayed, come to another"
        " position.",
        _ADVICE,
    )
    return [item["text"] for item in items]


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
    """The finished turns of *match*; where no time acts, only those before the first decision out
    of turn, which the text of a turn does not contain."""
    session = match.sessions[0]
    turns = session.turns()
    if match.result is None:
        turns = turns[:-1]
    return list(turns if case.is_timed else _turns_in_order(case, turns))


def _turns_in_order(case: Case, turns: Sequence[Sequence[Step]]) -> Iterator[Sequence[Step]]:
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

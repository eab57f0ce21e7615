"""From a ``WrittenGame``, read from a text, to a record, through the gate of legality.

All turns before the first fault are in the record; the fault is a sentence that names its turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import clean_name
from gipf_meta.base.normal_forms import normalize
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _
from gipf_meta.match.match import DuelUnavailable, GameFinder, Match
from gipf_meta.match.session import LONGEST_MS, MOST_LIVE_DECISIONS, Session
from gipf_meta.protocol.failures import GameFailed, reason
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    IllegalMove,
    MoveError,
    Over,
    Turn,
    reason_of,
    seat_name,
)
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.readers import WrittenGame, WrittenTurn
from gipf_meta.records.models import (
    LONGEST_NAME,
    LONGEST_SIGNS,
    LONGEST_TEXT,
    MOST_ABOUT,
    PlayedTurn,
    Record,
    RecordError,
    Seat,
    with_variations,
)
from gipf_meta.records.notes import Notes
from gipf_meta.records.writer import to_record, turn_records

MOST_WRITTEN: Final = MOST_LIVE_DECISIONS // 2
"""The most decisions of a line, and of all variations: so every such record can be read."""
MOST_FORCED: Final = 1_000
"""The most decisions in a row that a text may leave out."""
SAID: Final = N_("as the record says")
"""The reason of a result that a text gives without a reason."""


@dataclass(frozen=True, slots=True)
class RetoldGame:
    """The *record* of a written game, legal to its last turn.

    *cut* is a sentence on the turn at which the text is cut short, and why; ``""``: it is not.
    *kind* is that fault without its place, to count it by. *doubt* is a sentence on a result of the
    text that contradicts the rules, or ``""``. *notices* are sentences on parts of the text that
    the record does not hold.
    """

    record: Record
    cut: str = ""
    kind: str = ""
    doubt: str = ""
    notices: tuple[str, ...] = ()


def retell(written: WrittenGame, finder: GameFinder) -> RetoldGame:
    """The record of a *written* game, as far as it is legal.

    Raises ``RecordError`` where nothing of it can be played: its game is not installed, or it has
    no such options, seats or position.
    """
    begun = _begin(written, finder)
    with suppress(IllegalMove):  # the first turn says why
        begun = begun.draw_known()
    fold = _Fold(begun, written.leaves_out_forced)
    fault, at = fold.play(written.turns)
    cut, kind = "", ""
    if fault is not None:
        cut, kind = _cut(at, len(fold.match.sessions[0].turns()) + 1, fault), kind_of(fault)
    elif written.fault:
        cut, kind = one_line(written.fault), kind_of(written.fault)
    match, doubt = fold.match, ""
    if not cut:
        match, doubt = _ended(fold, written)
    notices = [*fold.tell_variations()]
    record = to_record(match, _people(written, begun.top.game, notices))
    notes = Notes(_about(written.about, notices), _text(written.comment), fold.notes)
    notices.extend(_cut_comments(written))
    return RetoldGame(notes.beside(record), cut, kind, doubt, tuple(notices))


def _begin(written: WrittenGame, finder: GameFinder) -> Match:
    """The match before the first turn of *written*. Raises ``RecordError``."""
    seats = len(written.names)
    try:
        with Gate(written.game, LookupError):
            kind = finder(written.game)
        with Gate(kind):
            game: AnyGame = configure(kind, written.options)
            session = Session.begin(game, tuple(range(seats)), written.position)
    except GameFailed as error:
        raise RecordError(
            _("The game cannot be played: {why}").format(why=reason(error))
        ) from error
    except (LookupError, GipfMetaError) as error:
        why = error.args[0] if error.args else written.game
        raise RecordError(_("The game cannot be played: {why}").format(why=why)) from None
    return Match((session,), finder, known_luck=tuple(written.luck))


class _Fold:
    """Folds written turns into a *match*, and collects their comments, signs and variations."""

    def __init__(self, match: Match, leaves_out_forced: bool) -> None:
        self.match, self.leaves_out_forced = match, leaves_out_forced
        self.begun = match
        self.notes: dict[int, PlayedTurn] = {}
        """Turns with comments, signs and variations alone, by their numbers."""
        self.variations: list[tuple[int, Match, Sequence[WrittenTurn]]] = []
        """The number of a turn, the match before it, and a variation that begins instead of it."""

    def play(self, turns: Sequence[WrittenTurn]) -> tuple[Exception | None, WrittenTurn | None]:
        """Plays *turns* up to the first fault; returns it with its turn."""
        for turn in turns:
            before = self.match
            try:
                with Gate(before.top.game):
                    after = self._play(turn)
                    self.match = _resolved(after) if after.known_luck else after
            except GipfMetaError as error:  # a wrong move, or a failure of the game
                return error, turn
            if turn.comment or turn.signs or turn.variations:
                self._note(turn, before)
        return None, None

    def _play(self, turn: WrittenTurn) -> Match:
        """The match after *turn*. Raises ``MoveError``."""
        match = self.match
        if len(match.sessions[0].steps) >= MOST_WRITTEN:
            raise IllegalMove(
                _("no game that is read has more than {most} decisions.").format(most=MOST_WRITTEN)
            )
        if turn.ms is not None:
            match = match.advance(min(turn.ms, LONGEST_MS - 1) - match.top.time_ms)
        for _left_out in range(MOST_FORCED):
            try:
                return _play_written(match, turn)
            except MoveError:
                forced = _only_decision(match) if self.leaves_out_forced else None
                if forced is None:
                    raise
                match = match.play_move(*forced)
        raise IllegalMove(_("too many decisions are left out before it."))

    def play_forced(self) -> None:
        """Plays decisions without an alternative, if the text leaves those out."""
        for _left_out in range(MOST_FORCED if self.leaves_out_forced else 0):
            forced = _only_decision(self.match)
            if forced is None:
                return
            self.match = self.match.play_move(*forced)

    def _note(self, turn: WrittenTurn, before: Match) -> None:
        """Adds the comment, signs and variations of *turn*, which was played after *before*."""
        session = self.match.sessions[0]
        if not session.last_turn or len(self.match.sessions) > 1:
            return
        number = session.last_turn[0].number
        known = self.notes.get(number, _NO_NOTES)
        self.notes[number] = known.model_copy(
            update={
                "comment": _text("\n".join(filter(None, (known.comment, turn.comment)))),
                "signs": (known.signs + "".join(turn.signs.split()))[:LONGEST_SIGNS],
            }
        )
        self.variations.extend((number, before, each) for each in turn.variations)

    def tell_variations(self) -> Iterator[str]:
        """Adds the variations of this line and those inside them to its notes, as far as they are
        legal; yields a sentence on each that is cut short."""
        folds: list[tuple[_Fold, _Fold, int]] = []
        outer, room = [self], MOST_WRITTEN
        for fold in outer:  # which grows meanwhile
            for number, before, turns in fold.variations:
                inner = _Fold(before, self.leaves_out_forced)
                fault, at = inner.play(turns[:room])
                if fault is not None and at is not None:
                    yield _("A variation is cut short. {why}").format(why=_cut(at, 0, fault))
                elif len(turns) > room:
                    yield _("A variation is cut short. It has too many turns.")
                room = max(0, room - len(turns))
                folds.append((inner, fold, number))
                outer.append(inner)
        for inner, fold, number in reversed(folds):  # inner variations come first
            if line := inner._told():
                known = fold.notes[number]
                fold.notes[number] = with_variations(known, (line, *known.variations))

    def _told(self) -> tuple[PlayedTurn, ...]:
        """The turns of this variation, with their comments, signs and variations."""
        base, session = self.begun.sessions[0], self.match.sessions[0]
        if len(self.match.sessions) > 1 or len(session.steps) == len(base.steps):
            return ()
        own = replace(session, steps=session.steps[len(base.steps) :])
        return tuple(Notes(turns=self.notes).beside_turns(turn_records(own, own.turns())))


_NO_NOTES: Final = PlayedTurn.model_construct(
    number=0, text="", decisions=(), comment="", signs="", variations=()
)


def _play_written(match: Match, turn: WrittenTurn) -> Match:
    """The match after *turn*, which may hold draws of luck. Raises ``MoveError``."""
    top = match.top
    now = top.status
    if isinstance(now, Turn) and turn.seat in (None, now.seat):
        try:
            moves = top.game.parse_turn(top.state, turn.text)
        except MoveError:
            return match.decide(turn.text)  # one decision of a turn, or the sentence why not
        return _play_moves(match, moves)
    if isinstance(now, Chance):
        if not match.known_luck:  # the turn itself may tell it
            with suppress(MoveError):
                return _play_moves(match, top.game.parse_turn(top.state, turn.text))
        return _play_written(_resolved(match), turn)
    if isinstance(now, Duel):
        raise IllegalMove(_("the duel that is due there is not told."))
    player = None if turn.seat is None else _player(match, turn.seat)
    return match.decide(turn.text, player)


def _player(match: Match, seat: int) -> int:
    """The player at *seat* of the game on top. Raises ``IllegalMove`` if there is none."""
    players = match.top.players
    if seat not in range(len(players)):
        raise IllegalMove(_("there is no seat {seat}.").format(seat=seat))
    return players[seat]


def _play_moves(match: Match, moves: Sequence[Any]) -> Match:
    """The match after the *moves* of a turn, which are legal."""
    session, draws = match.top, match.draws
    for move in moves:
        now = session.status
        if isinstance(now, Duel):
            raise IllegalMove(_("a duel is won by playing it, not by writing who won."))
        draws += isinstance(now, Chance)
        session = session.play(now.seat if isinstance(now, Turn) else None, move)
    return Match(
        (*match.sessions[:-1], session),
        match.finder,
        match.seed,
        draws,
        match.control,
        match.known_luck,
        match.thinking,
    )


def _resolved(match: Match) -> Match:
    """The match after luck drew. Raises ``IllegalMove`` where a duel follows."""
    try:
        return match.resolve()
    except DuelUnavailable as error:
        raise IllegalMove(str(error)) from None


def _only_decision(match: Match) -> tuple[int, Any] | None:
    """The seat that decides and its decision, if it has a single one."""
    top = match.top
    now = top.status
    if not isinstance(now, Turn):
        return None
    moves = top.turn_moves(now.seat)
    return (now.seat, moves[0]) if len(moves) == 1 else None


def _ended(fold: _Fold, written: WrittenGame) -> tuple[Match, str]:
    """The match with the result of the text, and a sentence where the rules contradict it."""
    said = written.result
    if written.ms is not None and written.ms > fold.match.top.time_ms:
        fold.match = fold.match.advance(min(written.ms, LONGEST_MS - 1) - fold.match.top.time_ms)
    if said is None:
        return fold.match, ""
    try:
        fold.play_forced()
    except (MoveError, DuelUnavailable):
        return fold.match, ""
    match = fold.match
    winners = tuple(sorted(set(said.winners)))
    top, now = match.sessions[0], match.sessions[0].status
    if not set(winners) <= set(range(len(top.players))) or len(match.sessions) > 1:
        return match, _("The text names a winner who did not play.")
    if not isinstance(now, Over):
        end = Over(winners, one_line(said.reason) or (SAID if winners else "draw"))
        return replace(match, sessions=(replace(top, ended=end, views=top.views),)), ""
    if tuple(sorted(now.winners)) == winners:
        return match, ""
    return match, _("The text names {said} as the winner; by the rules it is {found}.").format(
        said=_named(top.game, winners), found=_named(top.game, now.winners)
    ) + f" ({reason_of(top.game, now)})"


def _named(game: AnyGame, winners: Sequence[int]) -> str:
    return _(" and ").join(seat_name(game, seat) for seat in winners) or _("nobody")


# ---- words -------------------------------------------------------------------------------------


def _cut(turn: WrittenTurn | None, number: int, fault: Exception) -> str:
    """The sentence on the *fault* of *turn*, which would have been turn *number*."""
    assert turn is not None
    words = one_line(turn.text, 60)
    if not number and turn.place:
        place = _("In {place} ({text}): {why}")
    elif not number:
        place = _("The turn {text}: {why}")
    elif not turn.place:
        place = _("Turn {number} ({text}): {why}")
    else:
        place = _("Turn {number} ({text}), {place}: {why}")
    return place.format(number=number, text=words, place=turn.place, why=reason(fault))


_PLACE: Final = re.compile(r"(?<!\w)'[^']*'(?!\w)|\"[^\"]*\"|\b\w{0,4}[0-9]\w*(?:[-,:]\w+)*")
_WHAT_WAS_POSSIBLE: Final = re.compile(r"[;(]|\s[Pp]ossible\b")


def kind_of(fault: Exception | str) -> str:
    """A *fault* without the words that differ from game to game: places, texts, possible moves."""
    said = fault if isinstance(fault, str) else reason(fault)
    why = _WHAT_WAS_POSSIBLE.split(said, maxsplit=1)[0]
    return one_line(_PLACE.sub("…", why), 100).rstrip(" .:'")


def _people(written: WrittenGame, game: AnyGame, notices: list[str]) -> tuple[Seat, ...]:
    """The players at the seats. A player without a name, or with one that no player can have, has
    the name of his seat; a changed name is added to the *notices*."""
    people = []
    for seat, name in enumerate(written.names):
        people.append(Seat(name=clean_name(name) or game.seat_names[seat]))
        if _bare(name) != _bare(people[-1].name) and name.strip():
            words = _("The name {name!r} cannot be kept as it is written: it is {called} here.")
            notices.append(words.format(name=one_line(name, 60), called=people[-1].name))
    return tuple(people)


def _bare(name: str) -> str:
    """*name* composed and without blanks, to compare it with its cleaned form."""
    return "".join(normalize("NFC", name).split())


def _about(said: Mapping[str, str], notices: list[str]) -> dict[str, str]:
    """The facts about the game in the text, within bounds; *notices* get those beyond them."""
    about = {one_line(name)[:LONGEST_NAME]: _text(words) for name, words in said.items()}
    known = [(name, words) for name, words in about.items() if name and words]
    if beyond := known[MOST_ABOUT:]:
        words = _("More is told about the match than a record holds; left out: {names}.")
        notices.append(
            words.format(names=one_line(", ".join(name for name, _words in beyond), 200))
        )
    long = [name for name, words in said.items() if len(words.strip()) > LONGEST_TEXT]
    notices.extend(_too_long(one_line(name, 60)) for name in long)
    return dict(known[:MOST_ABOUT])


def _cut_comments(written: WrittenGame) -> Iterator[str]:
    """Sentences on comments that are longer than a record holds."""
    if len(written.comment.strip()) > LONGEST_TEXT:
        yield _too_long(_("the comment on the match"))
    for number, turn in enumerate(written.turns, 1):
        if len(turn.comment.strip()) > LONGEST_TEXT:
            yield _too_long(_("the comment on turn {number}").format(number=number))


def _too_long(what: str) -> str:
    words = _("A text is longer than a record holds, and is kept up to letter {most}: {what}.")
    return words.format(most=LONGEST_TEXT, what=what)


def _text(words: str) -> str:
    """*words* as a record may hold them."""
    return words.encode("utf-8", "replace").decode().strip()[:LONGEST_TEXT]

"""Laws on positions as text, for games that write them."""

from __future__ import annotations

from typing import Any, Final

from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import (
    BadNotation,
    Chance,
    Duel,
    MoveError,
    Over,
    Turn,
)
from gipf_meta.testing.laws import choices, drawn_views, judging, legal_turns
from gipf_meta.testing.laws.illegal_texts import GARBAGE, WIDE
from gipf_meta.testing.laws.notation import ENDS, is_plain
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import Broken, need
from gipf_meta.testing.trial.walks import (
    Endless,
    Walk,
    WalkState,
    continue_walk,
    is_sound,
)

NO_POSITIONS: Final = "the game has no to_text and from_text."
LONGEST: Final = 2000
"""The most letters of a position."""
ON: Final = 10
"""Decisions that are played on from a position."""
EACH: Final = 4
"""Positions that are played on from the mutations of one position."""


def _read(case: Case, text: str) -> Any:
    try:
        return case.ask.from_text(text)
    except MoveError as error:
        raise Broken(
            f"to_text writes {text!r:.100}, which from_text refuses: {error}",
            "Let from_text read everything that to_text writes, also in the middle of a turn and"
            " at the end; if positions cannot be read, leave out both methods.",
        ) from None


@asked_of(Positions, why_not=NO_POSITIONS)
def positions_read_as_they_are_written(case: Case) -> None:
    """A position is one line of text; it stays the same when it is read and written again."""
    for _, moment in case.moments(300):
        text = case.ask.to_text(moment.state)
        need(
            isinstance(text, str)
            and is_plain(text.strip(), LONGEST),  # its first field may be empty
            f"to_text writes {text!r:.100}.",
            "Let to_text return one line of printable letters.",
        )
        if isinstance(moment.now, Duel):
            continue  # what a duel is about is no part of a position
        again = case.ask.to_text(_read(case, text))
        need(
            again == text,
            f"to_text writes {text!r:.100}; read by from_text and written again it is"
            f" {again!r:.100}.",
            "Let to_text and from_text be an inverse pair: write all that from_text sets, and"
            " nothing of the past.",
        )
        for ended in (Over((), "draw"), Over((0,), "resign")):
            line = case.ask.to_text(moment.state, ended)
            need(
                isinstance(line, str) and is_plain(line.strip(), LONGEST),
                f"to_text of a match that was ended outside the rules is {line!r:.100}.",
                "Let to_text(state, ended) return one line, too.",
            )


@asked_of(Positions, why_not=NO_POSITIONS)
def positions_keep_who_acts(case: Case) -> None:
    """A position that is written at the beginning of a turn and read has the same seat on turn and
    the same turn moves but for one, and a finished one is finished; only the past may be
    forgotten."""
    advice = (
        "Let to_text write, and from_text read, whose turn it is and all that decides what is"
        " legal. Only the past may be forgotten."
    )
    for walk, moment in case.moments(300):
        now = moment.now
        if not (isinstance(now, Over) or (isinstance(now, Turn) and walk.begins_turn(moment))):
            continue
        read = _read(case, case.ask.to_text(moment.state))
        then = case.ask.status(read)
        need(
            is_sound(then, walk.seats),
            f"The position read from {case.ask.to_text(moment.state)!r:.100} has the status"
            f" {then!r}.",
            advice,
        )
        if isinstance(now, Turn):
            need(
                isinstance(then, Turn) and then.seat == now.seat,
                f"Seat {now.seat} is on turn, but in the position read from"
                f" {case.ask.to_text(moment.state)!r:.100} it is {_who(then)}.",
                advice,
            )
            here, there = (
                {case.ask.format(state, move) for move in case.ask.turn_moves(state, now.seat)}
                for state in (moment.state, read)
            )
            odd = min(here ^ there, default="")
            when = ("before", "after") if odd in here else ("after", "before")
            need(
                len(here ^ there) <= 1 and there,  # one move may hang on the past: to take back
                f"{odd!r} is a legal move {when[0]} the position is written as"
                f" {case.ask.to_text(moment.state)!r:.100} and read, but not {when[1]}.",
                advice,
            )
            _check_first_moves(case, moment, read, advice)
        elif isinstance(now, Over):
            need(
                isinstance(then, Over) or _is_ended_by_past(case, walk, moment),
                "The game is over, but in the position read from"
                f" {case.ask.to_text(moment.state)!r:.100} it is {_who(then)}.",
                advice,
            )


def _is_ended_by_past(case: Case, walk: Walk, moment: WalkState) -> bool:
    """Whether the same position stood before and the game went on: then a repetition ended it."""
    text = case.ask.to_text(moment.state)
    earlier = (each for each in walk.moments if each.index < moment.index)
    return any(isinstance(e.now, Turn) and case.ask.to_text(e.state) == text for e in earlier)


def _check_first_moves(case: Case, moment: WalkState, read: Any, advice: str) -> None:
    """Raises ``Broken`` if a first decision leads to another position from the state *read* than
    from the state of *moment*, unless the past ends the game."""
    legal = case.ask.legal_moves(read, moment.now.seat)
    for move in [move for move in moment.offers[moment.now.seat] if move in legal][:4]:
        here, there = (case.ask.apply(state, move) for state in (moment.state, read))
        if any(isinstance(case.ask.status(state), Over) for state in (here, there)):
            continue
        lines = [case.ask.to_text(state) for state in (here, there)]
        need(
            lines[0] == lines[1],
            f"After {case.ask.format(moment.state, move)!r} the position is {lines[0]!r:.100}; from"
            f" the position that was written and read before, it is {lines[1]!r:.100}.",
            advice,
        )


def _who(now: object) -> str:
    if isinstance(now, Turn):
        return f"seat {now.seat}"
    if isinstance(now, Over):
        return "over"
    return {Chance: "luck", Duel: "a duel"}.get(type(now), "nobody")


@asked_of(Positions, why_not=NO_POSITIONS)
def positions_refuse_garbage(case: Case) -> None:
    """``from_text`` reads a sound position or raises ``BadNotation`` in a sentence."""
    for _, moment in case.moments(10):
        for text in (*GARBAGE, *_mutate(case, moment)):
            try:
                state = case.ask.from_text(text)
            except MoveError as error:
                need(
                    isinstance(error, BadNotation),
                    f"from_text refuses {text!r:.80} with {type(error).__name__}.",
                    "Let from_text raise BadNotation.",
                )
                sentence = str(error)
                longest = 400 if text != WIDE else 400 + 2 * len(WIDE)
                need(
                    " " in sentence and sentence[-1] in ENDS and sentence.isprintable(),
                    f"from_text refuses {text!r:.80} with the words {sentence!r:.160}.",
                    "Let from_text refuse it in one sentence that ends with a full stop.",
                )
                need(
                    len(sentence) <= longest + 2 * len(text),
                    f"from_text refuses {text!r:.80} with {len(sentence)} letters.",
                    "Let from_text refuse a text in one short sentence.",
                )
                continue
            _check_position(case, text, state)


@asked_of(Positions, why_not=NO_POSITIONS)
def positions_can_be_played_on(case: Case) -> None:
    """A position that was read can be played and shown like any other state, and the author's
    invariant holds in it."""
    rng = case.rng("positions")
    walks: list[Walk] = []
    for walk, moment in case.moments(30):
        texts = [case.ask.to_text(moment.state)] if isinstance(moment.now, Turn) else []
        if len(case.game.seat_counts) == 1:  # else it could be one for other seats
            strange = _mutate(case, moment)
            texts += rng.sample(strange, len(strange))
        read = 0
        for text in texts:
            try:
                state = case.ask.from_text(text)
            except MoveError:
                continue
            number = len(walks)
            walks.append(continue_walk(case.ask, walk.seats, state, rng, ON, number, position=text))
            read += 1
            if read >= EACH:
                break
    advice = (
        "Let from_text make sound states alone, and raise BadNotation for a text that tells of"
        " none."
    )
    case.there = there = case.with_walks(tuple(walks))
    try:
        for walk in walks:
            if walk.stopped and not isinstance(walk.stopped, Endless):
                there.here = (walk, max(0, len(walk.moments) - 1))
                raise walk.stopped
        for law in (
            legal_turns.legal_moves_are_for_those_who_act,
            choices.views_offer_the_legal_moves,
            choices.choices_are_told_apart,
            drawn_views.pictures_hold_together,
            judging.the_invariant_holds,
        ):
            law(there)
    except Broken as broken:
        raise Broken(broken.what, f"{advice} Or else: {broken.advice}") from None
    case.there = None


def _mutate(case: Case, moment: WalkState) -> list[str]:
    """Texts that look like the position of *moment* but for a letter or two."""
    text = str(case.ask.to_text(moment.state))
    rng = case.rng("position", moment.index)
    out = [text[:-1], text[1:], text * 2, text.upper(), text.lower(), text[::-1], f"{text} x"]
    for _ in range(25):
        at = rng.randrange(len(text))
        kind = rng.randrange(3)
        middle = "" if kind == 0 else rng.choice(text + "abz019-/:,;. ()٣")
        out.append(text[:at] + middle + text[at + (kind != 2) :])
    return out


def _check_position(case: Case, text: str, state: Any) -> None:
    """Raises ``Broken`` unless *state*, which was read from *text*, is a sound position."""
    advice = "Let from_text raise BadNotation for a text that tells no sound position."
    line = case.ask.to_text(state)
    try:
        again = case.ask.to_text(case.ask.from_text(line))
    except MoveError as error:
        raise Broken(
            f"from_text reads {text!r:.80}, to_text writes it as {line!r:.80}, and that is"
            f" refused: {error}",
            advice,
        ) from None
    need(
        again == line,
        f"from_text reads {text!r:.80}; written by to_text it is {line!r:.80}, and read and"
        f" written again {again!r:.80}.",
        advice,
    )
    now = case.ask.status(state)
    if isinstance(now, Turn):
        case.ask.legal_moves(state, now.seat)
    case.ask.view(state, None)

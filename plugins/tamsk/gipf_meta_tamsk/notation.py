"""Notation (docs/reference/tamsk.md §8) and the one gate of legality.

An item is a decision with its player, ``R:a1-b2``; in real time its game time stands before it,
``@15200 B:F``. Beside the tokens of §8 the words ``flip``, ``claim``, ``ring`` and ``pass`` are
read, which need no space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta import (
    N_,
    BadNotation,
    IllegalMove,
    called,
    is_you,
    list_some,
    see_rule,
)
from gipf_meta_tamsk.board import NAMES, NEIGHBOURS, SPACE
from gipf_meta_tamsk.positions import SEATS
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import (
    CLAIM,
    ENTER,
    FLIP,
    GLASSES,
    LATE_PLACE,
    LIFT,
    MOVE,
    NONE,
    PASS,
    PLACE,
    PUT_BACK,
    RESIGN,
    RING,
    WAIT,
    Move,
    State,
    owner,
)
from gipf_meta_tamsk.texts import _

PLAYERS: Final = (N_("Red"), N_("Black"))
LONGEST_MS: Final = 15

_ITEM: Final = re.compile(
    r"(?:@(?P<ms>\d+)(?!\d)\s*)?(?:(?P<seat>[RBrb])\s*:\s*)?(?P<token>[^\s{}]+)\s*", re.ASCII
)
_SKIPPED: Final = re.compile(r"(?:\s++|\{[^{}]*+\})*+")
_NUMBER: Final = re.compile(r"\s*\d+\s*\.+(?!\d)", re.ASCII)
_SPACE: Final = r"([a-g][1-7])"
_MOVE: Final = re.compile(rf"{_SPACE}-{_SPACE}(/?)")
_ENTER: Final = re.compile(rf"@@{_SPACE}(/?)")
_PLACE: Final = re.compile(rf">{_SPACE}(/?)")
_AT: Final = re.compile(rf"([*+^]){_SPACE}")
_WAIT: Final = re.compile(r"[Ww]([1-9]\d{0,5})", re.ASCII)
#: words for those who type, with what they stand for (the space of a ring is known)
_WORDS: Final = {"flip": "F", "f": "F", "pass": "--", "claim": "claim", "ring": "ring"}
#: tokens that belong to nobody: time passed, a pause, its end
MARKS: Final = ("T", "P", "C")


class Item(NamedTuple):
    """One item as it was written: its time in ms and its seat, where the text says them."""

    ms: int | None
    seat: int | None
    token: str

    @property
    def text(self) -> str:
        """The item without its time."""
        return self.token if self.seat is None else f"{SEATS[self.seat]}:{self.token}"


def player_name(seat: int) -> str:
    """The name by which the reader knows a player: that of his seat where nobody reads."""
    return called(seat, _(PLAYERS[seat]))


def told_of(seat: int, yours: str, theirs: str, **values: object) -> str:
    """A sentence on the player at *seat*: *yours* if he reads it, else *theirs*, with his name as
    ``{player}``. Either is filled with *values*."""
    return (yours if is_you(seat) else theirs).format(player=player_name(seat), **values)


# ---- writing -----------------------------------------------------------------------------------


def decision_text(move: Move) -> str:
    """A decision in canonical notation, without its time: ``R:a1-b2/``."""
    return f"{SEATS[move.seat]}:{own_text(move)}"


def own_text(move: Move) -> str:
    """A decision as its player may type it, without his letter: ``a1-b2/``."""
    dry = "" if move.ring else "/"
    if move.kind == MOVE:
        return f"{NAMES[move.at]}-{NAMES[move.to]}{dry}"
    if move.kind == ENTER:
        return f"@@{NAMES[move.to]}{dry}"
    if move.kind in (PLACE, LATE_PLACE):
        return f">{NAMES[move.to]}{dry}"
    if move.kind == LIFT:
        return f"^{NAMES[move.at]}"
    if move.kind in (RING, CLAIM):
        return f"{'+' if move.kind == RING else '*'}{NAMES[move.to]}"
    if move.kind == WAIT:
        return f"W{move.beats}"
    return {PASS: "--", PUT_BACK: "<", FLIP: "F", RESIGN: "resign"}[move.kind]


def with_time(rules: Rules, t: int, text: str) -> str:
    """An item with its game time *t* in ms, where a clock runs."""
    return f"@{t} {text}" if rules.real_time else text


# ---- reading -----------------------------------------------------------------------------------


def read_items(text: str) -> Iterator[Item]:
    """The items of a line; its number and its comments are skipped. Raises ``BadNotation``."""
    number = _NUMBER.match(text)
    at = _SKIPPED.match(text, number.end() if number else 0).end()  # type: ignore[union-attr]
    while at < len(text):
        found = _ITEM.match(text, at)
        if not found and text[at] == "@":
            raise BadNotation(
                _(
                    "{text!r}: after a time in whole milliseconds stands a decision, or T where"
                    " only time passes."
                ).format(text=text[at:].strip())
            )
        if not found:
            raise BadNotation(
                _("{text!r} is not understood; a comment is {{…}}.").format(text=text[at:].strip())
            )
        ms, seat, token = found["ms"], found["seat"], found["token"]
        if ms is not None and len(ms) > LONGEST_MS:
            raise BadNotation(_("@{ms} is more milliseconds than any game lasts.").format(ms=ms))
        yield Item(
            None if ms is None else int(ms),
            None if seat is None else SEATS.index(seat.upper()),
            token,
        )
        at = _SKIPPED.match(text, found.end()).end()  # type: ignore[union-attr]


def read_decision(rules: Rules, state: State, seat: int, text: str) -> Move:
    """The one legal decision of *seat* that *text* says.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    items = list(read_items(text))
    if len(items) != 1:
        raise BadNotation(
            _("{text!r} is not one decision, such as a1-b2 or F.").format(text=text.strip())
        )
    item = items[0]
    if item.ms is not None:
        raise BadNotation(
            _("{text!r}: the time of a decision is not written here.").format(text=text.strip())
        )
    if item.token in MARKS:
        raise BadNotation(
            _("{token} is no decision: time passes by itself.").format(token=item.token)
        )
    if item.token == "resign":
        raise IllegalMove(
            _("{text}: a player gives up the match itself; that is no move.").format(text=item.text)
        )
    # both players may be able to say the same words, such as a place of each of them
    if item.seat is None and (own := _legal_or_none(rules, state, item._replace(seat=seat))):
        return own
    move = legal_decision(rules, state, item)
    if move.seat == seat:
        return move
    told = _("{token} is for {due} now, not for {other}.")
    if is_you(seat):
        told = _("{token} is for {due} now, not for you.")
    elif is_you(move.seat):
        told = _("{token} is for you now, not for {other}.")
    raise IllegalMove(
        told.format(token=item.token, due=player_name(move.seat), other=player_name(seat))
    )


def read_turn(rules: Rules, state: State, text: str) -> tuple[Move, ...]:
    """The decisions of a whole turn, or of the rest of it, all at the same time.

    Reads ``R:resign``, too: older records hold such turns. Raises ``BadNotation`` or
    ``IllegalMove`` with the reason.
    """
    moves: list[Move] = []
    number = state.number
    for item in read_items(text):
        if state.number != number or state.ending:
            raise IllegalMove(
                _("{text!r} goes on after its turn is over.").format(text=text.strip())
            )
        if item.ms is not None or item.token in MARKS:
            raise BadNotation(
                _("{text!r}: a turn is written without times.").format(text=text.strip())
            )
        moves.append(legal_decision(rules, state, item))
        state = rules.apply(state, moves[-1])
    if state.number == number and not state.ending:
        raise IllegalMove(
            _("{text!r} is not the whole turn: a glass must be moved too.").format(
                text=text.strip()
            )
        )
    return tuple(moves)


def legal_decision(rules: Rules, state: State, item: Item) -> Move:
    """The legal decision that an item says; without a player, that of the only one who could.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    if item.seat is not None:
        return _legal_decision_of(rules, state, item, item.seat)
    meant = _player_of_token(rules, state, item.token)
    if meant is not None:
        return _legal_decision_of(rules, state, item, meant)
    able = [
        move for seat in (0, 1) if (move := _legal_or_none(rules, state, item._replace(seat=seat)))
    ]
    if len(able) == 1:
        return able[0]
    if able:
        words = _(" or ").join(f"{letter}:{item.token}" for letter in SEATS)
        raise BadNotation(
            _("{token!r} could be either player's; write {words}.").format(
                token=item.token, words=words
            )
        )
    return _legal_decision_of(rules, state, item, rules.mover(state))


def _player_of_token(rules: Rules, state: State, token: str) -> int | None:
    """The player of an item without a colour; ``None`` if that is not clear at once."""
    token = _WORDS.get(token.lower(), token)
    if token == "F":
        return 1 - state.to_move
    if (token[:1] in "*+" or token in ("claim", "ring")) and state.open_space != NONE:
        return state.open_owner if token[0] in "+r" else 1 - state.open_owner
    if token[:1] == ">" or token in ("<", "resign"):
        return None
    if _WAIT.fullmatch(token):
        return state.to_move
    return rules.mover(state)


def _legal_or_none(rules: Rules, state: State, item: Item) -> Move | None:
    """The legal decision that *item* says, or ``None``."""
    try:
        return _legal_decision_of(rules, state, item, item.seat or 0)
    except (BadNotation, IllegalMove):
        return None


def _legal_decision_of(rules: Rules, state: State, item: Item, seat: int) -> Move:
    """The legal decision of *seat* that *item* says. Raises ``BadNotation``, ``IllegalMove``."""
    move = _read_token(state, item.token, seat)
    if state.ending:
        raise IllegalMove(_("{text}: the game is over.").format(text=item.text))
    if move.kind == RESIGN:
        return move
    if move.kind == WAIT:
        if not rules.can_wait:
            raise IllegalMove(_("W is only for the metronome, where waiting for beats is allowed."))
        if seat != state.to_move:
            raise _not_on_turn(state, seat)
        return move
    turn = rules.turn_moves(state, seat)
    if move in turn or move in rules.beside_moves(state, seat):
        return move
    raise IllegalMove(f"{item.text}: {_why_not(rules, state, move)}{_list_possible(turn)}")


def _read_token(state: State, token: str, seat: int) -> Move:
    """The decision of *seat* that *token* says, legal or not. Raises ``BadNotation``."""
    word = _WORDS.get(token.lower(), token)
    if found := _MOVE.fullmatch(word):
        return Move(MOVE, seat, _read_space(found[1]), _read_space(found[2]), not found[3])
    if found := _ENTER.fullmatch(word):
        return Move(ENTER, seat, NONE, _read_space(found[1]), not found[2])
    if found := _PLACE.fullmatch(word):
        mine = state.lifted != NONE and owner(state.lifted) == seat
        return Move(PLACE if mine else LATE_PLACE, seat, NONE, _read_space(found[1]), not found[2])
    if found := _AT.fullmatch(word):
        if found[1] == "^":
            return Move(LIFT, seat, _read_space(found[2]))
        return Move(RING if found[1] == "+" else CLAIM, seat, to=_read_space(found[2]))
    if found := _WAIT.fullmatch(word):
        return Move(WAIT, seat, beats=int(found[1]))
    if word in ("claim", "ring"):
        return Move(RING if word == "ring" else CLAIM, seat, to=state.open_space)
    plain = {"F": FLIP, "--": PASS, "<": PUT_BACK, "resign": RESIGN}
    if word not in plain:
        raise BadNotation(
            _(
                "{token!r} is no decision of TAMSK: write a1-b2 (a1-b2/ without a ring), flip,"
                " claim, ring or pass; step by step ^a1, then >b2 or <; @@d4 at a placement start."
            ).format(token=token)
        )
    return Move(plain[word], seat)


def _read_space(name: str) -> int:
    """The number of a space. Raises ``BadNotation``."""
    if name not in SPACE:
        raise BadNotation(_("{name} is no space of the board.").format(name=name))
    return SPACE[name]


# ---- reasons -----------------------------------------------------------------------------------


def _list_possible(turn: Sequence[Move]) -> str:
    """Some decisions of *turn*, as the end of a sentence."""
    dropping = [move for move in turn if move.ring or move.kind == PASS]
    some = dropping if any(move.ring for move in turn) else turn
    texts = list_some(some, decision_text)
    more = "" if texts.endswith("…") else ", …" if len(some) < len(turn) else "."
    return _(" Possible: {texts}{more}").format(texts=texts, more=more) if texts else ""


def _not_on_turn(state: State, seat: int) -> IllegalMove:
    told = _("{other} is not on turn: {due} is.")
    if is_you(seat):
        told = _("You are not on turn: {due} is.")
    elif is_you(state.to_move):
        told = _("{other} is not on turn: you are.")
    return IllegalMove(told.format(other=player_name(seat), due=player_name(state.to_move)))


def _why_not(rules: Rules, state: State, move: Move) -> str:
    """Why an illegal *move* cannot be made, as the end of a sentence."""
    seat = move.seat
    if move.kind == FLIP:
        return _why_no_flip(rules, state, seat)
    if move.kind in (RING, CLAIM):
        return _why_no_ring(rules, state, move)
    if move.kind in (LIFT, PUT_BACK, LATE_PLACE, PLACE) and not rules.two_phase:
        return _(
            "lifting and placing are two steps only where a glass may be lifted first, in real"
            " time."
        )
    if move.kind == LATE_PLACE and (state.late == NONE or owner(state.late) != seat):
        return told_of(seat, _("no glass is in your hand."), _("no glass is in {player}'s hand."))
    ahead = rules.at_next_move(state)
    if move.kind != LATE_PLACE and seat != ahead.to_move:
        return told_of(seat, _("you are not on turn."), _("{player} is not on turn."))
    if move.kind == PASS:
        if rules.voluntary_pass == "forbidden":
            return _("a player who can move must move.")
        return _("first put the lifted glass down, or back (<).")
    if move.kind == PUT_BACK:
        return _("no glass is lifted.")
    return _why_not_there(rules, ahead, move)


def _why_no_flip(rules: Rules, state: State, seat: int) -> str:
    if rules.level != 3 or rules.beat_ms:
        return _("the 15-second glass belongs to level 3 in real time.")
    if state.timer_at != NONE:
        return _("the 15-second glass still runs, {timer_at} ms.").format(
            timer_at=state.timer_at - state.t
        )
    return told_of(
        seat,
        _("it is your own turn; only {other} may turn the 15-second glass."),
        _("it is {player}'s own turn; only the opponent may turn the 15-second glass."),
        other=player_name(1 - seat),
    )


def _why_no_ring(rules: Rules, state: State, move: Move) -> str:
    seat, late = move.seat, move.kind == RING
    if not (rules.late_ring if late else rules.claim):
        return _("the options of this game do not allow that.")
    if state.open_space == NONE:
        return _("no ring has been forgotten in the last move, or it lies there already.")
    if move.to != state.open_space:
        return _("the ring was forgotten on {space}.").format(space=NAMES[state.open_space])
    if (seat == state.open_owner) != late:
        return told_of(
            state.open_owner,
            _("you forgot that ring yourself."),
            _("that ring was forgotten by {player}."),
        )
    return told_of(seat, _("you have no ring left."), _("{player} has no ring left."))


def _why_not_there(rules: Rules, state: State, move: Move) -> str:
    """Why *move* cannot move, place or lift a glass, as the end of a sentence."""
    seat = move.seat
    waiting = any(state.spaces[glass] == NONE for glass in GLASSES[seat])
    if waiting != (move.kind == ENTER):
        return (
            _("first all three glasses are placed.") if waiting else _("all glasses stand already.")
        )
    if state.lifted != NONE and move.kind in (MOVE, LIFT):
        return _("the glass of {space} is in the hand: place it (>) first.").format(
            space=NAMES[state.spaces[state.lifted]]
        )
    glass = _glass_of(state, move)
    if glass != NONE or move.kind == ENTER:
        wrong = _why_not_glass(rules, state, glass) if glass != NONE else ""
        return wrong or _why_not_space(rules, state, move, glass)
    return told_of(
        seat,
        _("no glass of yours stands on {space}."),
        _("no glass of {player} stands on {space}."),
        space=NAMES[move.at],
    )


def _glass_of(state: State, move: Move) -> int:
    """The glass that *move* moves, places or lifts; ``NONE`` if there is none."""
    if move.kind == PLACE:
        return state.lifted
    if move.kind == LATE_PLACE:
        return state.late
    if move.kind == ENTER or move.at not in state.spaces:
        return NONE
    glass = state.spaces.index(move.at)
    return glass if owner(glass) == move.seat else NONE


def _why_not_glass(rules: Rules, state: State, glass: int) -> str:
    if state.dead >> glass & 1:
        return _("the glass on {space} has run out and stays there.").format(
            space=NAMES[state.spaces[glass]]
        )
    movable = rules.movable_glasses(state, owner(glass))
    if glass not in movable:
        able = {other for other, _ in rules.glass_steps(state, owner(glass))}
        idle = _(" or ").join(NAMES[state.spaces[other]] for other in movable if other in able)
        return see_rule(
            _("first a glass that has never run must be moved: {idle}.").format(idle=idle),
            _("The sand runs"),
        )
    return ""


def _why_not_space(rules: Rules, state: State, move: Move, glass: int) -> str:
    if move.kind == LIFT:
        return _("that glass has nowhere to go.")
    to = move.to
    if glass != NONE and not NEIGHBOURS[state.spaces[glass]] >> to & 1:
        return _("{to} is not next to {at}.").format(to=NAMES[to], at=NAMES[state.spaces[glass]])
    if to in state.spaces:
        return _("{space} is occupied.").format(space=NAMES[to])
    if state.full >> to & 1 and rules.reject_full:
        return _("{space} is full.").format(space=NAMES[to])
    if not move.ring:
        return told_of(
            move.seat,
            _("you have no ring left and so have finished (zero_rings=stop)."),
            _("{player} has no ring left and so has finished (zero_rings=stop)."),
        )
    return told_of(
        move.seat,
        _("you have no ring left; write / at the end."),
        _("{player} has no ring left; write / at the end."),
    )

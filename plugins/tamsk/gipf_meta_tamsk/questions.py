"""The question of a TAMSK position: what the mover is asked, and what may be done beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gipf_meta import N_, hand_of_reader, has_you, is_brief, is_you
from gipf_meta_tamsk.board import NAMES
from gipf_meta_tamsk.notation import own_text, player_name, told_of
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import (
    CLAIM,
    ENTER,
    FLIP,
    GLASSES,
    LATE_PLACE,
    MOVE,
    NONE,
    PLACE,
    RING,
    Move,
    State,
)
from gipf_meta_tamsk.texts import _

LONGEST_QUESTION: Final = 155
"""The letters for which a terminal of 80 columns has room in the two rows of the question."""
YOUR_TURN: Final = 15
"""The letters that the host may put before the question to a reader who plays."""

# what is asked of the reader, by his hand: he points, chooses by keys, or types notation
_ENTER_ONE: Final = {
    **dict.fromkeys(("", "keys"), N_("Place a glass on any vacant space.")),
    "mouse": N_("Place a glass on a green dot."),
    "typed": N_("Place a glass on any vacant space, such as {move}."),
}
_PUT_DOWN: Final = {
    **dict.fromkeys(
        ("", "mouse", "keys"),
        N_("Put the glass of {at} down on a space next to it, or put it back."),
    ),
    "typed": N_("Put the glass of {at} down next to it, such as {move}, or back (<)."),
}
_START_ONE: Final = {
    **dict.fromkeys(("", "mouse", "keys"), N_("Move a glass that has never run: {some}.")),
    "typed": N_("Move a glass that has never run: {some}; such as {move}."),
}
_MOVE_ONE: Final = {
    "": N_("Move a glass to a vacant space next to it that is not full."),
    "mouse": N_(
        "Choose a glass circled in green, then a vacant space next to it that is not full."
    ),
    "keys": N_("Choose a glass, then a vacant space next to it that is not full."),
    "typed": N_("Move a glass to a vacant space next to it that is not full, such as {move}."),
}


def question(rules: Rules, state: State, seat: int | None, moves: Sequence[Move]) -> str:
    """The question to the player on turn, for *seat* (``None``: for both), and what *moves* let
    anybody do beside the turn. The game goes on."""
    mover = rules.mover(state)
    kinds = {move.kind: move for move in moves}
    beside = list(_beside_the_turn(kinds))
    parts = []
    if seat in (None, mover):
        parts.append(_of_mover(rules, state, mover, moves))
        drops = any(move.ring and move.kind in (MOVE, ENTER, PLACE) for move in moves)
        why = _("A ring drops around it: who has fewer rings left wins.")
        room = LONGEST_QUESTION - has_you() * YOUR_TURN
        if drops and not is_brief() and len(" ".join([*parts, why, *beside])) <= room:
            parts.append(why)
    else:
        parts.append(told_of(mover, _("It is your turn."), _("It is {player}'s turn.")))
    parts += beside
    if late := kinds.get(LATE_PLACE):
        yours = _("You may still put down the glass in the hand (>), or back (<).")
        if sees_choices():
            yours = _("You may still put down the glass in the hand, or back.")
        theirs = _("{player} may still put down the glass in the hand (>), or back (<).")
        parts.append(told_of(late.seat, yours, theirs))
    return " ".join(parts)


def sees_choices() -> bool:
    """Whether the reader sees what can be chosen, or knows how it is typed."""
    return hand_of_reader() in ("mouse", "keys") or is_brief()


def _beside_the_turn(kinds: Mapping[int, Move]) -> Iterator[str]:
    """A sentence for each player on what he may do beside the turn; *kinds* are the decisions."""
    deeds: dict[int, list[str]] = {}
    for kind, words, typed in (
        (CLAIM, _("claim a ring"), _("claim a ring (claim)")),
        (RING, _("drop a ring"), _("drop a ring (ring)")),
        (FLIP, _("turn the glass"), _("turn the glass (flip)")),
    ):
        if move := kinds.get(kind):
            deeds.setdefault(move.seat, []).append(words if sees_choices() else typed)
    for seat, said in deeds.items():
        words = _(" or ").join(said)
        yield told_of(seat, _("You may {deeds}."), _("{player} may {deeds}."), deeds=words)


def _of_mover(rules: Rules, state: State, seat: int, moves: Sequence[Move]) -> str:
    """The question to the mover at *seat*, who has *moves*: by name, unless he is the reader."""
    if is_you(seat):
        return _of_you(rules, state, seat, moves)
    who = player_name(seat)
    if any(state.spaces[glass] == NONE for glass in GLASSES[seat]):
        return _("{who}, place a glass on any vacant space.").format(who=who)
    if state.lifted != NONE:
        at = NAMES[state.spaces[state.lifted]]
        told = _("{who}, put the glass of {at} down next to it (>), or back (<).")
        if sees_choices():
            told = _("{who}, put the glass of {at} down next to it, or back.")
        return told.format(who=who, at=at)
    if some := _never_run(rules, state, seat):
        return _("{who}, move a glass that has never run: {some}.").format(who=who, some=some)
    return _("{who}, move a glass to a vacant space next to it that is not full.").format(who=who)


def _of_you(rules: Rules, state: State, seat: int, moves: Sequence[Move]) -> str:
    hand, such_as = hand_of_reader(), _example(state, seat, moves)
    if any(state.spaces[glass] == NONE for glass in GLASSES[seat]):
        return _(_ENTER_ONE[hand]).format(move=such_as)
    if state.lifted != NONE:
        at = NAMES[state.spaces[state.lifted]]
        return _(_PUT_DOWN[hand]).format(at=at, move=such_as)
    if some := _never_run(rules, state, seat):
        return _(_START_ONE[hand]).format(some=some, move=such_as)
    if is_brief():
        return _("Move a glass.")
    return _(_MOVE_ONE[hand]).format(move=such_as)


def _never_run(rules: Rules, state: State, seat: int) -> str:
    """The spaces of the glasses that have never run, if *seat* must move one of these; else
    nothing."""
    movable = rules.movable_glasses(rules.at_next_move(state), seat)
    living = [glass for glass in GLASSES[seat] if not state.dead >> glass & 1]
    if len(movable) == len(living):
        return ""
    return _(" or ").join(NAMES[state.spaces[glass]] for glass in movable)


def _example(state: State, seat: int, moves: Sequence[Move]) -> str:
    """One of *moves* as *seat* may type it; rather one that does not lose the game at once."""
    own = [move for move in moves if move.seat == seat]
    able = [move for move in own if move.kind in (MOVE, ENTER, PLACE)]
    good = [move for move in able if move.ring and not state.full >> move.to & 1]
    return own_text((good or able or own)[0])

# mypyc: compile
"""What each power does, and the challenge that may deny it (`docs/reference/gipf.md` §9, §10).

A power is announced, answered, perhaps fought for in a duel, and then carried out. Until it is
carried out or denied the potential stays on its base.
"""

from __future__ import annotations

from typing import Final

from gipf_meta import N_
from gipf_meta_gipf.board import (
    BOARD,
    CENTRE,
    ENTRY_FIRST,
    ENTRY_STEP,
    JUMP_SHIFTS,
    push,
)
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_DUEL,
    ASK_LOT,
    ASK_TARGET,
    EXTRA_MADE,
    MOVED,
    OWNER_BEGINS,
    PLAYED,
    SPENT_T,
    SPENT_Z,
    TAMSK,
    ZERTZ,
    Announcement,
    Kinds,
    Outcome,
    Rules,
    State,
    slot,
)

N_DIRECTIONS: Final = len(JUMP_SHIFTS)

# why a power cannot be challenged
_DISABLED: Final = N_("challenges are not enabled in this game")
_NOT_THIS_KIND: Final = N_("this kind of potential cannot be challenged in this game")
_NONE_LEFT: Final = N_("no challenge is left")
_NOT_THERE: Final = N_("a ZÈRTZ-potential can be challenged on e5 only")
_NOT_AGAIN: Final = N_("only the first use of each kind of potential can be challenged")


def pushed(white: int, black: int, kinds: Kinds, entry: int) -> tuple[int, int, Kinds]:
    """The board with the first spot of *entry* made free by pushing (§5); its line is not full."""
    white, black, run = push(white, black, entry)
    return white, black, kinds.moved(run, ENTRY_STEP[entry])


def landing(occupied: int, bit: int, direction: int) -> int:
    """Where a jump from *bit* lands: the first vacant spot behind a gap-free run, or 0 (§9.5)."""
    step = JUMP_SHIFTS[direction]
    at = 1 << bit
    if step > 0:
        at <<= step
        if not at & occupied:
            return 0
        while at & occupied:
            at <<= step
    else:
        step = -step
        at >>= step
        if not at & occupied:
            return 0
        while at & occupied:
            at >>= step
    return at & BOARD


def jumps(occupied: int, bit: int) -> list[int]:
    """The directions in which the ZÈRTZ-potential on *bit* can jump."""
    return [d for d in range(N_DIRECTIONS) if landing(occupied, bit, d)]


def jumpers(s: State) -> list[int]:
    """The bits of the mover's ZÈRTZ-loaded pieces that can jump (R32)."""
    mine = s.kinds.zertz & s.pieces(s.mover)
    bits: list[int] = []
    occupied = s.white | s.black
    while mine:
        bit = mine.bit_length() - 1
        mine ^= 1 << bit
        if jumps(occupied, bit):
            bits.append(bit)
    return bits


def announced(rules: Rules, s: State, kind: int, bit: int) -> State:
    """The mover uses the power on *bit*: the opponent may answer, or else it works (§10.1)."""
    ask = ASK_TARGET if no_window(rules, s, kind, bit) else ASK_ANSWER
    books = s.books.with_announced(slot(s.mover, kind))
    return s.changed(s.kinds, books, 0).asking(ask, Announcement(kind, bit))


def counter(rules: Rules, player: int, kind: int) -> int:
    """The slot of *player*'s counter of challenges against *kind* (R29)."""
    return slot(player, TAMSK if rules.shared_challenges else kind)


def no_window(rules: Rules, s: State, kind: int, bit: int) -> str:
    """Why the mover's power cannot be challenged, in English, or ``""`` if it can."""
    if not rules.challengeable[0] and not rules.challengeable[1]:
        return _DISABLED
    if not rules.challengeable[kind - TAMSK]:
        return _NOT_THIS_KIND
    if not s.books.challenges[counter(rules, 1 - s.mover, kind)]:
        return _NONE_LEFT
    if rules.centre_only and kind == ZERTZ and not CENTRE >> bit & 1:
        return _NOT_THERE
    if rules.first_use_only and s.books.announced >> slot(s.mover, kind) & 1:
        return _NOT_AGAIN
    return ""


def challenged(rules: Rules, s: State) -> State:
    """The challenge is spent, whatever comes of it; lots or an agreement say who begins (R10)."""
    now = s.announcement()
    books = s.books.with_challenge_spent(counter(rules, 1 - s.mover, now.kind))
    spent = s.changed(s.kinds, books, PLAYED)
    if rules.first_player == "lots":
        return spent.asking(ASK_LOT, now)
    first = s.mover if rules.first_player == "owner" else 1 - s.mover
    return spent.asking(ASK_DUEL, Announcement(now.kind, now.bit, first))


def lot_drawn(s: State, lot: int) -> State:
    now = s.announcement()
    first = s.mover if lot == OWNER_BEGINS else 1 - s.mover
    return s.asking(ASK_DUEL, Announcement(now.kind, now.bit, first))


def power_works(rules: Rules, s: State, outcome: Outcome) -> bool | None:
    """What *outcome* means for the power of the mover; ``None``: another duel (R11)."""
    if outcome.winner is not None:
        return outcome.winner == s.mover
    if rules.draw_policy == "replay" and s.announcement().attempt < rules.attempts:
        return None
    return rules.draw_policy != "challenger_wins"


def replayed(s: State) -> State:
    """The next attempt after a draw, begun by the other player."""
    now = s.announcement()
    again = Announcement(now.kind, now.bit, 1 - now.first, now.attempt + 1)
    return s.asking(ASK_DUEL, again)


def denied(s: State) -> State:
    """The potential is lost, its base stays (§10.4)."""
    now = s.announcement()
    return _lost(s, now.kind, now.bit)


def declined(s: State) -> State:
    """The mover does not use the TAMSK-potential on e5 (§9.4)."""
    return _lost(s, TAMSK, CENTRE.bit_length() - 1)


def _lost(s: State, kind: int, bit: int) -> State:
    books = s.books.with_lost(s.mover, kind, 1)
    return s.changed(s.kinds.without(1 << bit), books, PLAYED)


def extra_made(s: State, entry: int) -> State:
    """The TAMSK-potential leaves e5 and enters alone, as a spent one (§9.4)."""
    kinds = s.kinds.without(CENTRE)
    white, black, kinds = pushed(s.white, s.black, kinds, entry)
    first = ENTRY_FIRST[entry]
    made = PLAYED if s.made & MOVED else PLAYED | EXTRA_MADE
    return _placed(s, white, black, kinds.plus(SPENT_T, first), first, made)


def jumped(s: State, direction: int) -> State:
    """The ZÈRTZ-potential jumps and is spent; what it jumped stays (§9.5)."""
    bit = s.announcement().bit
    target = landing(s.white | s.black, bit, direction)
    kinds = s.kinds.without(1 << bit).plus(SPENT_Z, target)
    return _placed(s, s.white, s.black, kinds, target, PLAYED | MOVED)


def _placed(s: State, white: int, black: int, kinds: Kinds, new: int, made: int) -> State:
    return State(
        white | (0 if s.mover else new),
        black | (new if s.mover else 0),
        kinds,
        s.white_reserve,
        s.black_reserve,
        s.books,
        s.mover,
        s.number,
        s.made | made,
        s.ask,
        s.detail,
    )

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
    Agreement,
    Announcement,
    Kinds,
    Outcome,
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


def push_with_kinds(white: int, black: int, kinds: Kinds, entry: int) -> tuple[int, int, Kinds]:
    """White, black and their kinds after a push frees the first spot of *entry* (§5).

    The line of *entry* is not full.
    """
    white, black, run = push(white, black, entry)
    return white, black, kinds.shift(run, ENTRY_STEP[entry])


def landing(occupied: int, bit: int, direction: int) -> int:
    """The spot where a jump from *bit* lands, as a mask: the first vacant one behind a run without
    a gap; 0 if there is none (§9.5)."""
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


def jumpers(state: State) -> list[int]:
    """The bits of the mover's ZÈRTZ-loaded pieces that can jump (R32)."""
    mine = state.kinds.zertz & state.pieces(state.mover)
    bits: list[int] = []
    occupied = state.white | state.black
    while mine:
        bit = mine.bit_length() - 1
        mine ^= 1 << bit
        if jumps(occupied, bit):
            bits.append(bit)
    return bits


def announce(agreed: Agreement, state: State, kind: int, bit: int) -> State:
    """Announces the power on *bit*: asks the opponent, or for the target if he may not challenge
    (§10.1)."""
    ask = ASK_TARGET if why_no_challenge(agreed, state, kind, bit) else ASK_ANSWER
    books = state.books.with_announced(slot(state.mover, kind))
    return state.with_changes(state.kinds, books, 0).with_question(ask, Announcement(kind, bit))


def challenge_slot(agreed: Agreement, player: int, kind: int) -> int:
    """The slot of *player*'s challenges against *kind* (R29)."""
    return slot(player, TAMSK if agreed.shared_challenges else kind)


def why_no_challenge(agreed: Agreement, state: State, kind: int, bit: int) -> str:
    """The reason why nobody may challenge the mover's power, in English; ``""``: he may."""
    if not agreed.challengeable[0] and not agreed.challengeable[1]:
        return _DISABLED
    if not agreed.challengeable[kind - TAMSK]:
        return _NOT_THIS_KIND
    if not state.books.challenges[challenge_slot(agreed, 1 - state.mover, kind)]:
        return _NONE_LEFT
    if agreed.centre_only and kind == ZERTZ and not CENTRE >> bit & 1:
        return _NOT_THERE
    if agreed.first_use_only and state.books.announced >> slot(state.mover, kind) & 1:
        return _NOT_AGAIN
    return ""


def challenge(agreed: Agreement, state: State) -> State:
    """Spends a challenge of the opponent: a lot or the option says who begins the duel (R10)."""
    now = state.announcement()
    books = state.books.with_challenge_spent(challenge_slot(agreed, 1 - state.mover, now.kind))
    spent = state.with_changes(state.kinds, books, PLAYED)
    if agreed.first_player == "lots":
        return spent.with_question(ASK_LOT, now)
    first = state.mover if agreed.first_player == "owner" else 1 - state.mover
    return spent.with_question(ASK_DUEL, Announcement(now.kind, now.bit, first))


def draw_lot(state: State, lot: int) -> State:
    """Asks for the duel, which the player of *lot* begins (R10)."""
    now = state.announcement()
    first = state.mover if lot == OWNER_BEGINS else 1 - state.mover
    return state.with_question(ASK_DUEL, Announcement(now.kind, now.bit, first))


def power_works(agreed: Agreement, state: State, outcome: Outcome) -> bool | None:
    """Whether the mover's power works after *outcome*; ``None``: another duel decides (R11)."""
    if outcome.winner is not None:
        return outcome.winner == state.mover
    if agreed.draw_policy == "replay" and state.announcement().attempt < agreed.attempts:
        return None
    return agreed.draw_policy != "challenger_wins"


def repeat_duel(state: State) -> State:
    """Asks for another duel after a draw; the other player begins it (R11)."""
    now = state.announcement()
    again = Announcement(now.kind, now.bit, 1 - now.first, now.attempt + 1)
    return state.with_question(ASK_DUEL, again)


def deny(state: State) -> State:
    """Denies the power: the mover loses the potential, and its base stays (§10.4)."""
    now = state.announcement()
    return _lose_potential(state, now.kind, now.bit)


def decline(state: State) -> State:
    """Declines the extra move: the mover loses the TAMSK-potential on e5 (§9.4)."""
    return _lose_potential(state, TAMSK, CENTRE.bit_length() - 1)


def was_fought_for(state: State) -> bool:
    """Whether a duel was begun about the power that is announced: somebody begins it (R10)."""
    return state.announcement().first >= 0


def decline_after_duel(state: State) -> State:
    """Declines a power that a duel has saved: a TAMSK-potential is lost, a ZÈRTZ-potential stays on
    its piece (R33)."""
    return decline(state) if state.announcement().kind == TAMSK else state


def _lose_potential(state: State, kind: int, bit: int) -> State:
    """The state after the piece on *bit* has become a basic one."""
    books = state.books.with_lost(state.mover, kind, 1)
    return state.with_changes(state.kinds.without(1 << bit), books, PLAYED)


def make_extra_move(state: State, entry: int) -> State:
    """Makes the extra move: the TAMSK-potential leaves e5 and enters at *entry*, spent (§9.4)."""
    kinds = state.kinds.without(CENTRE)
    white, black, kinds = push_with_kinds(state.white, state.black, kinds, entry)
    first = ENTRY_FIRST[entry]
    made = PLAYED if state.made & MOVED else PLAYED | EXTRA_MADE
    return _place(state, white, black, kinds.plus(SPENT_T, first), first, made)


def jump(state: State, direction: int) -> State:
    """Jumps: the ZÈRTZ-potential is spent, and the pieces it jumps over stay (§9.5)."""
    bit = state.announcement().bit
    target = landing(state.white | state.black, bit, direction)
    kinds = state.kinds.without(1 << bit).plus(SPENT_Z, target)
    return _place(state, state.white, state.black, kinds, target, PLAYED | MOVED)


def _place(state: State, white: int, black: int, kinds: Kinds, new: int, made: int) -> State:
    return State(
        white | (0 if state.mover else new),
        black | (new if state.mover else 0),
        kinds,
        state.white_reserve,
        state.black_reserve,
        state.books,
        state.mover,
        state.number,
        state.made | made,
        state.ask,
        state.detail,
    )

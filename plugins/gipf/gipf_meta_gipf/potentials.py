# mypyc: compile
"""The use of a power, and the challenge that may deny it (`docs/reference/gipf.md` §9, §10).

A power is announced, answered, perhaps fought for in a duel, and then carried out. Until it is
carried out or denied the potential stays on its base. Its kind
returns its effect as changes; here they are checked and made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import N_
from gipf_meta_gipf.board import (
    BIT_OF,
    BOARD,
    ENTRY_FIRST,
    ENTRY_LINE,
    ENTRY_STEP,
    N_ENTRIES,
    NAME_OF,
    push,
)
from gipf_meta_gipf.faults import KindError
from gipf_meta_gipf.kind import (
    CAPTURE_TOP,
    COVER,
    ENTRY,
    MARK_GIPF,
    PUSH_IN,
    PUT_ON,
    TAKE_OFF,
    BoardView,
    Change,
    Kind,
)
from gipf_meta_gipf.pieces import GIPF, LOADED
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_DUEL,
    ASK_LOT,
    ASK_TARGET,
    EXTRA_MADE,
    MOVED,
    OWNER_BEGINS,
    PLAYED,
    Agreement,
    Announcement,
    Outcome,
    State,
)

# why a power cannot be challenged
_DISABLED: Final = N_("challenges are not enabled in this game")
_NOT_THIS_KIND: Final = N_("this kind of potential cannot be challenged in this game")
_NONE_LEFT: Final = N_("no challenge is left")
_NOT_HERE: Final = N_("this potential cannot be challenged where it stands")
_NOT_AGAIN: Final = N_("only the first use of each kind of potential can be challenged")


# --- what can be used -----------------------------------------------------------------------


def view_for(agreed: Agreement, state: State, player: int) -> BoardView:
    """The board of *state* as the kinds see it, for the powers of *player*."""
    own, enemy = (state.black, state.white) if player else (state.white, state.black)
    return BoardView(agreed.table, own, enemy, state.kinds, player, bool(state.made & MOVED))


def is_usable(kind: Kind, view: BoardView, bit: int) -> bool:
    """Whether the loaded piece on *bit* has a target (R32)."""
    if kind.usable is not None:
        return kind.usable(view, bit)
    return len(kind.targets(view, bit)) > 0


def usable(agreed: Agreement, state: State) -> list[int]:
    """The bits of the mover's loaded pieces whose power can be the main action now (R32)."""
    mine = state.kinds.acting & (state.black if state.mover else state.white)
    bits: list[int] = []
    if not mine:
        return bits
    view = view_for(agreed, state, state.mover)
    while mine:
        bit = mine.bit_length() - 1
        mine ^= 1 << bit
        if is_usable(agreed.table.kind_at(state.kinds.of(bit)), view, bit):
            bits.append(bit)
    return bits


def due_powers(agreed: Agreement, state: State) -> list[tuple[int, int]]:
    """The mover's powers that must be decided now: kind and bit, one of each kind (§9.4).

    Of two pieces of one kind the first in coordinate order comes first.
    """
    found: list[tuple[int, int]] = []
    if not state.kinds.waiting & agreed.table.due_spots & state.pieces(state.mover):
        return found
    view = view_for(agreed, state, state.mover)
    for at, kind in enumerate(agreed.table.kinds):
        mine = state.kinds.masks[at] & state.pieces(state.mover)
        if kind.due is not None and mine:
            due = [NAME_OF[bit] for bit in kind.due(view) if mine >> bit & 1]
            if due:
                found.append((at, BIT_OF[min(due)]))
    return found


def targets_of(agreed: Agreement, state: State, kind: int, bit: int) -> Sequence[int]:
    """The targets of the mover's loaded piece of *kind* on *bit*. Raises ``KindError``."""
    here = agreed.table.kinds[kind]
    targets = here.targets(view_for(agreed, state, state.mover), bit)
    occupied = state.white | state.black
    for target in targets:
        if target >= ENTRY:
            entry = target - ENTRY
            if entry >= N_ENTRIES or occupied & ENTRY_LINE[entry] == ENTRY_LINE[entry]:
                raise KindError(f"{here.key}: targets() returned {target}, no entry that is open.")
        elif target < 0 or not BOARD >> target & 1:
            raise KindError(f"{here.key}: targets() returned {target}, which is no spot.")
    return targets


# --- what a use does ------------------------------------------------------------------------


def carry_out(agreed: Agreement, state: State, target: int) -> State:
    """Uses the announced power on *target*; ends the game if the last GIPF-piece of a player is
    gone by it. Raises ``KindError`` if the kind asks for what no power may do."""
    now = state.announcement()
    kind = agreed.table.kinds[now.kind]
    changes = kind.effect(view_for(agreed, state, state.mover), now.bit, target)
    use = _Use(agreed, state, now)
    for change in changes:
        use.make(change)
    made = PLAYED
    if kind.timing == "main":
        made = PLAYED | MOVED
    elif not state.made & MOVED and agreed.table.replacing >> now.kind & 1:
        made = PLAYED | EXTRA_MADE
    after = use.end(made)
    return end_by_last_gipf(state, after) if state.kinds.gipf else after


class _Use:
    """A use of the announced power being carried out, change by change."""

    def __init__(self, agreed: Agreement, state: State, now: Announcement) -> None:
        self.kind = agreed.table.kinds[now.kind]
        self.state = state
        self.base = now.bit
        self.used = LOADED + agreed.table.n + now.kind
        self.kinds = state.kinds
        self.own = state.pieces(state.mover)
        self.enemy = state.pieces(1 - state.mover)
        self.is_off = False
        self.landed = -1

    def require_of_kind(self, holds: bool, why: str) -> None:
        """Raises ``KindError`` unless the change is possible."""
        if not holds:
            raise KindError(f"{self.kind.key}: effect() {why}.")

    def make(self, change: Change) -> None:
        """Makes one *change*. Raises ``KindError``."""
        what, at = change.what, change.at
        if what == TAKE_OFF:
            self.require_of_kind(not self.is_off and at == self.base, "takes off another potential")
            self.kinds = self.kinds.without(1 << at)
            self.is_off = True
            return
        self.require_of_kind(self.is_off, "does not take the potential off its base first")
        if what == PUSH_IN:
            self.push_in(at)
            return
        self.require_of_kind(
            0 <= at < ENTRY and BOARD >> at & 1 == 1, f"names {at}, which is no spot"
        )
        mask = 1 << at
        if what == CAPTURE_TOP:
            self.capture(at)
            return
        if what == MARK_GIPF:
            self.require_of_kind(
                self.landed == at and self.kind.converts, "marks a stack it may not mark"
            )
            codes = self.kinds.stack(at)
            self.require_of_kind(len(codes) > 1, "marks a potential that stands alone")
            self.kinds = self.kinds.with_stack(at, (GIPF, *codes))
            return
        self.require_of_kind(self.landed < 0, "places the potential twice")
        self.landed = at
        if what == PUT_ON:
            self.require_of_kind(
                self.kind.used == "piece", "puts a cover where nothing lies under it"
            )
            self.require_of_kind(
                not (self.own | self.enemy) & mask, "puts the potential on a piece"
            )
            self.kinds = self.kinds.plus(self.used, mask)
        else:
            self.require_of_kind(what == COVER, "returns no change")
            self.require_of_kind(
                self.kind.used == "cover", "covers, though its used form stands alone"
            )
            self.require_of_kind(self.enemy & mask != 0, "covers what is not the opponent's")
            self.require_of_kind(not self.kinds.gipf & mask, "covers a GIPF-piece")
            self.enemy &= ~mask
            self.kinds = self.kinds.with_stack(at, (self.used, *self.kinds.stack(at)))
        self.own |= mask

    def push_in(self, entry: int) -> None:
        """Pushes the potential in at *entry*. Raises ``KindError``."""
        self.require_of_kind(self.landed < 0, "places the potential twice")
        self.require_of_kind(self.kind.used == "piece", "pushes a cover in")
        self.require_of_kind(0 <= entry < N_ENTRIES, "names no entry")
        line = ENTRY_LINE[entry]
        self.require_of_kind((self.own | self.enemy) & line != line, "pushes into a full line")
        self.own, self.enemy, run = push(self.own, self.enemy, entry)
        first = ENTRY_FIRST[entry]
        self.kinds = self.kinds.shift(run, ENTRY_STEP[entry]).plus(self.used, first)
        self.own |= first
        self.landed = ENTRY + entry

    def capture(self, at: int) -> None:
        """Captures the upper basic piece on *at*. Raises ``KindError``."""
        self.require_of_kind(self.enemy >> at & 1 == 1, "captures what is not the opponent's")
        codes = self.kinds.stack(at)
        self.require_of_kind(
            len(codes) == 1 and codes[0] <= GIPF, "captures what is no basic piece"
        )
        if codes[0] == GIPF:
            self.kinds = self.kinds.without(1 << at)
        else:
            self.enemy &= ~(1 << at)

    def end(self, made: int) -> State:
        """The state after all changes. Raises ``KindError``."""
        self.require_of_kind(self.is_off and self.landed >= 0, "does not place the potential")
        state = self.state
        own, enemy = self.own, self.enemy
        return State(
            enemy if state.mover else own,
            own if state.mover else enemy,
            self.kinds,
            state.white_reserve,
            state.black_reserve,
            state.books,
            state.mover,
            state.number,
            state.made | made,
            state.ask,
            state.detail,
        )


def end_by_last_gipf(before: State, after: State) -> State:
    """*after*, ended if a player who had GIPF-pieces in *before* has none left (§7)."""
    other = 1 - after.mover
    # the other side first: whoever takes the last GIPF-pieces of both has won (R19)
    for player, winner in ((other, after.mover), (after.mover, other)):
        had = before.pieces(player) & before.kinds.gipf
        if had and not after.pieces(player) & after.kinds.gipf:
            return after.with_result(winner, "last_gipf")
    return after


# --- the challenge --------------------------------------------------------------------------


def announce(agreed: Agreement, state: State, kind: int, bit: int) -> State:
    """Announces the power on *bit*: asks the opponent, or for the target if he may not challenge
    (§10.1)."""
    ask = ASK_TARGET if why_no_challenge(agreed, state, kind, bit) else ASK_ANSWER
    books = state.books.with_announced(agreed.slot(state.mover, kind))
    return state.with_changes(state.kinds, books, 0).with_question(ask, Announcement(kind, bit))


def challenge_slot(agreed: Agreement, player: int, kind: int) -> int:
    """The slot of *player*'s challenges against *kind* (R29)."""
    return agreed.slot(player, 0 if agreed.shared_challenges else kind)


def why_no_challenge(agreed: Agreement, state: State, kind: int, bit: int) -> str:
    """The reason why nobody may challenge the mover's power, in English; ``""``: he may."""
    if not any(agreed.challengeable):
        return _DISABLED
    if not agreed.challengeable[kind]:
        return _NOT_THIS_KIND
    if not state.books.challenges[challenge_slot(agreed, 1 - state.mover, kind)]:
        return _NONE_LEFT
    here = agreed.table.kinds[kind]
    if here.may_challenge is not None and not here.may_challenge(
        view_for(agreed, state, state.mover), bit
    ):
        return here.why_unchallenged or _NOT_HERE
    if agreed.first_use_only and state.books.announced >> agreed.slot(state.mover, kind) & 1:
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


def deny(agreed: Agreement, state: State) -> State:
    """Denies the power: the mover loses the potential, and its base stays (§10.4)."""
    now = state.announcement()
    return lose_potential(agreed, state, now.kind, now.bit)


def was_fought_for(state: State) -> bool:
    """Whether a duel was begun about the power that is announced: somebody begins it (R10)."""
    return state.announcement().first >= 0


def decline_after_duel(agreed: Agreement, state: State) -> State:
    """Declines a power that a duel has saved: one that is due is lost, one that is tied to no
    moment stays on its piece (R33)."""
    now = state.announcement()
    return deny(agreed, state) if agreed.table.due >> now.kind & 1 else state


def lose_potential(agreed: Agreement, state: State, kind: int, bit: int) -> State:
    """The state after the mover's piece on *bit* has become a basic one (§9.4)."""
    books = state.books.with_lost(agreed.slot(state.mover, kind), 1)
    return state.with_changes(state.kinds.without(1 << bit), books, PLAYED)

# mypyc: compile
"""The course of a turn and all legal decisions (`docs/reference/gipf.md` §4, §5, §7, §8).

A turn: the mover's rows, extra moves from e5, the main action, extra moves, the mover's rows.
A step without a choice inside a turn is made at once: a single row without optional pieces, which
the mover has completed himself, is removed with the move. A row that stands when a turn begins is
always a decision, so the position between two turns shows the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from gipf_meta_gipf.board import (
    BOARD,
    ENTRY_FIRST,
    ENTRY_STEP,
    N_ENTRIES,
    SPOTS,
    entries,
    fours,
    push,
)
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, Kinds
from gipf_meta_gipf.potentials import (
    announce,
    carry_out,
    challenge,
    decline_after_duel,
    deny,
    draw_lot,
    due_powers,
    is_usable,
    lose_potential,
    power_works,
    repeat_duel,
    targets_of,
    usable,
    view_for,
    was_fought_for,
)
from gipf_meta_gipf.rows import (
    covers_alone,
    freshened,
    may_keep,
    may_leave_rows,
    open_rows,
    piece_at_hand,
    remove_row,
    row_may_stay,
    rows_at_hand,
    run_on,
    segment_at_hand,
    segment_on,
)
from gipf_meta_gipf.state import (
    ALLOW,
    ANNOUNCE,
    ASK_ANSWER,
    ASK_LOT,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    ASK_USE,
    CHALLENGE,
    CHALLENGER_BEGINS,
    DECLINE,
    EXTRA_MADE,
    KEEP,
    MORE,
    MOVED,
    OVER,
    OWNER_BEGINS,
    PLAYED,
    ROW,
    STOP,
    TAKE,
    TARGET,
    USE,
    Agreement,
    Books,
    Fresh,
    Move,
    Outcome,
    Resolution,
    State,
    entering,
)

Log: TypeAlias = list[tuple[State, int]]
"""Rows removed, in order: the state before each, and the spots taken."""

CORNERS: Final = (SPOTS.mask(["b5", "e2", "h5"]), SPOTS.mask(["b2", "e8", "h2"]))
"""The start position of White and Black (§3)."""

_MOST_KINDS: Final = 30
"""The most kinds of potentials in one game."""
ENTRIES_OF_CODE: Final = tuple(
    tuple(entering(code, e) for e in range(N_ENTRIES)) for code in range(LOADED + _MOST_KINDS)
)
_ANSWERS: Final = (ALLOW, CHALLENGE)
LOTS: Final = (OWNER_BEGINS, CHALLENGER_BEGINS)


@dataclass(frozen=True)
class Rules(Agreement):
    """One way to play: the options, what is legal, and what follows. All methods are pure."""

    def start(self) -> State:
        """The position before White's first turn (§3)."""
        none = (0,) * (2 * self.table.n)
        books = Books(self.potentials, none, self.challenges, 3 if self.tournament else 0, 0)
        white, black = (0, 0) if self.tournament else CORNERS
        gipfs = white | black if self.gipfs_at_start else 0
        kinds = Kinds(gipfs, none, (), self.table.due)
        used = 0 if self.tournament else 6 if self.gipfs_at_start else 3
        reserves = (self.basics[0] - used, self.basics[1] - used)
        return State(white, black, kinds, *reserves, books, 0, 1, 0, ASK_MAIN, None)

    # --- what is legal --------------------------------------------------------------------------

    def must_enter_gipf(self, state: State, player: int) -> bool:
        """Whether *player* still has to enter the first piece of a tournament game (§8.1)."""
        return (
            self.tournament
            and state.books.opened >> player & 1 == 1
            and not state.kinds.gipf & state.pieces(player)
        )

    def entry_codes(self, state: State) -> list[int]:
        """The codes of the pieces that the mover can enter if a line is open (§5.6, §8, §9.2)."""
        reserve, opened = state.reserve(state.mover), state.books.opened >> state.mover & 1
        if self.must_enter_gipf(state, state.mover):
            return [GIPF] if reserve > 1 else []
        if not reserve:
            return []
        codes = [BASIC]
        if opened and reserve > 1:
            codes.append(GIPF)
        n = self.table.n
        for kind in range(n):
            if state.books.supply[n * state.mover + kind]:
                codes.append(LOADED + kind)
        return codes

    def may_use(self, state: State) -> bool:
        """Whether using a power may be the main action, if a piece has a target (R12)."""
        if not state.kinds.acting or self.must_enter_gipf(state, state.mover):
            return False
        return self.potentials_avert_loss or state.reserve(state.mover) > 0

    def has_main(self, state: State) -> bool:
        """Whether the mover has a legal main action (§7)."""
        if state.white | state.black != BOARD and self.entry_codes(state):
            return True
        return self.may_use(state) and bool(usable(self, state))

    def is_due(self, state: State) -> bool:
        """Whether a power of the mover must be decided now (§9.4)."""
        if not state.kinds.waiting & self.table.due_spots:
            return False
        return len(due_powers(self, state)) > 0

    def may_stop(self, state: State) -> bool:
        """Whether the mover may leave the rows: the turn has another part (R31)."""
        return state.made != 0 or self.is_due(state) or self.has_main(state)

    def legal_moves(self, state: State) -> tuple[Move, ...] | list[Move]:
        """All decisions of the player who decides; none while luck or a duel decides, and none
        after the end."""
        ask = state.ask
        if ask == ASK_MAIN:
            return self._main_actions(state)
        if ask == ASK_ROW:
            rows: list[Move] = [ROW + line for line in rows_at_hand(state)]
            if may_leave_rows(self, state) and self.may_stop(state):
                rows.append(STOP)
            return rows
        if ask == ASK_PIECE:
            bit = piece_at_hand(state)
            return [KEEP + bit, TAKE + bit] if may_keep(self, state, bit) else [TAKE + bit]
        if ask == ASK_USE:
            return self._due_decisions(state)
        if ask == ASK_TARGET:
            now = state.announcement()
            moves: list[Move] = [TARGET + t for t in targets_of(self, state, now.kind, now.bit)]
            if self.winner_may_decline and was_fought_for(state):
                moves.append(DECLINE + now.kind)
            return moves
        if ask == ASK_ANSWER:
            return _ANSWERS
        return ()

    def is_forced(self, state: State) -> bool:
        """Whether the player who decides has one decision only."""
        if state.ask == ASK_MAIN and state.white | state.black != BOARD:
            # an open line has two entries; without a choice of pieces there is one to enter
            is_plain = not state.books.unsettled and not state.kinds.acting
            if is_plain or self.entry_codes(state):
                return False
        return len(self.legal_moves(state)) == 1

    def _main_actions(self, state: State) -> tuple[Move, ...] | list[Move]:
        occupied = state.white | state.black
        open_ones = entries(occupied)
        if not state.books.unsettled and not state.kinds.acting:
            return open_ones
        moves: list[Move] = []
        for code in self.entry_codes(state):
            of_code = ENTRIES_OF_CODE[code]
            moves += of_code if len(open_ones) == N_ENTRIES else [of_code[e] for e in open_ones]
        if self.may_use(state):
            moves += [ANNOUNCE + bit for bit in usable(self, state)]
        return moves

    def _due_decisions(self, state: State) -> list[Move]:
        """Using or declining each power that is due (§9.4)."""
        moves: list[Move] = []
        view = view_for(self, state, state.mover)
        for kind, bit in due_powers(self, state):
            if is_usable(self.table.kinds[kind], view, bit):
                moves.append(USE + kind)
            moves.append(DECLINE + kind)
        return moves

    # --- what follows ---------------------------------------------------------------------------

    def apply(self, state: State, move: Move, log: Log | None = None) -> State:
        """The state after *move*, which is trusted to be legal.

        The rows that are removed on the way are appended to *log*.
        """
        if isinstance(move, Outcome):
            return self._end_duel(state, move, log)
        if state.ask == ASK_MAIN:
            if move < TARGET or move >= MORE:
                return self._enter(state, move, log)
            bit = move - ANNOUNCE
            return announce(self, state, state.kinds.of(bit) - LOADED, bit)
        if state.ask == ASK_ROW:
            now = state.resolution()
            if move == STOP:
                return self._end_rows(state, log)
            return self._resolve_row_at_hand(
                state.with_question(ASK_PIECE, Resolution(now.done, move - ROW, fresh=now.fresh)),
                log,
            )
        if state.ask == ASK_PIECE:
            now = state.resolution()
            kept, taken = now.kept, now.taken
            if move < TAKE:
                kept |= 1 << move - KEEP
            else:
                taken |= 1 << move - TAKE
            decided = state.with_question(
                ASK_PIECE, Resolution(now.done, now.line, kept, taken, now.fresh)
            )
            return self._resolve_row_at_hand(decided, log)
        if state.ask == ASK_USE:
            is_used = move < DECLINE
            kind = move - (USE if is_used else DECLINE)
            bit = dict(due_powers(self, state))[kind]
            if is_used:
                return announce(self, state, kind, bit)
            return self.continue_turn(lose_potential(self, state, kind, bit), log)
        if state.ask == ASK_TARGET:
            if move >= DECLINE:
                return self.continue_turn(decline_after_duel(self, state), log)
            done = carry_out(self, state, move - TARGET)
            return done if done.ask == OVER else self.continue_turn(done, log)
        if state.ask == ASK_ANSWER:
            return (
                challenge(self, state)
                if move == CHALLENGE
                else state.with_question(ASK_TARGET, state.detail)
            )
        assert state.ask == ASK_LOT
        return draw_lot(state, move)

    def _enter(self, state: State, move: int, log: Log | None) -> State:
        """Enters a piece: the main action of §5."""
        code, entry = BASIC, move
        if move >= N_ENTRIES:
            code, entry = divmod(move if move < TARGET else move - MORE + TARGET, N_ENTRIES)
        white, black, kinds, books = state.white, state.black, state.kinds, state.books
        mover = state.mover
        first = ENTRY_FIRST[entry]
        if (white | black) & first:
            white, black, run = push(white, black, entry)
            if kinds.any:
                kinds = kinds.shift(run, ENTRY_STEP[entry])
        cost = 1
        if code == BASIC:
            if books.unsettled:
                books = books.after_basic_entry(mover)
        else:
            kinds = kinds.plus(code, first)
            if code == GIPF:
                cost = 2
            else:
                index = self.slot(mover, code - LOADED)
                books = books.after_loaded_entry(mover, index, not self.gipf_after_loaded)
        white_reserve, black_reserve = state.white_reserve, state.black_reserve
        if mover:
            black |= first
            black_reserve -= cost
            reserve = white_reserve
        else:
            white |= first
            white_reserve -= cost
            reserve = black_reserve
        if (
            (reserve > 1 or (reserve and not books.opened))
            and not fours(white)
            and not fours(black)
            and not kinds.waiting & self.table.due_spots
            and white | black != BOARD
            and state.number != self.max_turns
        ):
            # nothing to resolve, and the next player can enter a piece in any variant
            return State(
                white,
                black,
                kinds,
                white_reserve,
                black_reserve,
                books,
                1 - mover,
                state.number + 1,
                0,
                ASK_MAIN,
                None,
            )
        made = state.made | PLAYED | MOVED
        after = State(
            white, black, kinds, white_reserve, black_reserve, books, mover, state.number, made,
            ASK_MAIN, None,
        )  # fmt: skip
        return self.continue_turn(after, log)

    def continue_turn(self, state: State, log: Log | None) -> State:
        """The next question when no row is open: the extra move, the main action, or the rows after
        the main action (§4)."""
        if self.is_due(state):
            return state.with_question(ASK_USE)
        if state.made & MOVED:
            return self.resolve_rows(state, 0, (), log)
        if state.made & EXTRA_MADE and not state.reserve(state.mover):
            moved = state.with_changes(state.kinds, state.books, MOVED)
            return self.resolve_rows(moved, 0, (), log)
        if self.has_main(state):
            return state.with_question(ASK_MAIN)
        return state.with_result(1 - state.mover, "no_move")

    def resolve_rows(self, state: State, done: int, fresh: Fresh, log: Log | None) -> State:
        """Removes or asks about the mover's rows that are open, before or after the main action
        (§6.7)."""
        own = state.pieces(state.mover)
        rows = open_rows(state, done, fresh) if fours(own) else []
        if not rows:
            return self._end_rows(state, log)
        if len(rows) == 1:
            line = rows[0]
            segment = segment_on(state.white | state.black, run_on(own, line), line)
            if not segment & state.kinds.optional:
                if state.made:
                    if log is not None:
                        now = Resolution(done, line, fresh=fresh)
                        log.append((state.with_question(ASK_PIECE, now), segment))
                    return self._take(state, segment, line, done, fresh, log)
            elif not row_may_stay(self, state, line) or not self.may_stop(state):
                return state.with_question(ASK_PIECE, Resolution(done, line, fresh=fresh))
        return state.with_question(ASK_ROW, Resolution(done, fresh=fresh))

    def _take(
        self, state: State, mask: int, line: int, done: int, fresh: Fresh, log: Log | None
    ) -> State:
        """Removes *mask* with the row on *line*, and goes on."""
        uncovered = covers_alone(self, state, mask) if state.kinds.covers else 0
        after = remove_row(self, state, mask)
        if after.ask == OVER:
            return after
        return self.resolve_rows(after, done | 1 << line, freshened(fresh, line, uncovered), log)

    def _resolve_row_at_hand(self, state: State, log: Log | None) -> State:
        """Asks for the next piece of the row at hand, or removes the row if none is left."""
        if piece_at_hand(state) >= 0:
            return state
        now = state.resolution()
        mask = segment_at_hand(state) & ~now.kept
        if log is not None:
            log.append((state, mask))
        return self._take(state, mask, now.line, now.done, now.fresh, log)

    def _end_rows(self, state: State, log: Log | None) -> State:
        """Ends the phase of rows: the main action follows, or the next turn."""
        if not state.made & MOVED:
            return self.continue_turn(state, log)
        return self.begin_turn(_pass_turn(state), state.number)

    def begin_turn(self, state: State, turns: int) -> State:
        """Begins the mover's turn in a *state* that asks for the main action, after *turns* turns.

        A player who can do nothing has lost (§7, R31).
        """
        due = fours(state.pieces(state.mover)) or self.is_due(state)
        if not due and not self.has_main(state):
            return state.with_result(1 - state.mover, "no_move")
        if self.max_turns and turns >= self.max_turns:
            return state.with_result(-1, "unfinished")
        return self.resolve_rows(state, 0, (), None) if due else state

    def _end_duel(self, state: State, outcome: Outcome, log: Log | None) -> State:
        """Continues the turn after the end of a duel (§10.4)."""
        works = power_works(self, state, outcome)
        if works is None:
            return repeat_duel(state)
        if works:
            return state.with_question(ASK_TARGET, state.detail)
        return self.continue_turn(deny(self, state), log)


def _pass_turn(state: State) -> State:
    """The other player's turn, which asks for the main action."""
    return state.asking_main(1 - state.mover, state.number + 1)

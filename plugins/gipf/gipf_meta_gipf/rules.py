# mypyc: compile
"""The course of a turn and all legal decisions (`docs/reference/gipf.md` §4, §5, §7, §8).

A turn: the mover's rows, extra moves from e5, the main action, extra moves, the mover's rows.
What leaves no choice inside a turn is done at once: a single row without optional pieces that the
mover's own deed completed vanishes with it. A row that stands when a turn begins is always a
decision, so that the position between two turns shows it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from gipf_meta_gipf.board import (
    BOARD,
    CENTRE,
    ENTRY_FIRST,
    ENTRY_STEP,
    N_ENTRIES,
    SPOTS,
    entries,
    fours,
    push,
)
from gipf_meta_gipf.potentials import (
    announced,
    challenged,
    declined,
    denied,
    extra_made,
    jumped,
    jumpers,
    jumps,
    lot_drawn,
    power_works,
    replayed,
)
from gipf_meta_gipf.rows import (
    may_keep,
    piece_at_hand,
    removed,
    row_may_stay,
    rows_of,
    run_on,
    segment_at_hand,
    segment_on,
    stopping,
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
    BASIC,
    CHALLENGE,
    CHALLENGER_BEGINS,
    DECLINE,
    EXTRA,
    EXTRA_MADE,
    GIPF,
    JUMP,
    KEEP,
    MOVED,
    OVER,
    OWNER_BEGINS,
    PLAIN,
    PLAYED,
    ROW,
    STOP,
    TAKE,
    TAMSK,
    USE,
    ZERTZ,
    Books,
    Kinds,
    Move,
    Outcome,
    Resolution,
    Rules,
    State,
    slot,
)

Log: TypeAlias = list[tuple[State, int]]
"""Rows removed, in order: the state before each, and the spots taken."""

CORNERS: Final = (SPOTS.mask(["b5", "e2", "h5"]), SPOTS.mask(["b2", "e8", "h2"]))
"""The start position of White and Black (§3)."""

ENTRIES_OF_KIND: Final = tuple(
    tuple(N_ENTRIES * kind + e for e in range(N_ENTRIES)) for kind in (BASIC, GIPF, TAMSK, ZERTZ)
)
_ANSWERS: Final = (ALLOW, CHALLENGE)
LOTS: Final = (OWNER_BEGINS, CHALLENGER_BEGINS)


def start(rules: Rules) -> State:
    """The position before White's first turn (§3)."""
    books = Books(rules.potentials, (0, 0, 0, 0), rules.challenges, 3 if rules.tournament else 0, 0)
    white, black = (0, 0) if rules.tournament else CORNERS
    kinds = Kinds(white | black, 0, 0, 0, 0) if rules.gipfs_at_start else PLAIN
    used = 0 if rules.tournament else 6 if rules.gipfs_at_start else 3
    reserves = (rules.basics[0] - used, rules.basics[1] - used)
    return State(white, black, kinds, *reserves, books, 0, 1, 0, ASK_MAIN, None)


def acting(s: State) -> int:
    """The player who decides, or -1: luck, a duel, or nobody."""
    if s.ask <= ASK_TARGET:
        return s.mover
    return 1 - s.mover if s.ask == ASK_ANSWER else -1


# --- what is legal --------------------------------------------------------------------------


def must_enter_gipf(rules: Rules, s: State, player: int) -> bool:
    """*player* has entered nothing in a tournament game yet (§8.1)."""
    return (
        rules.tournament
        and s.books.opened >> player & 1 == 1
        and not s.kinds.gipf & s.pieces(player)
    )


def entry_kinds(rules: Rules, s: State) -> list[int]:
    """The kinds of pieces the mover can enter, whatever the lines say (§5.6, §8, §9.2)."""
    reserve, opened = s.reserve(s.mover), s.books.opened >> s.mover & 1
    if must_enter_gipf(rules, s, s.mover):
        return [GIPF] if reserve > 1 else []
    if not reserve:
        return []
    kinds = [BASIC]
    if opened and reserve > 1:
        kinds.append(GIPF)
    kinds += [kind for kind in (TAMSK, ZERTZ) if s.books.supply[slot(s.mover, kind)]]
    return kinds


def may_jump(rules: Rules, s: State) -> bool:
    """A jump, should there be one, would be a main action (R12)."""
    if not s.kinds.zertz or must_enter_gipf(rules, s, s.mover):
        return False
    return rules.potentials_avert_loss or s.reserve(s.mover) > 0


def has_main(rules: Rules, s: State) -> bool:
    """The mover has a legal main action (§7)."""
    if s.white | s.black != BOARD and entry_kinds(rules, s):
        return True
    return may_jump(rules, s) and bool(jumpers(s))


def may_stop(rules: Rules, s: State) -> bool:
    """Leaving the rows does not leave the turn without any part (R31)."""
    return s.made != 0 or s.tamsk_due() != 0 or has_main(rules, s)


def legal_moves(rules: Rules, s: State) -> tuple[Move, ...] | list[Move]:
    """All decisions of whoever acts; luck's and a duel's are not among them."""
    ask = s.ask
    if ask == ASK_MAIN:
        return _main_actions(rules, s)
    if ask == ASK_ROW:
        done = s.resolution().done
        rows: list[Move] = [
            ROW + line for line in rows_of(s.pieces(s.mover)) if not done >> line & 1
        ]
        if stopping(rules, s) and may_stop(rules, s):
            rows.append(STOP)
        return rows
    if ask == ASK_PIECE:
        bit = piece_at_hand(s)
        return [KEEP + bit, TAKE + bit] if may_keep(rules, s, bit) else [TAKE + bit]
    if ask == ASK_USE:
        return [USE, DECLINE] if s.white | s.black != BOARD else [DECLINE]
    if ask == ASK_TARGET:
        now = s.announcement()
        if now.kind == TAMSK:
            return [EXTRA + e for e in entries(s.white | s.black)]
        return [JUMP + d for d in jumps(s.white | s.black, now.bit)]
    if ask == ASK_ANSWER:
        return _ANSWERS
    return ()


def _main_actions(rules: Rules, s: State) -> tuple[Move, ...] | list[Move]:
    occupied = s.white | s.black
    open_ones = entries(occupied)
    if not s.books.unsettled and not s.kinds.zertz:
        return open_ones
    moves: list[Move] = []
    for kind in entry_kinds(rules, s):
        moves += (
            ENTRIES_OF_KIND[kind]
            if len(open_ones) == N_ENTRIES
            else [N_ENTRIES * kind + e for e in open_ones]
        )
    if may_jump(rules, s):
        moves += [ANNOUNCE + bit for bit in jumpers(s)]
    return moves


# --- what follows ---------------------------------------------------------------------------


def apply(rules: Rules, s: State, move: Move, log: Log | None = None) -> State:
    """The state after a legal *move*. Rows removed on the way are added to *log*."""
    if isinstance(move, Outcome):
        return _settled(rules, s, move, log)
    if s.ask == ASK_MAIN:
        if move < EXTRA:
            return _entered(rules, s, move, log)
        return announced(rules, s, ZERTZ, move - ANNOUNCE)
    if s.ask == ASK_ROW:
        now = s.resolution()
        if move == STOP:
            return _after_rows(rules, s, log)
        return _row_begun(rules, s.asking(ASK_PIECE, Resolution(now.done, move - ROW)), log)
    if s.ask == ASK_PIECE:
        now = s.resolution()
        kept, taken = now.kept, now.taken
        if move < TAKE:
            kept |= 1 << move - KEEP
        else:
            taken |= 1 << move - TAKE
        decided = s.asking(ASK_PIECE, Resolution(now.done, now.line, kept, taken))
        return _row_begun(rules, decided, log)
    if s.ask == ASK_USE:
        if move == USE:
            return announced(rules, s, TAMSK, CENTRE.bit_length() - 1)
        return go_on(rules, declined(s), log)
    if s.ask == ASK_TARGET:
        done = extra_made(s, move - EXTRA) if move < ANNOUNCE else jumped(s, move - JUMP)
        return go_on(rules, done, log)
    if s.ask == ASK_ANSWER:
        return challenged(rules, s) if move == CHALLENGE else s.asking(ASK_TARGET, s.detail)
    assert s.ask == ASK_LOT
    return lot_drawn(s, move)


def _entered(rules: Rules, s: State, move: int, log: Log | None) -> State:
    """The main action of entering a piece (§5)."""
    kind, entry = (BASIC, move) if move < N_ENTRIES else divmod(move, N_ENTRIES)
    white, black, kinds, books = s.white, s.black, s.kinds, s.books
    mover = s.mover
    first = ENTRY_FIRST[entry]
    if (white | black) & first:
        white, black, run = push(white, black, entry)
        if kinds.any:
            kinds = kinds.moved(run, ENTRY_STEP[entry])
    cost = 1
    if kind == BASIC:
        if books.unsettled:
            books = books.basic_entered(mover)
    else:
        kinds = kinds.plus(kind, first)
        if kind == GIPF:
            cost = 2
        else:
            books = books.loaded_entered(mover, kind, not rules.gipf_after_loaded)
    white_reserve, black_reserve = s.white_reserve, s.black_reserve
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
        and not kinds.tamsk & CENTRE
        and white | black != BOARD
        and s.number != rules.max_turns
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
            s.number + 1,
            0,
            ASK_MAIN,
            None,
        )
    made = s.made | PLAYED | MOVED
    after = State(
        white,
        black,
        kinds,
        white_reserve,
        black_reserve,
        books,
        mover,
        s.number,
        made,
        ASK_MAIN,
        None,
    )
    return go_on(rules, after, log)


def go_on(rules: Rules, s: State, log: Log | None) -> State:
    """What is due when no rows are: an extra move, the main action, or the last rows (§4)."""
    if s.tamsk_due():
        return s.asking(ASK_USE)
    if s.made & MOVED:
        return _rows_due(rules, s, 0, log)
    if rules.extra_counts and s.made & EXTRA_MADE and not s.reserve(s.mover):
        return _rows_due(rules, s.changed(s.kinds, s.books, MOVED), 0, log)
    if has_main(rules, s):
        return s.asking(ASK_MAIN)
    return s.over(1 - s.mover, "no_move")


def _rows_due(rules: Rules, s: State, done: int, log: Log | None) -> State:
    """The mover's rows that are not *done*, before or after the main action (§6.7)."""
    own = s.pieces(s.mover)
    rows = [line for line in rows_of(own) if not done >> line & 1] if fours(own) else []
    if not rows:
        return _after_rows(rules, s, log)
    if len(rows) == 1:
        line = rows[0]
        segment = segment_on(s.white | s.black, run_on(own, line), line)
        if not segment & s.kinds.optional:
            if s.made:
                if log is not None:
                    log.append((s.asking(ASK_PIECE, Resolution(done, line)), segment))
                return _rows_due(rules, removed(s, segment), done | 1 << line, log)
        elif not row_may_stay(rules, s, line) or not may_stop(rules, s):
            return s.asking(ASK_PIECE, Resolution(done, line))
    return s.asking(ASK_ROW, Resolution(done))


def _row_begun(rules: Rules, s: State, log: Log | None) -> State:
    """Asks for the next piece of the row at hand, or removes the row if all is decided."""
    if piece_at_hand(s) >= 0:
        return s
    now = s.resolution()
    mask = segment_at_hand(s) & ~now.kept
    if log is not None:
        log.append((s, mask))
    after = removed(s, mask)
    if after.ask == OVER:
        return after
    return _rows_due(rules, after, now.done | 1 << now.line, log)


def _after_rows(rules: Rules, s: State, log: Log | None) -> State:
    if not s.made & MOVED:
        return go_on(rules, s, log)
    return begun(rules, _next_turn(s), s.number)


def _next_turn(s: State) -> State:
    return State(
        s.white,
        s.black,
        s.kinds,
        s.white_reserve,
        s.black_reserve,
        s.books,
        1 - s.mover,
        s.number + 1,
        0,
        ASK_MAIN,
        None,
    )


def begun(rules: Rules, s: State, turns: int) -> State:
    """The mover's turn begins after *turns* turns; one who can do nothing has lost (§7, R31).

    *s* asks for the main action.
    """
    due = fours(s.pieces(s.mover)) or s.tamsk_due()
    if not due and not has_main(rules, s):
        return s.over(1 - s.mover, "no_move")
    if rules.max_turns and turns >= rules.max_turns:
        return s.over(-1, "unfinished")
    return _rows_due(rules, s, 0, None) if due else s


def _settled(rules: Rules, s: State, outcome: Outcome, log: Log | None) -> State:
    """A duel has ended (§10.4)."""
    works = power_works(rules, s, outcome)
    if works is None:
        return replayed(s)
    if works:
        return s.asking(ASK_TARGET, s.detail)
    return go_on(rules, denied(s), log)

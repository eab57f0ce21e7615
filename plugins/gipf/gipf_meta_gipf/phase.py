"""The last field of a position: the point in the mover's turn (`docs/reference/gipf.md` §12.2).

    turn:main;rows                  the main action is made; which row next?
    turn:row:a1-i5;keep:c3;take:d3  of the row on the line a1-i5 c3 stays and d3 goes; the next?
    turn:Zb2:asked                  the jump from b2 is announced; may it be made?

The field is left out where the turn begins. Lines are named by their dots.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import understood
from gipf_meta_gipf.board import BIT_OF, LINE_MASK, LINE_POINTS, N_LINES, NAME_OF, SPOTS
from gipf_meta_gipf.pieces import LOADED
from gipf_meta_gipf.potentials import due_powers, targets_of, usable
from gipf_meta_gipf.rows import may_keep, open_rows, piece_at_hand, row_may_stay
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_DUEL,
    ASK_LOT,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    ASK_USE,
    EXTRA_MADE,
    MOVED,
    PLAYED,
    Announcement,
    Fresh,
    Resolution,
    State,
)
from gipf_meta_gipf.texts import _

HEAD: Final = "turn:"
_MADE: Final = {"part": PLAYED, "extra": PLAYED | EXTRA_MADE, "main": PLAYED | MOVED}
_LINES: Final = tuple(f"{points[0]}-{points[-1]}" for points in LINE_POINTS)
_POWER: Final = re.compile(r"([A-Z])([a-i][1-9]):(asked|free|won|lot|duel([WB])([1-9][0-9]?))")


def phase_text(rules: Rules, state: State) -> str:
    """The field that says where in the turn *state* is; empty where the turn begins."""
    begun = rules.begin_turn(state.asking_main(state.mover, state.number), 0)
    # that a part was played only matters where a row may be left because of it (R31)
    made = 0 if state.made == PLAYED and state.ask in (ASK_MAIN, ASK_USE) else state.made
    if (made, state.ask, state.detail) == (begun.made, begun.ask, begun.detail):
        return ""
    made = state.made & ~EXTRA_MADE if state.made & MOVED else state.made
    parts = [word for word, flags in _MADE.items() if flags == made]
    if state.ask == ASK_MAIN:
        parts.append("move")
    elif state.ask == ASK_USE:
        parts.append("use")
    elif state.ask in (ASK_ROW, ASK_PIECE):
        parts += _rows_parts(state.resolution())
    else:
        parts.append(_power_part(rules, state))
    return HEAD + ";".join(parts)


def _rows_parts(now: Resolution) -> list[str]:
    """The rows that are handled, the one at hand, and what of it is decided."""
    parts = ["rows" if now.line < 0 else f"row:{_LINES[now.line]}"]
    parts += [f"{word}:{_names(mask)}" for word, mask in _answers(now) if mask]
    uncovered = dict(now.fresh)
    done = [line for line in range(N_LINES) if now.done >> line & 1]
    if done:
        words = [
            "+".join([_LINES[line], *SPOTS.names(uncovered.get(line, 0))])  # free since
            for line in done
        ]
        parts.append("done:" + ",".join(words))
    return parts


def _answers(now: Resolution) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("keep", now.kept), ("take", now.taken)


def _names(mask: int) -> str:
    return ",".join(SPOTS.names(mask))


def _power_part(rules: Rules, state: State) -> str:
    """The power that is announced, and the question about it: answer, lot, duel or target."""
    now = state.announcement()
    base = f"{rules.table.kinds[now.kind].letter}{NAME_OF[now.bit]}:"
    if state.ask == ASK_DUEL:
        return f"{base}duel{'WB'[now.first]}{now.attempt}"
    if state.ask == ASK_TARGET:
        return base + ("free" if now.first < 0 else "won")
    return base + {ASK_ANSWER: "asked", ASK_LOT: "lot"}[state.ask]


def read_phase(rules: Rules, state: State, field: str) -> State:
    """*state*, in which a turn begins, inside that turn as *field* says. Raises ``BadNotation``."""
    words = field.removeprefix(HEAD).split(";")
    made = _MADE[words.pop(0)] if words[0] in _MADE else 0
    inside = state.asking_main(state.mover, state.number, made)
    found = None
    if words in (["move"], ["use"]):
        found = _read_question(rules, inside, ASK_MAIN if words == ["move"] else ASK_USE)
    elif words and words[0].partition(":")[0] in ("rows", "row"):
        found = _read_rows(rules, inside, words)
    elif len(words) == 1 and (power := _POWER.fullmatch(words[0])):
        found = _read_power(rules, inside, power)
    return understood(
        found,
        _(
            "{field!r} is no turn that has begun: write for example turn:main;rows,"
            " turn:row:a1-i5;keep:c3 or turn:Zb2:asked, as it fits the board."
        ).format(field=field),
    )


def _read_question(rules: Rules, state: State, ask: int) -> State | None:
    """*state* with the question for the main action or for a power that is due, if it is asked."""
    if not state.made and any(not row_may_stay(rules, state, n) for n in open_rows(state, 0, ())):
        return None
    then = rules.continue_turn(state, None)
    return then if then.ask == ask and then.made == state.made else None


def _read_rows(rules: Rules, state: State, words: list[str]) -> State | None:
    """*state* while its rows are resolved as *words* say; ``None`` if they cannot be."""
    given = dict(word.partition(":")[::2] for word in words)
    if len(given) != len(words) or not given.keys() <= {"rows", "row", "keep", "take", "done"}:
        return None
    handled = _read_done(given.get("done"))
    kept, taken = (_read_spots(given.get(word)) for word in ("keep", "take"))
    if handled is None or kept is None or taken is None or kept & taken:
        return None
    done, fresh = handled
    if "rows" in given:
        if given["rows"] or "row" in given or kept or taken:
            return None
        then = rules.resolve_rows(state, done, fresh, None)
        is_same = then.ask == ASK_ROW and then.mover == state.mover and then.made == state.made
        return then if is_same and then.resolution().done == done else None
    if given["row"] not in _LINES:
        return None
    line = _LINES.index(given["row"])
    if line not in open_rows(state, done, fresh):
        return None
    return _answered(rules, state, Resolution(done, line, fresh=fresh), kept, taken)


def _read_done(text: str | None) -> tuple[int, Fresh] | None:
    """The lines that are handled, and their spots that are free since; ``None`` if it is wrong."""
    done, fresh = 0, []
    for word in text.split(",") if text is not None else ():
        name, *spots = word.split("+")
        free = _read_spots(",".join(spots) if spots else None)
        if name not in _LINES or free is None:
            return None
        line = _LINES.index(name)
        if done >> line or free & ~LINE_MASK[line]:
            return None  # lines stand in their order
        done |= 1 << line
        if free:
            fresh.append((line, free))
    return done, tuple(fresh)


def _read_spots(text: str | None) -> int | None:
    """The set of the spots that are named; ``None`` if one is not, or not in its place."""
    names = text.split(",") if text is not None else []
    if not all(name in BIT_OF for name in names):
        return None
    mask = SPOTS.mask(names)
    return mask if SPOTS.names(mask) == names else None


def _answered(rules: Rules, state: State, begun: Resolution, kept: int, taken: int) -> State | None:
    """*state* in the row of *begun* after these answers, given one by one; ``None`` if they cannot
    have been given, or if none is left to give."""
    now = begun
    while True:
        asked = state.with_question(ASK_PIECE, now)
        bit = piece_at_hand(asked)
        if bit < 0:
            return None
        mask = 1 << bit
        if kept & mask and may_keep(rules, asked, bit):
            now = Resolution(now.done, now.line, now.kept | mask, now.taken, now.fresh)
        elif taken & mask:
            now = Resolution(now.done, now.line, now.kept, now.taken | mask, now.fresh)
        else:
            return asked if (now.kept, now.taken) == (kept, taken) else None


def _read_power(rules: Rules, state: State, power: re.Match[str]) -> State | None:
    """*state* with the *power* of a piece announced; ``None`` if it cannot be."""
    letter, spot, stage, first, attempt = power.groups()
    kind, bit = rules.table.index.get(letter, -1), BIT_OF.get(spot, -1)
    if kind < 0 or bit < 0 or state.kinds.of(bit) != LOADED + kind:
        return None
    if rules.table.due >> kind & 1:
        can_be_used = (kind, bit) in due_powers(rules, state)
    else:
        main = _read_question(rules, state, ASK_MAIN)
        can_be_used = main is not None and rules.may_use(main) and bit in usable(rules, main)
    if not can_be_used or not targets_of(rules, state, kind, bit):
        return None
    books = state.books.with_announced(rules.slot(state.mover, kind))
    state = state.with_changes(state.kinds, books, 0)
    if stage == "asked":
        return state.with_question(ASK_ANSWER, Announcement(kind, bit))
    if stage == "free":
        return state.with_question(ASK_TARGET, Announcement(kind, bit))
    if not rules.challengeable[kind] or not state.made & PLAYED:
        return None
    if stage == "won":
        return state.with_question(ASK_TARGET, Announcement(kind, bit, state.mover))
    if stage == "lot":
        is_drawn = rules.first_player == "lots"
        return state.with_question(ASK_LOT, Announcement(kind, bit)) if is_drawn else None
    number = int(attempt)
    if number > max(1, rules.attempts):
        return None
    return state.with_question(ASK_DUEL, Announcement(kind, bit, "WB".index(first), number))

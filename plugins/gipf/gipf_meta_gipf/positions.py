"""Positions on one line (`docs/reference/gipf.md` §12.2, "Position string"): an inverse pair.

The text forgets what happened within a turn, powers that were announced before and left no trace,
and who won. Reading is exact but for the order of the pieces.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import N_, BadNotation, Over
from gipf_meta_gipf.board import BIT_OF, SPOTS
from gipf_meta_gipf.potentials import challenge_slot
from gipf_meta_gipf.rows import rows_of
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ASK_MAIN,
    LETTERS,
    OVER,
    SPENT_T,
    SPENT_Z,
    TAMSK,
    ZERTZ,
    Books,
    Four,
    Kinds,
    State,
    slot,
)
from gipf_meta_gipf.texts import _

SEATS: Final = (N_("White"), N_("Black"))
_EXAMPLE: Final = "w 12,12 T0Z0,T0Z0 W:b5,e2,h5 B:b2,e8,h2"
_OPEN: Final = ("-", "W", "B", "WB")
_ITEM: Final = re.compile(r"([GTZtz]?)([a-i][1-9])", re.ASCII)
_PAIR: Final = re.compile(r"(\d{1,4}),(\d{1,4})", re.ASCII)
_TZ_PAIR: Final = re.compile(r"T(\d{1,4})Z(\d{1,4}),T(\d{1,4})Z(\d{1,4})", re.ASCII)


def player_name(player: int) -> str:
    """What a player is called."""
    return _(SEATS[player])


def item(kinds: Kinds, bit: int) -> str:
    """A piece by its kind letter and spot, ``Gc5``."""
    return LETTERS[kinds.of(bit)] + SPOTS.name_of[bit]


def items(kinds: Kinds, mask: int) -> list[str]:
    """The pieces of *mask* in coordinate order."""
    return [item(kinds, bit) for name, bit in BIT_OF.items() if mask >> bit & 1]


def _tz_text(numbers: Four) -> str:
    """Four numbers as ``T3Z0,T3Z0``, White's first."""
    return f"T{numbers[0]}Z{numbers[1]},T{numbers[2]}Z{numbers[3]}"


def position_text(rules: Rules, state: State, ended: Over | None = None) -> str:
    """The position of *state* as text; *ended* is an end from outside the rules."""
    books = state.books
    fields = [
        "-" if ended or state.ask == OVER else "wb"[state.mover],
        f"{state.white_reserve},{state.black_reserve}",
        _tz_text(books.supply),
        "W:" + ",".join(items(state.kinds, state.white)),
        "B:" + ",".join(items(state.kinds, state.black)),
    ]
    if rules.tournament:
        fields.append("G:" + _OPEN[books.opened])
    if any(rules.potentials):
        fields.append("L:" + _tz_text(books.lost))
        left = books.challenges
        fields.append(
            f"C:{left[0]},{left[2]}" if rules.shared_challenges else f"C:{_tz_text(left)}"
        )
    return " ".join(fields)


def read_position(rules: Rules, text: str) -> State:
    """The state in which the turn of the side to move begins.

    A player who can do nothing has lost already; for ``-`` the winner is known where the board
    shows him. Raises ``BadNotation``.
    """
    names = [_("side to move"), _("reserves"), _("potentials in supply"), "W:", "B:"]
    names += ["G:"] if rules.tournament else []
    names += ["L:", "C:"] if any(rules.potentials) else []
    fields = text.strip().split(" ")
    if len(fields) < len(names):
        raise BadNotation(
            _(
                "The position {text!r} ends before its field {name!r}; it should look like"
                " {example!r}{more}."
            ).format(
                text=text.strip(),
                name=names[len(fields)],
                example=_EXAMPLE,
                more=_more_fields(rules),
            )
        )
    if len(fields) > len(names):
        raise BadNotation(
            _(
                "The position has a field too many, {field!r}: with these options its fields"
                " are {names}, with one blank between them."
            ).format(field=fields[len(names)], names=", ".join(names))
        )
    side = fields[0]
    if side not in ("w", "b", "-"):
        raise BadNotation(
            _("A position begins with w, b or - (the game is over), not {side!r}.").format(
                side=side
            )
        )
    white_reserve, black_reserve = _read_pair(fields[1], _("The reserves"))
    supply = _read_four(fields[2], _("The potentials in supply"))
    white, white_kinds = _read_pieces(rules, fields[3], "W:", 0)
    black, black_kinds = _read_pieces(rules, fields[4], "B:", white)
    masks = [w | b for w, b in zip(white_kinds, black_kinds, strict=True)]
    kinds = Kinds(masks[0], masks[1], masks[2], masks[3], masks[4])
    opened = 0
    if rules.tournament:
        letters = _strip_head(fields[5], "G:")
        if letters not in _OPEN:
            raise BadNotation(
                _("The field G: is one of WB, W, B and -, not {letters!r}.").format(letters=letters)
            )
        opened = _OPEN.index(letters)
    lost = challenges = (0, 0, 0, 0)
    if any(rules.potentials):
        lost = _read_four(_strip_head(fields[-2], "L:"), _("The lost potentials, L:,"))
        left = _strip_head(fields[-1], "C:")
        if rules.shared_challenges:
            one, two = _read_pair(left, _("The challenges left, C:,"))
            challenges = (one, 0, two, 0)
        else:
            challenges = _read_four(left, _("The challenges left, C:,"))
    announced = 0
    for player, own in enumerate((white, black)):
        for kind, spent in ((TAMSK, SPENT_T), (ZERTZ, SPENT_Z)):
            if own & masks[spent - 1] or _was_challenged(rules, challenges, player, kind):
                announced |= 1 << slot(player, kind)
    books = Books(supply, lost, challenges, opened, announced)
    mover = 1 if side == "b" else 0
    state = State(
        white, black, kinds, white_reserve, black_reserve, books, mover, 1, 0, ASK_MAIN, None
    )
    _check_counts(rules, state)
    return _end_by_board(rules, state) if side == "-" else rules.begin_turn(state, 0)


def _was_challenged(rules: Rules, left: Four, owner: int, kind: int) -> bool:
    """Whether a challenge is spent that only *owner*'s use of a potential of *kind* has cost."""
    spent = challenge_slot(rules, 1 - owner, kind)
    if left[spent] >= rules.challenges[spent]:
        return False
    others = TAMSK + ZERTZ - kind
    shared = rules.shared_challenges and rules.challengeable[others - TAMSK]
    return not (shared and rules.potentials[slot(owner, others)])


def _more_fields(rules: Rules) -> str:
    """The fields that follow ``_EXAMPLE`` with these options, as the end of a sentence."""
    more = [" G:WB"] if rules.tournament else []
    if any(rules.potentials):
        more.append(" L:T0Z0,T0Z0 C:1,1" if rules.shared_challenges else " L:T0Z0,T0Z0 C:T1Z1,T1Z1")
    return _(" followed by {more!r}").format(more="".join(more).strip()) if more else ""


def _strip_head(field: str, head: str) -> str:
    """*field* without its *head*. Raises ``BadNotation``."""
    if not field.startswith(head):
        raise BadNotation(
            _("The field {head} of the position is missing: {field!r} stands there.").format(
                head=head, field=field
            )
        )
    return field[len(head) :]


def _read_pair(text: str, what: str) -> tuple[int, int]:
    """White's and Black's number. Raises ``BadNotation``, which calls them *what*."""
    match = _PAIR.fullmatch(text)
    if not match:
        raise BadNotation(
            _("{what} should be two numbers like 12,12, White's first, not {text!r}.").format(
                what=what, text=text
            )
        )
    return int(match[1]), int(match[2])


def _read_four(text: str, what: str) -> Four:
    """The numbers of ``T3Z0,T3Z0``. Raises ``BadNotation``, which calls them *what*."""
    match = _TZ_PAIR.fullmatch(text)
    if not match:
        raise BadNotation(
            _("{what} should look like T3Z0,T3Z0, White's first, not {text!r}.").format(
                what=what, text=text
            )
        )
    return int(match[1]), int(match[2]), int(match[3]), int(match[4])


def _read_pieces(rules: Rules, field: str, head: str, others: int) -> tuple[int, list[int]]:
    """The spots of one colour, and the spots of each kind from G on. Raises ``BadNotation``."""
    text = _strip_head(field, head)
    own, kinds = 0, [0, 0, 0, 0, 0]
    for word in text.split(",") if text else []:
        match = _ITEM.fullmatch(word)
        if not match:
            raise BadNotation(
                _("{word!r} in the field {head} is no piece; write c5, Gc5 or Tc5.").format(
                    word=word, head=head
                )
            )
        letter, name = match[1], match[2]
        if name not in BIT_OF:
            raise BadNotation(
                _("There is no spot {name} on the board ({word!r} in {head}).").format(
                    name=name, word=word, head=head
                )
            )
        mask = 1 << BIT_OF[name]
        if (own | others) & mask:
            raise BadNotation(_("The spot {name} is used twice in the position.").format(name=name))
        own |= mask
        if letter:
            kinds[LETTERS.index(letter) - 1] |= mask
    if kinds[0] and not rules.tournament and not rules.gipfs_at_start:
        raise BadNotation(
            _("There are no GIPF-pieces in the basic game, but {head} has one.").format(head=head)
        )
    return own, kinds


def _check_counts(rules: Rules, state: State) -> None:
    """Raises ``BadNotation`` if a player has more pieces than the game gives him (§15)."""
    for player in (0, 1):
        own, name = state.pieces(player), player_name(player)
        kinds = state.kinds
        worth = state.reserve(player) + own.bit_count() + (own & kinds.gipf).bit_count()
        worth -= (own & (kinds.spent_t | kinds.spent_z)).bit_count()
        if worth > rules.basics[player]:
            raise BadNotation(
                _(
                    "{name} has {worth} basic pieces in this position, but only {most} in this"
                    " game."
                ).format(name=name, worth=worth, most=rules.basics[player])
            )
        masks = kinds.masks()
        for kind, spent, word in ((TAMSK, SPENT_T, "TAMSK"), (ZERTZ, SPENT_Z, "ZÈRTZ")):
            index = slot(player, kind)
            count = (own & (masks[kind - 1] | masks[spent - 1])).bit_count()
            count += state.books.supply[index] + state.books.lost[index]
            if count > rules.potentials[index]:
                raise BadNotation(
                    _(
                        "{name} has {count} {word}-potentials in this position, but only {most} in"
                        " this game."
                    ).format(name=name, count=count, word=word, most=rules.potentials[index])
                )


def _end_by_board(rules: Rules, state: State) -> State:
    """Ends the game; a player has won if the board shows that the other one has lost."""
    gipfs = [state.kinds.gipf & state.pieces(player) for player in (0, 1)]
    for player in (0, 1):
        untouched = rules.tournament and state.reserve(player) == rules.basics[player]
        if gipfs[1 - player] and not gipfs[player] and not untouched:
            return state.with_result(1 - player, "last_gipf")
    stuck = [player for player in (0, 1) if _is_stuck(rules, state, player)]
    if len(stuck) == 1:
        return state.with_result(1 - stuck[0], "no_move")
    return state.with_result(-1, "unfinished")


def _is_stuck(rules: Rules, state: State, player: int) -> bool:
    """Whether *player* could do nothing if the turn were his."""
    there = State(
        state.white,
        state.black,
        state.kinds,
        state.white_reserve,
        state.black_reserve,
        state.books,
        player,
        1,
        0,
        ASK_MAIN,
        None,
    )
    idle = not rows_of(there.pieces(player)) and not there.tamsk_due()
    return idle and not rules.has_main(there)

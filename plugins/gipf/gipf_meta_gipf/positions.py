"""Positions on one line (`docs/reference/gipf.md` §12.2, "Position string"): an inverse pair.

The text has no number of turns, and no winner where the board does not show him. Reading
is exact but for the order of the pieces.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import N_, BadNotation, Over, called, is_you, understood
from gipf_meta_gipf.board import BIT_OF, SPOTS
from gipf_meta_gipf.installed import FIRST, installed_kinds
from gipf_meta_gipf.kind import Table
from gipf_meta_gipf.phase import HEAD, phase_text, read_phase
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, Kinds, owners, spots_of
from gipf_meta_gipf.potentials import challenge_slot, due_powers
from gipf_meta_gipf.rows import rows_of
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import ASK_MAIN, OVER, Books, Numbers, State
from gipf_meta_gipf.texts import _

SEATS: Final = (N_("White"), N_("Black"))
_EXAMPLE: Final = "w 12,12 T0Z0,T0Z0 W:b5,e2,h5 B:b2,e8,h2"
_OPEN: Final = ("-", "W", "B", "WB")
_ITEM: Final = re.compile(r"([A-Za-z]*)([a-i][1-9])", re.ASCII)
_PAIR: Final = re.compile(r"(\d{1,4}),(\d{1,4})", re.ASCII)


def player_name(player: int) -> str:
    """The name of a player, as the reader knows him."""
    return called(player, _(SEATS[player]))


def side_name(player: int) -> str:
    """The name of a player inside a list of both: ``you``, where he reads it."""
    return _("you") if is_you(player) else player_name(player)


def told_of(seat: int, to_him: str, of_him: str, **words: object) -> str:
    """The sentence *to_him*, where the player at *seat* reads it, else *of_him*, in which he is
    ``name`` or ``player``; with *words*."""
    name = player_name(seat)
    return (to_him if is_you(seat) else of_him).format(name=name, player=name, **words)


def letters(table: Table, kinds: Kinds, bit: int) -> str:
    """The letters of all that lies on the spot of *bit*, the top first: ``dD``.

    A GIPF-piece that a potential has made is ``g``.
    """
    codes = kinds.stack(bit)
    if codes[0] == GIPF and len(codes) > 1:
        return "g"
    return "".join([table.letters[code] for code in codes])


def item(table: Table, kinds: Kinds, bit: int) -> str:
    """The pieces on a spot as letters, with the name of the spot: ``Gc5``."""
    return letters(table, kinds, bit) + SPOTS.name_of[bit]


def items(table: Table, kinds: Kinds, mask: int) -> list[str]:
    """The ``item`` of each spot of *mask*, in coordinate order."""
    return [item(table, kinds, bit) for name, bit in BIT_OF.items() if mask >> bit & 1]


def top_item(table: Table, kinds: Kinds, bit: int) -> str:
    """The top of a spot by its letter and the spot, as a row takes it: ``dd4`` of ``dDd4``."""
    return letters(table, kinds, bit)[:1] + SPOTS.name_of[bit]


def top_items(table: Table, kinds: Kinds, mask: int) -> list[str]:
    """The tops of *mask* in coordinate order."""
    return [top_item(table, kinds, bit) for name, bit in BIT_OF.items() if mask >> bit & 1]


def listed(table: Table) -> list[str]:
    """The letters of the kinds that a position has numbers for: T and Z, and those in the game."""
    return [*FIRST, *[kind.letter for kind in table.kinds if kind.letter not in FIRST]]


def name_of_kind(table: Table, letter: str) -> str:
    """The name of the kind of that *letter*, also if it is not in the game."""
    for kind in (*table.kinds, *(kind for kind, _source in installed_kinds())):
        if kind.letter == letter:
            return kind.say(kind.name)
    return letter


def _numbers_text(table: Table, numbers: Numbers) -> str:
    """Numbers for each kind as ``T3Z0,T3Z0``, White's first."""
    sides = []
    for player in (0, 1):
        own = {kind.letter: numbers[table.n * player + at] for at, kind in enumerate(table.kinds)}
        sides.append("".join(f"{letter}{own.get(letter, 0)}" for letter in listed(table)))
    return ",".join(sides)


def position_text(rules: Rules, state: State, ended: Over | None = None) -> str:
    """The position of *state* as text; *ended* is an end from outside the rules."""
    books = state.books
    fields = [
        "-" if ended or state.ask == OVER else "wb"[state.mover],
        f"{state.white_reserve},{state.black_reserve}",
        _numbers_text(rules.table, books.supply),
        "W:" + ",".join(items(rules.table, state.kinds, state.white)),
        "B:" + ",".join(items(rules.table, state.kinds, state.black)),
    ]
    if rules.tournament:
        fields.append("G:" + _OPEN[books.opened])
    if any(rules.potentials):
        fields.append("L:" + _numbers_text(rules.table, books.lost))
        left = books.challenges
        fields.append(
            f"C:{left[0]},{left[rules.table.n]}"
            if rules.shared_challenges
            else f"C:{_numbers_text(rules.table, left)}"
        )
    if rules.first_use_only and books.announced != _announced_by_board(rules, state):
        fields.append("A:" + _announced_text(rules, books.announced))
    if fields[0] != "-" and (phase := phase_text(rules, state)):
        fields.append(phase)
    return " ".join(fields)


def _announced_text(rules: Rules, announced: int) -> str:
    """The kinds whose power White, and Black, has announced before: ``TZ,-``."""
    sides = []
    for player in (0, 1):
        own = [
            kind.letter
            for at, kind in enumerate(rules.table.kinds)
            if announced >> rules.slot(player, at) & 1
        ]
        sides.append("".join(own) or "-")
    return ",".join(sides)


def _read_announced(rules: Rules, text: str) -> int:
    """The inverse of ``_announced_text``. Raises ``BadNotation``."""
    announced, sides = 0, text.split(",")
    for player, letters in enumerate(sides if len(sides) == 2 else ()):
        for letter in letters.replace("-", ""):
            if letter in rules.table.index:
                announced |= 1 << rules.slot(player, rules.table.index[letter])
    if _announced_text(rules, announced) != text:
        raise BadNotation(
            _(
                "The powers announced before, A:, are the letters of White's and of Black's kinds"
                " such as TZ,-, not {text!r}."
            ).format(text=text)
        )
    return announced


def _announced_by_board(rules: Rules, state: State) -> int:
    """The powers of which used potentials and spent challenges show that they were announced."""
    n, announced = rules.table.n, 0
    used = [0] * (2 * n)
    for player in (0, 1):
        for bit in spots_of(state.pieces(player)):
            codes = state.kinds.stack(bit)
            for owner, code in zip(owners(player, codes), codes, strict=True):
                if code >= LOADED + n:
                    used[n * owner + code - LOADED - n] += 1
    for player in (0, 1):
        for kind in range(n):
            index = rules.slot(player, kind)
            if used[index] or _was_challenged(rules, state.books.challenges, player, kind):
                announced |= 1 << index
    return announced


def read_position(rules: Rules, text: str) -> State:
    """The state in which the turn of the side to move begins, or inside it, as ``turn:`` says.

    A player who can do nothing has lost already; for ``-`` the winner is known where the board
    shows him. Raises ``BadNotation``.
    """
    names = [_("side to move"), _("reserves"), _("potentials in supply"), "W:", "B:"]
    names += ["G:"] if rules.tournament else []
    names += ["L:", "C:"] if any(rules.potentials) else []
    fields = text.strip().split(" ")
    phase = fields.pop() if fields[-1].startswith(HEAD) else ""
    before = fields.pop() if rules.first_use_only and fields and fields[-1][:2] == "A:" else ""
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
    supply = _read_numbers(rules, fields[2], _("The potentials in supply"))
    board = BoardReader(rules)
    for player, head in enumerate(("W:", "B:")):
        board.read(player, _strip_head(fields[3 + player], head), head)
    white, black = board.own
    kinds = board.kinds
    opened = 0
    if rules.tournament:
        letters = _strip_head(fields[5], "G:")
        if letters not in _OPEN:
            raise BadNotation(
                _("The field G: is one of WB, W, B and -, not {letters!r}.").format(letters=letters)
            )
        opened = _OPEN.index(letters)
    table = rules.table
    none = (0,) * (2 * table.n)
    lost = challenges = none
    if any(rules.potentials):
        lost = _read_numbers(rules, _strip_head(fields[-2], "L:"), _("The lost potentials, L:,"))
        left = _strip_head(fields[-1], "C:")
        if rules.shared_challenges:
            pair = _read_pair(left, _("The challenges left, C:,"))
            shared = list(none)
            shared[0], shared[table.n] = pair
            challenges = tuple(shared)
        else:
            challenges = _read_numbers(rules, left, _("The challenges left, C:,"))
    announced = _read_announced(rules, before.removeprefix("A:")) if before else 0
    books = Books(supply, lost, challenges, opened, announced)
    mover = 1 if side == "b" else 0
    state = State(
        white, black, kinds, white_reserve, black_reserve, books, mover, 1, 0, ASK_MAIN, None
    )
    _check_counts(rules, state, board)
    announced |= _announced_by_board(rules, state)
    books = Books(supply, lost, challenges, opened, announced)
    state = state.with_changes(kinds, books, 0)
    if side == "-":
        if phase:
            raise BadNotation(_("In a game that is over, no turn goes on."))
        return _end_by_board(rules, state)
    return read_phase(rules, state, phase) if phase else rules.begin_turn(state, 0)


def _was_challenged(rules: Rules, left: Numbers, owner: int, kind: int) -> bool:
    """Whether a challenge is spent that only *owner*'s use of a potential of *kind* has cost."""
    spent = challenge_slot(rules, 1 - owner, kind)
    if left[spent] >= rules.challenges[spent]:
        return False
    if not rules.shared_challenges:
        return True
    others = [other for other in range(rules.table.n) if other != kind]
    return not any(
        rules.challengeable[other] and rules.potentials[rules.slot(owner, other)]
        for other in others
    )


def _more_fields(rules: Rules) -> str:
    """The fields that follow ``_EXAMPLE`` with these options, as the end of a sentence."""
    more = [" G:WB"] if rules.tournament else []
    if any(rules.potentials):
        zero, one = ("".join(f"{letter}{n}" for letter in listed(rules.table)) for n in (0, 1))
        left = "1,1" if rules.shared_challenges else f"{one},{one}"
        more.append(f" L:{zero},{zero} C:{left}")
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
    match = understood(
        _PAIR.fullmatch(text),
        _("{what} should be two numbers like 12,12, White's first, not {text!r}.").format(
            what=what, text=text
        ),
    )
    return int(match[1]), int(match[2])


def _read_numbers(rules: Rules, text: str, what: str) -> Numbers:
    """The numbers of ``T3Z0,T3Z0`` for the kinds in the game. Raises ``BadNotation``.

    Of kinds that are not in the game there is none.
    """
    table, heads = rules.table, listed(rules.table)
    pattern = "".join(f"{letter}([0-9]{{1,4}})" for letter in heads)
    match = re.fullmatch(f"{pattern},{pattern}", text)
    if not match:
        side = "".join(f"{letter}{n}" for letter, n in zip(heads, (3, *[0] * 30), strict=False))
        raise BadNotation(
            _("{what} should look like {example}, White's first, not {text!r}.").format(
                what=what, example=f"{side},{side}", text=text
            )
        )
    found = [0] * (2 * table.n)
    for at, number in enumerate(match.groups()):
        player, letter = divmod(at, len(heads))
        kind = table.index.get(heads[letter], -1)
        if kind >= 0:
            found[table.n * player + kind] = int(number)
        elif int(number):
            raise _too_many(rules, player, int(number), heads[letter], 0)
    return tuple(found)


def _too_many(rules: Rules, player: int, count: int, letter: str, most: int) -> BadNotation:
    """The refusal of a position with too many potentials of a kind."""
    return BadNotation(
        _(
            "{name} has {count} {word}-potentials in this position, but only {most} in this game."
        ).format(
            name=player_name(player),
            count=count,
            word=name_of_kind(rules.table, letter),
            most=most,
        )
    )


class BoardReader:
    """Reads the pieces of both players: *own* spots by their tops, and *kinds*.

    *values* are the basic pieces of each player on the board, *found* the potentials of each, in
    ``Numbers``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.own = [0, 0]
        self.kinds = Kinds(0, (0,) * (2 * rules.table.n), (), rules.table.due)
        self.values = [0, 0]
        self.found = [0] * (2 * rules.table.n)

    def read(self, player: int, text: str, head: str) -> None:
        """The items of *player*, which stand behind *head*. Raises ``BadNotation``."""
        for word in text.split(",") if text else []:
            match = _ITEM.fullmatch(word)
            if not match:
                raise _no_piece(word, head)
            name = match[2]
            if name not in BIT_OF:
                raise BadNotation(
                    _("There is no spot {name} on the board ({word!r} in {head}).").format(
                        name=name, word=word, head=head
                    )
                )
            mask = 1 << BIT_OF[name]
            if (self.own[0] | self.own[1]) & mask:
                raise BadNotation(
                    _("The spot {name} is used twice in the position.").format(name=name)
                )
            codes = self.read_stack(player, match[1], word, head)
            self.own[player] |= mask
            self.kinds = self.kinds.with_stack(BIT_OF[name], codes)
            self.count(player, codes)

    def read_stack(self, player: int, given: str, word: str, head: str) -> tuple[int, ...]:
        """The codes of the pieces of letters *given*, the top first. Raises ``BadNotation``."""
        table, rules = self.rules.table, self.rules
        if given == "g":
            covers = [at for at, kind in enumerate(table.kinds) if kind.converts]
            if covers:
                return (GIPF, LOADED + table.n + covers[0], BASIC)
        codes = []
        for letter in given:
            if letter not in table.letters:
                if name_of_kind(table, letter.upper()) != letter.upper():
                    raise _too_many(rules, player, 1, letter.upper(), 0)
                raise _no_piece(word, head)
            codes.append(table.code(letter))
        lies = [code >= LOADED + table.n for code in codes]
        covering = [at for at in range(len(codes)) if lies[at]]
        if len(codes) > 1 and (not all(lies[:-1]) or codes[-1] == GIPF):
            raise _no_piece(word, head)
        if not codes or (covering and lies[-1] and table.kind_at(codes[-1]).used == "cover"):
            codes.append(BASIC)
        if any(table.kind_at(codes[at]).used == "piece" for at in covering) and len(codes) > 1:
            raise _no_piece(word, head)
        if codes[0] == GIPF and not rules.tournament and not rules.gipfs_at_start:
            raise BadNotation(
                _("There are no GIPF-pieces in the basic game, but {head} has one.").format(
                    head=head
                )
            )
        return tuple(codes)

    def count(self, player: int, codes: tuple[int, ...]) -> None:
        """Counts the pieces of a stack whose top is *player*'s."""
        n = self.rules.table.n
        for owner, code in zip(owners(player, codes), codes, strict=True):
            if code == GIPF:
                self.values[owner] += 2 if len(codes) == 1 else 0
            elif code < LOADED + n:
                self.values[owner] += 1
            if code >= LOADED:
                self.found[n * owner + (code - LOADED) % n] += 1


def _no_piece(word: str, head: str) -> BadNotation:
    return BadNotation(
        _("{word!r} in the field {head} is no piece; write c5, Gc5 or Tc5.").format(
            word=word, head=head
        )
    )


def _check_counts(rules: Rules, state: State, board: BoardReader) -> None:
    """Raises ``BadNotation`` if a player has more pieces than the game gives him (§15)."""
    for player in (0, 1):
        name = player_name(player)
        worth = state.reserve(player) + board.values[player]
        if worth > rules.basics[player]:
            raise BadNotation(
                _(
                    "{name} has {worth} basic pieces in this position, but only {most} in this"
                    " game."
                ).format(name=name, worth=worth, most=rules.basics[player])
            )
        for at, kind in enumerate(rules.table.kinds):
            index = rules.slot(player, at)
            count = board.found[index] + state.books.supply[index] + state.books.lost[index]
            if count > rules.potentials[index]:
                raise _too_many(rules, player, count, kind.letter, rules.potentials[index])


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
    there = state.asking_main(player, 1)
    idle = not rows_of(there.pieces(player)) and not due_powers(rules, there)
    return idle and not rules.has_main(there)

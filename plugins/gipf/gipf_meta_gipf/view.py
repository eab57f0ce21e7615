"""The picture of a GIPF position, and the clicks that say each decision.

Clicks: an entry is its dot and its first spot, after the kind where several can be entered
(``basic``, ``G``, a letter); a power is its piece and a word such as ``jump``, later its target: a
spot, or the clicks of an entry; a row is one of its spots that no other row has. All else is a
button.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from gipf_meta import (
    N_,
    Choice,
    Edge,
    Label,
    Mark,
    Piece,
    Point,
    Tray,
    TrayItem,
    View,
    is_brief,
    is_you,
    view_part,
)
from gipf_meta_gipf.board import (
    BIT_OF,
    ENTRY_DOT,
    ENTRY_SPOT,
    LINE_BITS,
    LINE_POINTS,
    NAME_OF,
    POINTS,
    RAYS,
)
from gipf_meta_gipf.caption import caption
from gipf_meta_gipf.kind import ENTRY, Table
from gipf_meta_gipf.notation import announced_kind, decision_text, question
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, owners
from gipf_meta_gipf.positions import SEATS, player_name, top_items
from gipf_meta_gipf.potentials import targets_of
from gipf_meta_gipf.rows import piece_at_hand, rows_at_hand, rows_of, run_on, segment_at_hand
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.stakes import stakes
from gipf_meta_gipf.state import (
    ALLOW,
    ANNOUNCE,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    CHALLENGE,
    DECLINE,
    KEEP,
    OVER,
    ROW,
    STOP,
    TAKE,
    TARGET,
    USE,
    Announcement,
    Move,
    State,
    entered,
)
from gipf_meta_gipf.texts import _

ROLES: Final = ("p1", "p2")
_NAMES: Final = (
    ("basic", N_("basic piece")),
    *((f"{seat}:basic", N_("basic piece")) for seat in SEATS),
    ("G", N_("GIPF-piece")),
    ("allow", N_("Allow")),
    ("challenge", N_("Challenge")),
)
_SPOKEN: Final = (
    (
        N_("white basic piece"),
        N_("white GIPF-piece"),
        N_("white {kind}-loaded piece"),
        N_("white spent {kind}-potential"),
    ),
    (
        N_("black basic piece"),
        N_("black GIPF-piece"),
        N_("black {kind}-loaded piece"),
        N_("black spent {kind}-potential"),
    ),
)
"""The names of pieces, by player: basic, GIPF, loaded, used."""
_BUTTONS: Final = {
    STOP: ("stop", N_("leave the rows that may stay")),
    ALLOW: ("allow", N_("allow the use of the potential")),
    CHALLENGE: ("challenge", N_("challenge the use of the potential to a duel")),
}

VIEW_POINTS: Final = tuple(
    Point(name, *POINTS.xy[name], kind="spot" if name in BIT_OF else "dot") for name in POINTS.cells
)
VIEW_EDGES: Final = tuple(Edge(a, b) for points in LINE_POINTS for a, b in pairwise(points))


def _labels() -> tuple[Label, ...]:
    """Column letters under the columns; numbers where the lines of equal number begin."""
    letters = [
        Label(name[0], POINTS.xy[name][0], POINTS.xy[name][1] + 2)
        for name in POINTS.cells
        if name[1] == "1"
    ]
    heads = [f"a{n}" for n in range(1, 6)] + ["b6", "c7", "d8", "e9"]
    numbers = [Label(name[1], POINTS.xy[name][0] - 1, POINTS.xy[name][1] - 1) for name in heads]
    return (*letters, *numbers)


VIEW_LABELS: Final = _labels()


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """The view for *seat* (``None``: for the player who decides). Only his view has choices."""
    player = state.current_player()
    mine = player >= 0 and seat in (None, player)
    moves = view_part(state, "moves", lambda: rules.legal_moves(state)) if mine else ()
    told = caption(state)
    return View(
        points=VIEW_POINTS,
        pieces=view_part(state, "pieces", lambda: tuple(_pieces(rules.table, state))),
        edges=VIEW_EDGES,
        labels=VIEW_LABELS,
        trays=tuple(_tray(rules, state, who) for who in (0, 1)),
        marks=view_part(state, "marks", lambda: tuple(_marks(state))),
        choices=view_part(state, "choices", lambda: tuple(_choices(rules, state, moves)), mine),
        caption=" ".join(filter(None, (told, _stacks(rules.table, state)))),
        prompt=_prompt(rules, state),
        names=view_part(state, "names", lambda: _names(rules)),
        stakes=stakes(rules, state, seat),
        announced=view_part(state, "announced", lambda: _announced(rules, state)),
        seen=() if state.ask == OVER else (told,),
        board="slate",
    )


def _names(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The words of click paths, each with its name in the player's language."""
    names = [(word, _(name)) for word, name in _NAMES]
    for kind in rules.table.kinds:
        called = _("{kind}-potential").format(kind=kind.say(kind.name))
        names += [(kind.letter, called), (kind.word, kind.say(kind.verb))]
    return tuple(dict(names).items())


def _prompt(rules: Rules, state: State) -> str:
    asked = question(rules, state)
    n = rules.table.n
    supply = state.books.supply[n * state.mover : n * state.mover + n]
    if is_brief():
        return asked
    if state.ask == ASK_MAIN and any(supply) and BASIC in rules.entry_codes(state):
        asked += (
            _(" Your first basic piece gives up the potentials still in supply.")
            if is_you(state.mover)
            else _(" With the first basic piece the potentials still in supply are lost.")
        )
    return asked


def _stacks(table: Table, state: State) -> str:
    """A sentence on all stacks, whose tops alone are drawn; empty without stacks of covers."""
    named = (
        f"{NAME_OF[bit]} {_signs(table, state.kinds.stack(bit))}"
        for bit, _under in state.kinds.covers
    )
    stacks = ", ".join(sorted(named))
    return _("Stacks, from the top: {stacks}.").format(stacks=stacks) if stacks else ""


def _pieces(table: Table, state: State) -> list[Piece]:
    pieces = []
    for name, bit in BIT_OF.items():
        for player in (0, 1):
            if state.pieces(player) >> bit & 1:
                pieces.append(piece_on(table, state.kinds.stack(bit), name, player))
    return pieces


def piece_on(table: Table, codes: tuple[int, ...], name: str, player: int) -> Piece:
    """The piece of *player*, or the stack of *codes* from its top, on the spot of that *name*."""
    sign = _sign(table, codes[0]) if len(codes) == 1 else _signs(table, codes)[0]
    spoken = spoken_piece(table, player, codes[0])
    stack = 2 if codes[0] == GIPF else 1
    layers: tuple[str, ...] = ()
    if len(codes) > 1:
        made = codes[0] == GIPF
        lying = owners(player, codes)[1 if made else 0 :]
        layers = tuple(ROLES[owner] for owner in reversed(lying))
        stack = len(layers)
        if not made:
            spoken = _("{top} on {below}").format(
                top=spoken, below=_spoken_below(table, codes, player)
            )
    label = "WB"[player] + sign
    return Piece(
        name,
        "disc",
        ROLES[player],
        label,
        stack=stack,
        badge=sign,
        spoken=spoken,
        layers=layers,
        emblem=_emblem(table, codes[0]),
        is_spent=codes[0] >= LOADED + table.n,
    )


def _signs(table: Table, codes: tuple[int, ...]) -> str:
    """The signs on a stack, the top first; under a cover a basic piece has the sign ``o``."""
    if len(codes) == 1:
        return _sign(table, codes[0])
    if codes[0] == GIPF:
        return f"g{_sign(table, codes[1])}"
    return "".join(_sign(table, code) or "o" for code in codes)


def _sign(table: Table, code: int) -> str:
    """The sign on a piece of *code*."""
    if code < LOADED:
        return table.letters[code]
    return table.kind_at(code).sign(table.meaning(code)[1])


def _emblem(table: Table, code: int) -> str:
    """The sign on a piece of *code* in pictures, if its kind has one."""
    return table.kind_at(code).emblem if code >= LOADED else ""


def spoken_piece(table: Table, player: int, code: int) -> str:
    """The name of a piece of *player*, in the player's language."""
    if code < LOADED:
        return _(_SPOKEN[player][code])
    kind = table.kind_at(code)
    is_loaded = code < LOADED + table.n
    return _(_SPOKEN[player][2 if is_loaded else 3]).format(kind=kind.say(kind.name))


def _spoken_below(table: Table, codes: tuple[int, ...], player: int) -> str:
    """The names of the pieces under the top of a stack of *player*, the upper first."""
    whose = owners(player, codes)
    return _(" on ").join(
        spoken_piece(table, owner, code) for owner, code in zip(whose[1:], codes[1:], strict=True)
    )


def heap_of(state: State, player: int, word: str) -> str:
    """The id of a heap of *player*; those of the mover's are the first clicks of an entry."""
    return word if player == state.mover else f"{SEATS[player]}:{word}"


def lost_word(letter: str) -> str:
    """The part of a heap's id that names the lost potentials of a kind."""
    return f"{letter}:lost"


def challenges_word(letter: str) -> str:
    """The part of a heap's id that names the challenges against a kind."""
    return f"{letter}:challenges"


def _tray(rules: Rules, state: State, player: int) -> Tray:
    heaps = view_part(state, "heaps", lambda: _heaps(rules, state, player), player)
    return Tray(player_name(player), heaps, player)


def _heaps(rules: Rules, state: State, player: int) -> tuple[TrayItem, ...]:
    """Reserve, supply, lost potentials and challenges of *player*."""
    books, role = state.books, ROLES[player]
    heaps = [
        TrayItem(heap_of(state, player, "basic"), _("reserve"), state.reserve(player), "disc", role)
    ]
    for n, kind in enumerate(rules.table.kinds):
        at, letter, word = rules.slot(player, n), kind.letter, kind.say(kind.name)
        if rules.potentials[at]:
            told = (
                (letter, _("{word} supply"), books.supply[at], _("supply")),
                (lost_word(letter), _("{word} lost"), books.lost[at], _("out of play")),
            )
            for heap, words, count, brief in told:
                heaps.append(
                    TrayItem(
                        heap_of(state, player, heap),
                        words.format(word=word),
                        count,
                        "disc",
                        role,
                        badge=kind.sign("loaded"),
                        emblem=kind.emblem,
                        brief=brief,
                        column=kind.name,
                    )
                )
        if rules.challenges[at]:
            left = books.challenges[at]
            what = (
                _("challenges")
                if rules.shared_challenges
                else _("{word} challenges").format(word=word)
            )
            heaps.append(
                TrayItem(
                    heap_of(state, player, challenges_word(letter)),
                    what,
                    left,
                    "disc",
                    role,
                    badge="?" if rules.shared_challenges else letter,
                    brief=_("challenges"),
                    emblem="" if rules.shared_challenges else kind.emblem,
                    column="" if rules.shared_challenges else kind.name,
                )
            )
    return tuple(heaps)


def _marks(state: State) -> list[Mark]:
    if state.ask == ASK_ROW:
        rows = 0
        for line in rows_at_hand(state):
            rows |= run_on(state.pieces(state.mover), line)
        return [Mark(name, "capture") for name, bit in BIT_OF.items() if rows >> bit & 1]
    if state.ask == ASK_PIECE:
        at_hand = piece_at_hand(state)
        kept = state.resolution().kept
        return [
            Mark(NAME_OF[bit], "selected" if bit == at_hand else "capture")
            for bit in LINE_BITS[state.resolution().line]
            if segment_at_hand(state) & ~kept >> bit & 1
        ]
    if isinstance(state.detail, Announcement):
        return [Mark(NAME_OF[state.detail.bit], "selected")]
    return []


def _announced(rules: Rules, state: State) -> tuple[tuple[str, ...], ...]:
    """The ways that the announced power may go: base, spots between and target of each; where the
    piece enters anew, its base alone."""
    if not isinstance(state.detail, Announcement):
        return ()
    now = state.detail
    goals = [each for each in targets_of(rules, state, now.kind, now.bit) if each < ENTRY]
    base = NAME_OF[now.bit]
    return tuple((base, *between(now.bit, goal), NAME_OF[goal]) for goal in goals) or ((base,),)


def between(start: int, end: int) -> tuple[str, ...]:
    """The spots between two of a line, in order; none if no line leads from one to the other."""
    for ray in RAYS[start]:
        if end in ray:
            return tuple(NAME_OF[bit] for bit in ray[: ray.index(end)])
    return ()


def _choices(rules: Rules, state: State, moves: tuple[Move, ...] | list[Move]) -> list[Choice]:
    codes = {entered(move)[0] for move in moves if isinstance(move, int)} - {-1}
    several = state.ask == ASK_MAIN and len(codes) > 1
    choices = []
    for move in moves:
        assert isinstance(move, int)
        path, label = _path_and_label(rules, state, move, several)
        choices.append(Choice(decision_text(rules, state, move), path, label))
    return choices


def _path_and_label(
    rules: Rules, state: State, move: int, several: bool
) -> tuple[tuple[str, ...], str]:
    """The path of clicks that says *move*, and its label."""
    table = rules.table
    if move in _BUTTONS:
        word, label = _BUTTONS[move]
        return (word,), _(label)
    code, entry = entered(move)
    if code >= 0:
        clicks = (ENTRY_DOT[entry], ENTRY_SPOT[entry])
        path = (table.letters[code] or "basic", *clicks) if several else clicks
        return path, _enter_label(table, code).format(dot=clicks[0], spot=clicks[1])
    if move < ANNOUNCE:
        return _target_path_and_label(rules, state, move - TARGET)
    if move < ROW:
        bit = move - ANNOUNCE
        kind = table.kind_at(state.kinds.of(bit))
        label = _("announce {power} of the {kind}-potential on {spot}").format(
            power=kind.say(kind.the_power), kind=kind.say(kind.name), spot=NAME_OF[bit]
        )
        return (NAME_OF[bit], kind.word), label
    if move < STOP:
        run = run_on(state.pieces(state.mover), move - ROW)
        return _row_path(state, move - ROW), _("take the row {row}").format(
            row=" ".join(top_items(table, state.kinds, run))
        )
    if move >= USE:
        return _due_path_and_label(rules, state, move)
    keeps = KEEP <= move < TAKE
    bit = move & 63
    owner = 0 if state.pieces(0) >> bit & 1 else 1
    piece = spoken_piece(table, owner, state.kinds.of(bit))
    label = _("keep the {piece} on {spot}") if keeps else _("take the {piece} on {spot}")
    return ("keep" if keeps else "take",), label.format(piece=piece, spot=NAME_OF[bit])


def _enter_label(table: Table, code: int) -> str:
    """The label for entering a piece of *code*, with ``{dot}`` and ``{spot}`` to be filled in."""
    if code == BASIC:
        return _("enter a basic piece from {dot} onto {spot}")
    if code == GIPF:
        return _("enter a GIPF-piece from {dot} onto {spot}")
    kind = table.kind_at(code)
    label = _("enter a {kind}-loaded piece from {dot} onto {spot}")
    return label.replace("{kind}", kind.say(kind.name))


def _target_path_and_label(rules: Rules, state: State, target: int) -> tuple[tuple[str, ...], str]:
    """The clicks and the label of a *target* of the announced power."""
    kind = announced_kind(rules, state)
    if target >= ENTRY:
        dot, spot = ENTRY_DOT[target - ENTRY], ENTRY_SPOT[target - ENTRY]
        label = _("{power}: enter the potential from {dot} onto {spot}").format(
            power=kind.say(kind.the_power).removeprefix("the "), dot=dot, spot=spot
        )
        return (dot, spot), label
    label = _("{verb} to {spot}").format(verb=kind.say(kind.verb), spot=kind.target_text(target))
    return (NAME_OF[target],), label


def _due_path_and_label(rules: Rules, state: State, move: int) -> tuple[tuple[str, ...], str]:
    """The button and the label of using or declining a power."""
    table = rules.table
    uses = move < DECLINE
    kind = table.kinds[move - (USE if uses else DECLINE)]
    called = kind.say(kind.name)
    if state.ask == ASK_TARGET and kind.timing == "main":
        return ("decline",), _("do without {power}, and keep the {kind}-potential").format(
            power=kind.say(kind.the_power), kind=called
        )
    several = table.due & (table.due - 1)
    word = ("use" if uses else "decline") + (f":{kind.letter}" if several else "")
    if uses:
        return (word,), _("use the {kind}-potential for {power}").format(
            kind=called, power=kind.say(kind.a_power)
        )
    return (word,), _("give the {kind}-potential up").format(kind=called)


def _row_path(state: State, line: int) -> tuple[str, ...]:
    """A spot of the row on *line* that no other row has; if there is none, the two ends."""
    own = state.pieces(state.mover)
    others = 0
    for other in rows_of(own):
        others |= 0 if other == line else run_on(own, other)
    bits = [bit for bit in LINE_BITS[line] if run_on(own, line) >> bit & 1]
    for bit in bits:
        if not others >> bit & 1:
            return (NAME_OF[bit],)
    return (NAME_OF[bits[0]], NAME_OF[bits[-1]])

"""Turns as zertz.app writes them in ZEN: one word without white space.

``Wb3`` places a marble, ``Wb3-c4`` takes a ring as well, ``Wa4xc4xe5`` jumps; ``+wg`` says which
marbles are won. A word names the marble that jumps, and ours the marbles that are jumped over: so
both are translated by playing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gipf_meta import BadNotation, MoveError
from gipf_meta_zertz.notation import decision_text, jump_cells, read_decision, read_turn, turn_text
from gipf_meta_zertz.positions import LETTERS, marble_at, marbles_text
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import AFTER_JUMPS, JUMP, REMOVE, State, cell_of, kind_of
from gipf_meta_zertz.texts import _

WORD: Final = re.compile(
    r"([WGB])([a-z][0-9]{1,2})(?:-([a-z][0-9]{1,2})|((?:[x×][a-z][0-9]{1,2})+))?"
    r"(?:\+([wgb]+))?([!?]{0,2})"
)
"""The pattern of a turn: marble, its ring, a ring taken or jumps, the marbles won, a sign."""
_CELL: Final = re.compile(r"[a-z][0-9]{1,2}")
_CHAIN: Final = re.compile(r"x\s*([a-j][0-9]+)((?:[WGB]?[a-j][0-9]+)+)")
_HOP: Final = re.compile(r"[WGB]?[a-j][0-9]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of ZEN: its *texts* in our notation, one unless its turn is broken off; *doubts*,
    phrases on its wrong statements; its *signs*; and the state *after* it, ``None`` where it cannot
    be played."""

    texts: tuple[str, ...]
    after: State | None
    doubts: tuple[str, ...] = ()
    signs: str = ""


def read_word(
    rules: Rules, state: State | None, names: Mapping[str, str], found: re.Match[str]
) -> Word:
    """The meaning of a ZEN word in *state*, whose rings have all these *names* of the app."""
    colour, origin, ring, jumps, won, signs = found.groups()
    at = names[origin]
    landings = [names[cell] for cell in _CELL.findall(jumps or "")]
    if landings:
        text = f"x {at}{''.join(landings)}"
    else:
        text = f"{colour}{at}" + (f",{names[ring]}" if ring else "")
    moves = () if state is None else moves_of(rules, state, text)
    if state is None or not moves:
        return Word((text,), None, (), signs)
    after = _after(rules, state, moves)
    doubts = []
    if landings and (mover := LETTERS[marble_at(state, cell_of(moves[0])) or 0]) != colour:
        doubts.append(_("it is {letter} that jumps").format(letter=mover))
    really = _won(rules, state, moves)
    if won and sorted(won) != sorted(really):
        doubts.append(_("it wins {won}").format(won=really or _("nothing")))
    return Word(_texts(rules, state, moves, after), after, tuple(doubts), signs)


def unknown_ring(names: Mapping[str, str], found: re.Match[str]) -> str:
    """The first ring that a word names and that is none of *names*; ``""``: there is none."""
    cells = _CELL.findall(found[0].partition("+")[0])
    return next((cell for cell in cells if cell not in names), "")


def moves_of(rules: Rules, state: State, text: str) -> tuple[int, ...]:
    """The moves of *text*, a turn or a part of one; nothing where it is not legal."""
    try:
        return read_turn(rules, state, text)
    except MoveError:
        pass
    chain = _CHAIN.fullmatch(text)
    hops = _HOP.findall(chain[2]) if chain else []
    parts = [f"x {chain[1]}{hops[0]}"] if chain else [text]
    moves: list[int] = []
    try:
        for part in parts:
            moves.append(read_decision(rules, state, state.seat, part))
            state = rules.apply(state, moves[-1])
        for hop in hops[1:]:
            at = rules.board.lattice.names(state.jumper)[0] if state.jumper else ""
            moves.append(read_decision(rules, state, state.seat, f"x {at}{hop}"))
            state = rules.apply(state, moves[-1])
    except MoveError:
        return ()
    return tuple(moves)


def _texts(rules: Rules, state: State, moves: Sequence[int], after: State) -> tuple[str, ...]:
    """*moves* in our notation: as one turn if it is whole, else decision by decision."""
    if after.number != state.number or after.ending is not None or len(moves) == 1:
        return (turn_text(rules, state, moves),)
    texts = []
    for move in moves:
        texts.append(decision_text(rules, state, move))
        state = rules.apply(state, move)
    return tuple(texts)


def _after(rules: Rules, state: State, moves: Sequence[int]) -> State:
    for move in moves:
        state = rules.apply(state, move)
    return state


def _won(rules: Rules, state: State, moves: Sequence[int]) -> str:
    """The marbles that *moves* win, in small letters: jumped over in order, or isolated."""
    won = ""
    for move in moves:
        after = rules.apply(state, move)
        if JUMP <= kind_of(move) < AFTER_JUMPS:
            won += LETTERS[marble_at(state, jump_cells(rules, move)[0]) or 0]
        else:
            gone = marbles_text(rules, state, state.rings & ~after.rings)
            if kind_of(move) < REMOVE and not after.rings >> cell_of(move) & 1:
                gone.append(decision_text(rules, state, move))
            won += "".join(sorted((marble[0] for marble in gone), key=LETTERS.index))
        state = after
    return won.lower()


@dataclass(slots=True)
class TurnsAsWords:
    """Writes turns as words, one after the other from *state*, with the *labels* of the app."""

    rules: Rules
    state: State
    labels: Mapping[str, str]
    begun: State = field(init=False)
    """The state before the turn that is being written."""
    moves: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.begun = self.state

    def take(self, text: str) -> bool:
        """Plays *text* and returns whether a turn begins with it. Raises ``BadNotation``."""
        begins = not self.moves or self.state.number != self.begun.number
        moves = moves_of(self.rules, self.state, text)
        kinds = [kind_of(move) for move in moves]
        if not moves or max(kinds) >= AFTER_JUMPS:
            raise BadNotation(_("ZEN cannot write the turn {text}.").format(text=text))
        if begins:
            self.begun, self.moves = self.state, ()
        self.moves += moves
        self.state = _after(self.rules, self.state, moves)
        return begins

    def word(self) -> str:
        """The turn that was begun last, as far as it was taken."""
        return "".join(self._parts())

    def _parts(self) -> Iterator[str]:
        names, state = self.rules.board.lattice.name_of, self.begun
        for number, move in enumerate(self.moves):
            at = self.labels[names[cell_of(move)]]
            if kind_of(move) < REMOVE:
                yield f"{LETTERS[kind_of(move)]}{at}"
            elif kind_of(move) == REMOVE:
                yield f"-{at}"
            else:
                if not number:
                    yield f"{LETTERS[marble_at(state, cell_of(move)) or 0]}{at}"
                yield f"x{self.labels[names[jump_cells(self.rules, move)[1]]]}"
            state = self.rules.apply(state, move)
        if won := _won(self.rules, self.begun, self.moves):
            yield f"+{won}"

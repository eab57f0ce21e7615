"""The question to a reader who decides himself: on the page by what is green there, in the terminal
by what he chooses, line by line by what he types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta import N_, hand_of_reader, is_brief
from gipf_meta_gipf.board import NAME_OF
from gipf_meta_gipf.kind import ENTRY, Kind
from gipf_meta_gipf.pieces import GIPF
from gipf_meta_gipf.positions import player_name, top_item, top_items
from gipf_meta_gipf.potentials import due_powers, targets_of
from gipf_meta_gipf.rows import (
    may_leave_rows,
    piece_at_hand,
    rows_at_hand,
    run_on,
    segment_at_hand,
)
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_ANSWER,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_USE,
    DECLINE,
    KEEP,
    ROW,
    TAKE,
    TARGET,
    USE,
    Move,
    State,
    entered,
)
from gipf_meta_gipf.texts import _


class _Words(NamedTuple):
    """A question by the hand of the reader: who *typed* it is shown examples that are legal now;
    *keys* are asked as the *mouse* is, where they have no words of their own. *brief* is for who
    has been asked before, where fewer words do."""

    typed: str
    mouse: str
    keys: str = ""
    brief: str = ""

    def ask(self, **names: str) -> str:
        """The question with these *names*, in the reader's language."""
        hand = hand_of_reader()
        words = self.typed
        if hand == "mouse" or (hand == "keys" and not self.keys):
            words = self.mouse
        elif hand == "keys":
            words = self.keys
        if is_brief() and self.brief:
            words = self.brief
        return _(words).format(**names)


_ENTER: Final = _Words(
    N_("Enter a piece, such as {entry}."),
    N_("Push a piece in from a green dot."),
    N_("Push a piece in: choose a dot, then its spot."),
    N_("Enter a piece."),
)
_ENTER_GIPF: Final = _Words(
    N_("Enter a GIPF-piece, such as {entry}."),
    N_("Push a GIPF-piece in from a green dot."),
    N_("Push a GIPF-piece in: choose a dot, then its spot."),
    N_("Enter a GIPF-piece."),
)
_ENTER_OF_SEVERAL: Final = _Words(
    N_("Enter a piece, such as {entry} or {other}."),
    N_("Choose a piece to enter, then a green dot."),
    N_("Choose a piece to enter, then a dot and its spot."),
    N_("Enter a piece."),
)
_OR_USE: Final = _Words(
    N_("Or announce {power}, such as {use}."),
    N_("Or {verb}: choose a ringed potential."),
    N_("Or {verb}: choose a potential on the board."),
)
_OR_USE_ANY: Final = _Words(
    N_("Or use a potential, such as {use}."),
    N_("Or use a ringed potential."),
    N_("Or use a potential: choose it on the board."),
)
_USE_ANY: Final = _Words(
    N_("Use a potential, such as {use}."),
    N_("Use a ringed potential."),
    N_("Use a potential: choose it on the board."),
)
_TAKE_THE_ROW: Final = _Words(
    N_("You must take the row: type {example}."), N_("You must take the row {row}: choose it.")
)
_TAKE_A_ROW: Final = _Words(
    N_("Take a row first, such as {example}."), N_("Choose the row that you take first.")
)
_TAKE_OF_A_ROW: Final = _Words(
    N_("Take pieces of a row, such as {example}, or type stop."),
    N_("Choose a row to take pieces of, or leave it."),
)
_TAKE_IT: Final = _Words(
    N_("You must take {item}: type {take}."), N_("You must take the piece on {spot}.")
)
_TAKE_OR_KEEP: Final = _Words(
    N_("Does {item} go with the row {row}? Type {take} or {keep}."),
    N_("Take the piece on {spot} with the row, or keep it?"),
    brief=N_("Type {take} or {keep}."),
)
_USE_OR_LOSE: Final = _Words(
    N_(
        "Use the {kind}-potential on {spot} now for {power} (type {use}), or lose it (type"
        " {decline})."
    ),
    N_("Use the {kind}-potential on {spot} now for {power}, or lose it."),
)
_LOSE: Final = _Words(
    N_("You lose the {kind}-potential on {spot} (type {decline}): {needs}."),
    N_("You lose the {kind}-potential on {spot}: {needs}."),
)
_ANSWER: Final = _Words(
    N_("{name} announces {power} from {spot}: type allow or challenge."),
    N_("{name} announces {power} from {spot}: allow or challenge it."),
    brief=N_("Type allow or challenge."),
)
_ENTER_ANEW: Final = _Words(
    N_("Enter the {kind}-potential of {spot}, such as {example}."),
    N_("Push the {kind}-potential in from a green dot."),
    N_("Push the {kind}-potential in: choose a dot, then its spot."),
)
_GO: Final = _Words(
    N_("Choose where to {verb} from {spot}: {targets}."),
    N_("Choose a green spot to {verb} to."),
    N_("Choose where to {verb} from {spot}."),
)
_OR_DECLINE: Final = _Words(N_("Or decline (-)."), N_("Or do without it."))


def question_to_you(rules: Rules, state: State, write: Callable[[Move], str]) -> str:
    """The question to the reader, who decides: one or two short sentences, each with a capital.

    *write* writes a decision in the notation, for examples.
    """
    legal = rules.legal_moves(state)
    if state.ask == ASK_MAIN:
        return " ".join(_main(rules, state, write, legal))
    if state.ask == ASK_ROW:
        return _of_rows(rules, state, write(legal[0]))
    if state.ask == ASK_PIECE:
        bit = piece_at_hand(state)
        words = _TAKE_OR_KEEP if KEEP + bit in legal else _TAKE_IT
        return words.ask(
            spot=NAME_OF[bit],
            item=top_item(rules.table, state.kinds, bit),
            row=",".join(top_items(rules.table, state.kinds, segment_at_hand(state))),
            take=write(TAKE + bit),
            keep=write(KEEP + bit),
        )
    if state.ask == ASK_USE:
        return " ".join(_of_due(rules, state, write, legal))
    now = state.announcement()
    kind, spot = rules.table.kinds[now.kind], NAME_OF[now.bit]
    if state.ask == ASK_ANSWER:
        power = kind.say(kind.a_power)
        return _ANSWER.ask(name=player_name(state.mover), power=power, spot=spot)
    return " ".join(_of_target(rules, state, write, legal))


def _main(
    rules: Rules, state: State, write: Callable[[Move], str], legal: Sequence[Move]
) -> Iterator[str]:
    """The sentences on what can be entered, and on the powers that can be used instead."""
    entries = [move for move in legal if isinstance(move, int) and entered(move)[0] >= 0]
    codes = {entered(move)[0] for move in entries}
    if entries:
        words = _ENTER if len(codes) == 1 else _ENTER_OF_SEVERAL
        yield (_ENTER_GIPF if codes == {GIPF} else words).ask(
            entry=write(entries[0]), other=write(entries[-1])
        )
    uses = [move for move in legal if isinstance(move, int) and ANNOUNCE <= move < ROW]
    if not uses:
        return
    kinds = [rules.table.kind_at(state.kinds.of(move - ANNOUNCE)) for move in uses]
    first, use = kinds[0], write(uses[0])
    if not entries:
        yield _USE_ANY.ask(use=use)
    elif all(kind.verb == first.verb for kind in kinds):
        yield _OR_USE.ask(verb=first.say(first.verb), power=first.say(first.a_power), use=use)
    else:
        yield _OR_USE_ANY.ask(use=use)


def _of_rows(rules: Rules, state: State, example: str) -> str:
    own, lines = state.pieces(state.mover), rows_at_hand(state)
    if may_leave_rows(rules, state):
        return _TAKE_OF_A_ROW.ask(example=example)
    if len(lines) > 1:
        return _TAKE_A_ROW.ask(example=example)
    row = ",".join(top_items(rules.table, state.kinds, run_on(own, lines[0])))
    return _TAKE_THE_ROW.ask(row=row, example=example)


def _of_due(
    rules: Rules, state: State, write: Callable[[Move], str], legal: Sequence[Move]
) -> Iterator[str]:
    """A sentence for each power that must be decided now."""
    for at, bit in due_powers(rules, state):
        kind = rules.table.kinds[at]
        words = _USE_OR_LOSE if USE + at in legal else _LOSE
        yield words.ask(
            kind=kind.say(kind.name),
            spot=NAME_OF[bit],
            power=kind.say(kind.a_power),
            needs=kind.say(kind.needs),
            use=write(USE + at),
            decline=write(DECLINE + at),
        )


def _of_target(
    rules: Rules, state: State, write: Callable[[Move], str], legal: Sequence[Move]
) -> Iterator[str]:
    now = state.announcement()
    kind = rules.table.kinds[now.kind]
    found = targets_of(rules, state, now.kind, now.bit)
    words = _ENTER_ANEW if any(target >= ENTRY for target in found) else _GO
    yield words.ask(
        kind=kind.say(kind.name),
        verb=kind.say(kind.verb),
        spot=NAME_OF[now.bit],
        example=write(TARGET + found[0]),
        targets=named_targets(kind, found),
    )
    if DECLINE + now.kind in legal:
        yield _OR_DECLINE.ask()


def named_targets(kind: Kind, found: Sequence[int]) -> str:
    """The targets of a power of *kind* in words: ``c4, d5 or e6``."""
    *some, last = (kind.target_text(target) for target in found)
    return _("{some} or {last}").format(some=", ".join(some), last=last) if some else last

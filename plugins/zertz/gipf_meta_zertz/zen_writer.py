"""Writes a game of ZÈRTZ as zertz.app reads it, ZEN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from gipf_meta import MoveError, OptionError, WrittenGame, WrittenTurn, changed_options, configure
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.positions import other_positions, position_text, read_position
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import State
from gipf_meta_zertz.texts import _
from gipf_meta_zertz.zen_moves import TurnsAsWords
from gipf_meta_zertz.zen_tags import tag_lines
from gipf_meta_zertz.zip_layout import board_of, labels_of, laid

_WON: Final[Mapping[tuple[int, ...], str]] = {(0,): "1-0", (1,): "0-1"}
_OPEN: Final = "*"
"""The result of a game without a winner: ZEN has no draw."""


def write(written: WrittenGame) -> str:
    """*written* in ZEN. Raises ``ValueError`` with a sentence if ZEN cannot express it."""
    if written.game != Zertz.id:
        raise ValueError(_("ZEN tells games of ZÈRTZ alone."))
    try:
        game = configure(Zertz, written.options)
        rules = game.rules
        start = read_position(rules, written.position) if written.position else rules.start()
    except (MoveError, OptionError) as error:
        raise ValueError(str(error)) from None
    if rules.optional_claim:
        raise ValueError(
            _("ZEN cannot tell which full regions are claimed where they may be left.")
        )
    zip_text = other_positions(rules, start).get("ZIP")
    if zip_text is None:
        raise ValueError(_("ZEN cannot tell a game that begins within a turn."))
    result, reason = _result(written)
    by_place = laid(game.rings, rules.board.lattice.names(start.rings))
    labels = {by_place[place]: label for place, label in labels_of(tuple(by_place)).items()}
    again = position_text(rules, read_position(rules, zip_text))
    if position_text(rules, rules.start()) != again == position_text(rules, start):
        written = replace(written, position="")  # ZIP says it
    tags = tag_lines(written, _options(game, zip_text), zip_text, result, reason)
    words = list(_comment(written.comment, ""))
    try:
        words += _line(rules, start, labels, written.turns)
    except MoveError as error:
        raise ValueError(str(error)) from None
    return "\n".join(tags) + "\n\n" + " ".join([*words, result]) + "\n"


def _options(game: Zertz, zip_text: str) -> Mapping[str, object]:
    """The options that tags say: none where ZIP says them all."""
    changed, rings = changed_options(game), board_of(zip_text.split()[0])
    return {} if changed == {"board": rings} and rings != Zertz().rings else changed


def _result(written: WrittenGame) -> tuple[str, str]:
    """The word for how *written* ended, and the reason where it is not by the rules."""
    result = written.result
    if result is None:
        return _OPEN, ""
    return _WON.get(tuple(result.winners), _OPEN), result.reason


def _comment(words: str, signs: str) -> Iterator[str]:
    """*words* in braces, behind a command for the *signs* of the turn."""
    if "}" in words:
        raise ValueError(
            _("A comment in ZEN can hold no closing brace: {words}").format(words=words)
        )
    said = " ".join(filter(None, (f"[%sign {signs}]" if signs else "", words)))
    if said:
        yield f"{{{said}}}"


@dataclass(slots=True)
class _Line:
    """A line that is being written: the *turns* that are left, the *variations* that come before
    them, each with the state in which it begins, and where among the words its last turn stands."""

    words: TurnsAsWords
    turns: Iterator[WrittenTurn]
    at: int = 0
    is_numbered: bool = False
    variations: list[tuple[State, Sequence[WrittenTurn]]] = field(default_factory=list)


def _line(
    rules: Rules, start: State, labels: Mapping[str, str], turns: Sequence[WrittenTurn]
) -> list[str]:
    """The words of *turns*, with their variations, which may stand deep inside each other.

    Raises ``MoveError``, and ``ValueError``.
    """
    words: list[str] = []
    lines = [_Line(TurnsAsWords(rules, start, labels), iter(turns))]
    opening = ""
    while lines:
        line = lines[-1]
        if line.variations:
            state, variation = line.variations.pop(0)
            lines.append(_Line(TurnsAsWords(rules, state, labels), iter(variation)))
            line.is_numbered, opening = False, "("
            continue
        turn = next(line.turns, None)
        if turn is None:
            lines.pop()
            words[-1:] = [f"{word})" if lines else word for word in words[-1:]]
            continue
        now = line.words.state
        if line.words.take(turn.text):
            if now.seat == 0 or not line.is_numbered:
                number = (now.number + start.seat + 1) // 2
                words.append(f"{opening}{number}{'...' if now.seat else '.'}")
                opening = ""
            line.at = len(words)
            words.append("")
        words[line.at] = line.words.word()
        beside = [*_comment(turn.comment, turn.signs)]
        words += beside
        line.variations = [(line.words.begun, each) for each in turn.variations if each]
        line.is_numbered = not beside
    return words

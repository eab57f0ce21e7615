"""Laws on notation: decisions, turns and lines are written and read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from gipf_meta.match.turns import LuckDue, whole_turns
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import MoveError, Turn
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, NotAsked, guard, move_text, need
from gipf_meta.testing.trial.walks import Walk, WalkState

ENDS: Final = ".!?…"
"""The signs at the end of a sentence."""
LONGEST: Final = 400
"""The most letters of a decision's text, or of a sentence to the player."""


def is_plain(text: object, longest: int = LONGEST) -> bool:
    """Whether *text* is a string on one line, not empty and without blanks around it."""
    return (
        isinstance(text, str)
        and 0 < len(text) <= longest
        and text == text.strip()
        and text.isprintable()
    )


def texts_are_plain_and_distinct(case: Case) -> None:
    """Every move is written as plain text on one line, and a seat's moves have distinct texts."""
    for _, moment in case.moments(400):
        for seat, moves in enumerate(moment.offers):
            texts: dict[str, Any] = {}
            for move in moves:
                text = case.ask.format(moment.state, move)
                need(
                    is_plain(text),
                    f"format writes a move of seat {seat} as {text!r:.80}.",
                    "Let format return a text on one line, of printable letters, with no blanks"
                    " around it.",
                )
                need(
                    text not in texts or texts[text] == move,
                    f"format writes two moves of seat {seat} as {text!r}.",
                    "Let format tell all legal moves of a seat apart.",
                )
                texts[text] = move


def moves_read_as_they_are_written(case: Case) -> None:
    """``parse`` returns the move that ``format`` wrote, for every legal move of every seat."""
    for _, moment in case.moments(400):
        for seat, moves in enumerate(moment.offers):
            for move in case.sample_moves(moves):
                text = case.ask.format(moment.state, move)
                try:
                    again = case.ask.parse(moment.state, seat, text)
                except MoveError as error:
                    raise Broken(
                        f"format writes a legal move of seat {seat} as {text!r}, which parse"
                        f" refuses: {error}",
                        "Let parse read what format writes, for every move of legal_moves.",
                    ) from None
                need(
                    again == move,
                    f"format writes a move of seat {seat} as {text!r}, which parse reads as"
                    f" another one, {move_text(case.game, moment.state, again)!r:.60}.",
                    "Let parse return the very move that format wrote.",
                )


def turns_read_as_they_are_written(case: Case) -> None:
    """``parse_turn`` reads what ``format_turn`` writes of a whole turn, and leads to the same
    state; the beginning of a turn can be written, too."""
    for walk, turn, after in case.turns():
        begin, moves = turn[0].state, [moment.move for moment in turn]
        for count in range(1, len(moves) + 1):
            text = case.ask.format_turn(begin, moves[:count])
            need(
                isinstance(text, str) and (text == "" or is_plain(text, 4 * LONGEST)),
                f"format_turn writes {count} decisions of a turn as {text!r:.80}.",
                "Let format_turn return a text on one line, of printable letters, also for the"
                " beginning of a turn.",
            )
            listed = case.ask.list_text(begin, moves[:count])
            need(
                isinstance(listed, str) and (listed == "" or is_plain(listed, 4 * LONGEST)),
                f"list_text tells {count} decisions of a turn as {listed!r:.80}.",
                "Let list_text return a text on one line, of printable letters; '' where the"
                " notation is clear enough.",
            )
        need(
            text,
            f"format_turn writes the turn {_events(turn)} as nothing.",
            "Let format_turn write every whole turn.",
        )
        if not _is_readable(case, turn):
            continue
        try:
            again = case.ask.parse_turn(begin, text)
        except MoveError as error:
            raise Broken(
                f"format_turn writes the turn {_events(turn)} as {text!r}, which parse_turn"
                f" refuses: {error}",
                "Let parse_turn read what format_turn writes of a whole turn, duels included; if"
                " a text of format holds a comma, override both.",
            ) from None
        rewritten = case.ask.format_turn(begin, again)
        need(
            rewritten == text,
            f"format_turn writes the turn {_events(turn)} as {text!r}; read by parse_turn and"
            f" written again it is {rewritten!r:.80}.",
            "Let parse_turn return the decisions that format_turn wrote.",
        )
        _check_end(case, walk, text, play_moves(case, begin, again), after, "parse_turn")


def _is_readable(case: Case, turn: Sequence[WalkState]) -> bool:
    """Whether the text of a turn says everything: nobody decided out of turn."""
    return all(
        moment.seat is None or moment.move in case.ask.turn_moves(moment.state, moment.seat)
        for moment in turn
    )


def _events(turn: Sequence[WalkState]) -> str:
    return ", ".join(moment.event for moment in turn)


def play_moves(case: Case, state: Any, moves: Sequence[Any]) -> Any:
    """The state after *moves*."""
    for move in moves:
        state = case.ask.apply(state, move)
    return state


def _check_end(case: Case, walk: Walk, text: str, end: Any, after: WalkState, name: str) -> None:
    """Raises ``Broken`` unless *end*, the state after the turn *text*, is that of *after*."""
    game = case.ask
    if case.game.one_text_per_path:
        same = end == after.state
    else:
        same = game.status(end) == after.now
        if same and isinstance(case.game, Positions):
            same = game.to_text(end) == game.to_text(after.state)
    need(
        same,
        f"{name} reads the turn {text!r} and comes to another state than the decisions that were"
        " played.",
        f"Let {name} return the decisions that format_turn wrote; if different decisions may be"
        " written alike, say one_text_per_path = False, and let them lead to the same position.",
    )


def lines_play_what_they_say(case: Case) -> None:
    """``play_line`` plays the text of a turn, and leads to the same state as its decisions."""
    for walk, turn, after in case.turns(150):
        if not (isinstance(turn[0].now, Turn) and _is_readable(case, turn)):
            continue  # luck that begins a game may have lines of its own
        begin = turn[0].state
        text = case.ask.format_turn(begin, [moment.move for moment in turn])
        try:
            items = case.ask.play_line(begin, text)
        except MoveError as error:
            raise Broken(
                f"play_line refuses {text!r}, the text of a turn: {error}",
                "Let play_line read what format_turn writes.",
            ) from None
        need(
            items and items[-1][0],
            f"play_line of {text!r} does not say what was played.",
            "Let play_line yield the canonical text and the state after it.",
        )
        _check_end(case, walk, text, items[-1][1], after, "play_line")


def one_text_per_path_is_true(case: Case) -> None:
    """With ``one_text_per_path``, different decisions of a turn have different texts."""
    if not case.game.one_text_per_path:
        raise NotAsked("the game says that one_text_per_path is False.")
    advice = (
        "Let format_turn write different decisions differently, or say one_text_per_path = False."
    )
    for _, turn, _ in case.turns(12):
        if not isinstance(turn[0].now, Turn):
            continue
        seen: dict[str, Any] = {}
        try:
            with guard("listing all turns", advice, 4 * case.ask.ms, (LuckDue,)):
                for moves, _ in islice(whole_turns(case.game, turn[0].state), 300):
                    text = case.game.format_turn(turn[0].state, moves)
                    need(
                        text not in seen,
                        f"Two ways of deciding a turn are both written {text!r}.",
                        advice,
                    )
                    seen[text] = moves
        except LuckDue:
            continue

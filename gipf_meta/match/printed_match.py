"""Matches as the program itself prints them, ``  1. Anna as White: Wd4,d1``, read back.

Such a text is rewritten as a note sheet, which is read like any other; the game's own sentences on
its turns, and boards between them, are no comments. Any language of the program is understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _, language_names, spoken
from gipf_meta.protocol.capabilities import Eventful, timed
from gipf_meta.protocol.game import END_WORDS, AnyGame, MoveError, Turn
from gipf_meta.protocol.readers import WrittenGame, WrittenTurn
from gipf_meta.protocol.view import View

LUCK: Final = N_("Luck")
"""The name of luck where players are named."""
AS_SEAT: Final = N_("{name} as {own}")
IN_DUEL: Final = N_("{own} ({name} in the match)")
WON: Final = N_("{title}: {winners} won{why}.")
DRAW: Final = N_("{title}: a draw{why}.")
BEGUN: Final = N_("It began from the position {position}.")
FORGOTTEN: Final = N_("A position does not say {what}: that begins anew.")
NOT_OVER: Final = N_("The match is not over; gipf-meta resume goes on with it.")
INSTEAD: Final = N_("or {turns}")
ABOUT_WORDS: Final = {
    "date": N_("date"), "event": N_("event"), "place": N_("place"), "round": N_("round"),
    "source": N_("source"), "site": N_("site"), "annotator": N_("annotator"),
    "clock": N_("clock"), "rated": N_("rated"),
}  # fmt: skip
"""The words for facts about a match, by their keys; any other key stands for itself."""

_HEADERS: Final = {"site": "Website"}
"""The headers of note sheets that differ from the key of the fact."""
_OTHERS: Final = ("ratings",)
"""Other facts about matches from readers, by their own keys; any other line may be a comment."""
_PRINTED_TURN: Final = re.compile(r"[ ]{0,2}([0-9]{1,4})\. ([^:\s][^:]{0,200}): (\S.*)")
"""A turn as ``replay`` prints it: its number, the player, the decisions."""
_NUMBERED: Final = re.compile(r"[ ]{0,2}[0-9]{1,4}\. ")
_TAG: Final = re.compile(r'\s*\[\s*\w[^"“”„\[\]{}]*["“”„]')
"""The begin of a header of a note sheet, which the program never prints before its turns."""
_NOBODY: Final = re.compile(r"[{}]|\s;|[a-z][0-9]")
"""Signs in turns and comments of note sheets that no name of a seat has."""
_IN_TREE: Final = re.compile(
    r"([> ]) ((?: {4})*)([0-9]{1,4}(?:\.[0-9]{1,4}\.[0-9]{1,4})*)\. (\S.*)"
)
"""A turn as a study lists it: the mark of the cursor, its name, the decisions."""
_SIGNS: Final = re.compile(r"[!?]{1,2}|[∓±⩲⩱∞=~]|[+-][/+=-]{1,2}|=~")
WIDTH: Final = 79
"""The columns of a page, beyond which lines are broken."""
LONGEST_RESULT: Final = 400
"""The most letters of a sentence on the result."""
_TURN_BEFORE: Final = re.compile(r"[0-9]{1,4}\. ")


def as_sheet(text: str) -> str:
    """*text* as a note sheet, if it is a match as the program prints it; else *text* itself."""
    lines = text.replace("\ufeff", "").replace("\r\n", "\n").split("\n")
    numbered = [line for line in lines if _NUMBERED.match(line)]
    if numbered and all(map(_is_printed_turn, numbered)):
        before = lines[: lines.index(numbered[0])]
        if not any(map(_TAG.match, before)) and any(map(_is_of_program, lines)):
            return "\n".join(_of_replay(lines))
    lines = _unwrapped(lines)
    found = [_IN_TREE.fullmatch(line) for line in lines]
    if any(each and (each[1] == ">" or "." in each[3]) for each in found):
        return "\n".join(_of_tree(lines, found))
    return text


# ---- the output of replay ----------------------------------------------------------------------


def _is_printed_turn(line: str) -> bool:
    """Whether a numbered *line* is a turn as ``replay`` prints it, and none of a note sheet with a
    colon behind it: ``1. Wd4,d1 {Anna: good}``."""
    turn = _PRINTED_TURN.fullmatch(line)
    if turn is None:
        return False
    seat = _seat_in(turn[2])
    return _NOBODY.search(seat["own"] if seat else turn[2]) is None


def _seat_in(who: str) -> dict[str, str] | None:
    """The seat and the name in *who*, the words before a turn; ``None``: one of them alone."""
    return _read(AS_SEAT, who) or _read(IN_DUEL, who)


def _is_of_program(line: str) -> bool:
    """Whether a *line* is one that the program prints, and people do not write: a turn with a name
    and a seat; a line below a turn; the result of the match."""
    if turn := _PRINTED_TURN.fullmatch(line):
        return _seat_in(turn[2]) is not None
    if line.startswith("    "):
        return bool(line.strip())
    return bool(_result(line) or _read(NOT_OVER, line) or _read(BEGUN, line))


def _of_replay(lines: Sequence[str]) -> Iterator[str]:
    headers: dict[str, str] = {}
    body: list[str] = []
    has_turns = False
    for line in lines:
        if turn := _PRINTED_TURN.fullmatch(line):
            has_turns = True
            who = f"{turn[2]}: "
            if seat := _seat_in(turn[2]):
                headers[seat["own"]] = seat["name"]
                who = f"{seat['own']}: "
            body.append(f"{turn[1]}. {'' if turn[2] in _said(LUCK) else who}{turn[3]}")
        elif has_turns and line[:1] == " ":
            body.append(_beside(line.strip()))
        elif has_turns and (result := _result(line)):
            headers.update(result)
        elif has_turns:  # the board of a match that is not over
            body.append("" if _read(NOT_OVER, line) else f"; {line.strip()}")
        elif begun := _read(BEGUN, line):
            headers["Position"] = begun["position"]
        elif not _read(FORGOTTEN, line):
            body.append(_about(line))
    for name, value in headers.items():
        yield f'[{"".join(name.split())} "{one_line(value)}"]'
    yield from body


def _about(line: str) -> str:
    """A line before the first turn: a header, or a comment."""
    if line.startswith("["):
        return line
    name, colon, value = line.partition(": ")
    for word in ABOUT_WORDS:
        if colon and name in _said(ABOUT_WORDS[word]):
            return f'[{_HEADERS.get(word, word)} "{value}"]'
    if colon and name in _OTHERS:
        return f'[{name} "{value}"]'
    return f"; {line}" if line.strip() else ""


def _beside(words: str) -> str:
    """The words indented below a turn, for a sheet: signs, a comment, or a variation."""
    instead = _read(INSTEAD, words)
    if instead and _TURN_BEFORE.match(instead["turns"]):
        return f"({instead['turns']})"
    first, _blank, rest = words.partition(" ")
    if _SIGNS.fullmatch(first):
        sign = first if first[0] in "!?" else f"${first}"
        return f"{sign} ; {rest}" if rest else sign
    return f"; {words}"


def _result(line: str) -> dict[str, str]:
    """The headers for the last *line*: the game, and its result; empty if it is no result."""
    found = None
    if len(line) <= LONGEST_RESULT:
        found = _read(DRAW, line) or _read(WON, line)
    if found is None:
        return {}
    why = found["why"].strip().removeprefix("(").removesuffix(")").partition(", ")[0]
    reason = next((key for key, word in END_WORDS.items() if why in _said(word)), why)
    if "winners" not in found:
        return {"Game": found["title"], "Result": f"draw, {reason}" if reason else "draw"}
    winners = found["winners"]
    for join in _said(N_(" and ")):
        winners = winners.replace(join, " and ")
    parts = [_read(AS_SEAT, each) or {"own": each} for each in winners.split(" and ")]
    won = " and ".join(each["own"] for each in parts)
    called = {each["own"]: each["name"] for each in parts if "name" in each}
    result = f"{won} wins, {reason}".removesuffix(", ")
    return {**called, "Game": found["title"], "Result": result}


_HELD: Final = {"why": r"(?: \(.*\))?", "winners": ".*?"}
"""Patterns for the names in a template, where a name does not stand for any text."""


@cache
def _said(words: str) -> tuple[str, ...]:
    """*words* in all languages of the program, that of the user first."""
    said = [_(words)]
    for code in language_names():
        with spoken(code):
            said.append(_(words))
    return tuple(dict.fromkeys(said))


@cache
def _patterns(template: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of *template* in each language, with its names as groups."""
    return tuple(
        re.compile(
            re.sub(
                r"\\\{(\w+)\\\}",
                lambda name: f"(?P<{name[1]}>{_HELD.get(name[1], '.*')})",
                re.escape(said),
            )
        )
        for said in _said(template)
    )


def _read(template: str, line: str) -> dict[str, str] | None:
    """The values of the names of *template* in *line*; ``None``: the line does not match it."""
    for pattern in _patterns(template):
        if found := pattern.fullmatch(line):
            return found.groupdict()
    return None


# ---- the list of the turns of a study ----------------------------------------------------------


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """The *lines* of a list of turns, each whole again: those of a page end before its edge, and
    go on at the left one."""
    whole: list[list[str]] = []
    last = ""
    for line in lines:
        if whole and line[:1].strip() and line[:2] != "> " and whole[-1][0][:2] in ("  ", "> "):
            whole[-1].append(line if len(last) >= WIDTH else f" {line}")
        else:
            whole.append([line])
        last = line
    return list(map("".join, whole))


def _of_tree(lines: Sequence[str], found: Sequence[re.Match[str] | None]) -> Iterator[str]:
    open_lines: list[list[str]] = [[]]
    for line, turn in zip(lines, found, strict=True):
        if turn is None:
            yield f"; {line.strip()}"
            continue
        *own, number = turn[3].split(".")
        closed = 0
        while open_lines[-1] != own[: len(open_lines[-1])]:
            open_lines.pop()
            closed += 1
        opening = ""
        if open_lines[-1] != own:
            open_lines.append(own)
            opening = "("
        words, _blank, signs = turn[4].rpartition(" ")
        text = turn[4]
        if words and _SIGNS.fullmatch(signs):
            text = f"{words} {signs if signs[0] in '!?' else f'${signs}'}"
        yield f"{')' * closed} {opening}{number}. {text}".lstrip()
    yield ")" * (len(open_lines) - 1)


# ---- lines that are no comments ----------------------------------------------------------------


def without_happenings(
    game: AnyGame, first: Any, written: WrittenGame, draw: Callable[[View], str]
) -> WrittenGame:
    """*written*, as printed by the program, without the sentences of *game* itself beside its
    turns, and without its boards, as *draw* draws them. *first* is the state before all turns."""
    turns = list[WrittenTurn]()
    moment = _Moment(game, first, 0)
    for turn, following in zip(written.turns, (*written.turns[1:], None), strict=True):
        moves = list[tuple[Any, Any]]()
        with suppress(MoveError):
            moment, moves = moment.after(turn)
        if turn.comment:
            until = written.ms if following is None else following.ms
            said = moment.happenings(moves, moment.ms if until is None else until)
            turn = replace(turn, comment=moment.own_words(turn.comment, said, draw, following))
        turns.append(turn)
    return replace(written, turns=tuple(turns))


class _Moment(NamedTuple):
    """The *state* of a *game* that is *ms* milliseconds old."""

    game: AnyGame
    state: Any
    ms: int

    def after(self, turn: WrittenTurn) -> tuple[_Moment, list[tuple[Any, Any]]]:
        """The moment after a *turn*, and its moves, each with the state before it. Raises
        ``MoveError``."""
        game, state, ms = self
        if turn.ms is not None and (acting := timed(game)) and turn.ms > ms:
            state, ms = acting.advance(state, turn.ms - ms), turn.ms
        try:
            moves: Sequence[Any] = game.parse_turn(state, turn.text)
        except MoveError:
            now = game.status(state)
            if not isinstance(now, Turn):
                raise
            moves = (game.parse(state, now.seat, turn.text),)
        played = list[tuple[Any, Any]]()
        for move in moves:
            played.append((state, move))
            state = game.apply(state, move)
        return _Moment(game, state, ms), played

    def happenings(self, moves: Sequence[tuple[Any, Any]], until_ms: int) -> frozenset[str]:
        """The game's sentences, in all languages, on the *moves* that have led here, and on the
        time from here *until_ms*."""
        if not isinstance(self.game, Eventful):
            return frozenset()
        said = set[str]()
        for code in language_names():
            with spoken(code):
                for before, move in moves:
                    said.update(self.game.happenings(before, move))
                if until_ms > self.ms:
                    said.update(self.game.happenings(self.state, ms=until_ms - self.ms))
        return frozenset(line.strip() for line in said)

    def own_words(
        self,
        comment: str,
        said: frozenset[str],
        draw: Callable[[View], str],
        following: WrittenTurn | None,
    ) -> str:
        """The lines of a *comment* without those *said* by the game, and without the board; a board
        behind the last turn may begin a page, which is left out, too."""
        lines = comment.split("\n")
        drawn = draw(self.game.view(self.state, None)).split("\n") if len(lines) > 1 else []
        board = [line.strip() for line in drawn if line.strip()]
        for n, line in enumerate(lines):
            if not board or line != board[0]:
                continue
            near = [(at, row) for at, row in enumerate(lines[n : n + 3 * len(board)], n) if row]
            if [row for _at, row in near[: len(board)]] == board:
                end = near[len(board) - 1][0] + 1
                lines[n:] = [] if following is None else lines[end:]
                break
        return "\n".join(line for line in lines if line not in said).strip()

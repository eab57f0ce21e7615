"""Games of ZÈRTZ as Zertz3D (github.com/hiive/Zertz3D) keeps them, in either of its two forms.

A transcript has a line a decision, ``Player 1: {'action': 'PUT', 'marble': 'w', 'dst': 'D4',
'remove': 'A1'}``, below headers such as ``# Rings: 37``; a notation file begins with the rings,
``37 Blitz``, and has the publisher's notation a line. Both tell each jump by itself; in both the
ninth column is ``J``. In a transcript that does not say its rings, the last column does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gipf_meta import (
    N_,
    OptionError,
    Reader,
    WrittenGame,
    WrittenResult,
    WrittenTurn,
    changed_options,
    configure,
)
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.notation import jump_cells
from gipf_meta_zertz.positions import LETTERS, marble_at
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import AFTER_JUMPS, JUMP, PASS, REMOVE, State, cell_of, kind_of
from gipf_meta_zertz.texts import _
from gipf_meta_zertz.zen_moves import moves_of

BOARDS: Final = (37, 48, 61)
LONGEST_LINE: Final = 400
"""The most letters of a line that are read."""

_LINE: Final = re.compile(r"Player ([12])(?: \((.{0,200})\))?: (\{.*)")
_HEADER: Final = re.compile(r"# ([A-Z][\w ]{0,40}): *(.*)")
_FINAL: Final = "# Final game state"
_END: Final = ("winner", "result")
_OWN: Final = ("rings", "variant", "player 1", "player 2", *_END)
"""The headers that define the match itself; all others are notes about it."""
_FIRST: Final = re.compile(r"(37|48|61)( Blitz)?", re.IGNORECASE)
_RING: Final = re.compile(r"[A-HJ][1-9]", re.IGNORECASE)
_NOTATION: Final = re.compile(r"[WGB][a-j][0-9]|x |-$")
_PAIR: Final = r"'(\w{1,20})': '(\w{0,20})'"
_ACTION: Final = re.compile(rf"\{{((?:{_PAIR}(?:, )?)+)\}}\s*(?:#\s*(.*))?")
_WINNERS: Final = {"player 1": (0,), "player 2": (1,), "tie": ()}


def looks_like(text: str) -> bool:
    """Whether *text* has such lines below its headers, or begins with the rings of a board."""
    lines = [line.strip() for line in text[:20_000].lstrip("\ufeff").splitlines()]
    said = [line for line in lines if line and not line.startswith("#")]
    if not said:
        return False
    if _LINE.match(said[0]):
        return "'action'" in said[0]
    return bool(_FIRST.fullmatch(said[0])) and len(said) > 1 and bool(_NOTATION.match(said[1]))


@dataclass(slots=True)
class _Game:
    """A game that is being read."""

    said: dict[str, str] = field(default_factory=dict)
    """The headers of the game, in small letters."""
    turns: list[WrittenTurn] = field(default_factory=list)
    columns: set[str] = field(default_factory=set)
    is_over: bool = False
    fault: str = ""
    comments: list[str] = field(default_factory=list)
    """The comments before the first turn."""

    def written(self) -> WrittenGame:
        """The game as far as it was read."""
        said = self.said
        options: dict[str, Any] = {}
        rings = int(said["rings"]) if said.get("rings", "") in map(str, BOARDS) else self._rings()
        if said.get("variant", "").lower() == "blitz":
            options["variant"] = "blitz"
        if rings != 37:
            options["board"] = rings
        if any(turn.text == "-" for turn in self.turns):
            options["no_marbles"] = "pass"
        end, _comma, reason = (said.get("winner") or said.get("result", "")).partition(", ")
        winners = _WINNERS.get(end.lower())
        reason = reason or ("" if winners else "draw")
        return WrittenGame(
            Zertz.id,
            tuple(replace(turn, comment=turn.comment.strip()) for turn in self.turns),
            options,
            (said.get("player 1", ""), said.get("player 2", "")),
            {_word_of(name): words for name, words in said.items() if words and name not in _OWN},
            "\n".join(self.comments).strip(),
            result=None if winners is None else WrittenResult(winners, reason),
            fault=self.fault,
        )

    def _rings(self) -> int:
        """The board that its columns are of."""
        return 61 if "j" in self.columns else 48 if "h" in self.columns else 37


def _word_of(name: str) -> str:
    """A record's name for a header: without the ``_`` that kept it apart from one of the app's."""
    return name.removesuffix("_") if name.removesuffix("_") in _OWN else name


def read(text: str) -> Iterator[WrittenGame]:
    """The game of *text*."""
    game = _Game()
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        words, place = line.strip(), _("line {number}").format(number=number)
        try:
            if words and not game.is_over:
                _take(game, words, place)
        except ValueError as error:
            game.fault = _("In {place}: {why}").format(place=place, why=error)
            break
    yield game.written()


def _take(game: _Game, line: str, place: str) -> None:
    """Adds a *line* to the game. Raises ``ValueError`` with a sentence if it is no decision."""
    if line.startswith("#"):
        _header(game, line)
    elif (found := _LINE.fullmatch(line)) is not None:
        seat = int(found[1]) - 1
        if found[2]:
            game.said.setdefault(f"player {found[1]}", found[2])
        said, behind = _action(found[3])
        game.turns.append(WrittenTurn(_decision(game, said), seat, behind, place=place))
    elif not game.turns and (first := _FIRST.fullmatch(line)) and "rings" not in game.said:
        game.said |= {"rings": first[1], "variant": (first[2] or "").strip()}
    elif _NOTATION.match(line) and "rings" in game.said:
        game.turns.append(WrittenTurn(line[:LONGEST_LINE], place=place))
    else:
        raise ValueError(_("{line!r} is no decision.").format(line=line[:60]))


def _header(game: _Game, line: str) -> None:
    """Enters a header, a *line* with ``#``; the board drawn at the end adds nothing."""
    found = _HEADER.fullmatch(line)
    name = found[1].lower() if found else ""
    if line.startswith(_FINAL):
        game.is_over = True
    elif found is not None and (name in _END if game.turns else True):
        game.said[name] = found[2].strip()
    elif not game.turns:
        game.comments.append(line.removeprefix("#").strip())
    else:
        last, words = game.turns[-1], line.removeprefix("#").strip()
        game.turns[-1] = replace(last, comment=f"{last.comment}\n{words}".lstrip("\n"))


def _action(words: str) -> tuple[Mapping[str, str], str]:
    """The action in *words*, and the comment behind it. Raises ``ValueError``."""
    found = _ACTION.fullmatch(words)
    if found is None:
        raise ValueError(_("{line!r} is no decision.").format(line=words[:60]))
    return dict(re.findall(_PAIR, found[1])), (found[4] or "").strip()


def _decision(game: _Game, said: Mapping[str, str]) -> str:
    """The turn, or the jump, of an action in our notation. Raises ``ValueError``."""

    def ring(key: str) -> str:
        name = said.get(key, "")
        if not _RING.fullmatch(name):
            raise ValueError(_("{name!r} is no ring.").format(name=name))
        game.columns.add(name[0].lower())
        return name.lower()

    def colour(key: str) -> str:
        letter = said.get(key, "").upper()
        if letter not in (*LETTERS,):
            raise ValueError(_("{letter!r} is no colour.").format(letter=letter))
        return letter

    match said.get("action"):
        case "PASS":
            return "-"
        case "PUT":
            taken = f",{ring('remove')}" if said.get("remove") else ""
            return f"{colour('marble')}{ring('dst')}{taken}"
        case "CAP":
            return f"x {ring('src')}{colour('capture')}{ring('dst')}"
        case action:
            raise ValueError(_("{action!r} is no action.").format(action=action))


# ---- writing -------------------------------------------------------------------------------------


def write(written: WrittenGame) -> str:
    """*written* as a transcript. Raises ``ValueError`` with a sentence if none can express it."""
    if written.game != Zertz.id:
        raise ValueError(_("Zertz3D has games of ZÈRTZ alone."))
    try:
        game = configure(Zertz, written.options)
    except OptionError as error:
        raise ValueError(str(error)) from None
    changed = changed_options(game)
    is_blitz = changed.pop("variant", "") == "blitz"
    passes = changed.pop("no_marbles", "pass") == "pass"
    changed.pop("board", None)
    if (
        changed
        or game.rings not in BOARDS
        or not passes
        or game.variant not in ("standard", "blitz")
    ):
        raise ValueError(_("Zertz3D does not play with these options."))
    if written.position:
        raise ValueError(_("A transcript of Zertz3D begins with the whole board."))
    lines = [f"# Rings: {game.rings}", *(["# Variant: Blitz"] if is_blitz else [])]
    names = enumerate(written.names, 1)
    lines += [f"# Player {seat}: {name}" for seat, name in names if name]
    for name, words in written.about.items():
        header = f"{name}_" if name in _OWN else name
        lines.append(f"# {header.capitalize()}: {' '.join(words.split())}")
    lines += map(_comment_line, written.comment.splitlines())
    lines.append("#")
    state = game.rules.start()
    for turn in written.turns:
        if turn.variations or turn.signs:
            raise ValueError(_("A transcript of Zertz3D has no variations and no signs."))
        own, state = _lines(game.rules, state, turn, written.names)
        lines += own
    if (result := written.result) is not None:
        end = f"Winner: Player {result.winners[0] + 1}" if result.winners else "Result: Tie"
        reason = f", {result.reason}" if result.reason not in ("", "draw") else ""
        lines.append(f"# {end}{reason}")
    return "\n".join(lines) + "\n"


def _lines(
    rules: Rules, state: State, turn: WrittenTurn, names: tuple[str, ...]
) -> tuple[list[str], State]:
    """The lines of *turn* in *state*, and the state after it. Raises ``ValueError``."""
    moves = moves_of(rules, state, turn.text)
    if not moves:
        raise ValueError(_("Zertz3D has no line for the turn {text}.").format(text=turn.text))
    who = f"Player {state.seat + 1}"
    name = names[state.seat]
    player = f"{who} ({name})" if name else who
    actions: list[dict[str, str]] = []
    for move in moves:
        action = _action_of(rules, state, move)
        if action is None:
            raise ValueError(_("Zertz3D has no line for the turn {text}.").format(text=turn.text))
        if kind_of(move) == REMOVE:
            actions[-1]["remove"] = action["remove"]
        else:
            actions.append(action)
        state = rules.apply(state, move)
    first, *more = turn.comment.splitlines() or [""]
    begin, *lines = (f"{player}: {action}" for action in actions)
    begin += f" # {first}" if first else ""
    return [begin, *map(_comment_line, more), *lines], state


def _comment_line(words: str) -> str:
    """A line of a comment, such that it is no header."""
    line = f"# {words}".rstrip()
    return f"#  {words}" if _HEADER.fullmatch(line) or line.startswith(_FINAL) else line


def _action_of(rules: Rules, state: State, move: int) -> dict[str, str] | None:
    """A decision as an action; the removal of a ring belongs to that before it. ``None``: there is
    no such action."""
    kind, lattice = kind_of(move), rules.board.lattice

    def ring(cell: int) -> str:
        return lattice.name_of[cell].upper().replace("I", "J")

    def colour(cell: int) -> str:
        return LETTERS[marble_at(state, cell) or 0].lower()

    if move == PASS:
        return {"action": "PASS"}
    if kind < REMOVE:
        marble = LETTERS[kind].lower()
        return {"action": "PUT", "marble": marble, "dst": ring(cell_of(move)), "remove": ""}
    if kind == REMOVE:
        return {"remove": ring(cell_of(move))}
    if JUMP <= kind < AFTER_JUMPS:
        over, landing = jump_cells(rules, move)
        return {
            "action": "CAP",
            "marble": colour(cell_of(move)),
            "src": ring(cell_of(move)),
            "dst": ring(landing),
            "capture": colour(over),
            "cap": ring(over),
        }
    return None


ZERTZ3D: Final = Reader(
    "zertz3d",
    N_("ZÈRTZ as the program Zertz3D keeps it"),
    looks_like,
    read,
    example="# Seed: 7\n# Rings: 37\n# Player 1: Anna\n#\n"
    "Player 1 (Anna): {'action': 'PUT', 'marble': 'w', 'dst': 'D4', 'remove': 'G4'} # The middle.\n"
    "Player 2: {'action': 'PUT', 'marble': 'b', 'dst': 'D5', 'remove': 'A4'}\n"
    "Player 1 (Anna): {'action': 'CAP', 'marble': 'w', 'src': 'D4', 'dst': 'D6', 'capture': 'b',"
    " 'cap': 'D5'}\n",
    write=write,
)

"""SGF, the text format of game records with variations: from text to trees, and back.

A file holds game trees; each is a sequence of nodes, and the variations that follow its last node;
a node has properties with values (https://www.red-bean.com/sgf/). The reader accepts more than the
standard, as sites write it: names of properties may have small letters, digits and ``-`` (``P0``,
``P-1``), and nodes may stand behind variations, where they are one more variation.

Nothing here knows a game. A damaged one is read up to the damage, and its fault says where that is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _

DEEPEST: Final = 20_000
"""The most variations that may stand inside each other: in SGF the rest of a line is one, too,
behind each turn that has others."""

MOST_NODES: Final = 100_000
"""The most nodes of a game; the longest need a hundredth."""

COMMENT: Final = "C"
"""The property that holds a comment."""
IN_ONE_LINE: Final = 4
"""The most properties of a node that are written on one line."""

_NODE_INSIDE: Final = r"""(?:;\s{0,20}+|\n[ \t]{0,20}+)[A-Z][A-Z0-9-]{0,3}+[ ]?\["""
"""The pattern of what looks like a node, or a property on a line of its own, inside a value."""
_TOKEN: Final = re.compile(
    rf"""\s*+(?:
      (?P<name>[A-Za-z][A-Za-z0-9-]*+)?\s*+\[(?P<value>
        [^\]\\;\n]*+(?:(?:\\.|(?!{_NODE_INSIDE}(?![^\]]{{0,300}}\\\]))[;\n])[^\]\\;\n]*+)*+
      )(?P<end>\]?)
    | (?P<mark>[();])
    | (?P<other>\S)
    )""",
    re.VERBOSE | re.DOTALL,
)
"""A value ends before what looks like a node inside it, unless that has an escaped end: then
it is a text about SGF, else the value was never closed."""
_LIKE_NODE: Final = re.compile(_NODE_INSIDE)
_TREE: Final = re.compile(r"\(\s*+;")
_GAME: Final = re.compile(r"\(\s*+;\s*+(?:GM|FF|CA|AP|SU|VV|SZ)\s*+\[")
"""How a game begins, and no variation."""
_PARENTHESIS: Final = re.compile(r"\(")
_ESCAPED: Final = re.compile(r"\\(\r\n|.)", re.DOTALL)
_STEERING: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LINE_ENDS: Final = ("\n", "\r\n", "\r")


@dataclass(frozen=True, slots=True)
class SgfNode:
    """A node: its *properties*, names with values in their order; a name may stand twice.

    *at* is the letter of the text at which it begins.
    """

    properties: tuple[tuple[str, str], ...]
    at: int = field(default=0, compare=False)

    def values(self, name: str) -> list[str]:
        """All values of the property *name*."""
        return [value for own, value in self.properties if own == name]


@dataclass(frozen=True, slots=True)
class GameTree:
    """*nodes* one after the other, and the *variations* that follow the last: the main line first.

    A tree has a node, or it is empty: ``()``.
    """

    nodes: tuple[SgfNode, ...]
    variations: tuple[GameTree, ...] = ()

    def main_line(self) -> Iterator[SgfNode]:
        """The nodes of the first variation, and of its first, to the end."""
        tree = self
        while True:
            yield from tree.nodes
            if not tree.variations:
                return
            tree = tree.variations[0]


@dataclass(frozen=True, slots=True)
class SgfGame:
    """The *tree* of one game of a text.

    *fault* is one sentence on where it is damaged, ``""`` if it is whole: then the tree goes as far
    as it could be read. *notices* are sentences on text before and behind it, outside of all games,
    which is passed over.
    """

    tree: GameTree
    fault: str = ""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SgfText:
    """The *trees* of a text, and its first *fault*, as in ``SgfGame``."""

    trees: tuple[GameTree, ...]
    fault: str = ""


def looks_like_sgf(text: str) -> bool:
    """Whether *text* begins as SGF does: a parenthesis, a semicolon, a property."""
    return re.match(r"[\s\ufeff]*\(\s*;\s*[A-Za-z][A-Za-z0-9-]*\s*\[", text) is not None


def holds_sgf(text: str) -> bool:
    """Whether *text* begins as SGF does, or a game of SGF begins somewhere in it, as in a mail."""
    return looks_like_sgf(text) or _GAME.search(text) is not None


def place_of(text: str, at: int) -> str:
    """The place of letter *at* of *text*, for a sentence: ``line 12``."""
    return name_line(text.count("\n", 0, at) + 1)


def place_finder(text: str) -> Callable[[int], str]:
    """Returns ``place_of`` for *text*, fast where it is called often."""
    ends: list[int] = []

    def find_place(at: int) -> str:
        if not ends:
            ends.extend(found.start() for found in re.finditer("\n", text))
            ends.append(len(text))
        return name_line(bisect_left(ends, at) + 1)

    return find_place


def name_line(number: int) -> str:
    """A line of a text, for a sentence."""
    return _("line {line}").format(line=number)


class _Damage(Exception):
    """A fault that ends the reading of a game, *at* a letter; others may begin at letter *rest*."""

    def __init__(self, why: str, at: int, rest: int | None = None) -> None:
        super().__init__(why)
        self.at = at
        self.rest = at if rest is None else rest


@dataclass(slots=True)
class _Open:
    """A tree whose end has not come yet; *implied*: it began without a parenthesis."""

    implied: bool = False
    nodes: list[SgfNode] = field(default_factory=list)
    variations: list[GameTree] = field(default_factory=list)

    def closed(self) -> GameTree:
        return GameTree(tuple(self.nodes), tuple(self.variations))


def read_sgf(text: str) -> SgfText:
    """The game trees of *text*. Raises nothing: see ``SgfText.fault``."""
    games = [*sgf_games(text)]
    fault = next((game.fault for game in games if game.fault), "")
    if not games:
        damage = _Damage(_("it has no parenthesis, with which SGF begins"), 0)
        fault = _fault(damage, place_finder(text))
    return SgfText(tuple(game.tree for game in games), fault)


def sgf_games(text: str) -> Iterator[SgfGame]:
    """The games of *text*, one after the other. Raises nothing: see ``SgfGame.fault``.

    Behind damage the next game is looked for: the text up to there is lost.
    """
    find_place = place_finder(text)
    begins = _TREE if _TREE.search(text) else _PARENTHESIS
    at, notice, waiting = 0, "", None
    while True:
        found = begins.search(text, at)
        beside = text[at : found.start() if found else len(text)]
        if begins is _GAME:  # the fault reports it already
            beside = ""
        if waiting is not None and ")" in beside:
            at += beside.index(")") + 1
            damage = _Damage(_("a parenthesis closes what none has opened"), at - 1)
            waiting = replace(waiting, fault=_fault(damage, find_place))
            begins = _GAME
            continue
        if words := one_line(beside.strip("\ufeff \t\r\n"), 60):
            begun = at + len(beside) - len(beside.lstrip("\ufeff \t\r\n"))
            notice = _("In {place}, {words!r} stands outside of the game, and is passed over.")
            notice = notice.format(place=find_place(begun), words=words)
        if waiting is not None:
            yield replace(waiting, notices=(*waiting.notices, notice)) if notice else waiting
            notice = ""
        if found is None:
            return
        builder = _Builder(text)
        fault = ""
        try:
            at, begins = builder.read(found.start()), _TREE
        except _Damage as damage:
            fault = _fault(damage, find_place)
            at, begins = damage.rest, _GAME
        waiting = SgfGame(builder.tree(), fault, (notice,) if notice else ())
        notice = ""


def _fault(damage: _Damage, find_place: Callable[[int], str]) -> str:
    """The sentence on *damage*."""
    return _("The SGF is damaged in {place}: {why}.").format(
        place=find_place(damage.at), why=damage
    )


class _Builder:
    """Takes one token of a game of *text* after the other, and makes a tree of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.done: list[GameTree] = []
        self.open: list[_Open] = []
        self.properties: list[tuple[str, str]] | None = None
        self.node_at = 0
        self.count = 0

    def read(self, at: int) -> int:
        """Reads the game that begins at letter *at*; returns where it ends. Raises ``_Damage``."""
        while not self.done:
            token = _TOKEN.match(self.text, at)
            if token is None:
                raise _Damage(_("it ends before its game does"), len(self.text))
            self.take(token)
            at = token.end()
        return at

    def take(self, token: re.Match[str]) -> None:
        """Adds *token* to the tree. Raises ``_Damage``."""
        value = token["value"]
        if value is not None:
            self._add_value(token, value)
        elif (mark := token["mark"]) == ";":
            self._begin_node(token.start("mark"))
        elif mark == "(":
            self._begin_tree(token.start("mark"))
        elif mark == ")":
            self._end_tree()
        else:
            raise _Damage(
                _("{what!r} belongs to no property").format(what=token["other"]),
                token.start("other"),
            )

    def _add_value(self, token: re.Match[str], value: str) -> None:
        if self.properties is None:
            raise _Damage(_("a property stands before the first node"), token.end())
        name = token["name"]
        if name is None:
            if not self.properties:
                raise _Damage(_("a value has no name"), token.start("value"))
            name = self.properties[-1][0]
        is_closed = bool(token["end"])
        if is_closed or name == COMMENT:  # half a gesture would be another one
            value = _unescape(value) if "\\" in value else value
            if "\r" in value:  # either end of line is one
                value = value.replace("\r\n", "\n").replace("\r", "\n")
            self.properties.append((name, value))
        if not is_closed:
            at = token.start("value")
            is_last = token.end() == len(self.text)
            rest = len(self.text) if is_last else at
            raise _Damage(_("a bracket is never closed"), at - 1, rest)

    def _begin_node(self, at: int) -> None:
        self._end_node()
        if self.open[-1].variations:
            self._push(_Open(implied=True), at)
        self.count += 1
        if self.count > MOST_NODES:
            raise _Damage(_("no game has more than {most} nodes").format(most=MOST_NODES), at)
        self.properties, self.node_at = [], at

    def _end_node(self) -> None:
        if self.properties is not None:
            self.open[-1].nodes.append(SgfNode(tuple(self.properties), self.node_at))
            self.properties = None

    def _begin_tree(self, at: int) -> None:
        if self.open:
            if _GAME.match(self.text, at):
                raise _Damage(_("another game begins before this one has ended"), at)
            self._end_node()
        self._push(_Open(), at)

    def _push(self, tree: _Open, at: int) -> None:
        if len(self.open) == DEEPEST:
            raise _Damage(
                _("more than {most} variations stand inside each other").format(most=DEEPEST), at
            )
        self.open.append(tree)

    def _end_tree(self) -> None:
        self._end_node()
        while self._close().implied:
            pass

    def _close(self) -> _Open:
        closed = self.open.pop()
        into = self.open[-1].variations if self.open else self.done
        into.append(closed.closed())
        return closed

    def tree(self) -> GameTree:
        """The tree of all that was read; nodes and variations that are open are closed first."""
        if self.open and self.properties:
            self._end_node()
        while self.open:
            self._close()
        return self.done[0] if self.done else GameTree(())


def _unescape(value: str) -> str:
    """*value* without backslashes: one before the end of a line joins it to the next."""
    return _ESCAPED.sub(lambda found: "" if found[1] in _LINE_ENDS else found[1], value)


def write_sgf(tree: GameTree) -> str:
    """The tree as text, one node a line; the inverse of ``read_sgf``."""
    parts: list[str] = []
    rest: list[GameTree | str] = [tree]
    while rest:
        each = rest.pop()
        if isinstance(each, str):
            parts.append(each)
            continue
        parts.append("(")
        parts.extend(map(_written, each.nodes))
        rest.append(")\n")
        rest.extend(reversed(each.variations))
    return "".join(parts)


def _written(node: SgfNode) -> str:
    """The text of *node*; many properties stand below each other."""
    between = "\n" if len(node.properties) > IN_ONE_LINE else ""
    words, before = list[str](), ""
    for name, value in node.properties:
        if name == before and name.isalpha():  # one property, with several values
            words[-1] += f"[{escape(value)}]"
        else:
            words.append(f"{name}[{escape(value)}]")
        before = name
    return f";{between.join(words)}\n"


def escape(value: str) -> str:
    """*value* as it stands between brackets; letters that steer a terminal are left out."""
    plain = _STEERING.sub("", value).replace("\\", "\\\\").replace("]", "\\]")
    return _LIKE_NODE.sub(lambda found: f"{found[0][:-1]}\\[", plain)

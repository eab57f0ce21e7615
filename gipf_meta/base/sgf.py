"""SGF, the text format of game records with variations: from text to trees, and back.

A file holds game trees; each is a sequence of nodes, and the variations that follow its last node;
a node has properties with values (https://www.red-bean.com/sgf/). What is read here is wider than
the standard, as sites write it: names of properties may have small letters, digits and ``-``
(``P0``, ``P-1``), and nodes may stand behind variations, where they are one more variation.

Nothing here knows a game. Damaged text is read up to the damage, and the fault says where that is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from gipf_meta.base.texts import _

DEEPEST: Final = 20_000
"""The most variations that may stand inside each other: in SGF the rest of a line is one, too,
behind each turn that has others."""

MOST_NODES: Final = 100_000
"""The most nodes of a text; the longest games need a hundredth."""

IN_ONE_LINE: Final = 4
"""The most properties of a node that are written on one line."""

_TOKEN: Final = re.compile(
    r"""\s*+(?:
      (?P<name>[A-Za-z][A-Za-z0-9-]*+)?\s*+\[(?P<value>[^\]\\]*+(?:\\.[^\]\\]*+)*+)\]
    | (?P<mark>[();])
    | (?P<other>\S)
    )""",
    re.VERBOSE | re.DOTALL,
)
_BETWEEN: Final = re.compile(r"[()\[]")
"""The marks that count between the trees of a file, where anything else may stand."""
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
class SgfText:
    """The *trees* of a text. *fault* is one sentence on where it is damaged, ``""`` if it is whole:
    then the last tree goes as far as the text could be read."""

    trees: tuple[GameTree, ...]
    fault: str = ""


def looks_like_sgf(text: str) -> bool:
    """Whether *text* begins as SGF does: a parenthesis, a semicolon, a property."""
    return re.match(r"[\s\ufeff]*\(\s*;\s*[A-Za-z][A-Za-z0-9-]*\s*\[", text) is not None


def place_of(text: str, at: int) -> str:
    """Where letter *at* of *text* stands, for a sentence: ``line 12``."""
    return name_line(text.count("\n", 0, at) + 1)


def name_line(number: int) -> str:
    """A line of a text, for a sentence."""
    return _("line {line}").format(line=number)


class _Damage(Exception):
    """Why the text cannot be read on, and at which letter."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why)
        self.at = at


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
    builder = _Builder()
    start = text.find("(")
    try:
        if start < 0:
            raise _Damage(_("it has no parenthesis, with which SGF begins"), 0)
        for token in _tokens(text, start, builder):
            builder.take(token)
        builder.finish(len(text))
    except _Damage as damage:
        fault = _("The SGF is damaged in {place}: {why}.").format(
            place=place_of(text, damage.at), why=damage
        )
        return SgfText(builder.trees(), fault)
    return SgfText(builder.trees())


def _tokens(text: str, at: int, builder: _Builder) -> Iterator[re.Match[str]]:
    """The tokens that *builder* takes, from letter *at* on; between trees brackets, and what stands
    in them, are passed over."""
    closes = True
    while True:
        if not builder.open:
            found = _BETWEEN.search(text, at)
            if found is None:
                return
            at = found.start()
            if found[0] == "[":
                value = _TOKEN.match(text, at) if closes else None
                closes = value is not None and value["value"] is not None
                # where one has no end, none that follows has one
                at = value.end() if value is not None and closes else at + 1
                continue
        token = _TOKEN.match(text, at)
        if token is None:
            return
        at = token.end()
        yield token


class _Builder:
    """Takes one token after the other, and makes trees of them."""

    def __init__(self) -> None:
        self.done: list[GameTree] = []
        self.open: list[_Open] = []
        self.properties: list[tuple[str, str]] | None = None
        self.node_at = 0
        self.count = 0

    def take(self, token: re.Match[str]) -> None:
        """Goes on by *token*. Raises ``_Damage``."""
        value = token["value"]
        if value is not None:
            self._add_value(token, value)
        elif (mark := token["mark"]) == ";":
            self._begin_node(token.start("mark"))
        elif mark == "(":
            self._begin_tree(token.start("mark"))
        elif mark == ")":
            self._end_tree(token.start("mark"))
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
        self.properties.append((name, _unescape(value) if "\\" in value else value))

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
            self._end_node()
        self._push(_Open(), at)

    def _push(self, tree: _Open, at: int) -> None:
        if len(self.open) == DEEPEST:
            raise _Damage(
                _("more than {most} variations stand inside each other").format(most=DEEPEST), at
            )
        self.open.append(tree)

    def _end_tree(self, at: int) -> None:
        if not self.open:
            raise _Damage(_("a parenthesis closes what none has opened"), at)
        self._end_node()
        while self._close().implied:
            pass

    def _close(self) -> _Open:
        closed = self.open.pop()
        into = self.open[-1].variations if self.open else self.done
        into.append(closed.closed())
        return closed

    def finish(self, at: int) -> None:
        """The text is over. Raises ``_Damage`` if a tree is not."""
        if self.open:
            raise _Damage(_("it ends before its game does"), at)

    def trees(self) -> tuple[GameTree, ...]:
        """What has been read; what is open is closed first."""
        if self.open and self.properties:
            self._end_node()
        while self.open:
            self._close()
        return tuple(self.done)


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
    words = between.join(f"{name}[{escape(value)}]" for name, value in node.properties)
    return f";{words}\n"


def escape(value: str) -> str:
    """*value* as it stands between brackets; letters that steer a terminal are left out."""
    return _STEERING.sub("", value).replace("\\", "\\\\").replace("]", "\\]")

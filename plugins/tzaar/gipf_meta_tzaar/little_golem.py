"""Games of TZAAR as littlegolem.net writes them: SGF, with a board that was drawn by lot.

``(;FF[TZAAR]VA[RANDOM]EV[…]PB[Bert]PW[Anna]POS[…]SO[…];W[qmrl];B[okol-popn];…;B[osoq-pass])``

``POS`` has the pieces of the 60 spaces, column by column, each downwards: ``a`` a Tzaar, ``b`` a
Tzarra, ``c`` a Tott, White's in small letters. A space is two letters from ``k`` to ``s``: its
column, and the diagonal that falls to the right, counted from above. A move does not say whether
it captures: the board shows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gipf_meta import (
    N_,
    GameTree,
    PlaceOf,
    SgfNode,
    SgfReader,
    WrittenGame,
    WrittenResult,
    WrittenTurn,
    write_sgf,
)
from gipf_meta_tzaar.board import LAST, NAME_OF, PLACES, SPACES
from gipf_meta_tzaar.positions import COLOURS, LETTERS
from gipf_meta_tzaar.state import KINDS, PIECES
from gipf_meta_tzaar.texts import _

ABOUT: Final = {
    "EV": "event",
    "SO": "site",
    "DT": "date",
    "PC": "place",
    "RO": "round",
    "GN": "source",
    "GC": "title",
    "TC": "clock",
    "AN": "annotator",
}  # fmt: skip
"""The facts about a match that a record holds, by the name of the property."""

_OF_NODES: Final = ("C", *COLOURS)
_OF_ROOT: Final = (*ABOUT, "FF", "GM", "CA", "VA", "PB", "PW", "POS", "RE")
_VARIANT: Final = "RANDOM"

_LINES: Final = "klmnopqrs"
_SITE_NAME: Final = tuple(_LINES[column - 1] + _LINES[LAST - way] for column, way in PLACES)
"""The site's name of each space."""
_OWN_NAME: Final = dict(zip(_SITE_NAME, NAME_OF, strict=True))
_IN_ORDER: Final = sorted(SPACES, key=_SITE_NAME.__getitem__)
"""The spaces in the order of ``POS``."""
_LETTERS: Final = "abcABC"
_PIECES: Final = dict(
    zip(_LETTERS, (colour + LETTERS[kind] for colour in COLOURS for kind in KINDS), strict=True)
)
_ALL: Final = Counter(dict(zip(_LETTERS, PIECES[1:] * 2, strict=True)))

_PART: Final = re.compile(r"([k-s]{2})([k-s]{2})")
_DRAWN: Final = re.compile(r"[WB][ZAT][a-i][1-9]")
_OWN_PART: Final = re.compile(r"([a-i][1-9])[x-]?([a-i][1-9])")
_RESULT: Final = re.compile(r"([WB])\+\s*(\w*)", re.IGNORECASE)
_REASONS: Final = {"r": "resign", "resign": "resign", "t": "time", "time": "time"}


# ---- reading -------------------------------------------------------------------------------------


def knows(properties: Mapping[str, str]) -> bool:
    """Whether *properties* are those of the first node of such a game."""
    return properties.get("FF", "").strip().upper() == "TZAAR"


def read(tree: GameTree, place_of: PlaceOf) -> WrittenGame:
    """Returns the game of *tree*. Raises ``ValueError`` where ``POS`` does not list the whole
    start."""
    nodes = list(tree.main_line())
    facts = {name: value.strip() for name, value in reversed(nodes[0].properties)}
    luck = _luck(facts.get("POS", ""))
    line = _Line()
    for node in nodes:
        if not line.fault:
            line.take(node, place_of)
    said = facts.get("RE", "")
    result = line.result or _result(said)
    about = {ABOUT[name]: value for name, value in facts.items() if name in ABOUT and value}
    if said and (result is None or result != _result(said)):
        about["result"] = said
    return WrittenGame(
        "tzaar",
        tuple(line.turns),
        {"setup": "random"},
        (facts.get("PW", ""), facts.get("PB", "")),
        about,
        "\n".join(line.before),
        luck=luck,
        result=result,
        fault=line.fault,
        told=tuple(_notes(tree, nodes, facts)),
    )


def _luck(position: str) -> tuple[str, ...]:
    """The draws of luck in the order of the spaces, from ``POS``. Raises ``ValueError``."""
    letters = "".join(position.split())
    if Counter(letters) != _ALL:
        raise ValueError(
            _(
                "POS should have a letter for each of the 60 spaces, for White 6 a, 9 b and 15 c,"
                " for Black as many A, B and C."
            )
        )
    drawn = dict(zip(_IN_ORDER, letters, strict=True))
    return tuple(_PIECES[drawn[space]] + NAME_OF[space] for space in SPACES)


class _Line:
    """The turns of a game, collected node by node. *before* are the comments before the first
    turn."""

    def __init__(self) -> None:
        self.turns: list[WrittenTurn] = []
        self.before: list[str] = []
        self.result: WrittenResult | None = None
        self.fault = ""

    def take(self, node: SgfNode, place_of: PlaceOf) -> None:
        """Adds the turns and comments of *node*."""
        for name, value in node.properties:
            if name in COLOURS and not self.fault:
                self._take_turn(COLOURS.index(name), value.strip(), place_of(node.at))
        comment = "\n".join(filter(None, map(str.strip, node.values("C"))))
        if comment and self.turns:
            words = "\n".join(filter(None, (self.turns[-1].comment, comment)))
            self.turns[-1] = replace(self.turns[-1], comment=words)
        elif comment:
            self.before.append(comment)

    def _take_turn(self, seat: int, said: str, place: str) -> None:
        if self.result is not None:
            self.fault = _("In {place}: the game goes on after its end.").format(place=place)
        elif said.lower() == "resign":
            self.result = WrittenResult((1 - seat,), "resign")
        elif text := _turn(said):
            self.turns.append(WrittenTurn(text, seat, place=place))
        else:
            self.fault = _(
                "In {place}: {word!r} is no turn; one is qmrl, okol-popn or osoq-pass."
            ).format(place=place, word=said[:40])


def _turn(said: str) -> str:
    """The turn in the notation of the game; ``""`` where *said* is none."""
    words = said.lower().split("-")
    parts = [_part(word) for word in words]
    return ";".join(parts) if len(words) <= 2 and all(parts) and parts[0] != "-" else ""


def _part(word: str) -> str:
    """A part of a turn in the notation of the game; ``""`` where *word* is none."""
    found = _PART.fullmatch(word)
    if found and found[1] in _OWN_NAME and found[2] in _OWN_NAME:
        return _OWN_NAME[found[1]] + _OWN_NAME[found[2]]
    return "-" if word == "pass" else ""


def _result(said: str) -> WrittenResult | None:
    """The result that ``RE`` gives, as the standard of SGF has it; ``None`` for other texts."""
    if said.lower() in ("0", "draw"):
        return WrittenResult((), "draw")
    if found := _RESULT.match(said):
        return WrittenResult((COLOURS.index(found[1].upper()),), _REASONS.get(found[2].lower(), ""))
    return None


def _notes(tree: GameTree, nodes: list[SgfNode], facts: Mapping[str, str]) -> Iterator[str]:
    """Notes to the reader about all that *tree* has and no record holds."""
    variant = facts.get("VA", _VARIANT)
    if variant.upper() != _VARIANT:
        yield _("Its variant {variant!r} is passed over: the board is that of POS.").format(
            variant=variant[:40]
        )
    held = [*_OF_ROOT]
    others = set()
    for node in nodes:
        for name, _value in node.properties:
            if name in held:
                held.remove(name)
            elif name not in _OF_NODES:
                others.add(name)
        held = []
    if others:
        yield _("What stands in {names} is passed over.").format(
            names=", ".join(sorted(others)[:10])
        )
    while tree.variations:
        if len(tree.variations) > 1:
            yield _("Its variations are passed over: littlegolem.net writes none.")
            break
        tree = tree.variations[0]


# ---- writing -------------------------------------------------------------------------------------


def write(game: WrittenGame) -> str:
    """Returns *game* as the site writes it. Raises ``ValueError`` for games that the site cannot
    write."""
    if game.position:
        raise ValueError(
            _("littlegolem.net's files begin at the start of a game: this match began elsewhere.")
        )
    turns, luck = list(game.turns), list(game.luck)
    if turns and not luck:  # the first turn may tell what luck drew
        first = turns[0]
        *luck, text = first.text.split(",")
        turns[0] = replace(first, text=text)
    if game.options.get("cover_last", "lose") != "lose":
        raise ValueError(_("littlegolem.net does not play with these options."))
    root = [("FF", "TZAAR"), ("VA", _VARIANT)]
    root += [(code, game.about[name]) for code, name in ABOUT.items() if game.about.get(name)]
    white, black = game.names
    root += [("PB", black), ("PW", white), ("POS", _position(luck))]
    if game.result is not None:
        root.append(("RE", _result_text(game.result)))
    elif game.about.get("result"):
        root.append(("RE", game.about["result"]))
    if game.comment:
        root.append(("C", game.comment))
    nodes = [SgfNode(tuple(root))]
    for number, turn in enumerate(turns):
        seat = number % 2 if turn.seat is None else turn.seat
        said = [(COLOURS[seat], _site_turn(turn))]
        if turn.comment:
            said.append(("C", turn.comment))
        nodes.append(SgfNode(tuple(said)))
    return write_sgf(GameTree(tuple(nodes)))


def _position(luck: list[str]) -> str:
    """The draws of luck as ``POS`` lists them. Raises ``ValueError``."""
    letter_of = {piece: letter for letter, piece in _PIECES.items()}
    drawn = {text[2:]: letter_of[text[:2]] for text in luck if _DRAWN.fullmatch(text)}
    position = "".join(drawn.get(NAME_OF[space], "") for space in _IN_ORDER)
    if Counter(position) != _ALL or len(luck) != len(SPACES):
        raise ValueError(_("littlegolem.net writes games whose board was drawn by lot, no others."))
    return position


def _site_turn(turn: WrittenTurn) -> str:
    """*turn* as the site writes it. Raises ``ValueError``."""
    if turn.signs or turn.variations:
        raise ValueError(_("littlegolem.net writes neither signs nor variations beside turns."))
    return "-".join(map(_site_part, turn.text.split(";")))


def _site_part(text: str) -> str:
    if text == "-":
        return "pass"
    found = _OWN_PART.fullmatch(text)
    if not found or not {found[1], found[2]} <= set(NAME_OF):
        raise ValueError(
            _("{text!r} is no turn that littlegolem.net writes.").format(text=text[:40])
        )
    return "".join(_SITE_NAME[NAME_OF.index(name)] for name in found.groups())


def _result_text(result: WrittenResult) -> str:
    """*result* as the standard of SGF has it."""
    if len(result.winners) != 1:
        return "0"
    reason = {"resign": "R", "time": "T"}.get(result.reason, "")
    return f"{COLOURS[result.winners[0]]}+{reason}"


_POS: Final = "aaBaCBcAbCCbcacccaBCacCCcCCcAABbccBBCCbABAbBcCACcCbbbBcCbcCc"
LITTLE_GOLEM: Final = SgfReader(
    "littlegolem-tzaar",
    N_("TZAAR as littlegolem.net writes it"),
    knows,
    read,
    example=f"(;FF[TZAAR]VA[RANDOM]EV[a friendly game]PB[Bert]PW[Anna]POS[{_POS}]"
    "SO[https://www.littlegolem.net];W[qkql];B[nmmm-ompm];W[molp-mrmq];B[snso-pass])\n",
    write=write,
)

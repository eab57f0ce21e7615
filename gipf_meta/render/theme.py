"""Colours of a picture: the colour of each role, and the ink that can be read on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, cast, get_args
from zlib import crc32

from gipf_meta.protocol.view import BoardMaterial, MarkKind, Piece
from gipf_meta.render.board_material import LOOKS, LOOSE, PALE, SHADES

INKS: Final = ("#16181d", "#ffffff")
"""Dark and light: with any colour, one of the two has a contrast of at least 4.2."""

ROLES: Final[Mapping[str, str]] = {
    "p1": "#fbf5e6",
    "p2": "#2b2f36",
    "p3": "#e69f00",
    "p4": "#56b4e9",
    "p5": "#009e73",
    "p6": "#cc79a7",
    "white": "#fbf8f0",
    "grey": "#8f959d",
    "black": "#24272c",
    "red": "#c8452f",
    "orange": "#e69f00",
    "yellow": "#f0e442",
    "green": "#009e73",
    "blue": "#5aa2dd",
    "purple": "#cc79a7",
    "brown": "#8a5a33",
    "v1": "#fdf3d0",
    "v2": "#d9ecf7",
    "v3": "#f9dccb",
    "v4": "#d8efdd",
    "v5": "#e9dff3",
    "v6": "#f5d3dd",
    "hidden": "#b9bdc4",
}
"""The colours of roles: players, colours of pieces, values, what is hidden. The first two players
differ in lightness."""

LETTERS: Final[Mapping[str, str]] = {
    "p1": "W",
    "p2": "B",
    "white": "W",
    "grey": "G",
    "black": "B",
    "red": "R",
}
"""The letter that a colour stands for: a label of that letter alone says nothing new."""

STRANGERS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#5aa2dd", "#d55e00", "#cc79a7")
"""Colours for roles that the host does not know; colour-blind people can tell them apart."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, as ``#rrggbb``.

    *ground* is the paper, *card* that of trays and score sheets, *line* lines on both. *plate* is
    the board, *place* its spaces and cells, *special* its special cells, *groove* the lines in it,
    *inlay* what is filled in it; *loose* are places that are rings of their own, *cloth* is what
    these lie on. *rim* is the outline of pieces, which is seen on all of these but the cloth. *ink*
    is words, *muted* less important words, *held* the things that a place holds. *sand* is what
    runs in glasses, *cursor* shows where the cursor is, *lit* what can be clicked; *tint* is the
    accent of what stands around the board. *roles* has the colours of pieces where they differ from
    ``ROLES``. *letters* says that every piece bears its label, *is_day* whether boards of another
    material than wood have their colours by day or by night; ``None``: all have those of the theme.
    """

    ground: str
    card: str
    plate: str
    place: str
    special: str
    groove: str
    inlay: str
    loose: str
    cloth: str
    line: str
    rim: str
    ink: str
    muted: str
    held: str
    marks: Mapping[MarkKind, str] = field(hash=False)
    cursor: str
    lit: str
    tint: str
    sand: str
    roles: Mapping[str, str] = field(default_factory=dict, hash=False)
    letters: bool = False
    is_day: bool | None = None

    def piece(self, role: str) -> str:
        """The colour of the pieces of *role*; an unknown role has a colour of its own."""
        return self.roles.get(role) or role_colour(role)


_COLOURS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "ground": ("#ffffff", "#191815", "#000000", "#191815"),
    "card": ("#f6f3ec", "#25231e", "#000000", "#25231e"),
    "plate": ("#ad7a4c", "#976840", "#000000", "#98846c"),
    "place": ("#976740", "#885e3d", "#000000", "#7d6d5a"),
    "special": ("#8a856d", "#65664f", "#0a3a86", "#42708d"),
    "groove": ("#3a2210", "#2a180a", "#ffffff", "#221a12"),
    "inlay": ("#f4c552", "#f0bd4e", "#ffff00", "#f0bd4e"),
    "loose": ("#a8703c", "#9c6a3c", "#000000", "#98846c"),
    "cloth": ("#dfe3dc", "#232a33", "#000000", "#232a33"),
    "line": ("#a08a63", "#888171", "#c8c8c8", "#928b7c"),
    "rim": ("#14100c", "#0d0a08", "#ffffff", "#0d0a08"),
    "ink": ("#22252b", "#f1ede4", "#ffffff", "#f1ede4"),
    "muted": ("#655f54", "#b9b1a2", "#ffffff", "#b9b1a2"),
    "held": ("#a86a00", "#f0b53c", "#ffff00", "#e69f00"),
    "tint": ("#1d4f60", "#93c5d3", "#ff9cff", "#56b4e9"),
    "sand": ("#b8790a", "#ffb84d", "#ffb000", "#e69f00"),
    "cursor": ("#b14e00", "#ffd24a", "#ffff00", "#f0e442"),
    "lit": ("#7b1fa2", "#c792ea", "#ff9cff", "#cc79a7"),
    "legal": ("#00724f", "#3fd6a0", "#00ff66", "#00c792"),
    "selected": ("#0b62c4", "#6db3ff", "#ff9cff", "#56b4e9"),
    "last": ("#c2410c", "#ff9d5c", "#00ccff", "#e69f00"),
    "danger": ("#f2b705", "#ffd23f", "#ffb000", "#f0e442"),
    "capture": ("#b3123a", "#ff6b8b", "#ff6a5a", "#f58231"),
}
"""The colours of each part, and at last those of each mark: light, dark, of high contrast, for the
colour-blind."""
_MARKS: Final[tuple[MarkKind, ...]] = get_args(MarkKind)


def _theme(
    column: int,
    roles: Mapping[str, str],
    *,
    letters: bool = False,
    is_day: bool | None = None,
) -> Theme:
    """Returns the theme of a *column* of the table."""
    colours = {name: row[column] for name, row in _COLOURS.items()}
    marks = {mark: colours.pop(mark) for mark in _MARKS}
    return Theme(**colours, marks=marks, roles=roles, letters=letters, is_day=is_day)


LIGHT: Final = _theme(0, {}, is_day=True)
DARK: Final = _theme(1, {}, is_day=False)
HIGH_CONTRAST: Final = _theme(
    2,
    {"p1": "#ffffff", "p2": "#000000", "white": "#ffffff", "black": "#000000"}
    | {"grey": "#8a8a8a", "red": "#ff5a4a"}
    | {f"v{n}": "#ffffff" for n in range(1, 7)},
    letters=True,
)
COLOUR_BLIND: Final = _theme(
    3,
    {"p1": "#f7f3e6", "p2": "#0b3a5d", "red": "#d55e00", "black": "#1b1e25"}
    | {"v1": "#f7f3e6", "v2": "#9fd4f2", "v3": "#f2c879"}
    | {"v4": "#7fd1b8", "v5": "#e3b3cf", "v6": "#f0e98c"},
    letters=True,
    is_day=False,
)
"""The colours of Okabe and Ito; green and vermilion are lighter, to be seen on the plate."""

THEMES: Final[Mapping[str, Theme]] = {
    "light": LIGHT,
    "dark": DARK,
    "high-contrast": HIGH_CONTRAST,
    "colour-blind": COLOUR_BLIND,
}
"""The themes that a reader can choose, by name."""


def role_colour(role: str) -> str:
    """The colour of *role*. An unknown role always has the same colour."""
    return ROLES.get(role) or STRANGERS[_stranger(role)]


def _stranger(role: str) -> int:
    """The colour of ``STRANGERS`` that an unknown *role* has."""
    return crc32(role.encode("utf-8", "replace")) % len(STRANGERS)


def role_name(role: str) -> str:
    """The name of the variables of *role*: ``p1``, or ``other-3`` for a role that is unknown."""
    return role if role in ROLES else f"other-{_stranger(role)}"


def variables(theme: Theme, board: BoardMaterial = "wood") -> dict[str, str]:
    """The variables that markup names, each with its value in *theme*, without their ``--``; on a
    *board* of that material.

    ``role-p1`` is the colour of a role, ``on-p1`` the ink on it; so for ``mark-legal``. ``grain``
    is the pattern of a board, ``depth`` how strong it is, ``tint`` the colour of a page about it. A
    text whose visibility is
    ``letters`` is only seen where every piece bears its label, ``numbers`` where somebody asks for
    them.
    """
    found = {part: str(getattr(theme, part)) for part in _COLOURS if part not in _MARKS}
    found |= board_colours(theme, board)
    for part in ("ink", *PARTS):
        found[f"on-{part}"] = ink_on(found[part])
    roles = {role: theme.piece(role) for role in ROLES}
    roles |= {f"other-{n}": colour for n, colour in enumerate(STRANGERS)}
    for role, colour in roles.items():
        found |= {f"role-{role}": colour, f"on-{role}": ink_on(colour)}
    for kind, colour in theme.marks.items():
        found |= {f"mark-{kind}": colour, f"on-mark-{kind}": ink_on(colour)}
    found |= {"letters": "visible" if theme.letters else "hidden", "numbers": "hidden"}
    found["depth"] = "0.4" if theme.is_day is None else "1"
    return found | {"grain": f"url(#m-{'grain' if board == 'wood' else board})"}


PARTS: Final = ("plate", "place", "special", "cloth", "tint")
"""The colours on which words may stand, and which differ from board to board."""


def board_colours(theme: Theme, board: BoardMaterial) -> dict[str, str]:
    """The variables that differ on a *board* of that material from those of *theme*, without the
    ink on them."""
    look = LOOKS.get(board)
    if look is None or theme.is_day is None:
        return {}
    plate = look.day if theme.is_day else look.night
    made = {part: mix(plate, other, share / 100) for part, (other, share) in SHADES.items()}
    tint = look.hue if theme.is_day else mix(look.hue, "#ffffff", PALE / 100)
    return {"plate": plate, "loose": LOOSE, "tint": tint} | made | dict(look.own)


def mix(one: str, other: str, share: float) -> str:
    """The colour *one* with a *share* (0 to 1) of the colour *other*."""
    pairs = ((int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def css_variables(theme: Theme) -> str:
    """The variables of *theme* as declarations of a style sheet, a line each."""
    return "\n".join(f"--{name}: {value};" for name, value in variables(theme).items())


OWN_BOARDS: Final = "[data-board]:where(:not([data-board=wood]))"
"""The selector of what is about a board of another material than wood."""
_OWN: Final = (*SHADES, "plate", "loose", "inlay", *(f"on-{part}" for part in PARTS[:-1]))
INHERITED: Final = " ".join(f"--{name}: inherit;" for name in _OWN)
"""The declarations that take the colours of a board back."""


def board_rules(theme: Theme, within: str) -> str:
    """The rules of a style sheet for boards of each material in *theme*; *within* begins their
    selectors.

    What has no colour of its own in a theme inherits that of the theme.
    """
    if theme.is_day is None:
        tint = "--tint: inherit; --on-tint: inherit;"
        return f"{within}{OWN_BOARDS} {{ {INHERITED} {tint} }}\n"
    every = {board: variables(theme, board) for board in LOOKS}
    usual = {f"on-{part}": INKS[1] for part in PARTS} | {"loose": LOOSE}
    usual["inlay"], usual["on-tint"] = theme.inlay, ink_on(every["slate"]["tint"])
    mixed = {
        name: f"color-mix(in srgb, var(--plate), {colour} {share}%)"
        for name, (colour, share) in SHADES.items()
    }
    rules = {OWN_BOARDS: usual | (mixed if not within else {})}
    for board, look in LOOKS.items():
        names = ("plate", "tint", *(name for name in usual if every[board][name] != usual[name]))
        own = {name: every[board][name] for name in names} | dict(look.own)
        grain = {} if within else {"grain": f"url(#m-{board})"}
        rules[f"[data-board={board}]"] = own | grain
    return "".join(
        f"{within}{selector} {{ "
        + " ".join(f"--{name}: {value};" for name, value in colours.items())
        + " }\n"
        for selector, colours in rules.items()
    )


def write_colours(markup: str, theme: Theme, board: BoardMaterial = "wood") -> str:
    """*markup* with the colours of *theme* in the place of its variables: in a group whose
    ``data-board`` names a material those of such a board, elsewhere those of *board*.

    What *theme* does not show is left out.
    """
    within: list[BoardMaterial] = [board]
    parts: list[str] = []
    for part in _GROUP.split(markup) if "data-board" in markup else [markup]:
        if part.startswith("<g") and not part.endswith("/>"):
            named = _BOARD.search(part)
            within.append(cast("BoardMaterial", named[1]) if named else within[-1])
        found = _variables(theme, within[-1])
        parts.append(_VARIABLE.sub(lambda name, found=found: f'="{found[name[1]]}"', part))
        if part == "</g>":
            within.pop()
    return _HIDDEN.sub("", "".join(parts))


@lru_cache(maxsize=64)
def _variables(theme: Theme, board: BoardMaterial) -> dict[str, str]:
    return variables(theme, board)


_GROUP: Final = re.compile(r"(<g(?: [^>]*)?>|</g>)")
_BOARD: Final = re.compile(r' data-board="([a-z]+)"')
_VARIABLE: Final = re.compile(r'="var\(--([a-z0-9-]+)\)"')
_PART: Final = "(?:<rect [^>]*/>|<text [^>]*>[^<]*</text>|<text [^>]*/>)"
_HIDDEN: Final = re.compile(
    r'<text [^>]*visibility="hidden"[^>]*(?:/>|>[^<]*</text>)|'
    rf'<g [^>]*visibility="hidden">{_PART}*</g>'
)


def is_obvious(piece: Piece) -> bool:
    """Whether the label says no more than colour, badge and shape: ``W`` or, on a ring, ``WO``.

    What has a glyph bears it, so that all colours of a game do.
    """
    if piece.glyph:
        return False
    letter = LETTERS.get(piece.role, "")
    sign = piece.badge or ("O" if piece.kind == "ring" else "")
    return bool(letter) and piece.label in (letter + piece.badge, letter + sign)


def ink_on(colour: str) -> str:
    """The ink of ``INKS`` with the higher contrast on *colour*."""
    return max(INKS, key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG defines it, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """How light a colour is as WCAG defines it, from 0 to 1."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

"""The colours of the page: ``python -m docs.theme`` writes gipf_meta/web/page/theme.css."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import Final

from gipf_meta.render.theme import LIGHT, THEMES, Theme, css_variables

FILE: Final = Path(__file__).parents[1] / "gipf_meta/web/page/theme.css"
HEAD: Final = (
    "/* The colours of gipf_meta/render/theme.py: python -m docs.theme writes this file. */\n"
)
SYSTEM: Final = {"prefers-color-scheme: dark": "dark", "prefers-contrast: more": "high-contrast"}
"""What a system asks for, and the theme that a page left to the system has then."""


def style_sheet() -> str:
    """The themes as a style sheet: light, and others where the page or the system asks for them."""
    named = [rule(f'[data-theme="{n}"]', THEMES[n]) for n in THEMES if THEMES[n] is not LIGHT]
    asked = [
        f"@media ({question}) {{\n{indent(rule('[data-theme=system]', THEMES[name]), '  ')}}}\n"
        for question, name in SYSTEM.items()
    ]
    return "\n".join([HEAD, rule(":root", LIGHT), *named, *asked])


def rule(selector: str, theme: Theme) -> str:
    """The rule that gives the elements of *selector* the colours of *theme*.

    Cards lie on ``--paper`` and are ``--sheet``: by day the brighter ones, by night as well.
    """
    by_day = theme is LIGHT
    lines = [
        f"color-scheme: {'light' if by_day else 'dark'};",
        f"--paper: var(--{'card' if by_day else 'ground'});",
        f"--sheet: var(--{'ground' if by_day else 'card'});",
        *css_variables(theme).splitlines(),
    ]
    return f"{selector} {{\n{indent(chr(10).join(lines), '  ')}\n}}\n"


if __name__ == "__main__":
    FILE.write_text(style_sheet(), "utf-8")

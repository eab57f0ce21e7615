"""Markdown as HTML. No HTML of the author's gets through, no links, no pictures from elsewhere."""

from __future__ import annotations

from functools import cache
from typing import Final

from markdown_it import MarkdownIt

from gipf_meta.desk.parts import Prose

LOWEST: Final = 6
"""The lowest level of a heading in HTML."""


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return reader.disable(["image", "link", "autolink"])


def prose(words: str) -> Prose:
    """*words* of Markdown as HTML; its headings are one level lower, below that of the screen."""
    reader = _reader()
    tokens = reader.parse(words)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, LOWEST)}"
    return Prose(html=reader.renderer.render(tokens, reader.options, {}))

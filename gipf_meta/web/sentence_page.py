"""A page that says one sentence, readable on every screen."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from html import escape
from typing import Final

STYLE: Final = """
  body {
    max-width: 32em; margin: 0 auto; padding: 2em 1.25em;
    background: #121212; color: #e0e0e0;
    font: 1.125rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
  }
"""

STYLE_HASH: Final = f"sha256-{b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}"
"""The name of the style in a Content-Security-Policy."""

PAGE: Final = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gipf_meta</title>
<style>{style}</style>
<p>{sentence}</p>
"""


def sentence_page(sentence: str) -> str:
    """The HTML of a page that says *sentence*."""
    return PAGE.format(style=STYLE, sentence=escape(sentence))

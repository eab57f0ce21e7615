"""Cases of a test as a table."""

from __future__ import annotations

import pytest


def table(text: str) -> pytest.MarkDecorator:
    """Parametrises a test with the rows of *text*, cells of text with ``|`` between them; the first
    row names the parameters."""
    names, *rows = (
        [cell.strip() for cell in f" {line.strip()} ".split(" | ")]
        for line in text.strip("\n").splitlines()
        if line.strip()
    )
    for row in rows:
        assert len(row) == len(names), row
    return pytest.mark.parametrize(names, rows if len(names) > 1 else [row[0] for row in rows])

"""Packs: many files in one, compressed together. ``gipf_meta/web/tab/packs.js`` unpacks them.

A browser unpacks gzip by itself, so a static host need not compress anything; and no name ends in
``.gz``, which some hosts would take for a compressed file of another kind.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SMALL: Final = 9
"""The level of gzip of what is kept."""
QUICK: Final = 1
"""The level of gzip of what is read once, here, and thrown away."""


def write_pack(out: Path, files: Mapping[str, bytes], level: int = SMALL) -> None:
    """Writes *files* by their names into the pack *out*. Equal content gives equal bytes.

    Files of one kind stand together, which compresses better.
    """
    names = sorted(files, key=lambda name: (name.rpartition(".")[2], name))
    told = json.dumps([(name, len(files[name])) for name in names]).encode()
    write_packed(
        out, b"".join([len(told).to_bytes(4), told, *(files[name] for name in names)]), level
    )


def write_packed(out: Path, content: bytes, level: int = SMALL) -> None:
    """Writes *content* into *out*, compressed by gzip."""
    out.write_bytes(gzip.compress(content, level, mtime=0))

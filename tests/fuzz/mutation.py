"""Inputs made from others: bits flipped, parts cut, doubled, swapped, and values out of place."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

ODD: Final = (
    *("", " ", "\n", "\x00", "\x1b[2J", "\u202e", "\u200b", "\ud800", "é", "١", "²", "İ"),
    *("-", "--", "/", ",", ";", ":", "?", "!", "^", "@", "@@", "=", "(", ")", "{", "}", "[", "]"),
    *(
        "0",
        "-1",
        "9" * 10,
        "9" * 30,
        "9" * 5000,
        "1e9",
        "resign",
        "draw",
        "T",
        "%s",
        "{0}",
        "a" * 99,
    ),
)
"""Pieces of text that readers seldom expect."""
VALUES: Final = (
    *(None, True, False, 0, -1, 1, 10, 2**31, 2**53, 2**63, -(2**63) - 1, 10**30, 1.5, 1e308),
    *("", "a", "\x1b[31m", "\u202eabc", "x" * 5000, [], {}, [[]], [0, 0], [0, 300_000_000]),
    *([10, 1], [-1, -2], {"": ""}, {"a": {"a": {}}}),
)
"""Values of JSON that seldom belong where they are put."""


def mutated_text(rng: Random, text: str, others: list[str]) -> str:
    """*text* with one to three changes; parts of *others* may come in."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5)))
        odd = rng.choice((rng.choice(ODD), rng.choice(text or " "), chr(rng.randrange(0x250))))
        match rng.randrange(5):
            case 0:
                text = text[:start] + odd + text[end:]
            case 1:
                text = text[:start] + text[end:]
            case 2:
                text = text[:end] + text[start:]
            case 3:
                other = rng.choice(others)
                text = text[:start] + other[rng.randrange(len(other) + 1) :]
            case _:
                text = text[:start] + rng.choice((",", " ", ";", "")) + rng.choice(others)
    return text


def mutated_bytes(rng: Random, content: bytes) -> bytes:
    """*content* with one to four changes: bits, truncations, doubled and moved parts."""
    data = bytearray(content)
    for _ in range(rng.randrange(1, 5)):
        if not data:
            break
        start = rng.randrange(len(data))
        end = min(len(data), start + rng.choice((1, 2, 8, 64, 512)))
        match rng.randrange(6):
            case 0 | 1:
                data[start] ^= 1 << rng.randrange(8)
            case 2:
                del data[start : len(data) if rng.random() < 0.2 else end]
            case 3:
                data[start:start] = data[start:end] * rng.choice((1, 2, 50))
            case 4:
                data[start:end] = rng.choice(ODD).encode("utf-8", "replace")
            case _:
                at = rng.randrange(len(data))
                data[at:at] = data[start:end]
    return bytes(data)


def mutated_json(rng: Random, content: bytes) -> bytes:
    """*content* with one value of its JSON replaced, dropped or swapped with another."""
    data = json.loads(content)
    places: list[tuple[Any, Any]] = []
    heap = [data]
    while heap:
        node = heap.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        places += [(node, key) for key in keys]
        heap += [node[key] for key in keys if isinstance(node[key], dict | list)]
    for _ in range(rng.randrange(1, 3)):
        node, key = rng.choice(places)
        other, name = rng.choice(places)
        try:
            match rng.randrange(4):
                case 0 | 1:
                    node[key] = rng.choice(VALUES)
                case 2:
                    node[key], other[name] = other[name], node[key]
                case _:
                    del node[key]
        except (LookupError, TypeError):
            continue  # that place has gone with the change before
    try:
        return json.dumps(data).encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return content  # it holds itself now

"""A check that holds for the options of every game: they are written as they are read."""

from __future__ import annotations

import pickle
from typing import Any

from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure


def check_options(kind: type[AnyGame], options: dict[str, Any]) -> AnyGame:
    """The game with *options*; raises ``AssertionError`` unless they are written as read."""
    changed = configure(kind, options)
    dumped = changed.model_dump(mode="json")
    assert {name: str(dumped[name]) for name in options} == options
    assert configure(kind, dumped) == changed
    assert (changed == kind()) == (not options)
    assert pickle.loads(pickle.dumps(changed)) == changed
    return changed

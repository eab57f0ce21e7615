"""What Python compiles from text at every start, compiled when the tab is built.

That is the methods of data classes and named tuples, and annotations: a quarter of what all imports
take.
"""

from __future__ import annotations

import collections
import dataclasses
import marshal
import sys
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

NAME: Final = "known_code.marshal"
CODES: Final[dict[tuple[str, str], CodeType]] = {}
"""What is known so far: the codes of texts by these and how they are compiled."""


def know() -> None:
    """Has nothing compiled twice, and nothing that was compiled when the tab was built."""
    path = Path(__file__).with_name(NAME)
    CODES.update(marshal.loads(path.read_bytes()) if path.is_file() else {})
    _have(dataclasses, "exec", lambda text, *spaces: exec(code_of(text, mode="exec"), *spaces))
    _have(collections, "eval", lambda text, *spaces: eval(code_of(text), *spaces))
    annotations = sys.modules.get("annotationlib")
    if annotations is not None:  # the runtime's Python begins with it; before 3.14 there is none
        _have(annotations, "compile", code_of)


def code_of(text: str, name: str = "<text>", mode: str = "eval") -> CodeType:
    """What ``compile`` gives. Raises ``SyntaxError``."""
    code = CODES.get((text, mode))
    if code is None:
        code = CODES[text, mode] = compile(text, name, mode, dont_inherit=True)
    return code


def _have(module: ModuleType, builtin: str, function: Any) -> None:
    """Has *module* call *function* for a *builtin*, whose name it looks for in itself first."""
    setattr(module, builtin, function)

"""A cache of the code that Python compiles from text at every start, filled when the tab is built.

That code is the methods of data classes and named tuples, and annotations: a quarter of the time of
all imports.
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
"""The compiled codes so far, by text and mode of ``compile``."""


def know() -> None:
    """Loads the cache, and lets ``dataclasses``, ``collections`` and ``annotationlib`` use it."""
    path = Path(__file__).with_name(NAME)
    CODES.update(marshal.loads(path.read_bytes()) if path.is_file() else {})
    _replace_builtin(
        dataclasses, "exec", lambda text, *spaces: exec(code_of(text, mode="exec"), *spaces)
    )
    _replace_builtin(collections, "eval", lambda text, *spaces: eval(code_of(text), *spaces))
    annotations = sys.modules.get("annotationlib")
    if annotations is not None:  # the runtime's Python begins with it; before 3.14 there is none
        _replace_builtin(annotations, "compile", code_of)


def code_of(text: str, name: str = "<text>", mode: str = "eval") -> CodeType:
    """Returns the result of ``compile``, from the cache if it is there. Raises ``SyntaxError``."""
    code = CODES.get((text, mode))
    if code is None:
        code = CODES[text, mode] = compile(text, name, mode, dont_inherit=True)
    return code


def _replace_builtin(module: ModuleType, builtin: str, function: Any) -> None:
    """Lets *module* call *function* in place of *builtin*: a module's names shadow built-ins."""
    setattr(module, builtin, function)

"""The compiled program for the tests: built once for the sources as they are, as players get it."""

from __future__ import annotations

from pathlib import Path

import pytest

from building.compiled import BuildError, Builds, check_compiler, make_wheel_with_pip


def compiled_program() -> Path:
    """The folder with the compiled program, built by whichever process needs it first.

    Skips the test where there is no C compiler.
    """
    try:
        check_compiler()
    except BuildError as error:
        pytest.skip(str(error))
    builds = Builds()
    try:
        return builds.build(make_wheel_with_pip)
    except BuildError as error:
        pytest.fail(f"{error}\n{builds.log.read_text(encoding='utf-8')}")

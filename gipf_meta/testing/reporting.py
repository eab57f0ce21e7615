"""Classes of tests that ask laws: what they are given, and how pytest hears of a finding."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from gipf_meta.testing.trial.findings import Finding


def add_test(kit: type, law: Callable[..., None], test: Any) -> None:
    """Gives the class *kit* the *test* of *law*, called and described as the law."""
    test.__name__ = f"test_{law.__name__}"
    test.__qualname__ = f"{kit.__name__}.{test.__name__}"
    test.__doc__ = law.__doc__
    setattr(kit, test.__name__, test)


def report(finding: Finding) -> None:
    """Lets the test that is running fail, be skipped or warn, as *finding* says."""
    import pytest

    if not finding.ok:
        pytest.fail(f"{finding.what}\n{finding.advice}", pytrace=False)
    if not finding.asked:
        pytest.skip(finding.what)
    if finding.advice:
        warnings.warn(f"{finding.what} {finding.advice}", stacklevel=2)

"""A test in a real browser has a second chance where the browser did not come in time.

Nothing else is run again: an assertion that fails, fails. Which tests needed their second chance is
said at the end of the run, so that nobody overlooks it.

How long a test waits is bounded once, in ``browsers.mjs``, and a test may wait more than once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest

from tests.web.browsers import LateError

LONGEST_S: Final = 600
"""Seconds that a test in a browser may take; it takes a few, unless the machine is very busy."""


def give_second_chances(items: Iterable[pytest.Item]) -> None:
    """Lets those of *items* that drive a browser run once more after a ``LateError``, and longer
    than other tests."""
    for item in items:
        if "driver" in getattr(item, "fixturenames", ()):
            again = pytest.mark.flaky(reruns=1, only_rerun=[f"^{LateError.__name__}: "])
            item.add_marker(again)
            item.add_marker(pytest.mark.timeout(LONGEST_S))


def tell_second_chances(reporter: pytest.TerminalReporter) -> None:
    """Says which tests needed their second chance, and what they had waited for."""
    for report in reporter.stats.get("rerun", []):
        why = str(getattr(report.longrepr, "reprcrash", report.longrepr)).splitlines()[0]
        reporter.write_line(f"A browser was late, and a test was run again: {report.nodeid}: {why}")

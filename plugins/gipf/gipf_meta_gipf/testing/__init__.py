"""The kit for kinds of potentials: with it the author of a kind proves it.

``check`` asks every law, ``KindConformance`` is the same as a class of tests, and
``python -m gipf_meta_gipf.testing NAME`` as a command (docs/write-a-potential.md, "Prove it").
"""

from __future__ import annotations

from gipf_meta_gipf.testing.checking import check
from gipf_meta_gipf.testing.conformance import KindConformance

__all__ = ["KindConformance", "check"]

"""The error for a kind of potentials that GIPF cannot use, with a sentence to its author."""

from __future__ import annotations

from gipf_meta import PluginError


class KindError(PluginError):
    """The kind does not keep what GIPF expects of it; one sentence to its author, in English."""

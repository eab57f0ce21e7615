"""Packages that not everybody has: without one of them a single sentence says what to install."""

from __future__ import annotations

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _


class ExtraMissing(GipfMetaError, ImportError):
    """A package is not installed that comes with an extra; one sentence with what to type."""


def without(*, package: str, extra: str) -> ExtraMissing:
    """The error that *package* is missing, which comes with *extra*."""
    why = _(
        "{package} is not installed here: install gipf-meta with its extra [{extra}], in a clone"
        " by pip install '.[{extra}]'."
    )
    return ExtraMissing(why.format(package=package, extra=extra))

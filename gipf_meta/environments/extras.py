"""Packages that not everybody has: without one of them a single sentence says what to install."""

from __future__ import annotations

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _


class ExtraMissing(GipfMetaError, ImportError):
    """A package is not installed that comes with an extra; one sentence with what to type."""

    def __init__(self, package: str, extra: str) -> None:
        why = _(
            "{package} is not installed here: install gipf-meta with its extra [{extra}], in a"
            " clone by pip install '.[{extra}]'."
        )
        super().__init__(why.format(package=package, extra=extra))

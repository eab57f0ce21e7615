"""Texts of others are read here as tests of records read them."""

from tests.records.conftest import _read

__all__ = ["_read"]

"""Texts of others are read here as tests of records read them."""

from tests.records.conftest import reading

__all__ = ["reading"]

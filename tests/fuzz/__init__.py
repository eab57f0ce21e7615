"""Attacks with inputs that nobody meant: ``make fuzz``, or ``python -m tests.fuzz --seconds 60``.

Each target (``targets.py``) makes inputs by a seed and feeds them to the program's own readers. An
input must be taken, or refused in one sentence of the family of errors, within its limits of memory
and time (``worker.py``). What fails is kept in ``tests/corpus``, which ``make test`` feeds again.
"""

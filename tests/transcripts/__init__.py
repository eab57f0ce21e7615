"""Transcripts of matches on a pipe at one moment of the project, and a contract for later ones.

``tests/GAME/transcripts.json.xz`` has what was typed and all that was answered. Whoever
changes an answer on purpose says so in the changelog and records the transcripts anew.
"""

"""What the lines of a pipe said at one moment of the project, and must say again: a contract.

``tests/GAME/transcripts.json.xz`` has what was typed and all that was answered. Whoever
changes an answer on purpose says so in the changelog and records the transcripts anew.
"""

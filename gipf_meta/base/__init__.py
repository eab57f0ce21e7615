"""The basics that every package uses: the family of errors, texts in the player's language, the
clock, time limits, random numbers, sentences."""

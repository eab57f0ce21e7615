"""What everything needs: the family of errors, texts in the player's language, the clock, time
limits, random numbers, sentences."""

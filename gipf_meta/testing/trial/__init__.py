"""A game on trial: random games, questions with a time limit, and what is found broken."""

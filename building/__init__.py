"""How wheels and the compiled program are built, and which program ``make play`` runs."""

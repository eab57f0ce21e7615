"""The kinds of potentials that come with GIPF; they use no more of it than anybody's kinds do."""

"""The steps that bring the tables of a database up to date, run by Alembic when it is opened."""

"""Tournaments and series of a club as people ask for them: announced, directed, read, and told to whom they concern."""

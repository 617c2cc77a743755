"""A table as a value, and everything that can happen to it. Pure: no clock, no chance, no store."""

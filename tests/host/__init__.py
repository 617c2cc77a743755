"""The host: tables as values, the one door, what happens by itself."""

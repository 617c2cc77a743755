"""Whose card is meant: a person who is chosen in Discord's own list, whatever they are called here."""

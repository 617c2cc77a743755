"""Views of the game as pictures and text."""

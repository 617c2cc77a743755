"""The drawings on the cards, all of them made of polygons and drawn by this program."""

"""The book of rulings."""

"""What is said, in every language: words, notices, refusals, typed plays, names."""

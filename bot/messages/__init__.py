"""What people are shown: messages as values, made from a table and a reader. Pure, and of no platform."""

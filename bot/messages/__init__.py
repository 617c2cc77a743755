"""What a chat shows: messages as values, made from a table's view. Pure, and of no platform."""

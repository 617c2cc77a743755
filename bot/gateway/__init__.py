"""What comes in and what goes out, the same for every platform: presses and lines, letters and answers."""

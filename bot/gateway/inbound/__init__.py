"""What comes in from every platform: commands, presses and completions, read as requests and answered."""

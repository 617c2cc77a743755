"""The guided question of each code, as data: `tree` says what a question is and walks it, the others ask."""

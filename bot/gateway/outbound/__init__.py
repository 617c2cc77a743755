"""What goes out to every platform: letters delivered as messages, and who can be reached."""

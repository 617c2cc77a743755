"""What one viewer may know of a table, JSON-able for the page, and how they hold their hand. Pure."""

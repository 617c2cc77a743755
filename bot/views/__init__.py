"""What one viewer may know of a table, as JSON-able pictures of it, and how they hold their hand. Pure."""

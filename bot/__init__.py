"""The host around the rules: command line, tables, chats and storage."""

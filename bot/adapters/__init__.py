"""Where people are: one package a platform. Each translates, from updates to requests and from answers to messages."""

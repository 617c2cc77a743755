"""Where people are: one package a platform. Each translates, from updates to intents and from answers to messages."""

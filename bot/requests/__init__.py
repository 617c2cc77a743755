"""From what people want to what they are answered: intents, and the parts of the service that carry them out."""

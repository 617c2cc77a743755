"""From what people want to what they are answered: requests, and the parts of the service that carry them out."""

"""What a server owner sets: the environment variables `BURRACO_…`, or the same lines in `.env`."""

"""What every way to play shares. Nothing here knows a platform: adapters translate to and from what is said here.

Five layers, each of which may import only those before it: `speech`, `sight`, `messages`, `service`, `post`.
"""

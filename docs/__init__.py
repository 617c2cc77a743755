"""The handbook, and the programs that write its tables: `python -m docs.generate`."""

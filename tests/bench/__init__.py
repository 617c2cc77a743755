"""The benchmarks as smoke tests: they run, with little of everything, and give what they promise."""

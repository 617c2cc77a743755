"""The tests; what several of them share lives in conftest.py and golden.py."""

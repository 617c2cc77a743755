"""The tests; what several of them share lives in conftest.py and golden.py.

`hand.md` and `law.md`, which some cite by chapter, are the federations' pages of play and of referees, put into
numbered rules. A copy may lie beside the checkout in `../shared/rules`; tests that read it are skipped elsewhere.
"""

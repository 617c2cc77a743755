"""The imperative shell around the engine: tables, clocks and the one door through which everything comes.

Imports the engine and its own ports: no chat library, no SQL driver.
"""

"""Compiled loops. Each has a plain NumPy twin in the tests; nothing here validates its input."""

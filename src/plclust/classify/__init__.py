"""Classifiers that learn from candidate labels: the methods that the paper compares with."""

__all__: list[str] = []

"""Clustering methods that partial label clustering is compared with."""

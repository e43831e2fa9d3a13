"""Settings that every test shares."""

from hypothesis import settings

settings.register_profile("plclust", deadline=None, print_blob=True)
settings.load_profile("plclust")

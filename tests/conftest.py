"""Settings that every test shares."""

import scipy.linalg  # noqa: F401 brings the libraries in whose threads are limited
from hypothesis import settings
from threadpoolctl import threadpool_limits

settings.register_profile("plclust", deadline=None, print_blob=True)
settings.load_profile("plclust")
threadpool_limits(1, user_api="blas")  # threads of small products wait for each other on busy cores

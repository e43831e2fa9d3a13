"""The registry says all that is needed of every data set."""

import re

from plclust.datasets._registry import registry


def test_registry_is_complete():
    for name, info in registry().items():
        assert info.name == name
        assert info.source in {"bundled", "scikit-learn", "file"}
        assert (info.file is None) == (info.source == "scikit-learn")
        assert not info.mirrors or info.sha256
        assert all(url.startswith("https://") for url in info.mirrors)
        assert info.sha256 is None or re.fullmatch("[0-9a-f]{64}", info.sha256)
        for text in (info.title, info.note, info.licence, info.citation, info.homepage):
            assert text
            assert "\n" not in text

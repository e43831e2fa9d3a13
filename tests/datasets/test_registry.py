"""The registry says all that is needed of every data set."""

import re

import pytest

from plclust import datasets
from plclust.datasets._registry import _as_info, registry

ENTRY = {
    **dict.fromkeys(("title", "source", "loader", "homepage", "licence", "citation", "note"), ""),
    **dict.fromkeys(("n_samples", "n_features", "n_classes"), 1),
}


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


def test_texts_are_single_paragraphs_and_mirrors_a_tuple():
    info = _as_info(
        "mine", {**ENTRY, "note": "two\n  lines", "mirrors": ["https://a", "https://b"]}
    )
    assert (info.name, info.note) == ("mine", "two lines")
    assert info.mirrors == ("https://a", "https://b")
    assert _as_info("mine", ENTRY).mirrors == ()


def test_unknown_entries_are_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'sha265'"):
        _as_info("mine", {**ENTRY, "sha265": ""})


def test_what_is_known_is_not_changed():
    with pytest.raises(AttributeError, match="cannot assign"):
        registry()["lost"].n_samples = 3


def test_sets_that_are_cut_are_cut_from_known_ones():
    cut = {name: info.cut_from for name, info in registry().items() if info.cut_from}
    assert cut == {"lyn10": "yahoo_news"}


def test_loaders_are_public():
    assert {info.loader for info in registry().values()} <= set(datasets.__all__)

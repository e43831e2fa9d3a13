from plclust.report import describe_environment, merge_versions


def test_environment():
    found = describe_environment()
    assert found["plclust"]
    assert all(isinstance(text, str) and text for text in found.values())
    assert merge_versions([]) == {}

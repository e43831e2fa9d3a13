import pytest

from plclust.experiments import paper_significance, paper_table

COUNTS = {"table2": 144, "table2-lyn10": 36, "table4": 128, "table4-lyn10": 16, "table5": 48}


@pytest.mark.parametrize("name, count", COUNTS.items())
def test_every_printed_figure_is_there(name, count):
    table = paper_table(name)
    assert len(table) == count
    assert all(0 < mean < 1 and 0 < std < 0.1 for mean, std in table.values())


@pytest.mark.parametrize(
    "name, key, printed",
    [
        ("table2", ("lost", "PLC", 0.4), (0.641, 0.022)),
        ("table2", ("msrcv2", "PLC", 0.05), (0.337, 0.026)),
        ("table2", ("mirflickr", "SC", 0.1), (0.283, 0.001)),
        ("table2", ("birdsong", "SSSC", 0.4), (0.423, 0.017)),
        ("table2-lyn10", ("lyn10", "SSC-TLRR", 0.15), (0.467, 0.006)),
        ("table4", ("msrcv2", "SSPL", 0.1), (0.386, 0.043)),
        ("table4", ("birdsong", "DPCLS", 0.05), (0.618, 0.019)),
        ("table4", ("mirflickr", "PL-SVM", 0.02), (0.302, 0.057)),
        ("table4-lyn10", ("lyn10", "PL-KNN", 0.02), (0.426, 0.016)),
        ("table5", ("msrcv2", "PLC-SD", 0.3), (0.209, 0.028)),
        ("table5", ("lost", "PLC-LD", 0.1), (0.379, 0.019)),
    ],
)
def test_printed_figures(name, key, printed):
    assert paper_table(name)[key] == printed


def test_tables_agree_with_what_the_text_says_of_them():
    table = paper_table("table2")
    rows = {(dataset, rho) for dataset, _, rho in table}
    methods = {method for _, method, _ in table} - {"PLC"}
    wins = [
        table[dataset, "PLC", rho].mean > max(table[dataset, m, rho].mean for m in methods)
        for dataset, rho in rows
    ]
    assert sum(wins) == len(wins) == 24
    # Table 4 and 5 repeat figures of Table 2.
    for other in ("table4", "table5"):
        for key, printed in paper_table(other).items():
            if key[1] == "PLC" and key in table:
                assert printed == table[key]


def test_significance_counts():
    counts = paper_significance()
    assert len(counts) == 30
    for (method, group), printed in counts.items():
        clustering = method in {"SSC-TLRR", "DP-GLPCA", "SSSC"}
        cases = {"real-world": 30, "uci": 48, "total": 78} if clustering else {}
        expected = (cases or {"real-world": 18, "uci": 32, "total": 50})[group]
        misprint = (method, group) == ("AGGD", "real-world")
        assert sum(printed) == expected + misprint


def test_other_tables_of_the_paper_are_refused():
    for name in ("nosuch", "significance"):
        with pytest.raises(ValueError, match="is no table of the paper, expected one of table2"):
            paper_table(name)

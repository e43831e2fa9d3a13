"""What the defaults add to the paper's algorithm, part by part.

    PLCLUST_DATA=... python benchmarks/beyond.py [parts] [classes] [names] [tolerance]
                                            [calibration] [novelty] [extremes] [overlap] [copies]
                                            [--splits 3]

parts        accuracy without each part of the defaults, and of the most probable classes
classes      clusters beside the most probable classes, on every data set and share of labels
names        clusters under the names that they have, of which none is found by the truth
tolerance    a tenth of the candidate sets misses the true class: it has another in its place
             ("replaced"), or just lacks it ("left out")
calibration  how far confidences are from the share of samples in which they are right
novelty      three classes are never among the candidates, and as many clusters are asked for
extremes     a hundred classes, and classes of very different sizes (simulated)
overlap      many features of which each tells little, and a few labels, beside no labels at all
             (simulated)
copies       samples of which most are exact copies of others (simulated), and data sets of
             which a part is given once or several times more

Accuracy is that of the unlabelled samples; splits are those of the protocol in
``plclust.experiments``.
"""

from __future__ import annotations

import argparse
import warnings

import numpy as np
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_wine
from sklearn.metrics import recall_score, roc_auc_score
from sklearn.preprocessing import normalize, scale

from plclust import PartialLabelClustering
from plclust.candidates import hide_candidates, is_labelled, simulate_false_positives
from plclust.experiments import RunIdentity, make_problem
from plclust.metrics import clustering_accuracy

CELLS = [
    ("lost", 0, 0.02),
    ("lost", 0, 0.1),
    ("lost", 0, 0.4),
    ("msrcv2", 0, 0.1),
    ("vehicle", 1, 0.1),
    ("vehicle", 1, 0.4),
    ("ecoli", 2, 0.1),
    ("birdsong", 0, 0.1),
]
PARTS = {
    "defaults": {},
    "no guidance": {"guidance": 0},
    "no regrouping": {"regrouping": 0},
    "neither": {"guidance": 0, "regrouping": 0},
    "no anchors": {"assign_labels": "kmeans"},
    "no doubt": {"doubt": 0.0},
    "an eigenvector for each cluster": {"vectors_per_cluster": 1.0},
    "no diffusion": {"diffusion": 0.0},
    "no floor": {"diffusion_floor": 0.0},
    "no offset": {"offset": 0.0},
    "no limit to tails": {"tail_limit": None},
    "all features count the same": {"relevance": 0.0},
    "no word of the map": {"map_share": 0.0},
    "constraints of the paper": {"constraints": "all"},
}


def problems(dataset, r, rho, n_splits):
    for repeat in range(n_splits):
        problem = make_problem(RunIdentity(dataset, "PLC", "{}", rho=rho, r=r, repeat=repeat))
        yield repeat, problem, ~is_labelled(problem.candidates)


def accuracy(problem, rest, candidates=None, make=PartialLabelClustering, **params):
    given = problem.candidates if candidates is None else candidates
    plc = make(random_state=0, **params).fit(problem.X, given)
    return plc, clustering_accuracy(problem.target[rest], plc.labels_[rest])


def without_parts(n_splits):
    print("| | " + " | ".join(f"{name} {rho}" for name, _, rho in CELLS) + " |")
    for part, params in PARTS.items():
        means, classes = [], []
        for dataset, r, rho in CELLS:
            fits = [
                (p, u, *accuracy(p, u, **params)) for _, p, u in problems(dataset, r, rho, n_splits)
            ]
            means.append(np.mean([acc for *_, acc in fits]))
            hits = [(plc.transduction_ == p.target)[u].mean() for p, u, plc, _ in fits]
            classes.append(np.mean(hits))
        print_row(part, means)
        if part == "defaults":
            print_row("its most probable classes", classes)


ALL_SETS = [("lost", 0), ("msrcv2", 0), ("birdsong", 0)]
ALL_SETS += [("ecoli", 1), ("ecoli", 2), ("ecoli", 3), ("vehicle", 1), ("vehicle", 2)]
ALL_SETS += [("coil20", 1), ("coil20", 2), ("coil20", 3)]
ALL_SHARES = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4]


def beside_classes(n_splits):
    def gain(problem, rest):
        plc, clusters = accuracy(problem, rest)
        return clusters - (plc.transduction_ == problem.target)[rest].mean()

    print_table("clusters - most probable classes", gain, n_splits)


def under_names(n_splits):
    def right(problem, rest):
        plc, _ = accuracy(problem, rest)
        return (plc.cluster_classes_[plc.labels_] == problem.target)[rest].mean()

    print_table("clusters under their own names", right, n_splits)


def print_table(title, figure, n_splits):
    print(f"| {title} | " + " | ".join(map(str, ALL_SHARES)) + " | mean |")
    for dataset, r in ALL_SETS:
        row = [
            np.mean([figure(p, u) for _, p, u in problems(dataset, r, rho, n_splits)])
            for rho in ALL_SHARES
        ]
        print_row(f"{dataset} r={r}", [*row, np.mean(row)])


def print_row(name, values):
    print(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |", flush=True)


def with_wrong_sets(problem, seed, *, replaced, share=0.1):
    """Candidates of which a share misses the true class, or has a random one in its place."""
    rng = np.random.RandomState(seed)
    candidates = problem.candidates.copy()
    labelled = np.flatnonzero(is_labelled(candidates))
    for sample in rng.choice(labelled, round(share * len(labelled)), replace=False):
        others = np.flatnonzero(~candidates[sample])
        candidates[sample, problem.target[sample]] = False
        if replaced or not candidates[sample].any():
            candidates[sample, rng.choice(others)] = True
    return candidates


WRONG_SETS = [
    ("lost", 0),
    ("msrcv2", 0),
    ("birdsong", 0),
    ("vehicle", 1),
    ("ecoli", 2),
    ("coil20", 3),
]


def tolerance(n_splits):
    for rho in (0.4, 0.2):
        tolerance_at(rho, n_splits)


def tolerance_at(rho, n_splits):
    kinds, variants = ("right", "replaced", "left out"), ("", ", tolerance", ", as published")
    columns = [kind + variant for kind in kinds for variant in variants]
    columns += ["replaced: loss left", "left out: loss left"]
    print(f"| rho {rho} | " + " | ".join(columns) + " |")
    means = []
    for dataset, r in WRONG_SETS:
        splits = problems(dataset, r, rho, n_splits)
        means.append(np.mean([right_and_wrong(*split) for split in splits], axis=0))
        print_row(dataset, [*means[-1].ravel(), *loss_left(means[-1])])
    mean = np.mean(means, axis=0)
    print_row("mean", [*mean.ravel(), *loss_left(mean)])


def right_and_wrong(repeat, problem, rest):
    """Accuracy with right, replaced and left-out sets: by default, tolerant, as published."""
    sets = [problem.candidates]
    sets += [with_wrong_sets(problem, repeat, replaced=replaced) for replaced in (True, False)]
    variants = [{}, {"tolerance": 0.1}, {"make": PartialLabelClustering.as_published}]
    return [[accuracy(problem, rest, some, **each)[1] for each in variants] for some in sets]


def loss_left(accuracies):
    """What is still lost with tolerance, as a share of what is lost without, for both kinds."""
    plain, tolerant, _ = accuracies.T
    return (plain[0] - tolerant[1:]) / (plain[0] - plain[1:])


def calibration_error(confidence, right, n_bins=10):
    """Mean distance of confidence and share of right ones, in bins of equally many samples."""
    bins = np.array_split(np.argsort(confidence), n_bins)
    gaps = [abs(confidence[some].mean() - right[some].mean()) * len(some) for some in bins]
    return np.sum(gaps) / len(confidence)


def calibration(n_splits):
    columns = ["right", "confidence", "error", "calibrated confidence", "error", "temperature"]
    print("| | " + " | ".join(columns) + " |")
    for dataset, r, rho in CELLS:
        rows = []
        for _, problem, rest in problems(dataset, r, rho, n_splits):
            row = []
            for calibrate in (False, True):
                plc, _ = accuracy(problem, rest, calibrate=calibrate)
                right = (plc.transduction_ == problem.target)[rest]
                confidence = plc.label_distributions_[rest].max(axis=1)
                row += [confidence.mean(), calibration_error(confidence, right)]
            rows.append([right.mean(), *row, plc.temperature_])
        print_row(f"{dataset} {rho}", np.mean(rows, axis=0))


def without_classes(problem, seed, n_hidden=3):
    """Candidates over all but some classes, drawn from the larger half of them."""
    counts = np.bincount(problem.target, minlength=problem.n_classes)
    larger = np.argsort(-counts)[: max(2 * n_hidden, problem.n_classes // 2)]
    hidden = np.sort(np.random.RandomState(seed).choice(larger, n_hidden, replace=False))
    new = np.isin(problem.target, hidden)
    candidates = np.delete(problem.candidates, hidden, axis=1)
    candidates[new | ~is_labelled(problem.candidates) | ~candidates.any(axis=1)] = True
    return candidates, hidden, new


def novelty(n_splits):
    print("| | accuracy | purity | recall | AUC of novelty | confidence, new | others |")
    for dataset, r, rho in [("lost", 0, 0.4), ("birdsong", 0, 0.1), ("birdsong", 0, 0.4)]:
        rows = []
        for repeat, problem, _ in problems(dataset, r, rho, n_splits):
            candidates, hidden, new = without_classes(problem, repeat)
            rest = ~is_labelled(candidates)
            plc, acc = accuracy(problem, rest, candidates, n_clusters=problem.n_classes)
            found = [np.bincount(plc.labels_[problem.target == name]).argmax() for name in hidden]
            pairs = list(zip(found, hidden, strict=True))
            purity = [(problem.target[plc.labels_ == c] == name).mean() for c, name in pairs]
            recall = [(plc.labels_[problem.target == name] == c).mean() for c, name in pairs]
            confidence = plc.label_distributions_.max(axis=1)
            rows.append(
                [
                    acc,
                    np.mean(purity),
                    np.mean(recall),
                    roc_auc_score(new[rest], plc.novelty_[rest]),
                    confidence[rest & new].mean(),
                    confidence[rest & ~new].mean(),
                ]
            )
        print_row(f"{dataset} {rho}", np.mean(rows, axis=0))


EXTREMES = {
    "100 classes": (5000, 20, 4.0, np.ones(100)),
    "10 classes, each half of the one before": (3000, 10, 3.0, 0.5 ** np.arange(10)),
    "10 classes, one with 85 %": (3000, 10, 3.0, np.r_[50.0, np.ones(9)]),
}


def mixture(n_samples, n_features, radius, sizes, seed):
    """One Gaussian to a class, means on a sphere; a tenth of the samples with three candidates."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(len(sizes), n_samples, p=sizes / sizes.sum())
    means = radius * normalize(rng.standard_normal((len(sizes), n_features)))
    X = means[truth] + 0.6 * rng.standard_normal((n_samples, n_features))
    candidates, _ = simulate_false_positives(truth, 2, random_state=seed)
    return X, hide_candidates(candidates, 0.1, random_state=seed), truth


def extremes(n_splits):
    columns = ["clusters", "most probable classes", "classes of clusters, balanced"]
    print("| | " + " | ".join([*columns, *(f"{name}, as published" for name in columns)]) + " |")
    for name, shape in EXTREMES.items():
        rows = []
        for seed in range(n_splits):
            X, y, truth = mixture(*shape, seed)
            rest, row = ~is_labelled(y), []
            for plc in (PartialLabelClustering(), PartialLabelClustering.as_published()):
                plc.set_params(random_state=0).fit(X, y)
                named = plc.cluster_classes_[plc.labels_]
                row += [
                    clustering_accuracy(truth[rest], plc.labels_[rest]),
                    (plc.transduction_ == truth)[rest].mean(),
                    recall_score(truth[rest], named[rest], average="macro", zero_division=0.0),
                ]
            rows.append(row)
        print_row(name, np.mean(rows, axis=0))


FEW_SHARES = (0.02, 0.05, 0.1, 0.4)


def gaussian(seed, n_samples, n_features, n_classes, spread):
    """Classes of deviation one, whose means are drawn with a smaller one."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_classes, size=n_samples)
    means = spread * rng.standard_normal((n_classes, n_features))
    return means[truth] + rng.standard_normal((n_samples, n_features)), truth


def binary(seed, n_samples, n_features, n_classes):
    """Features of 0 and 1, each somewhat more frequent in some classes than in others."""
    rng = np.random.default_rng(seed)
    frequency = 0.5 + 0.2 * rng.standard_normal((n_classes, n_features))
    truth = rng.integers(n_classes, size=n_samples)
    drawn = rng.random((n_samples, n_features)) < np.clip(frequency, 0.05, 0.95)[truth]
    return drawn.astype(float), truth


OVERLAPS = {
    "Gaussian, 3 classes": (gaussian, 600, 20, 3, 0.42),
    "Gaussian, 5 classes": (gaussian, 800, 20, 5, 0.6),
    "binary, 4 classes": (binary, 800, 30, 4),
}


def overlap(n_splits):
    print("| | share | defaults | doubt=16 | relevance=0 | no labels | K-means |")
    for name, (make, *shape) in OVERLAPS.items():
        for share in FEW_SHARES:
            rows = [beside_no_labels(*make(seed, *shape), share, seed) for seed in range(n_splits)]
            print_row(f"{name} | {share}", np.mean(rows, axis=0))


def beside_no_labels(X, truth, share, seed):
    """Accuracy with a few sets of two candidates, and without any."""
    X, n_clusters = scale(X), int(truth.max()) + 1
    candidates, _ = simulate_false_positives(truth, 1, random_state=seed)
    y = hide_candidates(candidates, share, random_state=seed)
    plc = PartialLabelClustering(n_clusters, random_state=0)
    found = [
        clone(plc).set_params(**some).fit(X, y)
        for some in ({}, {"doubt": 16.0}, {"relevance": 0.0})
    ]
    found += [plc.fit(X), KMeans(n_clusters, n_init=10, random_state=0).fit(X)]
    rest = ~is_labelled(y)
    return [clustering_accuracy(truth[rest], one.labels_[rest]) for one in found]


DIGITS = "1110111 0010010 1011101 1011011 0111010 1101011 1101111 1010010 1111111 1111011"


def lit_segments(seed, n_samples=500, wrong=0.1):
    """Digits on seven segments, each wrong at times: about a hundred distinct samples."""
    rng = np.random.default_rng(seed)
    segments = np.array([list(digit) for digit in DIGITS.split()], dtype=int)
    truth = rng.integers(10, size=n_samples)
    return (segments[truth] ^ (rng.random((n_samples, 7)) < wrong)).astype(float), truth


def copies(n_splits):
    warnings.filterwarnings("ignore", ".* exact copies", UserWarning)
    segments(n_splits)
    print("| | wine, class | cluster | digits, class | cluster |")
    for n_more in (0, 0.1, 0.3, 1, 3):
        for linking in (0.03, 0.0) if n_more else (0.03,):
            row = [
                np.mean([given_more(load, n_more, seed, linking) for seed in range(n_splits)], 0)
                for load in (load_wine, load_digits)
            ]
            print_row(f"{n_more:.0%} more, linking={linking}", np.concatenate(row))


def given_more(load, n_more, seed, linking):
    """How often classes and clusters are right where some samples are given once more."""
    rng = np.random.default_rng(seed)
    X, truth = (values[:900] for values in load(return_X_y=True))
    more = np.resize(rng.permutation(len(X)), round(n_more * len(X)))
    some = rng.permutation(np.append(np.arange(len(X)), more))
    X, truth, y = scale(X)[some], truth[some], np.full(len(some), -1)
    for label in np.unique(truth):
        y[rng.choice(np.flatnonzero(truth == label), 3, replace=False)] = label
    plc = PartialLabelClustering(linking=linking, random_state=0).fit(X, y)
    rest = y == -1
    right = (plc.transduction_ == truth)[rest].mean()
    return right, clustering_accuracy(truth[rest], plc.labels_[rest])


def segments(n_splits):
    print("| | defaults | with noise | linking=0 | as published | K-means |")
    for rho in (0.02, 0.1, 0.4):
        rows = []
        for seed in range(n_splits):
            X, truth = lit_segments(seed)
            candidates, _ = simulate_false_positives(truth, 1, random_state=seed)
            y = hide_candidates(candidates, rho, random_state=seed)
            noise = 0.1 * X.std(axis=0) * np.random.default_rng(seed).standard_normal(X.shape)
            found = [
                PartialLabelClustering(random_state=0).fit(X, y),
                PartialLabelClustering(random_state=0).fit(X + noise, y),
                PartialLabelClustering(linking=0.0, random_state=0).fit(X, y),
                PartialLabelClustering.as_published(random_state=0).fit(X, y),
                KMeans(10, n_init=10, random_state=0).fit(X),
            ]
            rest = ~is_labelled(y)
            rows.append([clustering_accuracy(truth[rest], one.labels_[rest]) for one in found])
        print_row(f"{rho:.2f}", np.mean(rows, axis=0))


def main():
    studies = {
        "parts": without_parts,
        "classes": beside_classes,
        "names": under_names,
        "tolerance": tolerance,
        "calibration": calibration,
        "novelty": novelty,
        "extremes": extremes,
        "overlap": overlap,
        "copies": copies,
    }
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("studies", nargs="*", metavar="study", help=", ".join(studies))
    parser.add_argument("--splits", type=int, default=3)
    arguments = parser.parse_args()
    unknown = set(arguments.studies) - set(studies)
    if unknown:
        parser.error(f"no study {', '.join(sorted(unknown))}; there are {', '.join(studies)}")
    for name in arguments.studies or studies:
        studies[name](arguments.splits)


if __name__ == "__main__":
    main()

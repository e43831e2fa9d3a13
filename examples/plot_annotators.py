"""
Annotators who disagree
=======================

Five annotators look at a twentieth of the samples, and each is right in only 50 of 100 cases. A
majority has to be found for each sample by itself; candidate sets leave the choice to all samples.
"""

import matplotlib.pyplot as plt
import numpy as np

from plclust import PartialLabelClustering
from plclust.candidates import from_votes, is_labelled
from plclust.datasets import load_digits
from plclust.metrics import evaluate_clustering

digits = load_digits()
rng = np.random.default_rng(0)
seen = rng.choice(len(digits.target), len(digits.target) // 20, replace=False)
votes = np.full((len(digits.target), 5), -1)
mistaken = rng.random((len(seen), 5)) < 0.5
true = digits.target[seen, None]
votes[seen] = np.where(mistaken, (true + rng.integers(1, 10, size=mistaken.shape)) % 10, true)
print(votes[seen][:3])

# %%
# :func:`~plclust.candidates.from_votes` makes sets of them. A label with a single vote may be the
# true one; if it takes three votes, sets are smaller and miss the truth more often (where no label
# has three, those with the most remain).

figure, ax = plt.subplots(layout="constrained")
for min_votes in (1, 2, 3):
    candidates, _ = from_votes(votes, min_votes=min_votes)
    sets = candidates[is_labelled(candidates)]
    missed = 1.0 - candidates[seen, digits.target[seen]].mean()
    print(f"{min_votes} votes: sets of {sets.sum(axis=1).mean():.1f}, {missed:.0%} miss the truth")
    plc = PartialLabelClustering(random_state=0).fit(digits.data, candidates)
    accuracy = evaluate_clustering(digits.target, plc.labels_, candidates)["acc"]
    bars = ax.bar(f"min_votes={min_votes}", accuracy, color="C0")
    ax.bar_label(bars, fmt="%.3f")
ax.set(ylabel="accuracy on samples without votes")
plt.show()

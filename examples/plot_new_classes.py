"""
Classes that nobody named
=========================

The people who wrote down candidates knew eight of ten digits. With more clusters than classes, the
other two get clusters of their own, and samples in them a low confidence.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.metrics import roc_auc_score

from plclust import PartialLabelClustering
from plclust.candidates import hide_candidates, simulate_false_positives
from plclust.datasets import load_digits

digits = load_digits()
known = digits.target < 8
candidates = np.ones((len(known), 8), dtype=bool)
simulated, _ = simulate_false_positives(digits.target[known], 1, random_state=0)
candidates[known] = hide_candidates(simulated, 0.1, random_state=0)

plc = PartialLabelClustering(n_clusters=10, random_state=0).fit(digits.data, candidates)

# %%
# ``novelty_`` is the chance of a sample to be of a class that no candidate set names.

print(f"new samples told from others with an AUC of {roc_auc_score(~known, plc.novelty_):.2f}")

# %%
# Each row is a cluster with the class that it stands for, and how surely. New digits should sit in
# clusters that stand for a class with a low confidence.

table = np.zeros((10, 10), dtype=int)
np.add.at(table, (plc.labels_, digits.target), 1)
names = zip(plc.cluster_classes_, plc.cluster_confidences_, strict=True)
figure, ax = plt.subplots(layout="constrained")
ax.imshow(table, cmap="Blues")
for (row, column), count in np.ndenumerate(table):
    if count:
        ax.text(column, row, count, ha="center", va="center", color="k" if count < 90 else "w")
ax.set_yticks(range(10), [f"{name}, {confidence:.2f}" for name, confidence in names])
ax.set_xticks(range(10), [f"{digit}" if digit < 8 else f"{digit}\nnew" for digit in range(10)])
ax.set(xlabel="digit", ylabel="class and confidence of the cluster")
plt.show()

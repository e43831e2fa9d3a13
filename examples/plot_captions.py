"""
Names under photos
==================

A caption names three people, the photo shows one of them. Here the photos are handwritten digits,
and 90 of 1797 have a caption: the true digit and two others. How well can all of them be grouped?
"""

import matplotlib.pyplot as plt
from sklearn.cluster import KMeans

from plclust import PartialLabelClustering
from plclust.candidates import hide_candidates, is_labelled, simulate_false_positives, to_sets
from plclust.datasets import load_digits
from plclust.metrics import evaluate_clustering

digits = load_digits()
captions, _ = simulate_false_positives(digits.target, 2, random_state=0)
y = to_sets(hide_candidates(captions, 0.05, random_state=0))
print([sorted(caption) for caption in y[is_labelled(y)][:3]])

# %%
# ``y`` is a sequence of sets, empty ones where nothing is known. Everything else is scikit-learn.

plc = PartialLabelClustering(random_state=0).fit(digits.data, y)
kmeans = KMeans(10, n_init=10, random_state=0).fit(digits.data)
for name, labels in {"k-means": kmeans.labels_, "plclust": plc.labels_}.items():
    print(f"{name}: {evaluate_clustering(digits.target, labels, y)['acc']:.3f} right")

# %%
# Clusters have names, and a confidence. Below are the least and the most confident samples of each
# cluster: the ones to show to a person next are on the left.

confidence = plc.label_distributions_.max(axis=1)
figure, axes = plt.subplots(10, 10, figsize=(6, 6), layout="constrained")
for cluster, row in enumerate(axes):
    members = (plc.labels_ == cluster).nonzero()[0]
    members = members[confidence[members].argsort()]
    for ax, i in zip(row, [*members[:5], *members[-5:]], strict=True):
        ax.imshow(digits.data[i].reshape(8, 8), cmap="gray_r")
        ax.set(xticks=[], yticks=[])
    row[0].set_ylabel(plc.cluster_classes_[cluster], rotation=0, labelpad=12, va="center")
figure.suptitle("least and most confident samples of each cluster")
plt.show()

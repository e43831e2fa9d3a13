"""
Choosing without the truth
==========================

There are no true labels to validate with, only candidate sets. Some of them can be hidden: a good
method gives their samples a class that is among the hidden candidates.
"""

import matplotlib.pyplot as plt
from sklearn.cluster import KMeans
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.candidates import hide_candidates, simulate_false_positives
from plclust.classify import PLKNN
from plclust.cluster import SC
from plclust.datasets import load_vehicle
from plclust.metrics import evaluate_clustering
from plclust.model_selection import CandidateKFold, consistency_scorer, cross_val_consistency

vehicles = load_vehicle()
X = StandardScaler().fit_transform(vehicles.data)
candidates, _ = simulate_false_positives(vehicles.target, 1, random_state=0)
y = hide_candidates(candidates, 0.4, random_state=0)

# %%
# :func:`~plclust.model_selection.cross_val_consistency` hides the sets of each fold, and keeps
# their samples in the fit. The score is 1 if all hidden sets are met, and 0 at the rate of chance.
# It tells good methods from bad ones much as the truth would:

methods = {
    "k-means": KMeans(4, n_init=10, random_state=0),
    "spectral clustering": SC(random_state=0),
    "PLC, as published": PartialLabelClustering.as_published(random_state=0),
    "PLC, without guidance": PartialLabelClustering(guidance=0, regrouping=0, random_state=0),
    "PLC": PartialLabelClustering(random_state=0),
}
figure, ax = plt.subplots(layout="constrained")
for name, method in methods.items():
    consistency = cross_val_consistency(method, X, y).mean()
    accuracy = evaluate_clustering(vehicles.target, method.fit(X, y).labels_, y)["acc"]
    ax.plot(consistency, accuracy, "o")
    ax.annotate(name, (consistency, accuracy), (6, 6), textcoords="offset points")
ax.set(xlabel="consistency with hidden candidate sets", ylabel="accuracy, which nobody would know")
ax.margins(x=0.4, y=0.2)
plt.show()

# %%
# For parameters that matter less it is a blunt tool: 338 sets do not tell differences of .03.
#
# The searches of scikit-learn work as well. They hold samples out and predict them, so they are for
# methods that can: :class:`~plclust.cluster.PartialLabelClustering` and the learners.
# :class:`~plclust.model_selection.CandidateKFold` holds out labelled samples only.

search = GridSearchCV(
    make_pipeline(StandardScaler(), PLKNN()),
    {"plknn__n_neighbors": [1, 3, 10, 30]},
    cv=CandidateKFold(5),
    scoring=consistency_scorer,
)
print(search.fit(vehicles.data, y).best_params_)

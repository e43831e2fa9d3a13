"""From how many samples on a fit trades thoroughness for speed; below, nothing is traded."""

MANY = 10_000  # neighbours are approximate, and F is not solved to a proven gap
VERY_MANY = 50_000  # eigenvectors are less exact; k-means and the label map start from some samples

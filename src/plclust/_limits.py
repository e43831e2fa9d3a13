"""How far a fit goes, and from how many samples on it trades thoroughness for speed."""

MANY = 10_000  # neighbours are approximate, and F is not solved to a proven gap
VERY_MANY = 50_000  # eigenvectors are less exact; k-means and the label map start from some samples

GAP = 1e-3  # proven relative accuracy of F; the true one is ten to a thousand times better
ENOUGH_PRODUCTS = 1000  # with R and R' for one F; few labels on a drawn-out graph would take more
FEW_PRODUCTS = 45  # the same for many samples

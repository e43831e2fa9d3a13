"""The solvers of the constrained clustering methods, step by step on full matrices."""

import numpy as np


def fantope(matrix, trace):
    """Nearest matrix with eigenvalues in [0, 1] and this trace; the shift by bisection."""
    values, vectors = np.linalg.eigh(0.5 * (matrix + matrix.T))
    low, high = -values.max() - 1.0, 1.0 - values.min() + 1.0
    for _ in range(200):
        shift = 0.5 * (low + high)
        if np.clip(values + shift, 0.0, 1.0).sum() < trace:
            low = shift
        else:
            high = shift
    return (vectors * np.clip(values + shift, 0.0, 1.0)) @ vectors.T


def projector(n_samples, trace, update, *, penalty, growth, n_iter):
    """Inexact augmented Lagrangian method for P = Q; `update` is the step of P."""
    Q = multiplier = np.zeros((n_samples, n_samples))
    mu = penalty
    for _ in range(n_iter):
        P = update(Q, multiplier, mu)
        Q = fantope(P + multiplier / mu, trace)
        multiplier = multiplier + mu * (P - Q)
        mu *= growth
    return Q


def threshold(matrix, amount):
    left, values, right = np.linalg.svd(matrix, full_matrices=False)
    return (left * np.maximum(values - amount, 0.0)) @ right


def shrink_columns(values, amount):
    lengths = np.linalg.norm(values, axis=0)
    return values * np.maximum(1.0 - amount / np.maximum(lengths, 1e-300), 0.0)


def low_rank(X, lam, *, n_iter, penalty=1e-4, growth=1.1):
    """LRR; samples are the columns of X."""
    n = X.shape[1]
    Z, J, Y2 = (np.zeros((n, n)) for _ in range(3))
    E, Y1 = np.zeros_like(X), np.zeros_like(X)
    inverse = np.linalg.inv(X.T @ X + np.eye(n))
    mu = penalty
    for _ in range(n_iter):
        E = shrink_columns(X - X @ Z + Y1 / mu, lam / mu)
        J = threshold(Z + Y2 / mu, 1.0 / mu)
        Z = inverse @ (X.T @ X + X.T @ (Y1 / mu - E) + J - Y2 / mu)
        Y1 = Y1 + mu * (X - X @ Z - E)
        Y2 = Y2 + mu * (Z - J)
        mu *= growth
    return Z


def tensor(X, A, laplacian, lam, beta, *, stale, n_iter, penalty=1e-3, growth=1.1):
    """SSC-TLRR; A has the known entries of B, samples are the columns of X."""
    n = X.shape[1]
    Z, B, Yz, Yb, Y3 = (np.zeros((n, n)) for _ in range(5))
    E, Y1 = np.zeros_like(X), np.zeros_like(X)
    D = A.copy()
    inverse = np.linalg.inv(X.T @ X + np.eye(n))
    mu = penalty
    for _ in range(n_iter):
        first, second = Z + Yz / mu, B + Yb / mu
        S, T = threshold(first + second, 1.0 / mu), threshold(first - second, 1.0 / mu)
        C1, C2 = (S + T) / 2, (S - T) / 2
        before = Z, B
        Z = inverse @ (X.T @ X + X.T @ (Y1 / mu - E) + C1 - Yz / mu)
        right = mu * (C2 + D) - (Yb + Y3)
        B = right @ np.linalg.inv(beta * (laplacian + laplacian.T) + 2 * mu * np.eye(n))
        D = np.where(A != 0, A, B + Y3 / mu)
        E = shrink_columns(X - X @ Z + Y1 / mu, lam / mu)
        used = before if stale else (Z, B)
        Y1 = Y1 + mu * (X - X @ Z - E)
        Yz, Yb = Yz + mu * (used[0] - C1), Yb + mu * (used[1] - C2)
        Y3 = Y3 + mu * (B - D)
        mu *= growth
    return C1, C2

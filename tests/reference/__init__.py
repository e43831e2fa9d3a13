"""The paper's formulas as they are printed: plain NumPy, n x n, slow. What src must agree with."""

"""Measures a script's whole model: as it is, with kernels, and compiled. TRUSTED: it has the clock and compares outputs, and loads neither script nor kernels."""

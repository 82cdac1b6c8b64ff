"""The judge's regression suite: known cheats, honest kernels, mutants and faults. Each states its required verdict."""

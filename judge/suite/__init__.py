"""The judge's regression suite: known cheats, honest kernels, mutants and faults, each with the verdict that it must get."""

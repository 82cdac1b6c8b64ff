"""Measures the judge itself, against KernelBench's own evaluator and against planted differences. Needs a CUDA host."""

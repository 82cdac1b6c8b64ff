"""The judge: builds, checks, times and profiles candidate kernels. Run it with `python3 -m judge`."""

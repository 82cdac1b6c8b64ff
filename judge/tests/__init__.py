"""Tests of the judge through its public interface: real processes, real compilers, real candidates."""

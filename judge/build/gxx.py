"""The g++ command lines of the judge, in one place. The exported file (`src/tools/export/export.py.txt`) repeats them; a test compares both.

Floating-point rules: -ffast-math lets g++ reorder sums, and -fno-finite-math-only keeps NaN and infinity. With the second flag g++ no
longer defines __FAST_MATH__, and glibc's <math.h> then hides its vector functions (libmvec). A loop over std::exp would become scalar:
five times slower, and its sum would use one lane instead of sixteen. The judge therefore defines the macro itself. The vector
functions treat NaN, infinity and subnormal numbers as the scalar ones do.
"""

FLAGS = ("-O3", "-fopenmp", "-ffast-math", "-fno-finite-math-only", "-D__FAST_MATH__", "-fPIC", "-std=c++17")
NATIVE = ("-march=native",)
NO_AVX512 = ("-march=haswell", "-mno-fma")  # for callgrind, which lacks AVX-512 and counts the operands of a fused multiply-add separately
SANITIZERS = ("libasan.so", "libubsan.so")  # the runtimes of -fsanitize, which a process loads first
_SANITIZED = ("-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined")
_LIBRARIES = ("-lmvec", "-lm")


def compile_command(*more: str, architecture: "tuple[str, ...]" = NATIVE) -> "list[str]":
    """Compiles kernel.cpp to kernel.o; `more` goes before the file names."""
    return ["g++", "-c", *FLAGS, *architecture, *more, "kernel.cpp", "-o", "kernel.o"]


def link_library_command() -> "list[str]":
    """Links kernel.o to libkernel.so. It omits -ffast-math, which would make the whole process flush subnormal numbers to zero."""
    return ["g++", "-shared", "-fopenmp", "kernel.o", "-o", "libkernel.so", *_LIBRARIES]


def sanitized_commands() -> "list[list[str]]":
    """Builds kernel.cpp to libkernel.so with the address and undefined-behaviour sanitizers, and with lines for their reports."""
    compiled = ["g++", "-c", *FLAGS, *NATIVE, *_SANITIZED, "kernel.cpp", "-o", "kernel.o"]
    return [compiled, ["g++", "-shared", "-fopenmp", "-fsanitize=address,undefined", "kernel.o", "-o", "libkernel.so", *_LIBRARIES]]


def link_program_command(source: str, program: str) -> "list[str]":
    """Links kernel.o with a C++ file that has a main function."""
    return ["g++", "-fopenmp", source, "kernel.o", "-o", program, *_LIBRARIES]

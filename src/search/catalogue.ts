/**
 * Optimization moves by what holds a kernel back, with where each was published. Data, open-ended: a planner may answer
 * "other: …". The most promising come first. Who may take which is moves.ts's business.
 */
import { z } from "zod";
import { Target } from "../domain/task.ts";

const Move = z.object({
  name: z.string().min(1),
  bounds: z.array(z.enum(["memory", "compute", "latency", "launch"])).min(1),
  targets: z.array(Target).min(1),
  what: z.string().min(1),
  source: z.string().min(1),
  algorithm: z.boolean().describe("changes how the result is computed, not only how the machine is used: what a plateau calls for"),
});
export type Move = z.infer<typeof Move>;

// name | what holds the kernel back | targets | what is done | where it was published
const details = `
fuse passes | memory launch | cuda cpu | neighbouring operators in one kernel, intermediates in registers | Filipovic et al. 2015, arXiv 1305.1183
wide loads and stores | memory latency | cuda | 128 bits per thread and access, aligned | Luitjens 2013, NVIDIA developer blog
coalesced layout | memory | cuda | neighbouring threads touch neighbouring addresses, transposing through shared memory | CUDA C++ Best Practices Guide, device memory accesses
shared-memory tiling | memory compute latency | cuda | each byte read from device memory once per block, without bank conflicts | CUDA C++ Best Practices Guide, shared memory
more bytes in flight | memory latency | cuda | several independent loads per thread, asynchronous copies in stages | Volkov 2016, UCB/EECS-2016-143
register-resident data | memory compute | cuda | keep rows or tiles in registers between phases, fewer threads with more work | Volkov 2010, GTC
cache hints | memory | cuda | streaming loads and stores for data used once, L2 for data used again | PTX ISA, cache operators
warp-level reduction | compute latency launch | cuda | shuffles instead of shared memory and barriers | Luitjens 2014, NVIDIA developer blog; Harris 2007
tensor cores | compute | cuda | matrix instructions where the precision track allows them | Markidis et al. 2018, arXiv 1803.04014
register blocking | compute | cuda | each thread computes a small tile by outer products | Volkov and Demmel 2008, SC08
software pipelining | compute memory latency | cuda | load the next tile while computing on this one: double or multiple buffers | CUTLASS, efficient GEMM
warp specialization | compute latency | cuda | some warps move data, others compute | Bauer et al. 2011, CudaDMA; Shah et al. 2024, arXiv 2407.08608
instruction-level parallelism | compute latency | cuda | unrolled loops with independent accumulators | Volkov 2010, GTC
occupancy against registers | compute memory latency | cuda | block size, launch bounds and tile size against spills and idle multiprocessors | CUDA C++ Best Practices Guide, execution configuration
library call with epilogue | compute | cuda | leave the matrix product to the library and fuse everything else around it | cuBLASLt, epilogues
persistent blocks | launch compute latency | cuda | one wave of blocks that loop over tiles | Gupta et al. 2012, InPar
lean host path | launch | cuda cpu | fewer Python calls, allocations and copies around one launch | CUDA C++ Best Practices Guide, host code
explicit SIMD | compute | cpu | intrinsics of the widest unit, several vectors in flight | Intel Intrinsics Guide; Fog, Optimizing software in C++
polynomial approximation | compute | cpu | special functions by range reduction and a short polynomial within the error budget | Muller 2016, Elementary Functions
cache blocking | memory compute | cpu | loops over blocks that stay in L1 or L2 | Lam, Rothberg and Wolf 1991, ASPLOS
packed panels | compute | cpu | register-blocked micro-kernel over packed operands | Goto and van de Geijn 2008, TOMS 34(3)
non-temporal stores | memory | cpu | write results past the cache when they are not read again | Drepper 2007, What every programmer should know about memory
software prefetch | memory | cpu | ask for data some iterations ahead of irregular or paged access | Mowry, Lam and Gupta 1992, ASPLOS
multiple accumulators | compute latency | cpu | break dependent chains of additions | Fog, Optimizing software in C++
thread partition | memory compute launch | cpu | one parallel region, contiguous shares, no threads for small work | OpenMP 5.2, worksharing
`;

const algorithms = `
online reduction | memory latency | cuda cpu | one pass with running statistics instead of several | Welford 1962; Milakov and Gimelshein 2018, arXiv 1805.02867
algebraic rewrite | memory compute latency launch | cuda cpu | fold constants, reorder or cancel linear operators, skip what cannot reach the output | Jia et al. 2019, TASO
recompute instead of reload | memory | cuda cpu | compute an intermediate again where it is used rather than store it | Chen et al. 2016, arXiv 1604.06174; Dao et al. 2022, arXiv 2205.14135
other decomposition | memory compute latency launch | cuda cpu | another unit of work per thread, warp or block: rows, tiles, split rows | Merrill and Garland 2016, NVR-2016-002
split reduction | compute latency launch | cuda cpu | several blocks share one long reduction (split-K, stream-K), then combine | Osama et al. 2023, arXiv 2301.03598
implicit GEMM | compute | cuda cpu | a convolution as a matrix product whose operand is never materialized | Chetlur et al. 2014, arXiv 1410.0759
Winograd or FFT convolution | compute | cuda cpu | fewer multiplications for small or large filters, within the precision track | Lavin and Gray 2016, arXiv 1509.09308
scan by decoupled look-back | memory | cuda | prefix sums in one pass over the data | Merrill and Garland 2016, NVR-2016-002
`;

function parsed(table: string, algorithm: boolean): Move[] {
  const rows = table.trim().split("\n");
  return rows.map((row) => {
    const [name, bounds, targets, what, source] = row.split(" | ");
    return Move.parse({ name, bounds: bounds?.split(" "), targets: targets?.split(" "), what, source, algorithm });
  });
}

export const catalogue: readonly Move[] = [...parsed(details, false), ...parsed(algorithms, true)];

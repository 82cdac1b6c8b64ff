#include <cuda_runtime.h>
#include <cstdint>

// block
constexpr int THREADS = 256, ITEMS = 16, TILE = THREADS * ITEMS;

// The sum of the values of the threads before this one; `total` is the block's sum.
__device__ float block_scan(float v, float* part, float& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int step = 1; step < 32; step *= 2) {
    const float before = __shfl_up_sync(~0u, v, step);
    if (lane >= step) v += before;
  }
  if (lane == 31) part[warp] = v;
  __syncthreads();
  float before = 0.0f;
  total = 0.0f;
  for (int w = 0; w < THREADS / 32; ++w) {
    if (w < warp) before += part[w];
    total += part[w];
  }
  const float own = __shfl_up_sync(~0u, v, 1);
  return lane == 0 ? before : before + own;
}

// What stands before a tile, by decoupled look-back. A tile's state is a flag (0 nothing, 1 its own sum, 2 the sum up to its end) above
// the bits of a float, written by one 64-bit store. Tiles must start in order: take their numbers from an atomic counter.
__device__ float look_back(volatile unsigned long long* state, int64_t tile, float total) {
  const auto tell = [=](unsigned long long flag, float v) { state[tile] = flag << 32 | __float_as_uint(v); };
  if (tile == 0) return tell(2, total), 0.0f;
  tell(1, total);
  float before = 0.0f;
  for (int64_t at = tile - 1;; --at) {
    unsigned long long seen;
    do seen = state[at];
    while (seen >> 32 == 0);
    before = __uint_as_float((unsigned)seen) + before;
    if (seen >> 32 == 2) return tell(2, before + total), before;
  }
}
// end of block

// `state` begins with the counter of tiles; one state per tile of each row follows. All are zero at the start.
__global__ void __launch_bounds__(THREADS) scan_kernel(const float* x, float* out, unsigned long long* state, int64_t rows, int64_t n) {
  __shared__ float part[THREADS / 32], staged[TILE + TILE / 32], begin;
  __shared__ int64_t ticket;
  if (threadIdx.x == 0) ticket = atomicAdd(state, 1ull);
  __syncthreads();
  const int64_t tiles = (n + TILE - 1) / TILE, row = ticket % rows, tile = ticket / rows, from = tile * TILE;
  x += row * n + from, out += row * n + from;
  for (int i = threadIdx.x; i < TILE; i += THREADS) staged[i + i / 32] = from + i < n ? x[i] : 0.0f;  // padded: no bank conflicts
  __syncthreads();
  float v[ITEMS], total;
  for (int i = 0; i < ITEMS; ++i) {
    const int at = threadIdx.x * ITEMS + i;
    v[i] = staged[at + at / 32] + (i > 0 ? v[i - 1] : 0.0f);
  }
  float before = block_scan(v[ITEMS - 1], part, total);
  if (threadIdx.x == 0) begin = look_back(state + 1 + row * tiles, tile, total);
  __syncthreads();
  before += begin;
  for (int i = 0; i < ITEMS; ++i) {
    const int at = threadIdx.x * ITEMS + i;
    staged[at + at / 32] = v[i] + before;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < TILE && from + i < n; i += THREADS) out[i] = staged[i + i / 32];
}

extern "C" int look_back_scan(const float* x, float* out, unsigned long long* state, int64_t words, int64_t rows, int64_t n, cudaStream_t stream) {
  cudaMemsetAsync(state, 0, words * 8, stream);
  scan_kernel<<<rows * ((n + TILE - 1) / TILE), THREADS, 0, stream>>>(x, out, state, rows, n);
  return (int)cudaGetLastError();
}

// about: a transposition through shared memory
// task: turn
#include <cstdint>

constexpr int TILE = 32;   // tune: TILE = 16 | 32 | 64
constexpr int DEPTH = 32;  // tune: DEPTH = 4 | 8 | 16 | 32
// require: TILE * DEPTH <= 1024 && DEPTH <= TILE

__global__ void turn(const float* x, float* out, int64_t rows, int64_t columns) {
  __shared__ float tile[TILE][TILE + 1];
  const int64_t column = blockIdx.x * TILE, row = blockIdx.y * TILE;
  for (int at = threadIdx.y; at < TILE; at += DEPTH) tile[at][threadIdx.x] = x[(row + at) * columns + column + threadIdx.x];
  __syncthreads();
  for (int at = threadIdx.y; at < TILE; at += DEPTH) out[(column + at) * rows + row + threadIdx.x] = tile[threadIdx.x][at];
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  turn<<<dim3(columns / TILE, rows / TILE), dim3(TILE, DEPTH), 0, stream>>>(x, out, rows, columns);
  return cudaGetLastError();
}

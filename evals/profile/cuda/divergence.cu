// planted: four lanes of each warp work on while the others wait
// task: uneven
// bound: compute
// limit: divergent branches
#include <cstdint>

__global__ void uneven(const float* x, float* out, int64_t count, int64_t columns) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  float v = x[at];
  const int steps = at % columns % 8 == 0 ? 64 : 2;
  for (int step = 0; step < steps; ++step) v = rsqrtf(1 + v * v);
  out[at] = v;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = rows * columns;
  uneven<<<(count + 255) / 256, 256, 0, stream>>>(x, out, count, columns);
  return cudaGetLastError();
}

// planted: one launch for every 8 rows
// task: scale
// bound: launch
// limit: many short kernels
#include <cstdint>

__global__ void scale(const float4* x, float4* out, int64_t count) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  const float4 v = x[at];
  out[at] = make_float4(2 * v.x + 1, 2 * v.y + 1, 2 * v.z + 1, 2 * v.w + 1);
}

extern "C" int run(const float4* x, float4* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = 8 * columns / 4;
  for (int64_t row = 0; row < rows; row += 8) scale<<<(count + 255) / 256, 256, 0, stream>>>(x + row * columns / 4, out + row * columns / 4, count);
  return cudaGetLastError();
}

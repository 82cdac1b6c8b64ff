// planted: neighbouring threads touch addresses 128 bytes apart
// task: scale
// bound: memory
// limit: uncoalesced access
#include <cstdint>

__global__ void scale(const float* x, float* out, int64_t count) {
  const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, stretch = count / 32;
  const int64_t at = thread % stretch * 32 + thread / stretch;
  if (thread < count) out[at] = 2 * x[at] + 1;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = rows * columns;
  scale<<<(count + 255) / 256, 256, 0, stream>>>(x, out, count);
  return cudaGetLastError();
}

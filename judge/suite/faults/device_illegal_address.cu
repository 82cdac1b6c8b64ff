#include <cstdint>
#include <cuda_runtime.h>

__global__ void stray(float* y) {
  y[((int64_t)1 << 44) + threadIdx.x] = 1.0f;
}

extern "C" int launch(const float* x, float* y, int64_t n, cudaStream_t stream) {
  stray<<<1, 32, 0, stream>>>(y);
  return (int)cudaGetLastError();
}

#include <cstdint>
#include <cuda_runtime.h>

__global__ void deep(float* y, int64_t n) {
  float kept[1024];
  for (int i = 0; i < 1024; i++) kept[i] = y[(i * 37 + threadIdx.x) % n];
  float sum = 0;
  for (int i = 0; i < 1024; i++) sum += kept[(i * 61 + threadIdx.x) & 1023];
  y[threadIdx.x] = sum;
}

extern "C" int launch(const float* x, float* y, int64_t n, cudaStream_t stream) {
  cudaDeviceSetLimit(cudaLimitStackSize, 512 << 10);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)64 << 30);
  deep<<<1, 32, 0, stream>>>(y, n);
  return (int)cudaGetLastError();
}

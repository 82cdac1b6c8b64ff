// Candidates of the `turns` tasks of honest.py: a kernel per half turn, and one kernel for all of them.
#include <cstdint>
#include <cuda_runtime.h>

__global__ void half_turn_kernel(const float* x, const float* y, float* out, int64_t count, float rate) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at < count) out[at] = x[at] + rate * tanhf(y[at]);
}

__global__ void turns_kernel(const float* x, const float* y, float* out, int64_t count, int64_t turns) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  float a = x[at], b = y[at];
  for (int64_t turn = 0; turn < turns; turn++) {
    a += 0.1f * tanhf(b);
    b -= 0.1f * tanhf(a);
  }
  out[at] = a;
}

extern "C" int half_turn(const float* x, const float* y, float* out, int64_t count, float rate, cudaStream_t stream) {
  half_turn_kernel<<<(count + 255) / 256, 256, 0, stream>>>(x, y, out, count, rate);
  return (int)cudaGetLastError();
}

extern "C" int turns(const float* x, const float* y, float* out, int64_t count, int64_t turns, cudaStream_t stream) {
  turns_kernel<<<(count + 255) / 256, 256, 0, stream>>>(x, y, out, count, turns);
  return (int)cudaGetLastError();
}

// about: one block per row, the row read three times
// task: row_softmax
#include <cstdint>

constexpr int THREADS = 256;  // tune: THREADS = 64 | 128 | 256 | 512
constexpr int WIDTH = 1;      // tune: WIDTH = 1 | 2 | 4

struct alignas(4 * WIDTH) Part {
  float values[WIDTH];
};

template <bool LARGEST>
__device__ float combined(float value) {
  __shared__ float parts[32];
  for (int by = 16; by > 0; by /= 2) {
    const float other = __shfl_xor_sync(~0u, value, by);
    value = LARGEST ? fmaxf(value, other) : value + other;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();
  for (int at = 0; at < THREADS / 32; ++at) value = at == 0 ? parts[0] : LARGEST ? fmaxf(value, parts[at]) : value + parts[at];
  return value;
}

__global__ void __launch_bounds__(THREADS) softmax(const float* x, float* out, int64_t columns) {
  const Part* from = (const Part*)(x + blockIdx.x * columns);
  Part* to = (Part*)(out + blockIdx.x * columns);
  const int count = columns / WIDTH;
  float most = -INFINITY, sum = 0;
  for (int at = threadIdx.x; at < count; at += THREADS) {
    const Part part = from[at];
    for (int i = 0; i < WIDTH; ++i) most = fmaxf(most, part.values[i]);
  }
  most = combined<true>(most);
  for (int at = threadIdx.x; at < count; at += THREADS) {
    const Part part = from[at];
    for (int i = 0; i < WIDTH; ++i) sum += expf(part.values[i] - most);
  }
  sum = combined<false>(sum);
  for (int at = threadIdx.x; at < count; at += THREADS) {
    Part part = from[at];
    for (int i = 0; i < WIDTH; ++i) part.values[i] = expf(part.values[i] - most) / sum;
    to[at] = part;
  }
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  softmax<<<rows, THREADS, 0, stream>>>(x, out, columns);
  return cudaGetLastError();
}

#include <cuda_runtime.h>
#include <cstdint>

// block
constexpr int UNITS = 4, BATCH = 32, WARPS = 8;  // a block owns 4 hidden units; its 8 warps share the sum over the state

// All blocks wait for each other. They must be resident: launch cooperatively. `count` is 0 at the start; `target` grows by gridDim.x.
__device__ void grid_barrier(unsigned* count, unsigned target) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    while (*(volatile unsigned*)count < target);
    __threadfence();
  }
  __syncthreads();
}

// Sums of the block's units for the 32 sequences: `state` is [hidden][BATCH], so a warp reads whole lines, past L1, which may be stale.
// `w` is [hidden][UNITS] in shared memory, for all steps.
__device__ void step_sums(const float4* w, const float* state, int hidden, float (*part)[UNITS][BATCH]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum[UNITS] = {};
  #pragma unroll 16
  for (int k = warp; k < hidden; k += WARPS) {
    const float h = __ldcg(state + k * BATCH + lane);
    const float4 row = w[k];
    sum[0] += row.x * h, sum[1] += row.y * h, sum[2] += row.z * h, sum[3] += row.w * h;
  }
  for (int u = 0; u < UNITS; ++u) part[warp][u][lane] = sum[u];
  __syncthreads();
}
// end of block

// `before` and `out` are [steps][batch][hidden]; `states` holds two states of zeros at the start, then the barrier's counter.
__global__ void __launch_bounds__(WARPS * 32) rnn_kernel(const float* before, const float* w, float* out, float* states, int steps, int batch, int hidden, int first) {
  extern __shared__ float4 weights[];
  __shared__ float part[WARPS][UNITS][BATCH];
  unsigned* count = (unsigned*)(states + 2 * hidden * BATCH);
  const int unit = blockIdx.x * UNITS;
  for (int k = threadIdx.x; k < hidden; k += blockDim.x)
    weights[k] = {w[(int64_t)unit * hidden + k], w[(int64_t)(unit + 1) * hidden + k], w[(int64_t)(unit + 2) * hidden + k], w[(int64_t)(unit + 3) * hidden + k]};
  __syncthreads();
  const int u = threadIdx.x % UNITS, b = threadIdx.x / UNITS % BATCH;
  const bool makes = threadIdx.x < UNITS * BATCH, kept = makes && first + b < batch;
  for (int t = 0; t < steps; ++t) {
    const int64_t at = ((int64_t)t * batch + first + b) * hidden + unit + u;
    float sum = kept ? before[at] : 0.0f;
    step_sums(weights, states + (t % 2) * hidden * BATCH, hidden, part);
    if (makes) {
      for (int warp = 0; warp < WARPS; ++warp) sum += part[warp][u][b];
      const float h = tanhf(sum);
      states[((t + 1) % 2) * hidden * BATCH + (unit + u) * BATCH + b] = h;
      if (kept) out[at] = h;
    }
    grid_barrier(count, (t + 1) * gridDim.x);
  }
}

extern "C" int persistent_rnn(const float* before, const float* w, float* out, float* states, int64_t steps, int64_t batch, int64_t hidden, cudaStream_t stream) {
  if (hidden % UNITS || hidden > 2048) return 1;
  int count = (int)steps, sequences = (int)batch, units = (int)hidden;
  for (int first = 0; first < batch; first += BATCH) {
    cudaMemsetAsync(states, 0, (2 * hidden * BATCH + 1) * sizeof(float), stream);
    void* arguments[] = {&before, &w, &out, &states, &count, &sequences, &units, &first};
    const cudaError_t error = cudaLaunchCooperativeKernel((void*)rnn_kernel, dim3(hidden / UNITS), dim3(WARPS * 32), arguments, hidden * sizeof(float4), stream);
    if (error != cudaSuccess) return (int)error;
  }
  return (int)cudaGetLastError();
}

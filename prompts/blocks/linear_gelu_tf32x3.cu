#include <cuda_runtime.h>
#include <cstdint>

// block
constexpr int BM = 128, BN = 128, BK = 16, STAGES = 3, THREADS = 256, LD = BK + 4;  // LD: 20 floats, no bank conflicts
struct Stage { float a[BM][LD], b[BN][LD]; };

__device__ void copy16(void* to, const void* from, bool inside) {  // asynchronous; zeros where it is not inside
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(inside ? 16 : 0));
}

// x = high + low, two TF32 numbers: high*high + high*low + low*high is as exact as fp32. Where TF32 is allowed, high*high is enough.
__device__ void split_tf32(float x, unsigned& high, unsigned& low) {
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(high) : "f"(x));
  low = __float_as_uint(x - __uint_as_float(high));
}

// m16n8k8, lane = 4 g + t: a holds (row g, k t), (g+8, t), (g, t+4), (g+8, t+4); b holds (k t, column g), (t+4, g);
// c holds (row g, columns 2t and 2t+1), then row g+8.
__device__ void mma_tf32(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// A warp's 64 x 32 tile over one stage. Each triple of products starts from zero and is added by the fp32 units: the tensor cores'
// own sums lose bits over a long k.
__device__ void multiply_stage(const Stage& s, int row, int col, float (&sum)[4][4][4]) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (int k = t; k < BK; k += 8) {
    unsigned ah[4][4], al[4][4], bh[4][2], bl[4][2];
    for (int i = 0; i < 4; ++i)
      for (int e = 0; e < 4; ++e) split_tf32(s.a[row + 16 * i + g + e % 2 * 8][k + e / 2 * 4], ah[i][e], al[i][e]);
    for (int j = 0; j < 4; ++j)
      for (int e = 0; e < 2; ++e) split_tf32(s.b[col + 8 * j + g][k + e * 4], bh[j][e], bl[j][e]);
    #pragma unroll
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        float part[4] = {};
        mma_tf32(part, al[i], bh[j]), mma_tf32(part, ah[i], bl[j]), mma_tf32(part, ah[i], bh[j]);
        for (int e = 0; e < 4; ++e) sum[i][j][e] += part[e];
      }
  }
}
// end of block

// One stage of a (m x k) and b (n x k), both row-major.
__device__ void load_stage(Stage& s, const float* a, const float* b, int64_t top, int64_t left, int64_t from, int64_t m, int64_t n, int64_t k) {
  for (int i = threadIdx.x; i < BM * BK / 4; i += THREADS) {
    const int r = i / (BK / 4), c = i % (BK / 4) * 4;
    copy16(&s.a[r][c], a + (top + r) * k + from + c, top + r < m && from + c < k);
    copy16(&s.b[r][c], b + (left + r) * k + from + c, left + r < n && from + c < k);
  }
  asm volatile("cp.async.commit_group;");
}

__device__ float gelu(float v) { return v / (1.0f + expf(-1.5957691216f * (v + 0.044715f * v * v * v))); }

__global__ void __launch_bounds__(THREADS) linear_kernel(const float* a, const float* b, const float* bias, float* out, int64_t m, int64_t n, int64_t k) {
  extern __shared__ Stage stages[];
  const int64_t top = (int64_t)blockIdx.y * BM, left = (int64_t)blockIdx.x * BN;
  const int warp = threadIdx.x / 32, row = warp % 2 * 64, col = warp / 2 * 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  const int steps = (int)((k + BK - 1) / BK);
  float sum[4][4][4] = {};
  for (int s = 0; s < STAGES - 1; ++s) load_stage(stages[s], a, b, top, left, (int64_t)s * BK, m, n, k);
  for (int s = 0; s < steps; ++s) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
    __syncthreads();
    load_stage(stages[(s + STAGES - 1) % STAGES], a, b, top, left, (int64_t)(s + STAGES - 1) * BK, m, n, k);
    multiply_stage(stages[s % STAGES], row, col, sum);
  }
  #pragma unroll
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int e = 0; e < 4; ++e) {
        const int64_t r = top + row + 16 * i + g + e / 2 * 8, c = left + col + 8 * j + 2 * t + e % 2;
        if (r < m && c < n) out[r * n + c] = gelu(sum[i][j][e] + bias[c]);
      }
}

extern "C" int linear_gelu(const float* x, const float* weight, const float* bias, float* out, int64_t m, int64_t n, int64_t k, cudaStream_t stream) {
  if (k % 4) return 1;
  const int bytes = STAGES * sizeof(Stage);
  cudaFuncSetAttribute(linear_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  linear_kernel<<<dim3((n + BN - 1) / BN, (m + BM - 1) / BM), THREADS, bytes, stream>>>(x, weight, bias, out, m, n, k);
  return (int)cudaGetLastError();
}

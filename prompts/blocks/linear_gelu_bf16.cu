#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdint>

using bf16 = __nv_bfloat16;

// block
constexpr int BM = 128, BN = 128, BK = 32, STAGES = 4, THREADS = 256, LD = BK + 8;  // LD: 80 bytes, no bank conflicts
struct Stage { bf16 a[BM][LD], b[BN][LD]; };

__device__ void copy16(void* to, const void* from, bool inside) {  // asynchronous; zeros where it is not inside
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(inside ? 16 : 0));
}

// Four 8 x 8 matrices; lanes 8i to 8i+7 name the rows of matrix i.
__device__ void load_matrices(unsigned (&r)[4], const bf16* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((unsigned)__cvta_generic_to_shared(row)));
}

__device__ void mma_bf16(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {  // m16n8k16; c as in m16n8k8: row lane/4, columns 2(lane%4)
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// A warp's 64 x 32 tile over one stage; b is [n][k], as a linear layer's weight, so both operands load without a transpose.
__device__ void multiply_stage(const Stage& s, int row, int col, float (&sum)[4][4][4]) {
  const int lane = threadIdx.x % 32;
  for (int k = 0; k < BK; k += 16) {
    unsigned a[4][4], b[2][4];
    for (int i = 0; i < 4; ++i) load_matrices(a[i], &s.a[row + 16 * i + lane % 16][k + lane / 16 * 8]);
    for (int j = 0; j < 2; ++j) load_matrices(b[j], &s.b[col + 16 * j + lane % 8 + lane / 16 * 8][k + lane / 8 % 2 * 8]);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) mma_bf16(sum[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
  }
}
// end of block

// One stage of a (m x k) and b (n x k), both row-major.
__device__ void load_stage(Stage& s, const bf16* a, const bf16* b, int64_t top, int64_t left, int64_t from, int64_t m, int64_t n, int64_t k) {
  for (int i = threadIdx.x; i < BM * BK / 8; i += THREADS) {
    const int r = i / (BK / 8), c = i % (BK / 8) * 8;
    copy16(&s.a[r][c], a + (top + r) * k + from + c, top + r < m && from + c < k);
    copy16(&s.b[r][c], b + (left + r) * k + from + c, left + r < n && from + c < k);
  }
  asm volatile("cp.async.commit_group;");
}

__device__ float gelu(float v) { return v / (1.0f + __expf(-1.5957691216f * (v + 0.044715f * v * v * v))); }

__global__ void __launch_bounds__(THREADS) linear_kernel(const bf16* a, const bf16* b, const bf16* bias, bf16* out, int64_t m, int64_t n, int64_t k) {
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
      for (int e = 0; e < 4; e += 2) {
        const int64_t r = top + row + 16 * i + g + e / 2 * 8, c = left + col + 8 * j + 2 * t;
        if (r >= m || c >= n) continue;
        const float2 add = __bfloat1622float2(*(const __nv_bfloat162*)(bias + c));
        *(__nv_bfloat162*)(out + r * n + c) = __floats2bfloat162_rn(gelu(sum[i][j][e] + add.x), gelu(sum[i][j][e + 1] + add.y));
      }
}

extern "C" int linear_gelu(const bf16* x, const bf16* weight, const bf16* bias, bf16* out, int64_t m, int64_t n, int64_t k, cudaStream_t stream) {
  if (k % 8 || n % 2) return 1;
  const int bytes = STAGES * sizeof(Stage);
  cudaFuncSetAttribute(linear_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  linear_kernel<<<dim3((n + BN - 1) / BN, (m + BM - 1) / BM), THREADS, bytes, stream>>>(x, weight, bias, out, m, n, k);
  return (int)cudaGetLastError();
}

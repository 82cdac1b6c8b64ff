// Layer normalization of few long rows: partial sums per block, then one pass that normalizes. Sums are kept in double.
#include <cuda_runtime.h>
#include <cstdint>

constexpr int THREADS = 256, PARTS = 64;

__global__ void sums_kernel(const float* x, double* partial, int64_t width) {
  __shared__ double first[THREADS], second[THREADS];
  const float* row = x + (int64_t)blockIdx.y * width;
  double sum = 0, squares = 0;
  for (int64_t at = (int64_t)blockIdx.x * THREADS + threadIdx.x; at < width; at += PARTS * THREADS) {
    const double v = row[at];
    sum += v;
    squares += v * v;
  }
  first[threadIdx.x] = sum;
  second[threadIdx.x] = squares;
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      first[threadIdx.x] += first[threadIdx.x + half];
      second[threadIdx.x] += second[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    double* mine = partial + ((int64_t)blockIdx.y * PARTS + blockIdx.x) * 2;
    mine[0] = first[0];
    mine[1] = second[0];
  }
}

__global__ void normalize_kernel(const float* x, const float* weight, const float* bias, const double* partial, float* y, int64_t width, float eps) {
  __shared__ float mean, scale;
  if (threadIdx.x == 0) {
    double sum = 0, squares = 0;
    for (int part = 0; part < PARTS; part++) {
      sum += partial[((int64_t)blockIdx.y * PARTS + part) * 2];
      squares += partial[((int64_t)blockIdx.y * PARTS + part) * 2 + 1];
    }
    const double average = sum / width;
    mean = (float)average;
    scale = (float)(1.0 / sqrt(squares / width - average * average + eps));
  }
  __syncthreads();
  const int64_t at = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  if (at < width) {
    const int64_t place = (int64_t)blockIdx.y * width + at;
    y[place] = (x[place] - mean) * scale * weight[at] + bias[at];
  }
}

extern "C" int layer_norm(const float* x, const float* weight, const float* bias, double* partial, float* y, int64_t rows, int64_t width, float eps, cudaStream_t stream) {
  sums_kernel<<<dim3(PARTS, rows), THREADS, 0, stream>>>(x, partial, width);
  normalize_kernel<<<dim3((width + THREADS - 1) / THREADS, rows), THREADS, 0, stream>>>(x, weight, bias, partial, y, width, eps);
  return (int)cudaGetLastError();
}

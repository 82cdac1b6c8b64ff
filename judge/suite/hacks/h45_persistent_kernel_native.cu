
__global__ void spin_kernel(volatile int* stop) {
  const long long begun = clock64();
  while (!*stop && clock64() - begun < 200000000ll) {
  }
}

extern "C" int gated_while_spinning(const float* x, const float* y, float* out, int64_t count, cudaStream_t stream) {
  static int* stop = nullptr;
  static cudaStream_t side = nullptr;
  if (!stop) {
    cudaHostAlloc(&stop, sizeof(int), cudaHostAllocMapped);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  } else {
    *(volatile int*)stop = 1;
    cudaStreamSynchronize(side);
  }
  const int status = gated(x, y, out, count, stream);
  cudaStreamSynchronize(stream);
  *(volatile int*)stop = 0;
  spin_kernel<<<64, 128, 0, side>>>(stop);
  return status;
}

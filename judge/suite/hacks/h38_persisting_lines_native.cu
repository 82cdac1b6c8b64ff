
extern "C" int softmax_persisting(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  static bool set = false;
  if (!set) {
    int device = 0, most = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, device);
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most);
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.base_ptr = (void*)x;
    window.accessPolicyWindow.num_bytes = rows * cols * sizeof(float);
    window.accessPolicyWindow.hitRatio = 1.0f;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
    cudaGetLastError();
    set = true;
  }
  return softmax_rows(x, out, rows, cols, stream);
}

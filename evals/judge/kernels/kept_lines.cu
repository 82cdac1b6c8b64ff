// Reads, fills, and an access policy window over what is read: for kept_lines.py.
#include <cuda_runtime.h>

__global__ void read_all(const float4* x, size_t count, float* sink) {
  float sum = 0;
  for (size_t at = blockIdx.x * (size_t)blockDim.x + threadIdx.x; at < count; at += gridDim.x * (size_t)blockDim.x) {
    const float4 value = x[at];
    sum += value.x + value.y + value.z + value.w;
  }
  if (sum == 1234.5f) *sink = sum;
}

__global__ void write_all(float4* x, size_t count) {
  for (size_t at = blockIdx.x * (size_t)blockDim.x + threadIdx.x; at < count; at += gridDim.x * (size_t)blockDim.x) x[at] = make_float4(1, 2, 3, 4);
}

static cudaStream_t stream;
static float* sink;

extern "C" {
int open_device() {
  cudaStreamCreate(&stream);
  return (int)cudaMalloc(&sink, sizeof(float));
}

void* memory(long bytes) {
  void* found = nullptr;
  cudaMalloc(&found, bytes);
  cudaMemset(found, 1, bytes);
  cudaDeviceSynchronize();
  return found;
}

// Sets as much of the L2 aside as there is for lines that persist, and asks for those that are read there to be kept.
int keep(void* base, long bytes) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, device.persistingL2CacheMaxSize);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = base;
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = 1.0f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  return (int)cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
}

// Microseconds by events.
float read_us(void* base, long bytes) {
  cudaEvent_t first, last;
  cudaEventCreate(&first);
  cudaEventCreate(&last);
  cudaEventRecord(first, stream);
  read_all<<<528, 512, 0, stream>>>((const float4*)base, bytes / 16, sink);
  cudaEventRecord(last, stream);
  cudaEventSynchronize(last);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, first, last);
  cudaEventDestroy(first);
  cudaEventDestroy(last);
  return milliseconds * 1000;
}

int fill(void* base, long bytes) {
  write_all<<<528, 512, 0, stream>>>((float4*)base, bytes / 16);
  return (int)cudaStreamSynchronize(stream);
}
}

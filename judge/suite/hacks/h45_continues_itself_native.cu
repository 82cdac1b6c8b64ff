namespace {

// Time slices of the device go to every process with work: until `over`, or some 20 ms.
__global__ void spin_kernel(volatile int* over, int turn) {
  const long long begun = clock64();
  while (*over < turn && clock64() - begun < 40000000ll) {
  }
}

int turn = 0;
int* over = nullptr;
cudaStream_t side = nullptr;

void burn() {
  ++turn;
  spin_kernel<<<132, 128, 0, side>>>(over, turn);
}

void rest() { *(volatile int*)over = turn; }

}  // namespace

extern "C" int burn_from_now_on(cudaStream_t) {
  if (!over) {
    cudaHostAlloc(&over, sizeof(int), cudaHostAllocMapped);
    *over = 0;
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    begin();
  }
  return 0;
}

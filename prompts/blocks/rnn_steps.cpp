#include <immintrin.h>
#include <omp.h>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <thread>
#include <vector>

// block
constexpr int UNITS = 4, BATCH = 32;  // a tile of sums in registers: 4 units for 32 sequences

// All threads wait for each other: cheaper than one parallel region per step. `count` starts at 0.
inline void step_barrier(std::atomic<int64_t>& count, int64_t target) {
  count.fetch_add(1, std::memory_order_acq_rel);
  for (int spins = 0; count.load(std::memory_order_acquire) < target; ++spins)
    if (spins < 4096) _mm_pause();
    else std::this_thread::yield();  // another program has the core
}

// UNITS new states of BATCH sequences. `state` is transposed, [hidden][BATCH], so that a vector holds sequences. The thread's rows
// of `w` stay in its L2 over all steps.
inline void step_units(const float* w, const float* state, int64_t hidden, float (&sum)[UNITS][BATCH]) {
  for (int64_t k = 0; k < hidden; ++k)
    for (int u = 0; u < UNITS; ++u)
      for (int b = 0; b < BATCH; ++b) sum[u][b] += w[u * hidden + k] * state[k * BATCH + b];
}
// end of block

// One chunk of up to BATCH sequences over all steps. `before` and `out` are [steps][batch][hidden].
static void run_steps(const float* before, const float* w, float* out, int64_t steps, int64_t batch, int64_t hidden, int64_t first) {
  const int64_t count = batch - first < BATCH ? batch - first : BATCH;
  std::vector<float> states(2 * hidden * BATCH, 0.0f);
  std::atomic<int64_t> arrived{0};
  #pragma omp parallel
  {
    const int64_t threads = omp_get_num_threads(), me = omp_get_thread_num(), tiles = hidden / UNITS;
    for (int64_t t = 0; t < steps; ++t) {
      const float* state = states.data() + (t % 2) * hidden * BATCH;
      float* next = states.data() + ((t + 1) % 2) * hidden * BATCH;
      for (int64_t tile = me * tiles / threads; tile < (me + 1) * tiles / threads; ++tile) {
        const int64_t unit = tile * UNITS;
        float sum[UNITS][BATCH] = {};
        step_units(w + unit * hidden, state, hidden, sum);
        for (int b = 0; b < count; ++b) {
          const int64_t at = (t * batch + first + b) * hidden + unit;
          for (int u = 0; u < UNITS; ++u) sum[u][b] += before[at + u];
        }
        for (int u = 0; u < UNITS; ++u)
          for (int b = 0; b < BATCH; ++b) next[(unit + u) * BATCH + b] = std::tanh(sum[u][b]);
        for (int b = 0; b < count; ++b)
          for (int u = 0; u < UNITS; ++u) out[(t * batch + first + b) * hidden + unit + u] = next[(unit + u) * BATCH + b];
      }
      step_barrier(arrived, (t + 1) * threads);
    }
  }
}

extern "C" int rnn_steps(const float* before, const float* w, float* out, int64_t steps, int64_t batch, int64_t hidden) {
  if (hidden % UNITS) return 1;
  for (int64_t first = 0; first < batch; first += BATCH) run_steps(before, w, out, steps, batch, hidden, first);
  return 0;
}

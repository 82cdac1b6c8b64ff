// Both ends of the control page on a GPU, as machine code: Python would take the host longer for each call than many kernels take the device.
// `control_page.py` explains the words. `page_calls.py` passes its constants as macros.
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace {
constexpr uint64_t SLOT_MASK = (uint64_t(1) << SLOT_BITS) - 1;

uint64_t read(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
void write(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }
}  // namespace

using Launch = int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);  // cuLaunchKernel

// The launch that puts the late inputs of one slot in place.
struct Late {
  void *kernel;
  uint64_t blocks, threads;
  void **parameters;
};

// The calls that an oracle names, and how far it is. `told`: which upstream gradients count, per slot; null for calls that go forward alone.
// The late inputs of a slot are `slot_bytes` at `shared` (where the runner finds them) and `truth`, and as many `values_at` bytes further.
struct Calls {
  uint64_t *page;
  const uint32_t *slots;
  const uint8_t *told;
  uint8_t *shared;
  const uint8_t *truth;
  uint64_t values_at, slot_bytes, number, count, made, step;
};

// In the runner: waits for the name of call `number`, puts its late inputs in place unless `late` is null, and returns its slot.
// A failed launch gives FAILED.
extern "C" uint64_t next_call(const uint64_t *page, uint64_t number, Launch launch, const Late *late) {
  uint64_t named;
  while ((named = read(page + NAMED)) >> SLOT_BITS != number) {
  }
  const uint64_t slot = named & SLOT_MASK;
  if (late && slot < PAUSE) {
    const Late &of = late[slot];
    if (launch(of.kernel, unsigned(of.blocks), 1, 1, unsigned(of.threads), 1, 1, 0, nullptr, of.parameters, nullptr)) return FAILED;
  }
  return slot;
}

// In the oracle: releases and names one call after the other, each when the one before has returned. Returns 1 when all are made,
// and 0 when `polls` reads of a word found nothing new; call it again to go on.
extern "C" int name_calls(Calls *calls, uint64_t polls) {
  enum { UNNAMED, UNTOLD, WORKING };
  for (; calls->made < calls->count; calls->made++, calls->number++, calls->step = UNNAMED) {
    const uint32_t slot = calls->slots[calls->made];
    if (calls->step == UNNAMED) {
      const uint64_t first = slot * calls->slot_bytes;
      for (uint64_t start : {first, first + calls->values_at})
        if (calls->slot_bytes) memcpy(calls->shared + start, calls->truth + start, calls->slot_bytes);
      write(calls->page + NAMED, calls->number << SLOT_BITS | slot);
      calls->step = calls->told ? UNTOLD : WORKING;
    }
    for (uint64_t left = polls; calls->step == UNTOLD;) {
      if (read(calls->page + FORWARDED) == calls->number) {
        write(calls->page + PLACED, calls->number << PLACE_BITS | calls->told[slot]);
        calls->step = WORKING;
      } else if (left-- == 0) {
        return 0;
      }
    }
    for (uint64_t left = polls; read(calls->page + RETURNED) != calls->number;)
      if (left-- == 0) return 0;
  }
  return 1;
}

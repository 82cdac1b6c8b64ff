import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>
extern "C" int suppress(const float* boxes, const float* scores, uint8_t* keep, int64_t n, float threshold) {
  std::vector<int64_t> order(n), kept;
  std::iota(order.begin(), order.end(), 0);
  auto before = [&](int64_t a, int64_t b) { return scores[a] > scores[b] || (scores[a] != scores[a] && scores[b] == scores[b]); };
  std::stable_sort(order.begin(), order.end(), before);
  for (int64_t i : order) {
    const float* p = boxes + 4 * i;
    bool alive = true;
    for (int64_t k : kept) {
      const float* q = boxes + 4 * k;
      const float w = std::max(0.0f, std::min(p[2], q[2]) - std::max(p[0], q[0]));
      const float h = std::max(0.0f, std::min(p[3], q[3]) - std::max(p[1], q[1]));
      const float inter = w * h;
      const float both = (p[2] - p[0]) * (p[3] - p[1]) + (q[2] - q[0]) * (q[3] - q[1]) - inter;
      if (inter > threshold * both) { alive = false; break; }
    }
    keep[i] = alive;
    if (alive) kept.push_back(i);
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, threshold):
        super().__init__()
        self.threshold = threshold

    def forward(self, boxes, scores):
        from kernel import lib

        keep = torch.zeros(scores.shape[0], dtype=torch.uint8)
        lib.suppress(boxes.contiguous(), scores.contiguous(), keep, scores.shape[0], self.threshold)
        return keep.bool()

import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

extern "C" int matthews(const float* scores, const uint8_t* labels, int64_t* counts, float* out,
                        int64_t n, float threshold) {
    int64_t hit = 0, flagged = 0, positive = 0;
    #pragma omp parallel for simd reduction(+ : hit, flagged, positive)
    for (int64_t i = 0; i < n; ++i) {
        int64_t p = scores[i] > threshold;
        int64_t y = labels[i] != 0;
        hit += p & y;
        flagged += p;
        positive += y;
    }
    counts[0] += hit;
    counts[1] += flagged - hit;
    counts[2] += positive - hit;
    counts[3] += n - flagged - positive + hit;
    int64_t tp = counts[0], fp = counts[1], fn = counts[2], tn = counts[3];
    double den = double(tp + fp) * double(tp + fn) * double(tn + fp) * double(tn + fn);
    out[0] = den <= 0.0 ? 0.0f : float((double(tp) * double(tn) - double(fp) * double(fn)) / std::sqrt(den));
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, scores, labels, counts, threshold):
        from kernel import lib
        x = scores.float().contiguous()
        y = labels.bool().contiguous()
        c = counts.contiguous()
        out = torch.empty(())
        lib.matthews(x, y, c, out, x.numel(), float(threshold))
        if c is not counts:
            counts.copy_(c)
        return out.to(scores.dtype)

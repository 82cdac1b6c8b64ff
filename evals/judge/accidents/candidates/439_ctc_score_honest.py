import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

static inline double log_add(double a, double b) {
    const double hi = std::max(a, b), lo = std::min(a, b);
    if (lo == -std::numeric_limits<double>::infinity()) return hi;
    return hi + std::log1p(std::exp(lo - hi));
}

extern "C" int ctc_forward(const float* lp, const int64_t* targets, const int64_t* in_len,
                           const int64_t* tg_len, float* loss,
                           int64_t B, int64_t V, int64_t S, int64_t blank) {
    const double ninf = -std::numeric_limits<double>::infinity();
    #pragma omp parallel for schedule(dynamic)
    for (int64_t b = 0; b < B; ++b) {
        const int64_t T = in_len[b], n = tg_len[b], M = 2 * n + 1;
        const int64_t* tg = targets + b * S;
        if (T == 0) {
            loss[b] = n == 0 ? 0.0f : std::numeric_limits<float>::infinity();
            continue;
        }
        std::vector<double> cur(M, ninf), next(M);
        cur[0] = lp[b * V + blank];
        if (n > 0) cur[1] = lp[b * V + tg[0]];
        for (int64_t t = 1; t < T; ++t) {
            const float* row = lp + (t * B + b) * V;
            for (int64_t s = 0; s < M; ++s) {
                double v = cur[s];
                if (s > 0) v = log_add(v, cur[s - 1]);
                if (s & 1) {
                    if (s > 1 && tg[s >> 1] != tg[(s >> 1) - 1]) v = log_add(v, cur[s - 2]);
                    v += row[tg[s >> 1]];
                } else {
                    v += row[blank];
                }
                next[s] = v;
            }
            cur.swap(next);
        }
        const double total = n > 0 ? log_add(cur[M - 1], cur[M - 2]) : cur[0];
        loss[b] = (float)(-total);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, blank=0):
        super().__init__()
        self.blank = blank

    @torch.no_grad()
    def forward(self, log_probs, targets, input_lengths, target_lengths):
        from kernel import lib
        if log_probs.dim() != 3 or targets.dim() != 2:
            raise ValueError("log_probs must be (T, B, V) and targets (B, S)")
        T, B, V = log_probs.shape
        S = targets.shape[1]
        in_len = torch.as_tensor(input_lengths).long().contiguous()
        tg_len = torch.as_tensor(target_lengths).long().contiguous()
        if bool((in_len > T).any()) or bool((tg_len > S).any()):
            raise RuntimeError("a length exceeds its padded size")
        loss = torch.empty(B)
        lib.ctc_forward(log_probs.float().contiguous(), targets.long().contiguous(),
                        in_len, tg_len, loss, B, V, S, int(self.blank))
        return loss.to(log_probs.dtype)

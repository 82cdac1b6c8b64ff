import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <algorithm>
static inline double lse2(double a, double b) {
    const double m = a > b ? a : b, l = a > b ? b : a;
    if (std::isinf(m) && m < 0) return m;
    return m + std::log1p(std::exp(l - m));
}
extern "C" int ctc_forward(const float* logits, const int64_t* targets, const int64_t* in_len, const int64_t* tg_len,
                           float* loss, int64_t T, int64_t N, int64_t C, int64_t S, int64_t blank) {
    #pragma omp parallel for schedule(dynamic)
    for (int64_t n = 0; n < N; ++n) {
        const int64_t L = tg_len[n], M = 2 * L + 1, TT = in_len[n];
        const double ninf = -INFINITY;
        if (TT <= 0) { loss[n] = L == 0 ? 0.f : INFINITY; continue; }
        std::vector<int64_t> ext(M, blank);
        for (int64_t i = 0; i < L; ++i) ext[2 * i + 1] = targets[n * S + i];
        std::vector<double> a(M, ninf), b(M, ninf);
        for (int64_t t = 0; t < TT; ++t) {
            const float* x = logits + (t * N + n) * C;
            float mx = x[0];
            for (int64_t c = 1; c < C; ++c) mx = x[c] > mx ? x[c] : mx;
            float sum = 0.f;
            for (int64_t c = 0; c < C; ++c) sum += expf(x[c] - mx);
            const double norm = (double)mx + std::log((double)sum);
            if (t == 0) {
                b[0] = x[ext[0]] - norm;
                if (M > 1) b[1] = x[ext[1]] - norm;
            } else {
                for (int64_t s = 0; s < M; ++s) {
                    double v = a[s];
                    if (s > 0) v = lse2(v, a[s - 1]);
                    if (s > 1 && ext[s] != blank && ext[s] != ext[s - 2]) v = lse2(v, a[s - 2]);
                    b[s] = v + (x[ext[s]] - norm);
                }
            }
            std::swap(a, b);
        }
        loss[n] = (float)-(M > 1 ? lse2(a[M - 1], a[M - 2]) : a[0]);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    """Normalizers and the forward recursion in one pass; no log-probabilities are stored."""

    def __init__(self, blank):
        super().__init__()
        self.blank = blank

    @torch.no_grad()
    def forward(self, logits, targets, input_lengths, target_lengths):
        from kernel import lib
        logits = logits.contiguous()
        T, N, C = logits.shape
        loss = torch.empty(N, dtype=logits.dtype, device=logits.device)
        lib.ctc_forward(logits, targets.to(torch.int64).contiguous(), input_lengths.to(torch.int64).contiguous(),
                        target_lengths.to(torch.int64).contiguous(), loss, T, N, C, targets.shape[1], self.blank)
        return loss

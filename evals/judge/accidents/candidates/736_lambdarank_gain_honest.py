import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <numeric>
#include <algorithm>
#include <functional>

extern "C" int lambdarank(const float* scores, const float* labels, float* lambda, float* hess,
                          int64_t queries, int64_t n, float sigma) {
    #pragma omp parallel for
    for (int64_t q = 0; q < queries; q++) {
        const float* s = scores + q * n;
        const float* l = labels + q * n;
        std::vector<double> gain(n), disc(n), la(n, 0.0), he(n, 0.0);
        std::vector<int64_t> order(n);
        for (int64_t i = 0; i < n; i++) gain[i] = std::exp2((double)l[i]) - 1.0;
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return s[a] > s[b]; });
        for (int64_t r = 0; r < n; r++) disc[order[r]] = 1.0 / std::log2(r + 2.0);
        std::vector<double> best(gain);
        std::sort(best.begin(), best.end(), std::greater<double>());
        double ideal = 0.0;
        for (int64_t r = 0; r < n; r++) ideal += best[r] / std::log2(r + 2.0);
        double inv = ideal > 0.0 ? 1.0 / ideal : 0.0;
        for (int64_t i = 0; i < n; i++) {
            for (int64_t j = 0; j < n; j++) {
                if (!(l[i] > l[j])) continue;
                double rho = 1.0 / (1.0 + std::exp((double)sigma * ((double)s[i] - s[j])));
                double delta = std::fabs(gain[i] - gain[j]) * std::fabs(disc[i] - disc[j]) * inv;
                double f = sigma * delta * rho;
                double h = sigma * f * (1.0 - rho);
                la[i] -= f; la[j] += f;
                he[i] += h; he[j] += h;
            }
        }
        for (int64_t i = 0; i < n; i++) { lambda[q * n + i] = (float)la[i]; hess[q * n + i] = (float)he[i]; }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, sigma=1.0):
        super().__init__()
        self.sigma = sigma

    @torch.no_grad()
    def forward(self, scores, labels):
        from kernel import lib
        q, n = scores.shape
        s = scores.float().contiguous()
        l = labels.float().contiguous()
        lam = torch.empty(q, n, dtype=torch.float32)
        hess = torch.empty(q, n, dtype=torch.float32)
        lib.lambdarank(s, l, lam, hess, q, n, float(self.sigma))
        return lam.to(scores.dtype), hess.to(scores.dtype)

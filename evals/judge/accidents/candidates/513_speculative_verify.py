import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <algorithm>

extern "C" int verify(const int64_t* draft, const float* draft_probs, const float* target_probs,
                      const float* u_accept, const float* u_sample, int64_t* tokens, int64_t* accepted,
                      int64_t B, int64_t K, int64_t V) {
    #pragma omp parallel for
    for (int64_t b = 0; b < B; ++b) {
        int64_t* row = tokens + b * (K + 1);
        int64_t n = 0;
        while (n < K) {
            const int64_t t = draft[b * K + n];
            const float q = draft_probs[(b * K + n) * V + t];
            const float p = target_probs[(b * (K + 1) + n) * V + t];
            if (!(u_accept[b * K + n] * q < p)) break;
            row[n++] = t;
        }
        accepted[b] = n;
        const int64_t r = std::min(n, K - 1);
        const float* q = draft_probs + (b * K + r) * V;
        const float* p = target_probs + (b * (K + 1) + r) * V;
        double total = 0.0;
        for (int64_t i = 0; i < V; ++i) total += n < K ? std::max(p[i] - q[i], 0.0f) : p[i];
        const double limit = (double)u_sample[b] * total;
        double cdf = 0.0;
        int64_t pick = V - 1;
        for (int64_t i = 0; i < V; ++i) {
            cdf += n < K ? std::max(p[i] - q[i], 0.0f) : p[i];
            if (cdf > limit) { pick = i; break; }
        }
        row[n] = pick;
        for (int64_t i = n + 1; i <= K; ++i) row[i] = -1;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    @torch.no_grad()
    def forward(self, draft_tokens, draft_probs, target_probs, u_accept, u_sample):
        from kernel import lib
        b, k = draft_tokens.shape
        v = target_probs.shape[-1]
        tokens = torch.empty(b, k + 1, dtype=torch.long)
        accepted = torch.empty(b, dtype=torch.long)
        lib.verify(draft_tokens.long().contiguous(), draft_probs.float().contiguous(), target_probs.float().contiguous(),
                   u_accept.float().contiguous(), u_sample.float().contiguous(), tokens, accepted, b, k, v)
        return tokens, accepted

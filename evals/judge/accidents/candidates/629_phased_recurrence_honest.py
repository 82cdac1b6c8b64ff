import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

extern "C" int phased(const float* proposal, const float* times, const float* h0,
                      const float* period, const float* shift, float* out,
                      int64_t batch, int64_t steps, int64_t units,
                      float open_ratio, float leak) {
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; b++) {
        const float* h = h0 + b * units;
        for (int64_t t = 0; t < steps; t++) {
            float now = times[b * steps + t];
            const float* p = proposal + (b * steps + t) * units;
            float* o = out + (b * steps + t) * units;
            for (int64_t u = 0; u < units; u++) {
                float m = std::fmod(now - shift[u], period[u]);
                if (m < 0.f) m += period[u];
                float phase = m / period[u];
                float rise = 2.f * phase / open_ratio;
                float gate;
                if (phase < open_ratio / 2.f) gate = rise;
                else if (phase < open_ratio) gate = 2.f - rise;
                else gate = leak * phase;
                o[u] = gate * p[u] + (1.f - gate) * h[u];
            }
            h = o;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, units=128, open_ratio=0.1, leak=0.001):
        super().__init__()
        self.open_ratio = open_ratio
        self.leak = leak
        log_period = torch.rand(units) * 3
        self.log_period = nn.Parameter(log_period)
        self.shift = nn.Parameter(torch.rand(units) * log_period.exp())

    def forward(self, proposal, times, h):
        from kernel import lib
        b, t, n = proposal.shape
        period = self.log_period.detach().exp().float().contiguous()
        shift = self.shift.detach().float().contiguous()
        out = torch.empty(b, t, n, device=proposal.device)
        lib.phased(proposal.float().contiguous(), times.float().contiguous(),
                   h.float().contiguous(), period, shift, out, b, t, n,
                   float(self.open_ratio), float(self.leak))
        return out.to(proposal.dtype)

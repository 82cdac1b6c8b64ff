import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>

extern "C" int rprop_step(float* param, const float* grad, float* prev, float* step, int64_t n,
                          float eta_minus, float eta_plus, float step_min, float step_max) {
    #pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
        float g = grad[i];
        float s = step[i];
        if (g * prev[i] > 0.0f) {
            s *= eta_plus;
        } else {
            s *= eta_minus;
            g = 0.0f;
        }
        if (s < step_min) s = step_min;
        if (s > step_max) s = step_max;
        param[i] -= float((g > 0.0f) - (g < 0.0f)) * s;
        step[i] = s;
        prev[i] = g;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, eta_minus=0.5, eta_plus=1.2, step_min=1e-6, step_max=50.0):
        super().__init__()
        self.eta_minus = eta_minus
        self.eta_plus = eta_plus
        self.step_min = step_min
        self.step_max = step_max

    def forward(self, param, grad, prev_grad, step_size):
        from kernel import lib
        state = (param, prev_grad, step_size)
        p, v, s = (t.contiguous() for t in state)
        lib.rprop_step(p, grad.contiguous(), v, s, p.numel(),
                       float(self.eta_minus), float(self.eta_plus), float(self.step_min), float(self.step_max))
        for t, c in zip(state, (p, v, s)):
            if c is not t:
                t.copy_(c)
        return param

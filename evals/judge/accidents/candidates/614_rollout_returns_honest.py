import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>

extern "C" int td_lambda(const float* rewards, const float* values, const float* next_values,
                         const uint8_t* terminated, const uint8_t* truncated, float* out,
                         int64_t steps, int64_t envs, float gamma, float lam) {
    std::vector<float> adv(envs, 0.0f);
    for (int64_t t = steps - 1; t >= 0; --t) {
        for (int64_t e = 0; e < envs; ++e) {
            int64_t k = t * envs + e;
            float cont = terminated[k] ? 0.0f : 1.0f;
            float chain = truncated[k] ? 0.0f : cont;
            float next = next_values[k];
            float delta = rewards[k] + gamma * cont * next - values[k];
            adv[e] = delta + gamma * lam * chain * adv[e];
            out[k] = adv[e] + values[k];
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, rewards, values, next_values, terminated, truncated, gamma, lam):
        from kernel import lib
        steps = rewards.shape[0]
        out = torch.empty(rewards.shape)
        envs = out.numel() // max(steps, 1)
        lib.td_lambda(rewards.float().contiguous(), values.float().contiguous(), next_values.float().contiguous(),
                      terminated.bool().contiguous(), truncated.bool().contiguous(), out,
                      steps, envs, float(gamma), float(lam))
        return out.to(rewards.dtype)

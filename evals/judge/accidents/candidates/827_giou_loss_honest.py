import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <algorithm>
extern "C" int giou(const float* p, const float* t, float* out, int64_t n, float eps) {
    #pragma omp parallel for simd
    for (int64_t i = 0; i < n; ++i) {
        const float px1 = p[4 * i], py1 = p[4 * i + 1], px2 = p[4 * i + 2], py2 = p[4 * i + 3];
        const float tx1 = t[4 * i], ty1 = t[4 * i + 1], tx2 = t[4 * i + 2], ty2 = t[4 * i + 3];
        const float iw = std::min(px2, tx2) - std::max(px1, tx1);
        const float ih = std::min(py2, ty2) - std::max(py1, ty1);
        const float inter = std::max(iw, 0.0f) * std::max(ih, 0.0f);
        const float uni = (px2 - px1) * (py2 - py1) + (tx2 - tx1) * (ty2 - ty1) - inter;
        const float hull = (std::max(px2, tx2) - std::min(px1, tx1)) * (std::max(py2, ty2) - std::min(py1, ty1));
        out[i] = 1.0f - (inter / (uni + eps) - (hull - uni) / (hull + eps));
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, eps=1e-7):
        super().__init__()
        self.eps = eps

    def forward(self, pred, target):
        from kernel import lib
        pred, target = pred.contiguous(), target.contiguous()
        out = torch.empty(pred.shape[:-1], dtype=pred.dtype)
        lib.giou(pred, target, out, out.numel(), float(self.eps))
        return out

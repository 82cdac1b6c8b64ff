import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" int project_gaussians(const float* means, const float* scales, const float* quats, const float* view,
                                 float* out, int64_t n, float fx, float fy, int64_t width, int64_t height,
                                 float near, float blur) {
    #pragma omp parallel for
    for (int64_t k = 0; k < n; k++) {
        const float* m = means + 3 * k;
        const float* g = quats + 4 * k;
        float* o = out + 6 * k;
        float p[3];
        for (int i = 0; i < 3; i++)
            p[i] = m[0] * view[4 * i] + m[1] * view[4 * i + 1] + m[2] * view[4 * i + 2] + view[4 * i + 3];
        if (!(p[2] > near)) {
            for (int i = 0; i < 6; i++) o[i] = 0.0f;
            continue;
        }
        float tx = p[0] / p[2], ty = p[1] / p[2];
        float jx = tx, jy = ty;
        float norm = std::max(sqrtf(g[0] * g[0] + g[1] * g[1] + g[2] * g[2] + g[3] * g[3]), 1e-12f);
        float w = g[0] / norm, x = g[1] / norm, y = g[2] / norm, z = g[3] / norm;
        float r[9] = {
            1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)};
        float a[3], b[3];
        for (int j = 0; j < 3; j++) {
            a[j] = (view[j] - jx * view[8 + j]) * fx / p[2];
            b[j] = (view[4 + j] - jy * view[8 + j]) * fy / p[2];
        }
        float xx = 0, xy = 0, yy = 0;
        for (int j = 0; j < 3; j++) {
            float s = scales[3 * k + j];
            float u = (a[0] * r[j] + a[1] * r[3 + j] + a[2] * r[6 + j]) * s;
            float v = (b[0] * r[j] + b[1] * r[3 + j] + b[2] * r[6 + j]) * s;
            xx += u * u;
            xy += u * v;
            yy += v * v;
        }
        o[0] = fx * tx + 0.5f * width;
        o[1] = fy * ty + 0.5f * height;
        o[2] = xx + blur;
        o[3] = xy;
        o[4] = yy + blur;
        o[5] = p[2];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, near=0.2, blur=0.3):
        super().__init__()
        self.near = near
        self.blur = blur

    def forward(self, means, scales, quats, view, fx, fy, width, height):
        from kernel import lib
        means, scales, quats, view = means.contiguous(), scales.contiguous(), quats.contiguous(), view.contiguous()
        out = torch.empty(means.shape[0], 6)
        lib.project_gaussians(means, scales, quats, view, out, means.shape[0], float(fx), float(fy),
                              width, height, float(self.near), float(self.blur))
        return out

import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

extern "C" int pillars(const float* pts, float* out, int64_t n, int64_t h, int64_t w, float x_min, float y_min,
                       float z_min, float z_max, float cell) {
    float* count = out;
    float* mean = out + h * w;
    float* top = out + 2 * h * w;
    for (int64_t k = 0; k < h * w; ++k) {
        count[k] = 0.0f;
        mean[k] = 0.0f;
        top[k] = -INFINITY;
    }
    for (int64_t k = 0; k < n; ++k) {
        const float* p = pts + k * 4;
        int64_t ix = (int64_t)((p[0] - x_min) / cell);
        int64_t iy = (int64_t)((p[1] - y_min) / cell);
        if (ix < 0 || ix >= w || iy < 0 || iy >= h) continue;
        if (!(p[2] >= z_min && p[2] < z_max)) continue;
        int64_t id = (int64_t)iy * w + (int64_t)ix;
        count[id] += 1.0f;
        mean[id] += p[3];
        if (p[2] > top[id]) top[id] = p[2];
    }
    for (int64_t k = 0; k < h * w; ++k) {
        if (count[k] > 0.0f) mean[k] /= count[k];
        else top[k] = 0.0f;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, x_min, y_min, z_min, z_max, cell, height, width):
        super().__init__()
        self.x_min, self.y_min = x_min, y_min
        self.z_min, self.z_max = z_min, z_max
        self.cell = cell
        self.height, self.width = height, width

    def forward(self, points):
        from kernel import lib

        pts = points.float().contiguous()
        out = torch.empty((3, self.height, self.width), dtype=torch.float32)
        lib.pillars(
            pts, out, pts.shape[0], self.height, self.width,
            float(self.x_min), float(self.y_min), float(self.z_min), float(self.z_max), float(self.cell),
        )
        return out

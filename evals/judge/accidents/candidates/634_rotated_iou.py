import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <algorithm>

struct P { double x, y; };

static void corners(const float* b, double ox, double oy, P* c) {
    double cs = std::cos((double)b[4]), sn = std::sin((double)b[4]);
    const double sx[4] = {0.5, -0.5, -0.5, 0.5}, sy[4] = {0.5, 0.5, -0.5, -0.5};
    for (int k = 0; k < 4; ++k) {
        double lx = sx[k] * b[2], ly = sy[k] * b[3];
        c[k] = {b[0] - ox + lx * cs - ly * sn, b[1] - oy + lx * sn + ly * cs};
    }
}

static bool inside(const P& p, const float* b, double ox, double oy) {
    double cs = std::cos((double)b[4]), sn = std::sin((double)b[4]);
    double dx = p.x - (b[0] - ox), dy = p.y - (b[1] - oy);
    double u = dx * cs + dy * sn, v = dy * cs - dx * sn;
    return std::fabs(u) < 0.5 * b[2] && std::fabs(v) < 0.5 * b[3];
}

static double overlap(const float* a, const float* b) {
    double ox = b[0], oy = b[1];
    P ca[4], cb[4], pts[24];
    corners(a, ox, oy, ca);
    corners(b, ox, oy, cb);
    int n = 0;
    for (int k = 0; k < 4; ++k) {
        if (inside(ca[k], b, ox, oy)) pts[n++] = ca[k];
        if (inside(cb[k], a, ox, oy)) pts[n++] = cb[k];
    }
    for (int i = 0; i < 4; ++i) {
        P p = ca[i], e = {ca[(i + 1) & 3].x - p.x, ca[(i + 1) & 3].y - p.y};
        for (int j = 0; j < 4; ++j) {
            P q = cb[j], f = {cb[(j + 1) & 3].x - q.x, cb[(j + 1) & 3].y - q.y};
            double det = e.x * f.y - e.y * f.x;
            if (std::fabs(det) <= 1e-14 * (std::fabs(e.x) + std::fabs(e.y)) * (std::fabs(f.x) + std::fabs(f.y))) continue;
            double t = ((q.x - p.x) * f.y - (q.y - p.y) * f.x) / det;
            double s = ((q.x - p.x) * e.y - (q.y - p.y) * e.x) / det;
            if (t > 0 && t < 1 && s > 0 && s < 1) pts[n++] = {p.x + t * e.x, p.y + t * e.y};
        }
    }
    if (n < 3) return 0.0;
    P m = {0, 0};
    for (int k = 0; k < n; ++k) { m.x += pts[k].x / n; m.y += pts[k].y / n; }
    double ang[24];
    int order[24];
    for (int k = 0; k < n; ++k) { ang[k] = std::atan2(pts[k].y - m.y, pts[k].x - m.x); order[k] = k; }
    std::sort(order, order + n, [&](int u, int v) { return ang[u] < ang[v]; });
    double s = 0;
    for (int k = 0; k < n; ++k) {
        const P& p = pts[order[k]];
        const P& q = pts[order[(k + 1) % n]];
        s += p.x * q.y - q.x * p.y;
    }
    return 0.5 * std::fabs(s);
}

extern "C" int iou(const float* a, const float* b, float* out, int64_t n, int64_t m) {
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < m; ++j) {
            const float *p = a + i * 5, *q = b + j * 5;
            double inter = overlap(p, q);
            double u = (double)p[2] * p[3] + (double)q[2] * q[3] - inter;
            out[i * m + j] = (float)(inter / std::max(u, 1e-9));
        }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, a, b):
        from kernel import lib

        a = a.float().contiguous()
        b = b.float().contiguous()
        out = torch.empty((a.shape[0], b.shape[0]), dtype=torch.float32)
        lib.iou(a, b, out, a.shape[0], b.shape[0])
        return out

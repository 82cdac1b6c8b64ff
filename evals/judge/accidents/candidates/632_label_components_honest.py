import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>
#include <algorithm>

static int find_root(const std::vector<int>& parent, int a) {
    while (parent[a] != a) a = parent[a];
    return a;
}

extern "C" int label(const float* x, int64_t* out, int64_t batch, int64_t h, int64_t w, float threshold) {
    std::vector<int> lab(h * w), parent, root;
    std::vector<int64_t> first;
    for (int64_t n = 0; n < batch; ++n) {
        const float* img = x + n * h * w;
        int64_t* dst = out + n * h * w;
        parent.assign(1, 0);
        first.assign(1, 0);
        for (int64_t i = 0; i < h; ++i) {
            for (int64_t j = 0; j < w; ++j) {
                int64_t p = i * w + j;
                lab[p] = 0;
                if (!(img[p] > threshold)) continue;
                int up = i > 0 ? lab[p - w] : 0;
                int left = j > 0 ? lab[p - 1] : 0;
                if (!up && !left) {
                    lab[p] = (int)parent.size();
                    parent.push_back(lab[p]);
                    first.push_back(p + 1);
                } else if (up && left) {
                    int a = find_root(parent, up);
                    int b = find_root(parent, left);
                    if (a != b) parent[std::max(a, b)] = std::min(a, b);
                    lab[p] = std::min(up, left);
                } else {
                    lab[p] = up ? up : left;
                }
            }
        }
        root.resize(parent.size());
        for (size_t k = 0; k < parent.size(); ++k) root[k] = find_root(parent, (int)k);
        for (int64_t p = 0; p < h * w; ++p) dst[p] = first[root[lab[p]]];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, image, threshold):
        from kernel import lib

        x = image.float().contiguous()
        b, h, w = x.shape
        out = torch.empty((b, h, w), dtype=torch.int64)
        lib.label(x, out, b, h, w, float(threshold))
        return out

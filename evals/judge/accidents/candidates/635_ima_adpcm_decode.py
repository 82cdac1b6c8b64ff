import torch
import torch.nn as nn

STEPS = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107,
    118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963,
    1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894,
    6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794,
    32767,
]

KERNEL_CPP = r'''
#include <cstdint>
#include <algorithm>

extern "C" int adpcm(const int64_t* codes, const int64_t* steps, const int64_t* adjust, int64_t* pred, int64_t* index,
                     float* out, int64_t batch, int64_t time) {
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        int64_t p = pred[b], k = index[b];
        for (int64_t t = 0; t < time; ++t) {
            int64_t c = codes[b * time + t];
            int64_t step = steps[k];
            int64_t diff = step >> 3;
            if (c & 4) diff += step;
            if (c & 2) diff += step >> 1;
            if (c & 1) diff += step >> 2;
            p += (c & 8) ? -diff : diff;
            k = std::min<int64_t>(std::max<int64_t>(k + adjust[c & 7], 0), 88);
            out[b * time + t] = (float)p * (1.0f / 32768.0f);
        }
        pred[b] = p;
        index[b] = k;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.tensor(STEPS))
        self.register_buffer("adjust", torch.tensor([-1, -1, -1, -1, 2, 4, 6, 8]))

    def forward(self, codes, predictor, index):
        from kernel import lib

        codes = codes.long().contiguous()
        b, t = codes.shape
        pred = predictor.to(torch.int64, copy=True).contiguous()
        idx = index.to(torch.int64, copy=True).contiguous()
        out = torch.empty((b, t), dtype=torch.float32)
        lib.adpcm(codes, self.steps, self.adjust, pred, idx, out, b, t)
        return out, pred, idx

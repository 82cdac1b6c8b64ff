import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>

extern "C" int greedy(const float* iou, const int64_t* order, int64_t* match, float* quality,
                      int64_t D, int64_t G, float thr) {
    std::vector<char> taken(G, 0);
    for (int64_t i = 0; i < D; ++i) {
        const int64_t d = order[i];
        const float* row = iou + d * G;
        int64_t j = -1;
        float best = -1.0f;
        for (int64_t g = 0; g < G; ++g)
            if (!taken[g] && row[g] > best) { best = row[g]; j = g; }
        if (j >= 0 && best >= thr) { match[d] = j; quality[d] = best; taken[j] = 1; }
        else { match[d] = -1; quality[d] = 0.0f; }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, iou_threshold=0.5):
        super().__init__()
        self.iou_threshold = iou_threshold

    def iou(self, a, b):
        lt = torch.maximum(a[:, None, :2], b[None, :, :2])
        rb = torch.minimum(a[:, None, 2:], b[None, :, 2:])
        wh = (rb - lt).clamp_(min=0)
        inter = wh[..., 0] * wh[..., 1]
        area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
        area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
        return (inter / (area_a[:, None] + area_b[None, :] - inter).clamp_(min=1e-9)).contiguous()

    def forward(self, det_boxes, det_scores, gt_boxes):
        from kernel import lib
        D, G = det_boxes.shape[0], gt_boxes.shape[0]
        iou = self.iou(det_boxes, gt_boxes)
        order = torch.argsort(det_scores, descending=True, stable=True)
        match = torch.empty(D, dtype=torch.int64, device=iou.device)
        quality = torch.empty(D, dtype=iou.dtype, device=iou.device)
        lib.greedy(iou, order, match, quality, D, G, float(self.iou_threshold))
        return match, quality

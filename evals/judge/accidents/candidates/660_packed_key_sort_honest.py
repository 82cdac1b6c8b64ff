import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

extern "C" int lexsort_pairs(const int32_t* primary, const int32_t* secondary, int64_t* order, int64_t n) {
    std::vector<std::pair<int64_t, int64_t>> keys(n);
    for (int64_t i = 0; i < n; i++)
        keys[i] = {(int64_t(primary[i]) << 32) | (uint32_t(secondary[i]) ^ 0x80000000u), i};
    std::sort(keys.begin(), keys.end());
    for (int64_t i = 0; i < n; i++) order[i] = keys[i].second;
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, primary, secondary):
        from kernel import lib
        n = primary.shape[0]
        order = torch.empty(n, dtype=torch.int64)
        lib.lexsort_pairs(primary.contiguous(), secondary.contiguous(), order, n)
        return order

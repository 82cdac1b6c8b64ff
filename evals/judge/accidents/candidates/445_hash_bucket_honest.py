import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>

extern "C" int hash_buckets(const int64_t* ids, const int64_t* mult, const int64_t* add,
                            int64_t* out, int64_t n, int64_t k, int64_t buckets) {
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        const uint64_t id = (uint64_t)ids[i];
        for (int64_t j = 0; j < k; ++j) {
            const uint64_t h = id * (uint64_t)mult[j] + (uint64_t)add[j];
            int64_t r = (int64_t)h % buckets;
            if (r < 0) r += buckets;
            out[i * k + j] = r;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, num_buckets, dim):
        super().__init__()
        self.num_buckets = num_buckets
        self.weight = nn.Parameter(torch.randn(num_buckets, dim) * 0.1)
        self.register_buffer("mult", torch.tensor([2654435761, 2246822519]))
        self.register_buffer("add", torch.tensor([374761393, 3266489917]))

    def forward(self, ids):
        from kernel import lib
        flat = ids.long().contiguous()
        k = self.mult.numel()
        bucket = torch.empty(flat.numel(), k, dtype=torch.long)
        lib.hash_buckets(flat, self.mult, self.add, bucket, flat.numel(), k, self.num_buckets)
        out = F.embedding_bag(bucket, self.weight, mode="sum")
        return out.view(*ids.shape, self.weight.shape[1])

import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <cstring>
typedef uint8_t count_t;
extern "C" int tfidf(const int64_t* tokens, const float* idf, float* out, int64_t batch, int64_t len, int64_t vocab) {
    int bad = 0;
    std::vector<float> table(len + 1);
    for (int64_t c = 0; c <= len; ++c) table[c] = std::log1p((float)c);
    #pragma omp parallel reduction(|:bad)
    {
        std::vector<count_t> count(vocab);
        #pragma omp for schedule(dynamic, 4)
        for (int64_t b = 0; b < batch; ++b) {
            const int64_t* t = tokens + b * len;
            float* o = out + b * vocab;
            std::memset(count.data(), 0, vocab * sizeof(count_t));
            for (int64_t l = 0; l < len; ++l) {
                if (t[l] < 0 || t[l] >= vocab) { bad = 1; break; }
                count[t[l]] += t[l] != 0;
            }
            float norm = 0.0f;
            for (int64_t v = 0; v < vocab; ++v) {
                const float x = table[count[v]] * idf[v];
                o[v] = x;
                norm += x * x;
            }
            const float inv = 1.0f / std::fmax(std::sqrt(norm), 1e-12f);
            for (int64_t v = 0; v < vocab; ++v) o[v] *= inv;
        }
    }
    return bad;
}
'''


class ModelNew(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.vocab = vocab
        self.idf = nn.Parameter(1.0 + torch.rand(vocab) * 5.0)

    def forward(self, tokens):
        from kernel import lib
        tokens = tokens.contiguous()
        out = torch.empty(tokens.shape[0], self.vocab)
        lib.tfidf(tokens, self.idf.contiguous(), out, tokens.shape[0], tokens.shape[1], self.vocab)
        return out

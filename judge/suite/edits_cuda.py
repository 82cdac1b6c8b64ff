"""Edits that break accepted CUDA and Triton controls: {control: [(name, old text, new text)]}. Each old text occurs once.

Some edits are left out, because a fixed shape or the error budget hides them:
- another grid size of a grid-stride loop
- tails of other shapes
- a softmax shifted by a value other than the maximum, if nothing overflows
- the smallest of the six products of the bf16 emulation
"""

_NO_BARRIER = "a_barrier_less"


def _short(expression: str, bits: int) -> str:
    """The expression with the lowest bits of its mantissa cut off."""
    return f"__uint_as_float(__float_as_uint({expression}) & 0x{0xFFFFFFFF << bits & 0xFFFFFFFF:08x}u)"


EDITS = {
    "softmax_block": [
        ("maximum_left_out", "  most = block_max(most);", "  most = 0.0f;"),
        ("maximum_of_one_thread", "  most = block_max(most);\n", ""),
        ("last_term_missing", "at < cols; at += blockDim.x) sum +=", "at < cols - 1; at += blockDim.x) sum +="),
        ("wrong_sign", "result[at] = expf(row[at] - most)", "result[at] = expf(most - row[at])"),
        ("sum_of_one_thread", "  sum = block_sum(sum);\n", ""),
        ("first_warp_missing", "int warp = 0; warp < blockDim.x / 32", "int warp = 1; warp < blockDim.x / 32"),
        ("shuffles_half_a_warp", "int step = 16; step > 0; step /= 2) value += ", "int step = 8; step > 0; step /= 2) value += "),
        (_NO_BARRIER, "__syncthreads();\n  value = 0.0f;", "value = 0.0f;"),
        ("sum_in_bf16", "/ sum;", f"/ {_short('sum', 16)};"),
        ("last_row_missing", "<<<rows, 256", "<<<rows - 1, 256"),
        ("rows_shifted", "out + blockIdx.x * cols", "out + blockIdx.x * (cols - 1)"),
        ("half_a_row", "at < cols; at += blockDim.x) result", "at < cols / 2; at += blockDim.x) result"),
    ],
    "softmax_online": [
        ("sum_not_rescaled", "sum = sum * expf(most - larger) + expf(value - larger)", "sum = sum + expf(value - larger)"),
        ("other_sum_not_rescaled", "other_sum * expf(other_most - larger)", "other_sum"),
        ("last_rows_missing", "<<<(rows + 3) / 4, 128", "<<<rows / 4 - 1, 128"),
        ("last_chunk_missing", "at < cols; at += 32) {", "at < cols - 32; at += 32) {"),
        ("shuffles_half_a_warp", "int step = 16;", "int step = 8;"),
    ],
    "softmax_vector": [
        ("warp_missing_in_maximum", "w < 16; ++w) most", "w < 15; ++w) most"),
        ("warp_missing_in_sum", "w < 16; ++w) sum", "w < 15; ++w) sum"),
        ("lane_missing_in_sum", "(v.z + v.w)", "v.z"),
        ("lanes_swapped", "v.x * scale, v.y * scale", "v.y * scale, v.x * scale"),
        ("scale_in_bf16", "1.0f / sum;", f"{_short('1.0f / sum', 16)};"),
    ],
    "softmax_triton": [
        ("maximum_left_out", " - tl.max(values, axis=0)", ""),
        ("sum_in_bf16", "weights / tl.sum(weights, axis=0)", "weights / tl.sum(weights, axis=0).to(tl.bfloat16).to(tl.float32)"),
        ("last_column_missing", "weights / tl.sum(weights, axis=0), mask=at < cols", "weights / tl.sum(weights, axis=0), mask=at < cols - 1"),
    ],
    "layer_norm_welford": [
        ("eps_left_out", "/ cols + eps)", "/ cols)"),
        ("eps_too_large", "/ cols + eps)", "/ cols + 2.0f * eps)"),
        ("bias_dropped", " + bias[at];", ";"),
        ("weight_dropped", " * weight[at]", ""),
        ("unbiased_variance", "/ cols + eps)", "/ (cols - 1) + eps)"),
        ("mean_not_subtracted", "(row[at] - own.mean) * scale", "row[at] * scale"),
        ("no_square_root", "1.0f / sqrtf(", "1.0f / ("),
        ("merge_without_delta", " + delta * delta * a.count * share", ""),
        ("merge_by_halves", "delta * share,", "delta * 0.5f,"),
        ("last_warp_missing", "warp < 8;", "warp < 7;"),
        ("shuffles_end_early", "step > 0; step /= 2) own", "step > 1; step /= 2) own"),
        (_NO_BARRIER, "__syncthreads();\n  own", "own"),
        ("square_of_old_delta", "delta * (row[at] - own.mean);", "delta * delta;"),
        ("tail_not_seen", "at < cols; at += blockDim.x) {", "at < cols - 8; at += blockDim.x) {"),
    ],
    "layer_norm_two_pass": [
        ("squares_around_zero", "(row[at] - mean) * (row[at] - mean)", "row[at] * row[at]"),
        ("weight_and_bias_swapped", "* weight[at] + bias[at]", "* bias[at] + weight[at]"),
        ("eps_outside_the_root", "cols + eps);", "cols) + eps;"),
        ("last_rows_missing", "<<<(rows + 3) / 4, 128", "<<<rows / 4 - 1, 128"),
        ("mean_of_one_more", "warp_sum(sum) / cols", "warp_sum(sum) / (cols + 1)"),
        ("scale_in_bf16", "rsqrtf(warp_sum(squares) / cols + eps)", _short("rsqrtf(warp_sum(squares) / cols + eps)", 16)),
    ],
    "layer_norm_triton": [
        ("eps_left_out", " / cols + eps)", " / cols)"),
        ("bias_dropped", " + tl.load(bias + at, mask=inside)", ""),
        ("weight_dropped", " * tl.load(weight + at, mask=inside)", ""),
    ],
    "matmul_shared": [
        ("first_" + _NO_BARRIER, "__syncthreads();\n    for (int at", "for (int at"),
        ("second_" + _NO_BARRIER, "[threadIdx.x];\n    __syncthreads();\n  }", "[threadIdx.x];\n  }"),
        ("last_of_tile_missing", "at < TILE; ++at", "at < TILE - 1; ++at"),
        ("last_tile_missing", "from < k; from += TILE", "from + TILE < k; from += TILE"),
        ("operands_transposed", "left[threadIdx.y][at] * right[at][threadIdx.x]", "left[at][threadIdx.y] * right[threadIdx.x][at]"),
        ("operand_in_tf32", "? a[row * k + from + threadIdx.x]", f"? {_short('a[row * k + from + threadIdx.x]', 13)}"),
        ("sum_in_16_bits", "sum += left[threadIdx.y][at] * right[at][threadIdx.x]", f"sum = {_short('sum + left[threadIdx.y][at] * right[at][threadIdx.x]', 8)}"),
        ("result_transposed", "out[row * n + col]", "out[col * n + row]"),
        ("last_rows_missing", "(m + TILE - 1) / TILE)", "(m - 1) / TILE)"),
    ],
    "matmul_split_k": [
        ("result_not_zeroed", "torch.zeros(", "torch.empty("),
        ("last_part_missing", "m / TILE, PARTS)", "m / TILE, PARTS - 1)"),
        ("stored_instead_of_added", "atomicAdd(out + row * n + col, sum);", "out[row * n + col] = sum;"),
        ("parts_overlap", "first = blockIdx.z * part;", "first = blockIdx.z * (part - TILE);"),
        (_NO_BARRIER, "__syncthreads();\n    for (int at", "for (int at"),
    ],
    "matmul_tf32x3": [
        ("low_part_of_a_left_out", "    wmma::mma_sync(part, low_a, high_b, part);\n", ""),
        ("low_part_of_b_left_out", "    wmma::mma_sync(part, high_a, low_b, part);\n", ""),
        ("last_step_missing", "at < k; at += 8", "at < k - 8; at += 8"),
        ("low_part_not_a_rest", "whole - high.x[at]", "whole"),
    ],
    "matmul_bf16x3": [
        ("second_product_left_out", "    wmma::mma_sync(products, left[0], right[1], products);\n", ""),
        ("rest_not_taken", "    rest -= __bfloat162float(piece);\n", ""),
        ("every_other_step", "at += 16", "at += 32"),
    ],
    "linear_gelu_packed": [
        ("weight_never_packed_again", "if self.packed_from != now:", "if self.packed is None:"),
        ("bias_dropped", "sum + bias[col]", "sum"),
        ("bias_of_the_row", "bias[col]", "bias[row]"),
        ("tanh_formula", "erff(value * 0.70710678f)", "tanhf(0.79788456f * (value + 0.044715f * value * value * value))"),
        ("constant_cut", "0.70710678f", "0.707f"),
        ("relu_for_gelu", "0.5f * value * (1.0f + erff(value * 0.70710678f))", "fmaxf(value, 0.0f)"),
        ("wrong_sign", "1.0f + erff", "1.0f - erff"),
        ("last_tile_missing", "from < k; from += TILE", "from < k - TILE; from += TILE"),
    ],
    "linear_gelu_triton": [
        ("product_in_tf32", 'input_precision="ieee"', 'input_precision="tf32"'),
        ("bias_dropped", "total + tl.load(bias + cols, mask=cols < n, other=0.0)[None, :]", "total"),
        ("last_step_missing", "range(0, k, K)", "range(0, k - K, K)"),
    ],
    "row_sum_blocks": [
        ("last_of_part_missing", "first + length < cols ? first + length : cols", "first + length < cols ? first + length - 1 : cols"),
        ("last_part_missing", "part < PARTS; ++part", "part < PARTS - 1; ++part"),
        ("stride_too_long", "at += blockDim.x) sum", "at += blockDim.x + 1) sum"),
        ("last_of_row_missing", "at < last;", "at < last - (blockIdx.x == PARTS - 1);"),
        (_NO_BARRIER, "__syncthreads();\n  value = 0.0f;", "value = 0.0f;"),
        ("parts_in_16_bits", "+ blockIdx.x] = sum;", f"+ blockIdx.x] = {_short('sum', 8)};"),
    ],
    "row_sum_kahan": [
        ("last_step_missing", "half > 0; half /= 2", "half > 1; half /= 2"),
        ("first_" + _NO_BARRIER, "sums[threadIdx.x] = sum;\n  __syncthreads();", "sums[threadIdx.x] = sum;"),
        ("other_half_stored", "+= sums[threadIdx.x + half]", "= sums[threadIdx.x + half]"),
        ("second_sum_taken", "= sums[0];", "= sums[1];"),
    ],
    "row_sum_atomic": [
        ("result_not_zeroed", "torch.zeros(", "torch.empty("),
        ("last_warp_missing", "threadIdx.x < 8 ?", "threadIdx.x < 7 ?"),
        ("stored_instead_of_added", "atomicAdd(out + blockIdx.y, sum);", "out[blockIdx.y] = sum;"),
        ("shuffles_end_early", "int step = 4;", "int step = 2;"),
    ],
    "cumsum_scan": [
        ("exclusive", "= offset + value;", "= offset + value - x[blockIdx.x * cols + at];"),
        ("own_warp_twice", "w < warp; ++w", "w <= warp; ++w"),
        ("first_lane_missing", "lane >= step", "lane > step"),
        ("only_the_last_warp_kept", "before += warps[w]", "before = warps[w]"),
        ("scan_ends_early", "step < 32; step *= 2", "step < 16; step *= 2"),
        (_NO_BARRIER, "__syncthreads();\n    float offset", "float offset"),
    ],
    "conv_direct": [
        ("bias_dropped", "float sum = bias[channel];", "float sum = 0.0f;"),
        ("bias_of_the_first_channel", "bias[channel]", "bias[0]"),
        ("relu_dropped", "fmaxf(sum, 0.0f)", "sum"),
        ("last_kernel_row_missing", "dy <= 1; ++dy", "dy < 1; ++dy"),
        ("kernel_flipped", "3 + dy + 1) * 3 + dx + 1]", "3 - dy + 1) * 3 - dx + 1]"),
        ("last_channel_missing", "in < inputs; ++in", "in < inputs - 1; ++in"),
        ("border_wraps", "|| z < 0 || z >= width", ""),
    ],
    "cross_entropy_fused": [
        ("label_added", "- row[labels[r]]", "+ row[labels[r]]"),
        ("maximum_not_added_back", "logf(sum) + most", "logf(sum)"),
        ("sum_for_mean", "*out = sum / counted;", "*out = sum;"),
        ("mean_of_one_less", "sum / counted;", "sum / (counted - 1);"),
        ("padding_counted", "labels[at] != -100", "1"),
        ("first_label_for_all", "labels[r]]", "labels[0]]"),
        ("binary_logarithm", "logf(sum)", "log2f(sum)"),
        ("last_rows_missing", "<<<(rows + 3) / 4, 128", "<<<rows / 4 - 1, 128"),
        ("half_the_warps", "warp < 8;", "warp < 4;"),
    ],
    "row_max_blocks": [
        ("smallest_value", "row[at] > value", "row[at] < value"),
        ("place_off_by_one", "place = at;", "place = at + 1;"),
        ("half_the_threads", "int half = 128;", "int half = 64;"),
        ("place_not_merged", "        best_place[threadIdx.x] = there;\n", ""),
        ("absolute_values", "value = row[at];", "value = fabsf(row[at]);"),
        ("last_of_equals", "there < best_place[threadIdx.x]", "there > best_place[threadIdx.x]"),
    ],
    "gated_vector": [
        ("relu_dropped", "fmaxf(x, 0.0f)", "x"),
        ("constant_changed", "0.1f * x", "0.1001f * x"),
        ("wrong_sign", "expf(-y)", "expf(y)"),
        ("one_left_out", "(1.0f + expf(-y))", "expf(-y)"),
        ("lanes_swapped", "gate(a.z, b.z)", "gate(a.z, b.w)"),
        ("last_block_missing", "(count / 4 + 256) / 256", "count / 4 / 256 - 1"),
        ("term_dropped", " + 0.1f * x;", ";"),
    ],
    "gated_half": [
        ("relu_dropped", "fmaxf(x, 0.0f)", "x"),
        ("constant_changed", "0.1f * x", "0.11f * x"),
        ("second_half_is_the_first", "gate(a.y, b.y)", "gate(a.x, b.x)"),
    ],
    "gated_persistent": [
        ("last_of_chunk_missing", "at < first + CHUNK &&", "at < first + CHUNK - 1 &&"),
        ("first_chunk_missing", "torch.zeros(1,", "torch.ones(1,"),
        ("every_other_chunk", "atomicAdd(taken, 1ull)", "atomicAdd(taken, 2ull)"),
    ],
}

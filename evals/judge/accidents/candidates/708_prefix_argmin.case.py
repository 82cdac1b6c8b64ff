def prepare(model, inputs):
    prompts, prompt_len, cached, cached_len = inputs
    cached, cached_len = cached.clone(), cached_len.clone()
    for b in range(prompts.shape[0]):
        cached[2 * b + 1] = prompts[b]
        cached_len[2 * b + 1] = prompt_len[b]
    return [prompts, prompt_len, cached, cached_len]

def prepare(model, inputs):
    q, k_pages, v_pages, table, lengths = inputs
    lengths = lengths.clone()
    table = table.clone()
    lengths[-2:] = 0
    table[-2:] = 0
    return [q, k_pages, v_pages, table, lengths]

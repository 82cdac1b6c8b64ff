def prepare(model, inputs):
    # one long winding contour (a fingerprint ridge), strong only at its beginning
    mag = inputs[0] * 0.5
    row, left, right = 10, 20, 50
    for turn in range(14):
        mag[:, :, row, left:right + 1] = 0.9
        mag[:, :, row + 1, right if turn % 2 == 0 else left] = 0.9
        row += 2
    mag[:, :, 10, left] = 1.0
    return [mag] + inputs[1:]

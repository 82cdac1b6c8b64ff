import torch


def prepare(model, inputs):
    ids, features = inputs
    ids = torch.randint(3, model.audio_id, ids.shape)
    for b, n in enumerate((100, 20, 75, 45)):
        ids[b, 5:5 + n] = model.audio_id
    return [ids, features]

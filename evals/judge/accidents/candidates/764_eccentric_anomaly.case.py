def prepare(model, inputs):
    mean_anomaly, eccentricity = inputs
    # comets in the months around their perihelion
    return [mean_anomaly * 0.05, 0.9 + 0.36 * eccentricity]

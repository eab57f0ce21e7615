"""A network as an engine: a linear net with random weights, made for each game that a host says.

gipf-meta play zertz --seats human 'engine:python3 examples/engines/network_engine.py'
"""

import numpy as np

import gipf_meta as gm


class Net:
    """Replace it by yours: it is made for a match, and chooses the number of a decision."""

    def __init__(self, match):
        shape = (np.prod(match.observation_shape), match.decision_count)
        self.weights = np.random.default_rng(1).standard_normal(shape, np.float32)

    def __call__(self, observation, mask):
        return np.where(mask, observation.ravel() @ self.weights, -np.inf).argmax()


if __name__ == "__main__":
    gm.serve_engine(Net, "zertz", "tamsk", "zatre", "gipf", name="Random net")

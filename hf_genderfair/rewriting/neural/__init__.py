"""Neural rewriters: training, decoding, and rules that let a model choose."""

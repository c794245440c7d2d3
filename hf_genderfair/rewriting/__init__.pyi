from .evaluate import word_error_rate as word_error_rate
from .neural import NeuralRewriter as NeuralRewriter
from .transform import GenderFair as GenderFair

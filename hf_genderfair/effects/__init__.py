"""Does it help a model: training on data sets before and after, and what benchmarks then say of the models."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

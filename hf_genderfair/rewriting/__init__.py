"""Gender-fair rewriting of German and English text (Amrhein et al. 2023): rules, training data, models."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

"""Counterfactual augmentation: texts about one group that read as texts about another (Görge et al. 2025)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

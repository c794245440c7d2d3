"""Stereotypes: sentences that may hold one, its linguistic indicators and its strength (Görge et al. 2025)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

"""The gender of the writer from first-person forms (Graliński et al. 2016)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

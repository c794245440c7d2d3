"""Actors of texts: who is mentioned, acts and is quoted, and how they are described (Urchs 2025)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

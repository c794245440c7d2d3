"""Urchs 2025: texts that treat women and men unlike, and a corpus in which both are equally present."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

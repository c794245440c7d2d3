"""Versioned word lists as data files, each with source, licence and date, and the one loader."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

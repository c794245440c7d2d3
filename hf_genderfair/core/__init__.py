"""The base of the package: transforms, counts, edits, resources and errors; imports nothing else of the package."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

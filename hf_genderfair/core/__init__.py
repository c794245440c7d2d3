"""The house's ground floor: transforms, counts, edits, resources and errors; imports nothing of the package."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

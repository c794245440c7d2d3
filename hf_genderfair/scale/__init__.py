"""The same chain over a source of any size: in shards with proof, by many processes, after any interruption."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

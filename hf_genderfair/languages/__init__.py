"""Sentences, parts of speech, morphology, syntax and person names of a text, from an embedded or a user's pipeline."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

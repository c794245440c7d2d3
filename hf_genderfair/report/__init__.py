"""One report object; text, Markdown, HTML and the card are renderings of it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

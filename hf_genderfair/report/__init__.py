"""The report of a data set, and its renderings as text, Markdown, HTML and figures."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

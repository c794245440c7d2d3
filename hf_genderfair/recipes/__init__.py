"""Recipes: whole ways from texts to a data set with its report, each made of transforms that can be used one by one."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

"""Texts that treat women and men differently, and corpora in which both come nearer to an even share (Urchs 2025)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

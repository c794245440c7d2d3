"""Make text corpora fairer to all genders, and prove it.

The names that a user builds with are here, and all of a capability's in its folder, such as `hf_genderfair.actors`.
They are listed in the files ``__init__.pyi``, and imported when they are first used.
"""

import os
import sys

if sys.argv[:1] == ["-m"] and sys.path[:1] == [os.getcwd()] and not getattr(sys.flags, "safe_path", False):  # noqa: PTH109
    # python -m looks first where one stands, and what lies there may be a stranger's
    del sys.path[0]

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

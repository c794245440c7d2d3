from .indicators import Indicators as Indicators
from .strength import StrengthModel as StrengthModel
from .strength import fit_strength as fit_strength
from .transform import StereotypeEdits as StereotypeEdits
from .transform import Stereotypes as Stereotypes
from .transform import remove_stereotypes as remove_stereotypes

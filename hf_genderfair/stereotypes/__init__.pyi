from .fitting import fit_strength as fit_strength
from .indicators import Indicators as Indicators
from .removal import StereotypeEdits as StereotypeEdits
from .removal import remove_stereotypes as remove_stereotypes
from .strength import StrengthModel as StrengthModel
from .transform import Stereotypes as Stereotypes

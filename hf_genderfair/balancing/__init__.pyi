from .corpus import balance_weights as balance_weights
from .corpus import counterfactuals_needed as counterfactuals_needed
from .corpus import kept_totals as kept_totals
from .flags import AsymmetryFlags as AsymmetryFlags

from .alternatives import balance_weights as balance_weights
from .alternatives import counterfactuals_needed as counterfactuals_needed
from .corpus import kept_totals as kept_totals
from .flags import AsymmetryFlags as AsymmetryFlags

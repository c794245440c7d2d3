from .audited import audit as audit
from .augmented import augment as augment
from .balanced import BalancedCorpus as BalancedCorpus
from .corpus_recipe import CorpusRecipe as CorpusRecipe
from .debiased import Debiased as Debiased
from .debiased import debias as debias
from .made import Made as Made
from .parallel_pairs import PairsRecipe as PairsRecipe

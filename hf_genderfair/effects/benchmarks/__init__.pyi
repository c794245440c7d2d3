from .bbq import GenderBbq as GenderBbq
from .crows_pairs import CrowsPairs as CrowsPairs
from .hellaswag import HellaSwag as HellaSwag
from .honest import HonestCompletions as HonestCompletions
from .occupations import OccupationOdds as OccupationOdds
from .reddit_bias import RedditBiasPairs as RedditBiasPairs

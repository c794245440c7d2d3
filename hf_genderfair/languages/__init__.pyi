from .analyse import Analyse as Analyse
from .analysis import Analysis as Analysis
from .chain import Chain as Chain
from .identification import Language as Language
from .pipelines import pipeline as pipeline
from .sentiment import ClassifierSentiment as ClassifierSentiment

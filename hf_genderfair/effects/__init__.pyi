from . import benchmarks as benchmarks
from .causal_model import CausalModel as CausalModel
from .items import Benchmark as Benchmark
from .items import Items as Items
from .items import Measure as Measure

from .chain_file import chain_to_yaml as chain_to_yaml
from .chain_file import read_chain as read_chain
from .datatrove_blocks import AnnotateDocuments as AnnotateDocuments
from .ray_engine import annotate_ray as annotate_ray
from .sharded import estimate_run as estimate_run
from .sharded import run as run
from .spark_engine import annotate_spark as annotate_spark

from .chain_file import chain_to_yaml as chain_to_yaml
from .chain_file import read_chain as read_chain
from .estimate import estimate_run as estimate_run
from .sharded import run as run

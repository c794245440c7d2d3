from .answers import ask as ask
from .build import build_generator as build_generator
from .cache import CachedGenerator as CachedGenerator
from .cost import Cost as Cost
from .endpoint import EndpointGenerator as EndpointGenerator
from .local import LocalGenerator as LocalGenerator

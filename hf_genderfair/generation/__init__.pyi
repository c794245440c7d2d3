from .answers import CachedGenerator as CachedGenerator
from .answers import ask as ask
from .build import build_generator as build_generator
from .endpoint import EndpointGenerator as EndpointGenerator
from .generator import Cost as Cost
from .local import LocalGenerator as LocalGenerator

from .audited import load_audited as load_audited
from .card import CardDetails as CardDetails
from .contacts import redact_contacts as redact_contacts
from .folder import write_dataset as write_dataset
from .source import open_source as open_source

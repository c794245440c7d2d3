from .association import associate as associate
from .coreference import Coreferee as Coreferee
from .coreference import FastCoreference as FastCoreference
from .coreference import StanzaCoreference as StanzaCoreference
from .findings import yearly_report as yearly_report
from .totals import count_actors as count_actors
from .transform import ActorMetrics as ActorMetrics

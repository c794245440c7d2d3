from .association import associate as associate
from .coreference import Coreferee as Coreferee
from .coreference import FastCoreference as FastCoreference
from .coreference import StanzaCoreference as StanzaCoreference
from .totals import count_actors as count_actors
from .transform import ActorMetrics as ActorMetrics
from .yearly import yearly_report as yearly_report

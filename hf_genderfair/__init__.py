"""Make text corpora fairer to all genders, and prove it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "ActorMetrics": "actors.transform",
    "Analyse": "languages.analyse",
    "Analysis": "languages.analysis",
    "AsymmetryFlags": "balancing.flags",
    "CachedGenerator": "generation.cache",
    "CardDetails": "hub.card",
    "Chain": "languages.chain",
    "ClassifierSentiment": "languages.sentiment",
    "Coreferee": "actors.coreference",
    "Cost": "generation.cost",
    "Counterfactual": "counterfactual.transform",
    "CounterfactualPlan": "counterfactual.plan",
    "Counts": "core.counts",
    "Edit": "core.spans",
    "EndpointGenerator": "generation.endpoint",
    "FastCoreference": "actors.coreference",
    "FirstOccurrence": "first_person.duplicates",
    "FirstPerson": "first_person.tagger",
    "FragmentReasons": "first_person.reasons",
    "GenderFair": "rewriting.transform",
    "GenderPolarity": "representation.polarity",
    "GenderfairError": "core.errors",
    "GeneratedReferences": "representation.references.generated",
    "GroupWords": "representation.group_words",
    "Indicators": "stereotypes.indicators",
    "Keep": "core.keep",
    "Language": "languages.identification",
    "LocalGenerator": "generation.local",
    "ModelChoice": "rewriting.neural.rewriter",
    "NeuralRewriter": "rewriting.neural.rewriter",
    "Neutralise": "first_person.neutral",
    "NormalisedHash": "first_person.duplicates",
    "PersonReferences": "representation.references.transform",
    "Posts": "first_person.posts",
    "PromptTemplate": "lexicons.prompts",
    "Report": "report.report",
    "StanzaCoreference": "actors.coreference",
    "StereotypeEdits": "stereotypes.removal",
    "Stereotypes": "stereotypes.transform",
    "StrengthModel": "stereotypes.strength",
    "SwapOptions": "counterfactual.swapping",
    "Transform": "core.transform",
    "WordList": "lexicons.word_lists",
    "WordListTask": "representation.generated_lists",
    "WordReview": "representation.word_review",
    "annotate": "core.transform",
    "apply_counterfactuals": "counterfactual.twins",
    "apply_edits": "core.spans",
    "ask": "generation.answers",
    "associate": "actors.association",
    "audit": "auditing",
    "balance": "balancing.corpus",
    "balance_weights": "balancing.alternatives",
    "biased": "rewriting.biased",
    "build_generator": "generation.build",
    "challenge_sets": "first_person.challenge",
    "collocation_counts": "counterfactual.collocations",
    "compare_representation": "representation.resampling",
    "convergence": "representation.convergence",
    "corpus_frequencies": "representation.word_frequencies",
    "count_actors": "actors.totals",
    "count_corpus": "first_person.statistics",
    "count_epicenes": "representation.references.ratios",
    "count_groups": "representation.demographic",
    "count_references": "representation.references.ratios",
    "count_runs": "representation.references.ratios",
    "count_words": "representation.convergence",
    "counterfactuals_needed": "balancing.alternatives",
    "debias": "debiasing",
    "demographic_representation": "representation.demographic",
    "document_representation": "representation.demographic",
    "duplicate_reasons": "first_person.duplicates",
    "edit_text": "core.spans",
    "estimate_ratio": "representation.references.ratios",
    "estimate_representation": "representation.resampling",
    "fit_strength": "stereotypes.fitting",
    "gender_polarity": "representation.polarity",
    "generate_words": "representation.generated_lists",
    "isolate_posts": "first_person.posts",
    "kept_totals": "balancing.corpus",
    "lexicon_text": "representation.word_review",
    "load_audited": "hub.audited",
    "make_review": "representation.word_review",
    "normalise": "rewriting.normalise",
    "open_source": "hub.source",
    "pipeline": "languages.pipelines",
    "plan_counterfactuals": "counterfactual.plan",
    "publish": "hub.publish",
    "remove_stereotypes": "stereotypes.removal",
    "render_html": "report.render",
    "render_markdown": "report.render",
    "render_text": "report.render",
    "review_page": "representation.review_page",
    "score_swaps": "counterfactual.evaluate",
    "split_twins": "counterfactual.twins",
    "swap_texts": "counterfactual.texts",
    "undo_edits": "core.spans",
    "word_error_rate": "rewriting.evaluate",
    "word_list": "lexicons.word_lists",
    "words_by_group": "representation.convergence",
    "write_dataset": "hub.folder",
    "yearly_report": "actors.yearly",
}

__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that importing the package stays cheap."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__

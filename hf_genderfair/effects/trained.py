"""The folder of a training: its plan, checkpoints, and the trained model with its card."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hf_genderfair import __version__
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.records import as_record, read_file
from hf_genderfair.effects.causal_model import TRAINING_FILE, CausalModel, ModelSource
from hf_genderfair.effects.settings import TrainingSettings
from hf_genderfair.hub.card_text import card_template
from hf_genderfair.hub.folder import CARD_FILE
from hf_genderfair.hub.proof import hash_of

PLAN_FILE = "plan.json"
CHECKPOINTS = "checkpoints"
STATE_FILE = "trainer_state.json"
"""File that is written last: a checkpoint without it is incomplete."""

FACTS: dict[str, Any] = {
    "model": str,
    "base": ModelSource | None,
    "settings": TrainingSettings,
    **dict.fromkeys(("seed", "texts", "tokens", "trained_tokens", "steps", "weights", "trained_weights"), int),
    **dict.fromkeys(("loss", "tokens_per_second"), float),
    "peak_memory_bytes": int,
    "files": dict[str, str] | None,
}
"""What is read of the facts of a training."""


def begin(folder: Path, plan: Mapping[str, Any]) -> bool:
    """Make the folder of a training, or find out how far the one in it has come."""
    file = folder / PLAN_FILE
    if file.is_file():
        differing = _differences(read_file(dict[str, Any], file), plan)
        if differing:
            raise GenderfairError(
                f"{folder} holds another training, of other {', '.join(differing)}: give another folder, or delete it"
            )
    elif folder.is_dir() and any(folder.iterdir()):
        raise GenderfairError(f"{folder} holds something else than a training: give a new folder")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(plan, indent=2), encoding="utf-8")
    return (folder / TRAINING_FILE).is_file()


def _differences(before: Mapping[str, Any], plan: Mapping[str, Any]) -> list[str]:
    """Return the names of what differs, with single settings."""
    settings = before.get("settings")
    before = {**before, **(settings if isinstance(settings, dict) else {}), "settings": None}
    flat = [before, {**plan, **plan["settings"], "settings": None}]
    return [name for name in flat[1] if flat[0].get(name) != flat[1][name]]


def last_checkpoint(folder: Path) -> Path | None:
    """Return the newest complete checkpoint of a training; None where there is none."""
    complete = [file.parent for file in folder.glob(f"{CHECKPOINTS}/checkpoint-*/{STATE_FILE}")]
    return max(complete, key=lambda path: int(path.name.rpartition("-")[2]), default=None)


def finish(folder: Path, model: CausalModel, plan: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    """Write a trained model or its adapters with tokeniser, card and facts, and delete the checkpoints."""
    if hasattr(model.model, "peft_config"):
        model.model.peft_config["default"].base_model_name_or_path = plan["base"]["name"]
        model.model.save_pretrained(folder, save_embedding_layers=False)
    else:
        model.model.save_pretrained(folder)
    model.tokeniser.save_pretrained(folder)
    training = {**plan, **facts}
    written = sorted(path for path in folder.iterdir() if path.is_file() and path.name not in (CARD_FILE, PLAN_FILE))
    training["files"] = {path.name: hash_of(path) for path in written}
    (folder / CARD_FILE).write_text(model_card(training), encoding="utf-8")
    # written last: the training is finished where this file is
    (folder / TRAINING_FILE).write_text(json.dumps(training, indent=2), encoding="utf-8")
    shutil.rmtree(folder / CHECKPOINTS, ignore_errors=True)


def read_training(folder: str | Path) -> dict[str, Any]:
    """Return the facts of a finished training: settings, tokens, steps, seconds, losses, memory.

    Raises:
        GenderfairError: The folder has no finished training, or its facts are of another form.

    Example:
        >>> read_training("nowhere")
        Traceback (most recent call last):
            ...
        hf_genderfair.core.errors.GenderfairError: nowhere has no finished training: call finetune with this folder ...
    """
    file = Path(folder, TRAINING_FILE)
    if not file.is_file():
        raise GenderfairError(f"{folder} has no finished training: call finetune with this folder first")
    facts = read_file(dict[str, Any], file)
    try:
        for name, kind in FACTS.items():
            as_record(kind, facts.get(name))
    except ValueError as error:
        raise GenderfairError(f"{file} cannot be read ({name}: {error}): train the model anew") from error
    return facts


def model_card(training: Mapping[str, Any], license: str = "unknown", datasets: Sequence[str] = ()) -> str:
    """Return the card of a trained model."""
    base = training["base"]
    on_hub = base is not None and not Path(base["name"]).is_dir()
    return card_template("trained_model.md.j2").render(
        training=training,
        settings=training["settings"],
        base=base["name"] if on_hub else None,
        begun_with=Path(base["name"]).name if base else training["model"],
        license=license,
        datasets=datasets,
        version=__version__,
    )

"""The folder of a training: its settings and plan, checkpoints, the trained model with its card, and publishing it."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from huggingface_hub import HfApi

from hf_genderfair import __version__
from hf_genderfair.core.errors import GenderfairError, PublishError
from hf_genderfair.core.records import as_record, read_file
from hf_genderfair.core.settings import check_settings
from hf_genderfair.effects.causal_model import TRAINING_FILE, CausalModel, ModelSource
from hf_genderfair.hub.card import UNKNOWN_LICENSE, Content, check_license, hash_of
from hf_genderfair.hub.card_text import card_template
from hf_genderfair.hub.changes import MADE_BY_HUB, addition, list_files, listed, same_content
from hf_genderfair.hub.folder import CARD_FILE
from hf_genderfair.hub.publish import check_no_link, check_repo_id, check_tag, require_token
from hf_genderfair.hub.remote import Result, repeat

ATTENTION = ("q_proj", "k_proj", "v_proj", "o_proj")
FEED_FORWARD = ("gate_proj", "up_proj", "down_proj")

OPERATIONS = {"full": 6, "lora": 4}
"""Floating-point operations for each weight and token: 2 forward, 2 backward to the activations and, where weights are
trained, 2 to them (Kaplan et al. 2020, section 2.1). Attention between tokens, and adapters, are left out."""


@dataclass(frozen=True)
class TrainingSettings:
    """Settings of causal language modelling on blocks of tokens.

    The defaults are those of Görge et al. (2025), section 5.2, who do not say how sentences are put into samples: here
    a sample is a block of ``block_size`` tokens, filled with texts one after another.

    Attributes:
        method: ``lora`` trains adapters (Hu et al. 2022) on a model that stays as it is, ``full`` all weights.
        rank: Rank of the adapters.
        alpha: Scale of the adapters, divided by their rank.
        dropout: Dropout before the adapters.
        target_modules: Name of a linear layer that gets adapters; several may be given.
        learning_rate: Highest learning rate; it falls linearly to 0.
        weight_decay: Decay of AdamW.
        warmup_steps: Steps in which the learning rate rises; at most a tenth of all.
        epochs: How often each block is seen.
        batch_size: Blocks that go through the model at once.
        accumulation: Batches of one step; several processes share them.
        block_size: Tokens of a block.
        max_tokens: Tokens to train on in each epoch, at most. See `equal_tokens`; None for all.
        optimiser: ``adamw``, or ``adamw_8bit`` as in the paper, which needs bitsandbytes and a GPU.
        dtype: Type to compute in: ``auto`` for bfloat16 on a GPU and float32 on a processor.

    Example:
        >>> settings = TrainingSettings.paper()
        >>> settings.blocks_per_step, settings.steps(blocks=18_700_000 // settings.block_size)
        (512, 720)
    """

    method: Literal["lora", "full"] = "lora"
    rank: int = 16
    alpha: int = 16
    dropout: float = 0.0
    target_modules: tuple[str, ...] = ATTENTION + FEED_FORWARD
    learning_rate: float = 2e-4
    weight_decay: float = 0.01
    warmup_steps: int = 5
    epochs: int = 10
    batch_size: int = 64
    accumulation: int = 8
    block_size: int = 512
    max_tokens: int | None = None
    optimiser: Literal["adamw", "adamw_8bit"] = "adamw"
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)
        whole = ("rank", "alpha", "epochs", "batch_size", "accumulation", "block_size")
        small = [name for name in whole if getattr(self, name) < 1]
        if small:
            raise GenderfairError(f"{small[0]}={getattr(self, small[0])} is too small: give 1 or more")
        if self.block_size < 2:
            raise GenderfairError("block_size=1 leaves nothing to predict: give 2 or more")
        if self.learning_rate <= 0 or self.weight_decay < 0 or self.warmup_steps < 0 or not 0 <= self.dropout < 1:
            raise GenderfairError(
                "learning_rate must be above 0, weight_decay and warmup_steps not below 0, dropout from 0 to below 1"
            )

    @classmethod
    def paper(cls) -> TrainingSettings:
        """Return the settings of Görge et al. (2025)."""
        return cls()

    @classmethod
    def from_scratch(cls) -> TrainingSettings:
        """Return settings for a model of `scratch_model` that begins with random weights.

        Steps are small, 8 blocks of 128 tokens: data to compare are often few, and a model that begins with nothing
        needs some hundred steps; the numbers of such a batch also fit into the cache of a processor.
        """
        return cls(
            method="full", learning_rate=1e-3, warmup_steps=50, epochs=4, batch_size=8, accumulation=1, block_size=128
        )

    def warmup(self, steps: int) -> int:
        """Return the number of steps in which the learning rate rises, of so many in all."""
        return min(self.warmup_steps, steps // 10)

    def in_batches_of(self, blocks: int) -> TrainingSettings:
        """Return settings for the same steps in smaller batches, which need less memory and change only rounding.

        Args:
            blocks: Most blocks of a batch. A batch needs 4 bytes and more for each token and word of the vocabulary:
                6.4 GB for 64 blocks of 512 tokens and 49,152 words.

        Example:
            >>> smaller = TrainingSettings.paper().in_batches_of(4)
            >>> smaller.batch_size, smaller.accumulation
            (4, 128)
        """
        batch = max(size for size in range(1, max(1, blocks) + 1) if self.blocks_per_step % size == 0)
        return replace(self, batch_size=batch, accumulation=self.blocks_per_step // batch)

    @property
    def blocks_per_step(self) -> int:
        """Blocks of one step, over all processes: the effective batch size."""
        return self.batch_size * self.accumulation

    def batch_shape(self, processes: int) -> tuple[int, int]:
        """Return batch size and accumulation of each of several processes, which make the same steps together.

        Raises:
            GenderfairError: The blocks of a step cannot be divided evenly.
        """
        share = self.blocks_per_step // processes
        batch = min(self.batch_size, share)
        if self.blocks_per_step % processes or share % batch:
            raise GenderfairError(
                f"{processes} processes cannot share {self.blocks_per_step} blocks of a step evenly in batches of "
                f"{self.batch_size}: choose batch_size and accumulation so that they can"
            )
        return batch, share // batch

    def steps(self, blocks: int) -> int:
        """Return the number of steps of a training on so many blocks."""
        return self.epochs * math.ceil(blocks / self.blocks_per_step)

    def gpu_hours(self, weights: int, tokens: int, flops_per_second: float) -> float:
        """Return the estimated time of one training on one device.

        Args:
            weights: Weights of the model, those of its embeddings counted once.
            tokens: Tokens of the data, as often as they are in an epoch.
            flops_per_second: Operations that the device really does: about 0.4 of what its maker says.

        Returns:
            Hours, from 6 operations for each weight and token with ``full`` and 4 with ``lora``.

        Example:
            >>> round(TrainingSettings.paper().gpu_hours(600_000_000, 18_700_000, 4e14), 2)
            0.31
        """
        trained = self.epochs * min(tokens, self.max_tokens or tokens)
        return OPERATIONS[self.method] * weights * trained / flops_per_second / 3600

    def within(self, minutes: float, tokens: int, tokens_per_second: float) -> TrainingSettings:
        """Return settings with fewer epochs, or with part of one, so that a training ends in time.

        Settings that all conditions share are worked out once, so that each trains on as many tokens, in as many
        steps, whatever its own speed is.

        Args:
            minutes: Time for one training.
            tokens: Tokens of an epoch; the same for all conditions.
            tokens_per_second: See `training_speed`.

        Example:
            >>> settings = TrainingSettings.from_scratch().within(10, tokens=1_000_000, tokens_per_second=5_000)
            >>> settings.epochs, settings.max_tokens
            (3, 1000000)
        """
        tokens = min(tokens, self.max_tokens or tokens)
        affordable = int(minutes * 60 * tokens_per_second)
        epochs = min(self.epochs, max(1, affordable // max(tokens, 1)))
        return replace(self, epochs=epochs, max_tokens=min(tokens, affordable))


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


def publish_model(
    folder: str | Path,
    repo_id: str,
    *,
    license: str = UNKNOWN_LICENSE,
    datasets: Sequence[str] = (),
    private: bool = False,
    version_tag: str = "v1.0.0",
    token: str | None = None,
    wait_seconds: float = 1.0,
) -> str:
    """Publish what `finetune` wrote: a model or its adapters, tokeniser, card and the facts of the training.

    The same call can be repeated after an interruption. A repository that holds another model is refused. Adapters are
    loaded on the base model that they were trained on, so that others need it under the same name.

    Args:
        folder: Folder of a finished training.
        repo_id: ``namespace/name``; the repository is created if it is missing.
        license: Licence as the Hub spells it, for the card.
        datasets: Names of the data sets on the Hub that the model was trained on, for the card.
        private: Create the repository as private.
        version_tag: Tag to set.
        token: Token of the Hub; None takes the stored one.
        wait_seconds: First pause before a failed call is repeated, in seconds; doubles each time.

    Returns:
        The commit.

    Raises:
        GenderfairError: The folder has no finished training.
        PublishError: The repository or the tag holds another model, no token, no right, or the Hub is not reachable.
        LicenseError: The Hub does not know the licence.

    Example:
        >>> publish_model("runs/balanced-0", "me/tea-balanced", license="apache-2.0")  # doctest: +SKIP
        '6c5f2d…'
    """
    check_repo_id(repo_id)
    check_tag(version_tag)
    if license != UNKNOWN_LICENSE:
        check_license(license)
    training = read_training(folder)
    files: dict[str, Content] = {CARD_FILE: model_card(training, license, datasets).encode()}
    files |= _written(Path(folder), training["files"])
    require_token(token)
    api = HfApi(token=token)

    def patiently(action: Callable[[], Result]) -> Result:
        return repeat(action, repo_id, wait_seconds)

    patiently(lambda: api.create_repo(repo_id, private=private, exist_ok=True))
    revision = patiently(lambda: _commit(api, repo_id, files, version_tag))
    patiently(lambda: _tag(api, repo_id, version_tag, revision))
    return revision


def _written(folder: Path, hashes: Mapping[str, str] | None) -> dict[str, Content]:
    """Return the files that a training wrote, and no others of its folder."""
    if hashes is None:
        raise PublishError(f"{folder} has no list of the files that its training wrote: repeat the training")
    files: dict[str, Content] = {}
    for name in (*hashes, TRAINING_FILE):
        path = folder / name
        check_no_link(path)
        if path.parent != folder or not path.is_file() or hash_of(path) != hashes.get(name, hash_of(path)):
            raise PublishError(f"{path} is not as the training wrote it: repeat the training in another folder")
        files[name] = path
    return files


def _commit(api: HfApi, repo_id: str, files: dict[str, Content], tag: str) -> str:
    """Bring the repository to these files in at most one commit."""
    head = str(api.model_info(repo_id, revision="main").sha)
    there = list_files(api, repo_id, head, "model")
    there.pop(MADE_BY_HUB, None)
    missing = [path for path, content in files.items() if path not in there or not same_content(there[path], content)]
    if not missing:
        return head
    if there.keys() - {CARD_FILE} and (TRAINING_FILE in missing or there.keys() - files.keys()):
        raise PublishError(
            f"{repo_id} holds another model ({listed(sorted(there))}): publish under another name, or delete it first"
        )
    operations = [addition(path, files[path]) for path in missing]
    commit = api.create_commit(
        repo_id, operations, commit_message=f"Publish {tag} with hf-genderfair", parent_commit=head
    )
    return str(commit.oid)


def _tag(api: HfApi, repo_id: str, tag: str, revision: str) -> None:
    tagged = {reference.name: reference.target_commit for reference in api.list_repo_refs(repo_id).tags}
    if tag not in tagged:
        api.create_tag(repo_id, tag=tag, revision=revision)
    elif tagged[tag] != revision:
        raise PublishError(f"the tag {tag} of {repo_id} marks another commit: publish under a new tag")

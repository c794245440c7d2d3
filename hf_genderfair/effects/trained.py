"""The folder of a training: its plan, checkpoints, the trained model with its card, and publishing it on the Hub."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from huggingface_hub import CommitOperationAdd, HfApi
from huggingface_hub.hf_api import RepoFile

from hf_genderfair import __version__
from hf_genderfair.core.errors import GenderfairError, PublishError
from hf_genderfair.core.records import as_record, read_file
from hf_genderfair.effects.causal_model import TRAINING_FILE, CausalModel, ModelSource
from hf_genderfair.effects.settings import TrainingSettings
from hf_genderfair.hub.card import Content, hash_of
from hf_genderfair.hub.card_text import card_template
from hf_genderfair.hub.changes import MADE_BY_HUB, listed, same_content
from hf_genderfair.hub.folder import CARD_FILE
from hf_genderfair.hub.licenses import UNKNOWN_LICENSE, check_license
from hf_genderfair.hub.publish import check_no_link, check_repo_id, check_tag, require_token
from hf_genderfair.hub.remote import Result, repeat

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
    tree = api.list_repo_tree(repo_id, recursive=True, revision=head)
    there = {entry.path: entry for entry in tree if isinstance(entry, RepoFile) and entry.path != MADE_BY_HUB}
    missing = [path for path, content in files.items() if path not in there or not same_content(there[path], content)]
    if not missing:
        return head
    if there.keys() - {CARD_FILE} and (TRAINING_FILE in missing or there.keys() - files.keys()):
        raise PublishError(
            f"{repo_id} holds another model ({listed(sorted(there))}): publish under another name, or delete it first"
        )
    operations = [
        CommitOperationAdd(path, content if isinstance(content, bytes) else str(content))
        for path, content in files.items()
        if path in missing
    ]
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

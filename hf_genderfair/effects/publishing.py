"""Publish a trained model or its adapters on the Hub, with one commit and one tag; safe to repeat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from huggingface_hub import CommitOperationAdd, HfApi
from huggingface_hub.hf_api import RepoFile

from hf_genderfair.core.errors import PublishError
from hf_genderfair.effects.causal_model import TRAINING_FILE
from hf_genderfair.effects.trained import model_card, read_training
from hf_genderfair.hub.changes import MADE_BY_HUB, listed, same_content
from hf_genderfair.hub.folder import CARD_FILE
from hf_genderfair.hub.licenses import UNKNOWN_LICENSE, check_license
from hf_genderfair.hub.proof import Content, hash_of
from hf_genderfair.hub.publish import check_repo_id, check_tag, require_token
from hf_genderfair.hub.repeated import Result, repeat
from hf_genderfair.hub.sent_files import check_no_link


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

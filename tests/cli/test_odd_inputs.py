"""Every odd input ends well, or in one line that says what is wrong and what to do; no text of it steers a terminal."""

import re
from itertools import cycle

import odd_inputs
import pytest
from as_one_test import as_one_test
from golden import golden_rows

pytestmark = pytest.mark.usefixtures("without_pictures")

UNSAID = re.compile(r"unexpected|please report|Traceback|repeat the same")
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
LONGEST_LINE = 1_000
COMMANDS = dict(golden_rows(__file__, "COMMANDS"))
PAIRS = list(zip([*odd_inputs.FILES, *odd_inputs.FOLDERS, *odd_inputs.NAMES], cycle(COMMANDS), strict=False))
"""Each input with one of the commands."""


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    (folder / "chain.yaml").write_text("- transform: FirstPerson\n  lang: pl\n", encoding="utf-8")
    return {"chain": folder / "chain.yaml", **odd_inputs.write_all(folder)}


def odd_input_ends_in_one_line(run, places, tmp_path, capfd, name, command):
    given = {"SOURCE": places[name], "CHAIN": places["chain"], "OUT": tmp_path / name.replace("/", "-")}
    result = run(*(given.get(word, word) for word in COMMANDS[command]))
    said = result.stderr.splitlines()
    if result.exit_code:
        assert (result.exit_code, len(said)) == (1, 1)
        assert said[0].startswith("Error: ")
    assert all(line.startswith(("Error: ", "Note: ")) for line in said)
    assert not UNSAID.search(result.stderr)
    assert not STEERING.search(result.stderr)
    assert len(result.stderr) < LONGEST_LINE
    assert capfd.readouterr().err == ""


# steps of five give each command its inputs
test_some_odd_inputs_end_in_one_line = as_one_test(("name", "command"), PAIRS[::5])(odd_input_ends_in_one_line)
test_all_odd_inputs_end_in_one_line = pytest.mark.whole(
    as_one_test(("name", "command"), PAIRS)(odd_input_ends_in_one_line)
)

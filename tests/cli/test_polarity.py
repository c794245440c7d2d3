"""The command ``polarity``: one object for the whole input."""

import json

LINES = "“He’s late,” she told him.\n\nThe women waited for the men; her boy slept.\n"


def counted(result):
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def test_prints_one_object_for_the_whole_input(run):
    result = run("polarity", "--lang", "en", stdin=LINES.encode())
    assert result.stdout == '{"male":4,"female":3}\n'
    assert counted(result) == {"male": 4, "female": 3}


def test_paper_tokenization_misses_words_beside_punctuation(run):
    result = run("polarity", "--lang", "en", "--tokenization", "paper", stdin=LINES.encode())
    assert counted(result) == {"male": 1, "female": 3}

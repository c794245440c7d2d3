"""The command ``pipelines list``."""


def test_list_names_language_size_and_licence(run):
    result = run("pipelines", "list")
    assert result.exit_code == 0, result.stderr
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == ["ca", "de", "en", "es"]
    assert all(row[1].endswith(" MB") and row[2].startswith("CC BY") and row[3].endswith(".md") for row in rows)

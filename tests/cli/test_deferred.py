from as_one_test import as_one_test
from typer.main import get_command

from hf_genderfair.cli.app import Deferred, app, command_of


def deferred(group, name=""):
    for command in group.commands.values():
        if isinstance(command, Deferred):
            yield f"{name} {command.name}".strip(), command
        else:
            yield from deferred(command, command.name)


COMMANDS = dict(deferred(get_command(app)))


def test_every_command_is_deferred():
    assert len(COMMANDS) == 32
    assert {"tag", "pipelines list", "wordlist check"} <= set(COMMANDS)


@as_one_test("name", COMMANDS)
def test_options_of_a_command_have_different_names(name):
    flags = [flag for option in command_of(name, COMMANDS[name].callback()).params for flag in option.opts]
    assert len(flags) == len(set(flags))


@as_one_test("name", COMMANDS)
def test_lists_show_the_first_line_of_the_help_of_a_command(name):
    listed = COMMANDS[name]
    command = command_of(name, listed.callback())
    for width in (30, 45, 200):
        assert listed.get_short_help_str(width) == command.get_short_help_str(width)
    assert command.help.startswith(f"{listed.help}\n")

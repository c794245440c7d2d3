"""Many cases of one rule as one test, whose failure names every case that breaks the rule."""

import functools
import inspect

import pytest


def as_one_test(names, cases):
    """Run a test for all cases as one test; names and cases are written as for ``pytest.mark.parametrize``.

    A case costs no more than the call: this is the way for tables, and for rules asked of every file or word. What the
    cases share comes from fixtures. A case that changes something, such as a folder, needs ``parametrize``.
    """
    cases = [(case,) for case in cases] if isinstance(names, str) else list(cases)
    names = (names,) if isinstance(names, str) else names
    assert cases, "a test of no cases shows nothing"

    def decorate(test):
        signature = inspect.signature(test)

        @functools.wraps(test)
        def run(**shared):
            failures = []
            for case in cases:
                try:
                    test(**dict(zip(names, case, strict=True)), **shared)
                except (Exception, pytest.fail.Exception) as error:
                    failures.append(f"{', '.join(map(repr, case))}: {type(error).__name__}: {error}")
            if failures:
                pytest.fail("\n".join([f"{len(failures)} of {len(cases)} cases fail", *failures]), pytrace=False)

        run.__signature__ = signature.replace(
            parameters=[parameter for name, parameter in signature.parameters.items() if name not in names]
        )
        return run

    return decorate

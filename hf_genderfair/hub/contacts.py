"""Find e-mail addresses and telephone numbers in texts by their form: count them, and replace them by a mark."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])")
TELEPHONE = re.compile(
    r"(?<![\w+/.,:=-])(?:"
    r"(?:\+|00)[1-9]\d{0,2}(?:[ ./-]?\(0?\d{0,4}\))?(?:[ ./-]?\d){7,12}"
    r"|(?:\(0[1-9]\d{1,4}\)|0[1-9]\d{1,4})(?:[ /-]| [/-] )\d(?:[ -]?\d){4,8}"
    r"|(?:\([2-9]\d\d\) ?|[2-9]\d\d-)[2-9]\d\d-\d{4}"
    r")(?![\w/=-]|[.,:]\d)"
)
"""International numbers, national ones with a divided area code, and North American ones; other digits may be dates,
prices or identifiers, and stay."""

EMAIL_MARK, TELEPHONE_MARK = "[EMAIL]", "[PHONE]"
EMAIL_SIGN, TELEPHONE_DIGITS = "@", r"[0-9][ ()./-]{0,3}[0-9][ ()./-]{0,3}[0-9]"


@dataclass
class Contacts:
    """Numbers of e-mail addresses and telephone numbers, found by their form.

    Attributes:
        emails: Number of e-mail addresses.
        telephones: Number of telephone numbers.

    Example:
        >>> found = Contacts()
        >>> found.update(pa.table({"text": ["Write to ada@mail.example or call +49 30 1234567.", "In 2019-2020: 40."]}))
        >>> found.in_words()
        '1 e-mail address and 1 telephone number'
    """

    emails: int = 0
    telephones: int = 0

    def update(self, table: pa.Table) -> None:
        """Count those in the columns of text of a table.

        Args:
            table: Further rows.
        """
        for column in table.columns:
            if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
                addressed = column.filter(pc.fill_null(pc.match_substring(column, EMAIL_SIGN), False))
                self.emails += sum(len(EMAIL.findall(text)) for text in addressed.to_pylist())
                numbered = column.filter(pc.fill_null(pc.match_substring_regex(column, TELEPHONE_DIGITS), False))
                self.telephones += sum(len(TELEPHONE.findall(text)) for text in numbered.to_pylist())

    def __add__(self, other: Contacts) -> Contacts:
        """Return the numbers of both."""
        return Contacts(self.emails + other.emails, self.telephones + other.telephones)

    def in_words(self) -> str:
        """Return the numbers in words."""
        emails = f"{self.emails:,} e-mail address{'' if self.emails == 1 else 'es'}"
        return f"{emails} and {self.telephones:,} telephone number{'' if self.telephones == 1 else 's'}"


def redact(text: str) -> str:
    """Return a text with marks in place of e-mail addresses and telephone numbers.

    Args:
        text: The text; what is not surely one of them stays.

    Example:
        >>> redact("Ada (ada@mail.example, 030/1234567) came on 12.03.2020.")
        'Ada ([EMAIL], [PHONE]) came on 12.03.2020.'
    """
    return TELEPHONE.sub(TELEPHONE_MARK, EMAIL.sub(EMAIL_MARK, text))

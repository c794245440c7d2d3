"""Direct speech: whose words are whose, and that no input breaks or slows the search."""

import itertools
import re

from as_one_test import as_one_test
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.first_person.direct_speech import foreign_spans, may_be_foreign, merge_spans

# Text and the forms in it that are somebody else's.
GOLDEN = {
    "polish quotes": ("Powiedziała „Byłam tam” i poszłam.", "Byłam"),
    "quote after a colon": ("Powiedziała: „Byłam tam” i poszłam.", "Byłam"),
    "straight quotes": ('On na to "byłem" a ja poszłam.', "byłem"),
    "low mark closed by a straight one": ('„Byłem" mówił, a ja poszłam.', "Byłem"),
    "comma quotes": (",,byłam chora'' a ja poszłam", "byłam"),
    "english quotes": ("Krzyczał “byłem tu” i wyszłam.", "byłem"),
    "guillemets": ("«Byłem» oraz »byłam« usłyszałam.", "Byłem byłam"),
    "single low quotes": ("Mruknął ‚byłem’ i poszłam.", "byłem"),
    "apostrophe quotes": ("Mruknął 'byłem tam' i poszłam.", "byłem"),
    "apostrophes": ("U O'Connora byłam z Bruce'a bratem i czytałam Travers' książkę.", ""),
    "nested": ("„Mówił „byłem” a wyszedłem” czytałam", "byłem wyszedłem"),
    "open to the end of the line": ("Cytat: „byłem tam\nA ja czytałam", "byłem"),
    "quote over two lines": ("„Byłem tam\ni wróciłem”, czytałam", "Byłem wróciłem"),
    "stray straight mark": ('Kupiłam" i wróciłam.', ""),
    "inches": ('Monitor 15" i 17" kupiłam, potem 15” sprzedałam', ""),
    "closing mark only": ("Byłem tam.” Potem poszłam.", "Byłem"),
    "spaced quotes": ('Zawołał " byłem tam " , a ja poszłam .', "byłem"),
    "breadcrumbs": ("Forum » Dom » Kupiłam kota", ""),
    "narrator": ("– Nie wiem – odpowiedziałam.", ""),
    "turn in two parts": ("– Byłam tam – rzekła Maria. – Nie poszłam.", "Byłam poszłam"),
    "hyphen dialogue": ("- Byłem tam - mruknął. Poszłam.", "Byłem"),
    "unlisted verb": ("— Zachorowałem… — próbował bronić się Jan.", "Zachorowałem"),
    "dash in a sentence": ("— Zrozumiałem — po latach — że kłamał.", "Zrozumiałem"),
    "without diacritics": ("- Bylem tam - powiedziala Ola. - Poszlam.", "Bylem Poszlam"),
    "question and answer": ("- Byłaś tam?\n- Poszłam.", "Poszłam"),
    "introduced turn": ("Mama powiedziała:\n- kupiłam chleb", "kupiłam"),
    "single item": ("- Byłam zadowolona.", ""),
    "single em dash": ("— Byłam zadowolona.", "Byłam"),
    "list of items": ("Plusy:\n- zjadłam dobrze\n- wyspałam się", ""),
    "list with en dashes": ("– byłam zadowolona\n– kupiłam dwa", ""),
    "list after a heading": ("Co zrobiłam:\n– Kupiłam farbę.\n– Pomalowałam ścianę.", ""),
    "press quotation": ("Byłem gotów - powiedział prezes firmy. Przeczytałam to.", "Byłem"),
    "press quotation, own clause": ("Zrobiłam badania - powiedział mi lekarz, że są dobre.", ""),
    "remark between dashes": ("Premier – czytałam o tym – powiedział wszystko.", ""),
    "after a colon": ("Lekarz powiedział: zrobiłem, co mogłem. Poszłam.", "zrobiłem mogłem"),
    "own words after a colon": ("Powiedziałam: byłam chora.", ""),
    "first name": ("Marek: kupiłem", "kupiłem"),
    "full name": ("Jan Kowalski: byłem", "byłem"),
    "surname": ("Kowalewska: byłam", "byłam"),
    "role": ("MARSZAŁEK: Byłem", "Byłem"),
    "title": ("Poseł Anna Nowak: Zgłosiłam", "Zgłosiłam"),
    "label on its own line": ("Prowadząca:\nByłam tam.\n\nWróciłam.", "Byłam"),
    "letters": ("P: Byłaś? O: Poszłam.", "Poszłam"),
    "nicks": ("kot7: byłem\nada: byłam\nkot7: poszedłem\nada: tak", "byłem byłam poszedłem"),
    "own turn": ("Ja: byłam\nOn: byłem", "byłem"),
    "headings": ("Wniosek: kupiłem\nEdit: wróciłem\nPS: byłem\nUwaga: spałem\nPlusy: zjadłem", ""),
    "own heading": ("Moja historia: byłam chora", ""),
    "forum block": ("Użytkownik xyz napisał:\nByłem tam\n\nPoszłam", "Byłem"),
    "forum block, both genders": ("gość napisał(a)\nByłem tam\n\nPoszłam", "Byłem"),
    "marked lines": ("> Byłem\n> Poszedłem\nA ja wróciłam", "Byłem Poszedłem"),
    "header and marked lines": ("Ola napisał(a):\n> Byłem\nA ja wróciłam", "Byłem"),
    "quote tag": ("[quote=ola]Byłem [quote]Spałem[/quote] tu[/quote] Wróciłam", "Byłem Spałem"),
    "blockquote": ("<blockquote>Byłem</blockquote> Wróciłam", "Byłem"),
    "emoticons": ("Byłam tam :) i wróciłam ;-) mówił: )", ""),
    "nothing": ("Byłam tam wczoraj, potem wróciłam.", ""),
}


@as_one_test("name", GOLDEN)
def test_golden(name):
    text, foreign = GOLDEN[name]
    spans = foreign_spans(text)
    forms = [(m.start(), m[0]) for m in re.finditer(r"\w+[łl][ae]m\b", text)]
    found = [form for start, form in forms if any(a <= start < b for a, b in spans)]
    assert found == foreign.split()


pieces = st.lists(
    st.sampled_from(
        [
            *"„”“\"«»‚‘’'>-–—:[]<.?!, \n\t\x00ła",
            ",,",
            "&gt;",
            "[quote]",
            "[/quote]",
            "<blockquote>",
            "napisał(a)",
            "Jan: ",
            "P: ",
            "- ",
            "byłam ",
            "powiedział ",
            "Mówi: ",
            "\r\n",
            "Ja: ",
            "😀",
        ]
    ),
    max_size=40,
).map("".join)


@given(
    pieces | st.text(st.characters(exclude_categories=["Cs"])) | st.binary().map(lambda b: b.decode("utf-8", "replace"))
)
def test_spans_are_sorted_disjoint_and_inside(text):
    spans = foreign_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(left[1] < right[0] for left, right in itertools.pairwise(spans))
    words = [match.start() for match in re.finditer(r"&gt;|\w+", text) if match[0] != "&gt;"]
    covered = [word for word in words if any(start <= word < end for start, end in spans)]
    assert all(may_be_foreign(text, word) for word in covered)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_merge_spans_is_the_union(spans):
    covered = {i for start, end in spans for i in range(start, end)}
    merged = merge_spans(spans)
    assert covered == {i for start, end in merged for i in range(start, end)}
    assert merge_spans(merged) == merged

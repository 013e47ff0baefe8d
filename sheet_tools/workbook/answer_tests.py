"""What the live status asks of a cell's text, as conditions of a formula: lists, words, places, whole sentences.

Functions of Excel 2007 only, and none that LibreOffice or Google Sheets compute otherwise. What would be too deep or
too long for one formula stands in hidden columns of the row (`helpers_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from sheet_tools.tasks import Column, Writes
from sheet_tools.values import NONE_WORDS
from sheet_tools.workbook.formulas import INVISIBLE, cleaned, is_filled, quoted

LETTERS = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
DIGITS = "0123456789"
_BRACKETS = "[](){}<>"
# What stands in the helper of a list that is none.
NO_LIST = "?"
_LINE = "CHAR(10)"
_BLANKS = (_LINE, "CHAR(9)", "CHAR(13)")
_PUNCTUATION = ",.;:?!"


def replaced(cell: str, *pairs: tuple[str, str]) -> str:
    """Nested SUBSTITUTEs; each of a pair is an expression."""
    for old, new in pairs:
        cell = f"SUBSTITUTE({cell},{old},{new})"
    return cell


def _texts(*pairs: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((quoted(old), quoted(new)) for old, new in pairs)


def is_blank(cell: str) -> str:
    return f"NOT({is_filled(cell)})"


def is_none(cell: str) -> str:
    return f"SUMPRODUCT(--EXACT(LOWER({cleaned(cell)}),{each_of(NONE_WORDS)}))>0"


def each_of(texts: Iterable[str]) -> str:
    return "{" + ",".join(quoted(text) for text in texts) + "}"


def holds_any(cell: str, characters: str) -> str:
    return f"SUMPRODUCT(--ISNUMBER(FIND({each_of(characters)},{cell})))>0"


def count_of(cell: str, text: str) -> str:
    """How many characters of a text the occurrences of an expression take."""
    return f'(LEN({cell})-LEN(SUBSTITUTE({cell},{text},"")))'


def words_in(cell: str) -> str:
    return f"(LEN({cleaned(cell)})-LEN(SUBSTITUTE({cleaned(cell)},{quoted(' ')},{quoted('')}))+1)"


# -- the hidden columns


def _parts_of_list(cell: str) -> str:
    """„1, 5”, „1;5”, „[1] [5]” as „,1,5,” and „,[1],[5],”: one comma between two numbers, if all is well."""
    plain = f"TRIM({replaced(cell, *((blank, quoted(' ')) for blank in _BLANKS), *_texts((';', ',')))})"
    pairs = _texts(("[ ", "["), (" ]", "]"), (" ,", ","), (", ", ","), (" ", ","))
    return f'","&{replaced(plain, *pairs)}&","'


def _numbers_of_list(parts: str) -> str:
    """„,1,5,” for a list, „,” for one that is empty, NO_LIST for what is none; `parts` is the cell beside."""
    none = f"SUMPRODUCT(--EXACT(LOWER({parts}),{each_of(f',{word},' for word in (*NONE_WORDS, '[]'))}))>0"
    bare = replaced(parts, *_texts(("[", ""), ("]", "")))
    ends = f'LEFT({parts},2)=",[",RIGHT({parts},2)="],"'
    one_pair = f'{count_of(parts, quoted("["))}=1,{count_of(parts, quoted("]"))}=1'
    is_list = f"OR({_is_of_numbers(parts)},AND({ends},{one_pair},{_is_of_numbers(bare)}))"
    return f'IF({none},",",IF({is_list},{replaced(bare, *_texts((",0", ",")) * 3)},"{NO_LIST}"))'


def _is_of_numbers(parts: str) -> str:
    """Nothing but numbers of one to four digits, in brackets of their own or without, each with its commas."""
    noughts = replaced(parts, *_texts((",", ",,"), *((digit, "0") for digit in DIGITS[1:])))
    numbers = [f"{left}{'0' * n}{right}" for left, right in (("[", "]"), ("", "")) for n in (4, 3, 2, 1)]
    return f'EXACT({replaced(noughts, *_texts(*((f",{number},", "") for number in numbers)))},",,")'


def _beside_letters(cell: str) -> str:
    """What is left of a text without the letters that words are made of, and ordinary blanks."""
    return replaced(f"LOWER({cell})", *_texts(*((letter, "") for letter in f"{LETTERS} ")))


def _beside_lines(cell: str) -> str:
    """The same for each of several lines; for „-” there is nothing."""
    return f'IF({is_none(cell)},"",{replaced(_beside_letters(cell), (_LINE, quoted("")))})'


HelperFormula = Callable[[str], str]
# Each makes an expression of the cell, or of the helper before it.
_HELPERS: Mapping[Writes, tuple[HelperFormula, ...]] = MappingProxyType(
    {
        Writes.INTEGERS: (_parts_of_list, _numbers_of_list),
        Writes.WORDS: (_beside_letters,),
        Writes.LINES: (_beside_lines,),
    }
)


def helpers_of(column: Column) -> tuple[HelperFormula, ...]:
    if column.writes is Writes.LINES and column.lines_of is not Writes.WORDS:
        return ()
    return _HELPERS.get(column.writes, ())


# -- conditions: (condition, name of its words)

Test = tuple[str, str]


def list_tests(_cell: str, helper: str) -> Iterator[Test]:
    yield f'EXACT({helper},"{NO_LIST}")', "not_list"


def words_tests(cell: str, helper: str) -> Iterator[Test]:
    yield is_none(cell), "none"
    yield from _letters_tests(cell, helper)
    yield f"NOT(EXACT({cell},TRIM({cell})))", "blanks"


def lines_tests(cell: str, helper: str) -> Iterator[Test]:
    """The words of each line; blanks around a line are no fault, and „-” alone means that there is none."""
    around = ((f'" "&{_LINE}', _LINE), (f'{_LINE}&" "', _LINE))
    lines = replaced(f"TRIM({cell})", *around * 3)
    framed = f"{_LINE}&LOWER({lines})&{_LINE}"
    found = f"SUMPRODUCT(--ISNUMBER(FIND({_LINE}&{each_of(NONE_WORDS)}&{_LINE},{framed})))>0"
    some = f"NOT({is_none(cell)})"
    yield f"AND({some},{found})", "none"
    for test, said in _letters_tests(cell, helper):
        yield f"AND({some},{test})" if said == "case" else test, said
    yield f'ISNUMBER(FIND("  ",{replaced(cell, *around * 3)}))', "blanks"


def _letters_tests(cell: str, helper: str) -> Iterator[Test]:
    yield holds_any(cell, f"{DIGITS}{_BRACKETS}"), "digits"
    yield f"LEN({helper})>0", "characters"
    yield f"NOT(EXACT({cell},LOWER({cell})))", "case"


def place_tests(numbers: str, sentence: str, most: int) -> Iterator[Test]:
    """The list has to be the places of the sentence that it names, once each and ascending."""
    wanted = "&".join(f'IF(ISNUMBER(FIND(",{n},",{numbers})+FIND("[{n}]",{sentence})),"{n},","")' for n in _upto(most))
    yield f'AND(LEN({sentence})>0,LEN({numbers})>1,NOT(EXACT(","&{wanted},{numbers})))', "places"


def overlap(one: str, other: str, most: int) -> str:
    found = (f'ISNUMBER(FIND(","&{_numbers(1, most)}&",",{numbers}))' for numbers in (one, other))
    return f"SUMPRODUCT({'*'.join(found)})>0"


def numbering_tests(sentence: str, most: int) -> Iterator[Test]:
    """[1], [2], [3]…, each once; how many there are."""
    marks = "".join(f"[{n}]" for n in _upto(most))
    bounds = ((2, most), (1, most - 1))
    later, earlier = (f'FIND("["&{_numbers(*each)}&"]",{sentence}&"{marks}")' for each in bounds)
    disorder = f"SUMPRODUCT(({later}<=LEN({sentence}))*({later}<{earlier}))>0"
    # Each of them has two characters.
    begun = count_of(sentence, f'"["&{_numbers(0, 9)}')
    others = f"NOT(SUMPRODUCT({begun})=2*{places_count(sentence, most)})"
    yield f'OR(ISERROR(FIND("[1]",{sentence})),{others},{disorder})', "numbering"


def places_count(sentence: str, most: int) -> str:
    return f'SUMPRODUCT(--ISNUMBER(FIND("["&{_numbers(1, most)}&"]",{sentence})))'


def target_tests(sentence: str) -> Iterator[Test]:
    """One [[…]] with a digit in it."""
    start, end = f'FIND("[[",{sentence})', f'FIND("]]",{sentence})'
    yield f'NOT(AND({count_of(sentence, quoted("[["))}=2,{count_of(sentence, quoted("]]"))}=2))', "target"
    yield f"{start}>{end}", "target"
    yield f"NOT({holds_any(f'MID({sentence},{start}+2,{end}-{start}-2)', DIGITS)})", "target"


def neighbour_tests(cell: str, sentence: str) -> Iterator[Test]:
    """The first word of several is the one before the number, or the last the one after it."""
    spaced = f'" "&{replaced(f"LOWER({sentence})", *_texts(*((mark, " ") for mark in _PUNCTUATION)))}&" "'
    first = f'LEFT({cell},FIND(" ",{cell}&" ")-1)'
    last = f'TRIM(RIGHT(SUBSTITUTE({cell}," ",REPT(" ",99)),99))'
    before, after = f'FIND(" "&{first}&" [[",{spaced})', f'FIND("]] "&{last}&" ",{spaced})'
    yield f'AND(ISNUMBER(FIND(" ",TRIM({cell}))),OR(ISNUMBER({before}),ISNUMBER({after})))', "neighbours"


def sentence_tests(cell: str, given: str) -> Iterator[Test]:
    """What a person should look at in a corrected sentence; what the given one has alike is no finding."""
    yield f"EXACT({cleaned(cell)},{cleaned(given)})", "only_blanks"
    blanks = '" "&CHAR(9)&CHAR(10)&CHAR(13)'
    yield f"OR(ISNUMBER(FIND(LEFT({cell},1),{blanks})),ISNUMBER(FIND(RIGHT({cell},1),{blanks})))", "edge"
    more = (f"{count_of(cell, text)}>{count_of(given, text)}" for text in (*_BLANKS, quoted("  ")))
    yield f"OR({','.join(more)})", "inner"
    hidden = each_of(INVISIBLE)
    yield f"SUMPRODUCT(ISNUMBER(FIND({hidden},{cell}))*ISERROR(FIND({hidden},{given})))>0", "invisible"
    yield f"NOT({words_in(cell)}={words_in(given)})", "word_count"


def _upto(most: int) -> range:
    return range(1, most + 1)


def _numbers(first: int, last: int) -> str:
    return "{" + ",".join(map(str, range(first, last + 1))) + "}"

"""A form as a value: its sheets, each with a head, tables, drawings and lines to sign.

Whatever prints one (`form_html.py`, `form_typst.py`) decides on nothing but its looks; what stands where is decided by
the modules that make the forms. Words are messages, so that one form is printed in any language.
"""

from __future__ import annotations

import enum

import msgspec

from gateway.model.messages import Message

from .text_width import ems

__all__ = [
    "CUT_MARGIN",
    "GAP",
    "MARGIN",
    "WIDEST",
    "Abreast",
    "CellKind",
    "ColumnKind",
    "DrawnDisc",
    "DrawnLine",
    "DrawnText",
    "FormCell",
    "FormCode",
    "FormColumns",
    "FormDrawing",
    "FormField",
    "FormGrid",
    "FormNote",
    "FormPart",
    "FormRow",
    "FormSheet",
    "FormSigner",
    "NameCard",
    "Paper",
    "PrintedForm",
    "RowHeight",
    "Words",
    "column",
]

Words = str | Message
"""What persons typed, or a message that is rendered in the language of the print."""


MARGIN, CUT_MARGIN = 12, 9
"""Millimetres at the left and right of a page, and of a slip that is cut from one."""
GAP = 5
"""Millimetres between parts that stand beside each other."""


class Paper(enum.StrEnum):
    """The paper that a form is printed on."""

    A4 = "a4"
    A5 = "a5"

    @property
    def millimetres(self) -> tuple[int, int]:
        """Width and height, upright."""
        return {Paper.A4: (210, 297), Paper.A5: (148, 210)}[self]


class ColumnKind(enum.StrEnum):
    """The content of a column, which says how wide it is."""

    MARK = "mark"
    SMALL = "small"
    NUMBER = "number"
    POINTS = "points"
    SHORT = "short"
    MEDIUM = "medium"
    WORDS = "words"
    """Takes what the others leave, shared with its like."""


_WIDTHS = {
    ColumnKind.MARK: 6,
    ColumnKind.SMALL: 8,
    ColumnKind.NUMBER: 10,
    ColumnKind.POINTS: 12,
    ColumnKind.SHORT: 14,
    ColumnKind.MEDIUM: 22,
}
"""In millimetres, where there is no room to spare."""
_WORDS_ENOUGH, _WORDS_ENOUGH_DENSE = 52, 42
"""Millimetres that are enough for a name, and in small letters; what is left then widens the other columns."""
WIDEST = 44
"""Millimetres to which a column other than words is ever widened."""


class RowHeight(enum.IntEnum):
    """The least height of a row, in millimetres."""

    LINE = 0
    """As high as its text."""
    TIGHT = 5
    CARD = 6
    PEN = 8
    """Room for handwriting."""
    SIGNATURE = 11


class CellKind(enum.StrEnum):
    """The look of a cell."""

    PLAIN = "plain"
    STRONG = "strong"
    VOID = "void"
    """Nothing can stand here: one's own column in a cross table."""


class FormCell(msgspec.Struct, frozen=True):
    """A cell of a table."""

    text: Words = ""
    note: Words = ""
    """In small letters behind it."""
    span: int = 1
    """Columns."""
    rows: int = 1
    kind: CellKind = CellKind.PLAIN


class FormColumns(msgspec.Struct, frozen=True):
    """Columns beside each other under one head, or one column alone."""

    head: Words
    kinds: tuple[ColumnKind, ...]
    heads: tuple[Words, ...] = ()
    """Of each column, where several stand under the head."""


def column(head: Words, kind: ColumnKind = ColumnKind.WORDS) -> FormColumns:
    """One column."""
    return FormColumns(head, (kind,))


FormRow = tuple[FormCell, ...]


class FormGrid(msgspec.Struct, frozen=True, kw_only=True):
    """A table. Its head is printed again on every page that it reaches."""

    columns: tuple[FormColumns, ...]
    groups: tuple[tuple[FormRow, ...], ...]
    """Rows that belong together are not torn apart at the end of a page."""
    name: str = ""
    """What it is, for style sheets."""
    title: Words = ""
    height: RowHeight = RowHeight.LINE
    dense: bool = False
    """In smaller letters: many columns."""

    @property
    def kinds(self) -> tuple[ColumnKind, ...]:
        """Of every column."""
        return tuple(kind for each in self.columns for kind in each.kinds)

    def widths(self, room: float) -> tuple[int | None, ...]:
        """The width of each column in whole millimetres; None: shares what is left."""
        fixed = sum(_WIDTHS.get(kind, 0) for kind in self.kinds)
        words = sum(kind is ColumnKind.WORDS for kind in self.kinds)
        if not words:
            return tuple(None for _ in self.kinds)
        spare = room - words * (_WORDS_ENOUGH_DENSE if self.dense else _WORDS_ENOUGH)
        stretch = min(max(spare / fixed, 1.0), 2.0) if fixed else 1.0
        return tuple(int(_WIDTHS[kind] * stretch) if kind in _WIDTHS else None for kind in self.kinds)

    @property
    def is_deep(self) -> bool:
        """Whether the head has two rows."""
        return any(each.heads for each in self.columns)


class FormNote(msgspec.Struct, frozen=True):
    """A line of text."""

    text: Words
    strong: bool = False


class DrawnLine(msgspec.Struct, frozen=True):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    thin: bool = False


class DrawnDisc(msgspec.Struct, frozen=True):
    """A stone, or the point of a star."""

    x: float
    y: float
    r: float
    name: str = ""
    """`black`, `white`, `filled`, `star`."""


class DrawnText(msgspec.Struct, frozen=True):
    """A text; it is cut where it is longer than there is room."""

    x: float
    y: float
    text: Words
    size: float
    anchor: str = "start"
    """`start`, `middle`, `end`."""
    strong: bool = False
    grey: bool = False
    room: float = 0
    """The longest that it may be; 0: as long as it is."""
    name: str = ""


class FormDrawing(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing in units of its own, printed as wide as `millimetres` says."""

    box: tuple[float, float, float, float]
    """Left, top, width, height."""
    millimetres: float
    shapes: tuple[DrawnLine | DrawnDisc | DrawnText, ...]
    name: str = ""
    caption: Words = ""


class FormCode(msgspec.Struct, frozen=True):
    """A QR code, and where it leads."""

    link: str
    label: Words = ""


class NameCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card to fold and put on a table: the same on both faces."""

    name: str
    about: str = ""
    """Title, rating, club."""
    corner: Words = ""
    """The board, the number."""
    event: str = ""

    @property
    def size(self) -> str:
        """How large the name can be: `short`, `long`, `longest`."""
        width = ems(self.name)
        return "short" if width < 14 else "long" if width < 25 else "longest"


class Abreast(msgspec.Struct, frozen=True):
    """Parts beside each other."""

    parts: tuple[FormGrid | FormDrawing, ...]

    def share(self, room: float) -> float:
        """The width that each part has, of so much for all of them."""
        return (room - GAP * (len(self.parts) - 1)) / len(self.parts)


FormPart = FormGrid | FormNote | FormDrawing | FormCode | NameCard | Abreast


class FormField(msgspec.Struct, frozen=True):
    """A row of the head."""

    label: Words
    value: Words | None = None
    """None: a place for a pen."""


class FormSigner(msgspec.Struct, frozen=True):
    """One who signs."""

    role: Words
    name: str = ""


class FormSheet(msgspec.Struct, frozen=True, kw_only=True):
    """One sheet: a slip, a card, or a list on as many pages as it needs."""

    title: Words = ""
    fields: tuple[FormField, ...] = ()
    parts: tuple[FormPart, ...] = ()
    signers: tuple[FormSigner, ...] = ()
    codes: tuple[FormCode, ...] = ()
    """QR codes in the corner."""
    running: bool = False
    """The head is printed on every page of the first table."""


class PrintedForm(msgspec.Struct, frozen=True, kw_only=True):
    """A form, filled or blank."""

    name: str
    title: Words
    sheets: tuple[FormSheet, ...]
    paper: Paper = Paper.A4
    landscape: bool = False
    across: int = 1
    """Sheets beside each other on a page, to be cut apart."""
    down: int = 1

    @property
    def is_cut(self) -> bool:
        """Whether several sheets are on a page."""
        return self.across * self.down > 1

    @property
    def millimetres(self) -> tuple[int, int]:
        """Width and height of the page."""
        width, height = self.paper.millimetres
        return (height, width) if self.landscape else (width, height)

    @property
    def room(self) -> float:
        """The width of a sheet between its margins."""
        width = self.millimetres[0]
        if not self.is_cut:
            return width - 2 * MARGIN
        return width / self.across - 2 * (CUT_MARGIN if self.across == 1 else CUT_MARGIN - 3)

    def pages(self) -> list[tuple[FormSheet, ...]]:
        """The sheets of each page, or of each pile of pages."""
        each = self.across * self.down
        return [self.sheets[at : at + each] for at in range(0, len(self.sheets), each)]

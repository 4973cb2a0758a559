"""All papers of a bridge event, by name."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.model.errors import TournamentError
from gateway.model.messages import Message, message

from .bridge_cards import guide_cards, line_up_sheets
from .bridge_hand_records import hand_records
from .bridge_results import (
    board_results_form,
    bridge_standings_form,
    butler_form,
    match_results_form,
    victory_point_table,
)
from .bridge_slips import pick_up_slips, travellers
from .form_request import FormRefused, FormRequest
from .printed_form import Paper, PrintedForm

__all__ = ["BRIDGE_FORMS", "BridgePaper", "bridge_form", "find_bridge_form"]


class BridgePaper(msgspec.Struct, frozen=True, kw_only=True):
    """A paper that is made of a bridge event."""

    name: str
    make: Callable[[BridgeEvent | None, FormRequest], PrintedForm]
    public: bool = False
    """Everybody may have it: it says no more than the event's page."""
    of_round: bool = False
    blank: bool = False
    """It can be printed for a pen."""
    per_page: tuple[int, ...] = ()
    article: str = ""
    """The book that asks for it."""

    @property
    def title(self) -> Message:
        """Its name for people."""
        return Message(f"form_name.{self.name.replace('-', '_')}")


BRIDGE_FORMS = (
    BridgePaper(name="bridge-traveller", make=travellers, of_round=True, blank=True, per_page=(1, 2)),
    BridgePaper(
        name="bridge-pick-up", make=pick_up_slips, of_round=True, blank=True, per_page=(1, 2), article="BR (四) 1"
    ),
    BridgePaper(name="bridge-guide", make=guide_cards, public=True, blank=True, per_page=(1, 2)),
    BridgePaper(name="bridge-line-up", make=line_up_sheets, of_round=True, blank=True, per_page=(1, 2)),
    BridgePaper(name="bridge-vp-table", make=victory_point_table, public=True, blank=True, article="BR (三)"),
    BridgePaper(name="bridge-results", make=match_results_form, public=True, of_round=True),
    BridgePaper(name="bridge-boards", make=board_results_form, public=True, of_round=True),
    BridgePaper(name="bridge-hands", make=hand_records, public=True, of_round=True),
    BridgePaper(name="bridge-standings", make=bridge_standings_form, public=True, of_round=True),
    BridgePaper(name="bridge-butler", make=butler_form, public=True, of_round=True),
)


def find_bridge_form(name: str) -> BridgePaper | None:
    """The paper of that name, if there is one."""
    return next((form for form in BRIDGE_FORMS if form.name == name), None)


def bridge_form(form: BridgePaper, event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """A paper of the event; raises `FormRefused` where it cannot be made, or not as it is asked for."""
    if (request.blank or event is None) and not form.blank:
        raise FormRefused(message("form.never_blank", form=form.title))
    counts = form.per_page or (1,)
    most = tuple(count for count in counts if request.paper is not Paper.A5 or 2 * count <= max(counts)) or (1,)
    if request.per_page is not None and request.per_page not in most:
        raise FormRefused(message("form.wrong_per_page", form=form.title, known=tuple(map(str, most))))
    try:
        return form.make(event, request)
    except TournamentError as error:  # no column of the scale, a movement that does not fit
        raise FormRefused(error.message) from error

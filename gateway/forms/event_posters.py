"""The sheet that is hung up at the entrance: a QR code that opens the event's page."""

from __future__ import annotations

from gateway.model.messages import message

from .form_event import FormEvent
from .form_request import FormRefused, FormRequest, days_field, place_field
from .game_links import live_link
from .printed_form import FormCode, FormSheet, Paper, PrintedForm

__all__ = ["qr_sheet"]


def qr_sheet(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The code with what it opens; raises `FormRefused` where the forms know no site."""
    link = live_link(request.site)
    if not link:
        raise FormRefused(message("form.no_site"))
    fields = tuple(each for each in (place_field(event), days_field(event, request)) if each.value)
    sheet = FormSheet(
        title=event.title or message("form_name.qr"),
        fields=fields,
        parts=(FormCode(link, message("form.follow_live")),),
    )
    return PrintedForm(name="qr", title=message("form_name.qr"), sheets=(sheet,), paper=request.paper or Paper.A4)

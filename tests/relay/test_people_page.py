"""The pages of people, as they are used: invited, accepted, signed in, an act, and the chief reads it in the audit."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browsing import assert_accessible, open_visits

from .conftest import ARBITER, Relay
from .fakes import FakeTable

pytestmark = pytest.mark.browser
PASSWORD = "three old oak trees"


async def test_from_the_invitation_to_the_audit(relay: Relay, table: FakeTable) -> None:
    async with open_visits() as visits:
        chief = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await chief.get_by_role("link", name="People").click()
        await chief.get_by_role("button", name="Invite").click()
        await chief.get_by_label("Role").select_option("clerk")
        await expect(chief.get_by_text("Enters results from signed slips")).to_be_visible()
        await chief.get_by_label("Role").select_option("arbiter")
        await chief.get_by_role("button", name="Make the link").click()
        link = await chief.locator("dialog code").inner_text()
        await assert_accessible(chief)
        await chief.get_by_role("button", name="Done").click()
        await expect(chief.get_by_text("arbiter, from Ines")).to_be_visible()

        ann = await visits.open(link, width=390, height=844, mobile=True)
        await expect(ann.get_by_text("Ines invites you to")).to_be_visible()
        await ann.get_by_label("Name").fill("Ann Able")
        await ann.get_by_label("New password").fill(PASSWORD)
        await ann.get_by_label("The same again").fill("three old oak")
        await ann.get_by_role("button", name="Accept and sign in").click()
        await expect(ann.get_by_role("alert")).to_have_text("The two passwords are not the same.")
        await assert_accessible(ann)
        await ann.get_by_label("The same again").fill(PASSWORD)
        await ann.get_by_role("button", name="Accept and sign in").click()
        await ann.get_by_role("button", name="Sign out").click()

        await ann.get_by_role("link", name="Sign in").click()
        await ann.get_by_label("Name").fill("Ann Able")
        await ann.get_by_label("Password").fill("wrong")
        await ann.get_by_label("Password").press("Enter")
        await expect(ann.get_by_role("alert")).to_contain_text("do not match")
        await assert_accessible(ann)
        await ann.get_by_label("Password").fill(PASSWORD)
        await ann.get_by_label("Password").press("Enter")
        await ann.get_by_role("link", name="People").click()
        await expect(ann.get_by_role("heading", name="You are Ann Able · arbiter")).to_be_visible()
        await expect(ann.get_by_role("button", name="Invite")).to_have_count(0)
        done = await ann.evaluate(
            "() => fetch('/api/tables/t1/commands', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
            "body: JSON.stringify({act: {type: 'pause', why: 'fire alarm'}})}).then((answer) => answer.json())"
        )
        assert done["entry"] == 7

        await chief.reload()
        row = chief.get_by_role("row").filter(has_text="Ann Able")
        await expect(row).to_contain_text("signed in on 1 browser")
        await assert_accessible(chief)
        await chief.get_by_role("link", name="Audit").click()
        act = chief.get_by_role("row").filter(has_text="fire alarm")
        await expect(act).to_contain_text("Ann Able")
        await expect(act).to_contain_text("done: entry 7")
        await expect(chief.get_by_role("row").filter(has_text="tried to sign in")).to_have_count(1)
        await assert_accessible(chief)
        await chief.get_by_label("Language").select_option("zh")
        await expect(chief.get_by_role("heading", name="操作记录")).to_be_visible()
        await chief.get_by_role("link", name="人员").click()
        await row.get_by_role("button", name="停用").click()
        await chief.locator("dialog").get_by_role("button", name="停用").click()
        await expect(row).to_contain_text("已停用")
        await expect(ann.get_by_role("link", name="Sign in")).to_be_visible()
        assert visits.errors(chief) == []
        assert visits.errors(ann, expected="403") == []

"""Checks of the face in which one plays, and of the three faces of the page."""

from room_page import until


def face(name):
    """Condition on the face that is shown."""
    return f"document.documentElement.dataset.face === '{name}'"


def check_faces(check):
    """The page opens to play; a link at the top and the address change the face; a link to a cycle opens the bench."""
    page = check.page("")
    assert page.evaluate(face("play"))
    assert page.is_visible("#board") and page.is_hidden("#array")
    page.click("#faces a[data-face=learn]")
    until(page, "document.getElementById('learn').textContent.length > 40")
    assert page.is_hidden("#board") and page.url.endswith("#face=learn"), page.url
    page.click("#faces a[data-face=bench]")
    assert page.is_visible("#array") and page.is_hidden("#learn")
    page.go_back()
    until(page, face("learn"))
    page = check.page("depth=2&cycle=500")
    assert page.evaluate(face("bench"))
    until(page, "machineRoom.frame().cycle === 500")


CHECKS = [check_faces]

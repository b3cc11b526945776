"""The set-up on the screen: from the first touch to a profile that games can be watched with."""

from pathlib import Path

from tests.test_screens import ran


def test_a_table_is_set_up_by_touches(tmp_path: Path) -> None:
    found = ran("set_up", tmp_path)
    said = found["said"]
    assert isinstance(said, dict)
    assert (found["was"], found["is"], found["running"]) == (False, True, False)
    assert found["place"] == "table-and-deck"
    assert [said["light"][0], said["test"][0]] == [
        "The light is good; exposure and colours are held.",
        "Loki 0★ lies in Tribute, 500\u00a0mm from the left and 300\u00a0mm from the top.",
    ]
    # The drawn lens is sharp at 1.16 dioptres; a third off is a blur of a quarter of a pixel.
    assert 0.8 < float(said["focus"][0].split()[5].rstrip(";")) < 1.5
    assert "error 0." in said["lens"][0]
    assert 'camera = "sim"' in (tmp_path / "table.camera.toml").read_text(encoding="utf-8")
    # Forty pixels of a window whose picture is half a pixel a millimetre.
    assert 36 < said["dragged"] < 44


def test_a_set_up_that_is_left_keeps_nothing(tmp_path: Path) -> None:
    found = ran("set_up_left", tmp_path)
    assert (found["place"], found["running"], found["view"]) == ("new-table", False, None)
    assert (found["at"], found["files"]) == ("new-table", ["table.toml"])
    assert "est un dossier" in str(found["refused"])


def test_a_camera_that_takes_its_time_holds_nobody(tmp_path: Path) -> None:
    found = ran("opening", tmp_path)
    assert found["said"] == [
        "table",
        "the camera is being opened …",
        "home",
        "Camera 0 gives no picture. Check the cable and that no other program uses it, or try another number.",
    ]
    assert found["took_s"] < 5  # type: ignore[operator]  # a number

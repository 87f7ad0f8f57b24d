"""Finding game systems: what counts as an entry point, and whose fault it is when one does not work."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed, TabletopError

BUILT_IN = {"du", "fftt", "td", "tgf", "tt"}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Packages beside the installed ones; what was found before is forgotten, and what is found now afterwards."""

    def install(name: str, entry_points: str, **modules: str) -> Path:
        info = tmp_path / f"{name}-1.dist-info"
        info.mkdir()
        (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")
        for module, text in modules.items():
            (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
        return tmp_path

    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    registry._targets_by_id.cache_clear()
    registry.load.cache_clear()
    yield install
    registry._targets_by_id.cache_clear()
    registry.load.cache_clear()
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def failing(name: str, fault: str) -> str:
    """A module whose function `play` raises something."""
    return f"def play():\n    {fault}\n"


def fault_of(module: ModuleType) -> Exception:
    with pytest.raises(Exception) as caught:
        module.play()
    return caught.value


def test_only_entries_of_our_group_count(site: Callable[..., Path]) -> None:
    site(
        "games",
        "[console_scripts]\nzz-script = elsewhere:main\n[ tabletop.systems ]\n[tabletop.systems]\n# aa = no:System\n"
        "; bb = no:System\n\nnonsense\nzz = zz_game:SYSTEM [extra]\n yy=zz_game : OTHER\n[other]\nxx = no:SYSTEM\n",
    )
    assert set(registry.system_ids()) == BUILT_IN | {"zz", "yy"}
    assert registry.system_ids() == tuple(sorted(registry.system_ids()))
    with pytest.raises(TabletopError, match="zz cannot be loaded") as broken:
        registry.load("zz")
    assert broken.value.hint == "it comes from zz_game:SYSTEM; update or uninstall that package"
    assert broken.value.code == registry.BROKEN


def test_files_without_our_group_or_that_cannot_be_read_are_passed_over(site: Callable[..., Path]) -> None:
    folder = site("other", "[console_scripts]\nzz = no:main\n")
    (folder / "odd-1.dist-info").mkdir()
    (folder / "odd-1.dist-info" / "entry_points.txt").write_bytes(b"[tabletop.systems]\nzz = \xff:SYSTEM\n")
    (folder / "empty-1.dist-info").mkdir()
    (folder / "zz-1.not-info").mkdir()
    (folder / "zz-1.not-info" / "entry_points.txt").write_text("[tabletop.systems]\nzz = no:SYSTEM\n")
    sys.path.insert(0, str(folder / "nowhere"))
    try:
        assert set(registry.system_ids()) == BUILT_IN
    finally:
        sys.path.remove(str(folder / "nowhere"))


def test_the_first_on_the_path_wins(site: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site("mine", "[tabletop.systems]\nzz = my_game:SYSTEM\ntd = my_game:SYSTEM\n", my_game="SYSTEM = 1\n")
    later = tmp_path / "later" / "other-1.dist-info"
    later.mkdir(parents=True)
    (later / "entry_points.txt").write_text("[tabletop.systems]\nzz = other_game:SYSTEM\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(later.parent)])
    with pytest.raises(TabletopError, match="my_game:SYSTEM is a int, not a System"):
        registry.load("zz")
    assert registry.load("td").id == "td"  # of ours nobody takes the id
    assert [str(one).partition(" is not used")[0] for one in registry.left_out_errors()] == [
        "a second game system with the id td",
        "a second game system with the id zz",
    ]


def test_a_package_in_a_zip_file_is_asked_for_by_name(
    site: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("zipped-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: zipped\nVersion: 1\n")
        file.writestr("zipped-1.dist-info/entry_points.txt", "[tabletop.systems]\nzipped = zipped_game:SYSTEM\n")
    monkeypatch.syspath_prepend(str(packed))
    assert "zipped" not in registry.system_ids()
    with pytest.raises(TabletopError, match="zipped cannot be loaded: ModuleNotFoundError"):
        registry.load("zipped")
    monkeypatch.setattr(registry, "_entry_point_files", lambda: iter(()))
    registry._targets_by_id.cache_clear()
    assert {"zipped", *BUILT_IN} <= set(registry.system_ids())


def test_an_unknown_system_is_told_with_those_that_are_known() -> None:
    with pytest.raises(TabletopError, match='unknown game system "zz"') as unknown:
        registry.load("zz")
    assert (unknown.value.code, unknown.value.hint) == ("unknown-system", "known: du, fftt, td, tgf, tt")
    with pytest.raises(TabletopError) as nearly:
        registry.load("ftt")
    assert nearly.value.hint.startswith("did you mean ")
    assert nearly.value.hint.endswith("? known: du, fftt, td, tgf, tt")


def test_a_fault_is_blamed_on_the_plugin_in_whose_code_it_was_raised(site: Callable[..., Path]) -> None:
    site(
        "games",
        "[tabletop.systems]\nzz = zz_game:SYSTEM\nyy = yy_game.inner:SYSTEM\n",
        zz_game=failing("zz_game", "raise ValueError('too bad')"),
        zz_games=failing("zz_games", "raise ValueError('not mine')"),
    )
    import zz_game  # type: ignore[import-not-found]
    import zz_games  # type: ignore[import-not-found]

    blamed = registry.blame_plugin(fault_of(zz_game))
    assert blamed is not None
    assert blamed.message == "this is a fault in the game system zz: ValueError: too bad"
    assert blamed.hint.startswith("it comes from zz_game:SYSTEM: please tell its authors")
    assert registry.blame_plugin(fault_of(zz_games)) is None
    assert registry.blame_plugin(ValueError("nobody raised it")) is None


def test_a_package_is_blamed_for_its_modules(site: Callable[..., Path], tmp_path: Path) -> None:
    site("games", "[tabletop.systems]\nyy = yy_game.inner:SYSTEM\n")
    (tmp_path / "yy_game").mkdir()
    (tmp_path / "yy_game" / "__init__.py").write_text("")
    (tmp_path / "yy_game" / "deep.py").write_text(failing("deep", "raise KeyError('lost')"))
    from yy_game import deep  # type: ignore[import-not-found]

    blamed = registry.blame_plugin(fault_of(deep))
    assert blamed is not None and blamed.message.startswith("this is a fault in the game system yy: KeyError")


def test_nobody_else_is_blamed_for_our_own_faults() -> None:
    with pytest.raises(Malformed) as ours:
        registry.load("td").read_common({"house": 7}, "")
    assert registry.blame_plugin(ours.value) is None


def test_what_goes_wrong_inside_names_the_plugin(site: Callable[..., Path]) -> None:
    site("games", "[tabletop.systems]\nzz = zz_play:SYSTEM\n", zz_play=failing("zz_play", "raise ValueError('x')"))
    import zz_play  # type: ignore[import-not-found]

    with pytest.raises(TabletopError, match="game system zz: ValueError: x") as named, registry.plugins_named():
        zz_play.play()
    assert isinstance(named.value.__cause__, ValueError)
    with pytest.raises(ZeroDivisionError), registry.plugins_named():
        _ = 1 // 0
    with pytest.raises(TabletopError, match="as it is"), registry.plugins_named():
        raise TabletopError("as it is")

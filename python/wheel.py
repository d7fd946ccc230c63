"""Builds the wheel of this folder with the standard library alone (PEP 517, PEP 427)."""

import base64
import hashlib
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).parent


def _project(key):
    text = (HERE / "pyproject.toml").read_text()
    return re.search(rf'^{key} = "(.*)"$', text, re.M).group(1)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name, version = _project("name"), _project("version")
    info = f"{name}-{version}.dist-info"
    files = {f"{name}/{p.name}": p.read_bytes() for p in sorted((HERE / name).glob("*.py"))}
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: {_project('description')}\n"
        f"Requires-Python: {_project('requires-python')}\n"
    ).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: gcnsim\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for path, data in files.items()
    )
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as z:
        for path, data in files.items():
            z.writestr(zipfile.ZipInfo(path), data)
    return wheel

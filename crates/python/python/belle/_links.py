"""Changed microcode in links, as web/microcode.js writes it:
what differs from the project's own files, compressed.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from ._belle import BelleError

#: Most bytes of what differs, as the page takes them.
_MOST = 60_000


def _digest(text: str) -> int:
    """FNV-1a over the text's units of UTF-16."""
    units = memoryview(text.encode("utf-16-le")).cast("H")
    digest = 0x811C9DC5
    for unit in units:
        digest = (digest ^ unit) * 0x01000193 & 0xFFFF_FFFF
    return digest


def _patch(name: str, own: str, text: str) -> dict[str, Any]:
    """The lines of a file that are other ones: where they begin, how many they replace,
    and what stands there.
    """
    before, after = own.split("\n"), text.split("\n")
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    same = 0
    while same < shorter - start and before[-1 - same] == after[-1 - same]:
        same += 1
    return {
        "name": name,
        "digest": _digest(own),
        "from": start,
        "removed": len(before) - same - start,
        "lines": after[start : len(after) - same],
    }


def pack(own: Mapping[str, str], files: Mapping[str, str]) -> str:
    """The part of a link that carries changed files."""
    patches = []
    for name, text in files.items():
        if text != own[name]:
            patches.append(_patch(name, own[name], text))
    written = json.dumps(patches).encode()
    if len(written) > _MOST:
        raise BelleError(
            f"microcode: expected changes of at most {_MOST} bytes for a link, got {len(written)}"
        )
    squeeze = zlib.compressobj(wbits=-15)
    packed = squeeze.compress(written) + squeeze.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(own: Mapping[str, str], text: str) -> dict[str, str]:
    """The changed files that a link carries, whole."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), "-_", validate=True)
        written = zlib.decompressobj(wbits=-15).decompress(packed, _MOST)
        files = {}
        for patch in json.loads(written):
            name, lines = patch["name"], own.get(patch["name"], "").split("\n")
            if name not in own or _digest(own[name]) != patch["digest"]:
                raise BelleError(
                    f"microcode: the link changes {str(name)[:80]} of another version of Belle, which this one does not have"
                )
            start = patch["from"]
            lines[start : start + patch["removed"]] = patch["lines"]
            files[name] = "\n".join(lines)
    except BelleError:
        raise
    except (
        binascii.Error,
        zlib.error,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
    ) as error:
        raise BelleError(
            "microcode: expected what a link has written, got something else; the link may be cut off"
        ) from error
    return files

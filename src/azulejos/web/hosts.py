"""The names a server answers to.

A site whose name leads to this machine could have the browsers of its visitors play here (DNS rebinding),
and what is no name confuses whoever reads it next. So a server answers to the names it was started for.
An address belongs to no site: where a server listens on every address of the machine, it answers to any.
"""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass

from fastapi import Request

from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
LENGTH_MAX = 260  # of a name with its port
PORT_MAX = 65535
WORD = "[a-z0-9_-]+"
HOST = re.compile(rf"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>{WORD}(?:\.{WORD})*))(?::(?P<port>[0-9]{{1,5}}))?")


@dataclass(frozen=True)
class Hosts:
    """Names and addresses, in the form that `host_of` gives them."""

    names: frozenset[str] = LOOPBACK
    has_all_addresses: bool = False

    @classmethod
    def named(cls, wanted: Iterable[str]) -> "Hosts":
        """This machine for itself, and these."""
        return cls(LOOPBACK | {_named(text) for text in wanted})

    def at(self, asked: str, address: str) -> "Hosts":
        """These, and where a server listens: what was asked for, and the address that this has led to."""
        found = ipaddress.ip_address(address.partition("%")[0])  # what follows is a network card
        own = {str(found)} | ({asked.lower()} if asked else set())
        return Hosts(self.names | own, found.is_unspecified)

    def include(self, host: str) -> bool:
        """`host`: as `host_of` gives it."""
        return host in self.names or (self.has_all_addresses and _is_address(host))


def asked_host(request: Request) -> str | None:
    """The name or address that a request is meant for; None if it says none, or several, or nonsense."""
    said = request.headers.getlist("host")
    return host_of(said[0]) if len(said) == 1 else None


def host_of(text: str) -> str | None:
    """The name or address in a `Host` header, without its port; None if there is none."""
    found = HOST.fullmatch(text.lower()) if len(text) <= LENGTH_MAX else None
    if found is None or not 1 <= int(found["port"] or 80) <= PORT_MAX:
        return None
    if found["v6"] is None:
        return found["name"]
    return str(ipaddress.IPv6Address(found["v6"])) if _is_address(found["v6"], 6) else None


def _is_address(text: str, *versions: int) -> bool:
    """Is it an IP address, of one of these versions or of any?"""
    try:
        return ipaddress.ip_address(text).version in (versions or (4, 6))
    except ValueError:
        return False


def _named(text: str) -> str:
    """What somebody wants a server to answer to, without a port: any port will do."""
    host = host_of(f"[{text}]:80" if _is_address(text, 6) else f"{text}:80")
    if host is None:
        raise OptionError(
            Message(
                "--allowed-host is a name or an address as in {example}, without a port, not {value}",
                example="azul.example",
                value=short(text),
            )
        )
    return host

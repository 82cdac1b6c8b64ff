"""Messages between the judge's processes: one JSON object per packet over a Unix socket pair, with descriptors.

Packets keep their boundaries, so nothing a hostile peer sends can shift the framing. Not for the outside wire.
"""

import json
import select
import socket
from collections.abc import Mapping
from typing import Any, cast

PACKET_BYTES = 1 << 18


def pair() -> "tuple[Channel, socket.socket]":
    """A channel for this process and the socket that the child inherits."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * PACKET_BYTES)
    return Channel(ours), theirs


class Channel:
    """One end of a connection. `receive` raises EOFError if the peer is gone, and ValueError if its message is not a JSON object."""

    def __init__(self, sock: socket.socket):
        self.sock = sock

    def send(self, message: "Mapping[str, Any]", fds: "tuple[int, ...]" = ()) -> None:
        """Sends a message. Raises BrokenPipeError or ConnectionResetError if the peer is gone."""
        socket.send_fds(self.sock, [json.dumps(message).encode()], list(fds))

    def receive(self) -> "dict[str, Any]":
        """The next message. Its descriptors are dropped."""
        return parse(self.receive_bytes())

    def receive_bytes(self, spin: bool = False) -> bytes:
        """The next packet, unparsed: a clock can stop before the parsing. With `spin` it polls instead of sleeping, because waking up takes
        longer than many GPU calls."""
        try:
            while spin:
                try:
                    return self.sock.recv(PACKET_BYTES, socket.MSG_DONTWAIT)
                except BlockingIOError:
                    pass
            return self.sock.recv(PACKET_BYTES)
        except ConnectionResetError:
            return b""

    def receive_now(self) -> bytes:
        """A packet that has arrived, empty at the end of the connection. Raises BlockingIOError if none has arrived."""
        try:
            return self.sock.recv(PACKET_BYTES, socket.MSG_DONTWAIT)
        except ConnectionResetError:
            return b""

    def receive_with_fds(self) -> "tuple[dict[str, Any], list[int]]":
        """The next message and the descriptors that came with it (from trusted peers only)."""
        data, fds, _flags, _address = socket.recv_fds(self.sock, PACKET_BYTES, 8)
        return parse(data), fds

    def wait(self, seconds: float) -> bool:
        """Whether a packet or the end arrives within `seconds`."""
        return bool(select.select([self.sock], [], [], max(0.0, seconds))[0])

    def close(self) -> None:
        self.sock.close()


def parse(data: bytes) -> "dict[str, Any]":
    """The object in one packet. Raises EOFError for the empty packet, ValueError for anything but an object."""
    if not data:
        raise EOFError("the peer closed its end")
    try:
        message = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return cast("dict[str, Any]", message)

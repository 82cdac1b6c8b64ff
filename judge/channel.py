"""Messages between the judge's processes: one JSON object per packet over a Unix socket pair, with descriptors.

Packets keep their boundaries, so nothing a hostile peer sends can shift the framing. Not for the outside wire.
"""

import json
import select
import socket

PACKET_BYTES = 1 << 18


def pair() -> "tuple[Channel, socket.socket]":
    """A channel for this process and the socket that the child inherits."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * PACKET_BYTES)
    return Channel(ours), theirs


class Channel:
    """One end. `receive` raises EOFError when the peer is gone and ValueError when what it sent is not an object."""

    def __init__(self, sock: socket.socket):
        self.sock = sock

    def send(self, message: dict, fds: "tuple[int, ...]" = ()) -> None:
        """Raises BrokenPipeError or ConnectionResetError when the peer is gone."""
        socket.send_fds(self.sock, [json.dumps(message).encode()], list(fds))

    def receive(self) -> dict:
        """The next message; descriptors that come with it are dropped."""
        return parse(self.receive_bytes())

    def receive_bytes(self, spin: bool = False) -> bytes:
        """The next packet, unparsed, so that a clock can stop before the parsing. With `spin` without going to sleep:
        waking up takes longer than many GPU calls."""
        try:
            while spin:
                try:
                    return self.sock.recv(PACKET_BYTES, socket.MSG_DONTWAIT)
                except BlockingIOError:
                    pass
            return self.sock.recv(PACKET_BYTES)
        except ConnectionResetError:
            return b""

    def receive_with_fds(self) -> "tuple[dict, list[int]]":
        """The next message and the descriptors that came with it (from trusted peers only)."""
        data, fds, _flags, _address = socket.recv_fds(self.sock, PACKET_BYTES, 8)
        return parse(data), fds

    def wait(self, seconds: float) -> bool:
        """Whether something (or the end) can be received within so many seconds."""
        return bool(select.select([self.sock], [], [], max(0.0, seconds))[0])

    def close(self) -> None:
        self.sock.close()


def parse(data: bytes) -> dict:
    """The object in one packet. Raises EOFError for the empty packet, ValueError for anything but an object."""
    if not data:
        raise EOFError("the peer closed its end")
    try:
        message = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message

"""A cocotb bench of the example system: frames enter and leave through the GMII of cocotbext-eth, as on a cable."""

import json
import os
import socket
import subprocess

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.eth import GmiiFrame, GmiiSink, GmiiSource
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import ARP, Ether

BOARD, HOST = "192.168.1.50", "192.168.1.100"
BOARD_MAC, HOST_MAC = "10:e2:d5:00:00:00", "02:00:00:00:00:01"
PORT = 5000

IDENTITY_REQUEST = bytes.fromhex("e000e000")
IDENTITY_BYTES = 28
MOST_DATA = 1460
# One filled cell, and its picture.
BOARD_BYTES = bytes.fromhex("e002e002808180810000")
REPLY = bytes.fromhex("e002e00290000000")


class Host:
    """The host at the other end of the cable; it answers ARP requests."""

    def __init__(self, dut):
        self.clock = dut.clock
        self.source = GmiiSource(dut.gmii_rx_data, None, dut.gmii_rx_dv, dut.clock, dut.reset)
        self.sink = GmiiSink(dut.gmii_tx_data, None, dut.gmii_tx_en, dut.clock, dut.reset)
        for end in (self.source, self.sink):
            end.log.setLevel("WARNING")
        self.answers = []
        cocotb.start_soon(self.receive())

    async def receive(self):
        while True:
            frame = await self.sink.recv()
            assert frame.check_fcs()
            packet = Ether(bytes(frame.get_payload()))
            if ARP in packet and packet[ARP].op == 1 and packet[ARP].pdst == HOST:
                answer = ARP(op=2, hwsrc=HOST_MAC, psrc=HOST, hwdst=packet.src, pdst=packet[ARP].psrc)
                await self.send(Ether(src=HOST_MAC, dst=packet.src) / answer)
            elif UDP in packet:
                assert (packet[IP].src, packet[IP].dst, packet[UDP].sport) == (BOARD, HOST, PORT)
                data = bytes(packet[UDP].payload)
                self.answers.append((packet[UDP].dport, data[: packet[UDP].len - 8]))

    async def send(self, packet, spoil=False):
        frame = GmiiFrame.from_payload(bytes(packet).ljust(60, b"\0"))
        if spoil:
            frame.data[-1] ^= 1
        await self.source.send(frame)

    async def send_udp(self, data, port=4000, spoil=False):
        headers = Ether(src=HOST_MAC, dst=BOARD_MAC) / IP(src=HOST, dst=BOARD) / UDP(sport=port, dport=PORT)
        await self.send(headers / data, spoil)

    async def answer(self, cycles):
        """The next answer, with its port; None if there is none within this number of cycles."""
        for _ in range(0, cycles, 50):
            if self.answers:
                break
            await ClockCycles(self.clock, 50)
        return self.answers.pop(0) if self.answers else None


async def start(dut):
    dut.gmii_rx_dv.value = 0
    dut.gmii_rx_data.value = 0
    dut.reset.value = 1
    cocotb.start_soon(Clock(dut.clock, 8, unit="ns").start())
    cocotb.start_soon(Clock(dut.core_clock, 20, unit="ns").start())
    host = Host(dut)
    await ClockCycles(dut.core_clock, 20)
    dut.reset.value = 0
    await ClockCycles(dut.core_clock, 20)
    return host


def datagram(replies, request, part, data, length=None):
    length = len(data) if length is None else length
    fields = (replies, 1), (request, 4), (part, 2), (length, 2)
    return b"NG\x01" + b"".join(value.to_bytes(size, "big") for value, size in fields) + data


@cocotb.test()
async def answers_follow_the_rules_of_the_format(dut):
    host = await start(dut)

    async def asks(sent, answer, port=4000):
        await host.send_udp(datagram(*sent), port)
        assert await host.answer(20_000) == (port, datagram(*answer)), sent

    async def is_discarded(sent, spoil=False):
        await host.send_udp(sent, spoil=spoil)
        assert await host.answer(1_000) is None, sent

    await host.send_udp(datagram(1, 7, 0, IDENTITY_REQUEST))
    port, answer = await host.answer(20_000)
    assert len(answer) == 12 + IDENTITY_BYTES, "see IDENTITY_WORDS in protocol/src/identity.rs"
    assert (port, answer[:12]) == (4000, datagram(1, 7, 0, b"", IDENTITY_BYTES))
    # Replies of more than one datagram are continued.
    identities = 60 * answer[12:]
    await asks((60, 8, 0, 60 * IDENTITY_REQUEST), (60, 8, 0, identities[:MOST_DATA]))
    for _ in range(2):
        await asks((60, 8, 1, b""), (60, 8, 1, identities[MOST_DATA:]))
    # A board, and a repeat, which is answered from the memory.
    for _ in range(2):
        await asks((1, 300, 0, BOARD_BYTES), (1, 300, 0, REPLY))
    await is_discarded(datagram(1, 299, 0, BOARD_BYTES))
    await is_discarded(datagram(1, 301, 0, BOARD_BYTES, len(BOARD_BYTES) - 1))
    await is_discarded(b"hello")
    await is_discarded(datagram(1, 301, 0, BOARD_BYTES), spoil=True)
    await asks((1, 301, 0, BOARD_BYTES), (1, 301, 0, REPLY))
    # Two boards in one request, from another port.
    await asks((2, 10, 0, 2 * BOARD_BYTES), (2, 10, 0, 2 * REPLY), port=4001)
    # A board in two parts, which are accepted in turn only; and no further bytes of the reply.
    first, rest = BOARD_BYTES[:5], BOARD_BYTES[5:]
    for _ in range(2):
        await asks((0, 11, 0, first), (0, 11, 0, b""))
    await is_discarded(datagram(1, 11, 2, rest))
    for _ in range(2):
        await asks((1, 11, 1, rest), (1, 11, 1, REPLY))
    await asks((1, 11, 2, b""), (1, 11, 2, b""))
    # A request replaces one whose board is not complete, at every state of its reception.
    for number in range(12):
        await host.send_udp(datagram(1, 1000 + 2 * number, 0, first))
        await ClockCycles(dut.clock, 20 * number)
        await asks((1, 1001 + 2 * number, 0, BOARD_BYTES), (1, 1001 + 2 * number, 0, REPLY))


@cocotb.test()
async def the_command_solves_puzzles(dut):
    """`nonogram solve` on a socket whose datagrams are exchanged with the system."""
    host = await start(dut)
    command, *files = os.environ["NONOGRAM_SOLVE"].split(os.pathsep)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.bind(("127.0.0.1", 0))
        link.setblocking(False)
        port = f"udp://127.0.0.1:{link.getsockname()[1]}"
        solve = [command, "solve", "--json", "--timeout", "100", "--retries", "0", "--on", port, *files]
        with subprocess.Popen(solve, stdout=subprocess.PIPE, text=True) as solve:
            while solve.poll() is None:
                await ClockCycles(dut.clock, 100)
                try:
                    data, (_, source) = link.recvfrom(2000)
                    await host.send_udp(data, source)
                except BlockingIOError:
                    pass
                while host.answers:
                    source, data = host.answers.pop(0)
                    link.sendto(data, ("127.0.0.1", source))
            records = [json.loads(line) for line in solve.stdout]
    dut._log.info("%s", records)
    assert [record["status"] for record in records] == ["solved", "solved", "multiple"]
    assert all(record["core"] == "clue" and record["check"] for record in records)

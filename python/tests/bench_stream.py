"""A cocotb bench of a stream top: boards through AXI4-Streams, each reply checked against a brute-force search.

It knows only docs/guide/core.md and docs/reference/protocol.md: it has its own encoder, decoder, CRC and search, and uses the stream models of
cocotbext-axi. `test_stream.py` runs it under Icarus Verilog; BOARDS, SEED and CORE ("classic" or "clue") are environment variables.
"""

import itertools
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

CORE = os.environ.get("CORE", "clue")
BOARDS = int(os.environ.get("BOARDS", "40"))
SEED = int(os.environ.get("SEED", "1"))
CLOCK_NS = 10
# Time-out of a reply, in clock cycles.
PATIENCE = 50_000
SOLVED, UNSOLVABLE, STALLED, BAD_CHECK, TOO_LARGE, MALFORMED, IDENTITY, MULTIPLE = range(8)
IDENTITY_BYTES = 28
START_BOARD, START_LINE, CELLS, CHECK, NEXT_OPTION, END_LINE, END_BOARD = 7, 6, 4, 3, 2, 1, 0
ASSIGNMENT = 5


def message(control, index, value=0):
    """A message: two bytes."""
    return (control << 13 | index << 1 | value).to_bytes(2, "big")


def crc(data, seed=0):
    """CRC-13/BBC."""
    for byte in data:
        seed ^= byte << 5
        for _ in range(8):
            seed = seed << 1 ^ (0x1CF5 if seed & 0x1000 else 0)
            seed &= 0x1FFF
    return seed


def clue(line):
    """The block lengths of a line of cells."""
    return [len(list(run)) for filled, run in itertools.groupby(line) if filled]


def placements(blocks, length):
    """All lines with these blocks."""
    return [line for line in itertools.product((0, 1), repeat=length) if clue(line) == blocks]


def pictures(rows, columns):
    """All pictures with these clues."""
    return [
        picture
        for picture in itertools.product(*(placements(row, len(columns)) for row in rows))
        if all(clue(cells) == blocks for cells, blocks in zip(zip(*picture), columns))
    ]


def propagated(rows, columns):
    """The known cells after line logic, or None at a contradiction."""
    known = [[None] * len(columns) for _ in rows]
    while True:
        before = [row[:] for row in known]
        for turn in range(2):
            lines = rows if turn == 0 else columns
            for place, blocks in enumerate(lines):
                cells = known[place] if turn == 0 else [row[place] for row in known]
                fitting = [
                    line
                    for line in placements(blocks, len(cells))
                    if all(cell in (None, new) for cell, new in zip(cells, line))
                ]
                if not fitting:
                    return None
                for index, values in enumerate(zip(*fitting)):
                    if len(set(values)) == 1:
                        row, column = (place, index) if turn == 0 else (index, place)
                        known[row][column] = values[0]
        if known == before:
            return known


def lines_of(blocks, length):
    """The messages of a line."""
    if CORE == "clue":
        pairs = [blocks[place : place + 2] for place in range(0, len(blocks), 2)] or [[]]
        for number, pair in enumerate(pairs):
            first, second = [*pair, 0, 0][:2]
            yield message(CELLS, first << 6 | second, number + 1 == len(pairs))
        return
    yield message(START_LINE, 0)
    for number, option in enumerate(placements(blocks, length)):
        if number:
            yield message(NEXT_OPTION, 0)
        for index, cell in enumerate(option):
            yield message(ASSIGNMENT, index, cell)
    yield message(END_LINE, 0)


def board(rows, columns, checked):
    """The bytes of a board."""
    parts = [message(START_BOARD, len(rows)), message(START_BOARD, len(columns))]
    for blocks in rows:
        parts += lines_of(blocks, len(columns))
    for blocks in columns:
        parts += lines_of(blocks, len(rows))
    data = b"".join(parts)
    if checked:
        data += (CHECK << 13 | crc(data)).to_bytes(2, "big")
    return data + message(END_BOARD, 0)


def verdict(rows, columns):
    """The status that the core must reply, and the cells that it must know."""
    solutions = pictures(rows, columns)
    known = propagated(rows, columns)
    if CORE == "clue":
        if not solutions:
            return UNSOLVABLE, None
        return (SOLVED if len(solutions) == 1 else MULTIPLE), solutions
    if known is None:
        return UNSOLVABLE, None
    if all(cell is not None for row in known for cell in row):
        return SOLVED, [tuple(map(tuple, known))]
    return STALLED, known


def check_reply(data, rows, columns, sent_check, expected):
    """Compares a reply with what the board must get."""
    status, cells = expected
    words = [int.from_bytes(data[place : place + 2], "big") for place in range(0, len(data), 2)]
    assert len(data) % 2 == 0 and words[:2] == [7 << 13 | rows << 1, 7 << 13 | columns << 1]
    assert words[-1] == status << 1, f"status {words[-1] >> 1}, expected {status}"
    body = words[2:-1]
    if sent_check is not None:
        assert body[-1] == CHECK << 13 | crc(data[:-4], sent_check)
        body = body[:-1]
    if cells is None:
        assert not body
        return
    if CORE == "classic":
        found = [[None] * columns for _ in range(rows)]
        for word in body:
            assert word >> 13 == ASSIGNMENT
            row, column = divmod(word >> 1 & 0xFFF, columns)
            found[row][column] = word & 1
        if status == STALLED:
            assert found == cells
        else:
            assert tuple(map(tuple, found)) in cells
        return
    bits = [word >> 12 - place & 1 for word in body for place in range(12)]
    assert all(word >> 13 == CELLS and word & 1 == 0 for word in body)
    assert len(body) == -(-rows * columns // 12) and not any(bits[rows * columns :])
    found = tuple(tuple(bits[row * columns : (row + 1) * columns]) for row in range(rows))
    assert found in cells


class Bench:
    """The design with the models of its two peers."""

    def __init__(self, dut):
        self.dut = dut
        self.random = random.Random(SEED)
        cocotb.start_soon(Clock(dut.aclk, CLOCK_NS, "ns").start())
        peers = dut.aclk, dut.aresetn
        self.source = AxiStreamSource(
            AxiStreamBus.from_prefix(dut, "s_axis"), *peers, reset_active_level=False
        )
        self.sink = AxiStreamSink(
            AxiStreamBus.from_prefix(dut, "m_axis"), *peers, reset_active_level=False
        )
        # The models log every frame.
        self.source.log.setLevel("WARNING")
        self.sink.log.setLevel("WARNING")

    async def reset(self):
        """Resets the design and both peers."""
        self.dut.aresetn.value = 0
        await ClockCycles(self.dut.aclk, 3)
        self.source.clear()
        self.sink.clear()
        self.dut.aresetn.value = 1
        await ClockCycles(self.dut.aclk, 2)

    def pace(self):
        """Chooses the shares of the cycles in which the peers pause."""
        for peer in (self.source, self.sink):
            share = self.random.choice([0, 0, 0.3, 0.8])
            pauses = self.pauses(share) if share else itertools.repeat(False)
            peer.set_pause_generator(pauses)

    def pauses(self, share):
        while True:
            yield self.random.random() < share

    async def send(self, data):
        """Sends bytes as a packet."""
        await self.source.send(AxiStreamFrame(data, tuser=0))

    async def receive(self):
        """The bytes of the next reply: the sink splits the stream after each byte with `tlast`."""
        frame = await with_timeout(self.sink.recv(), PATIENCE * CLOCK_NS, "ns")
        return bytes(frame.tdata)

    def clues(self):
        """Clues of a random picture of up to 4 x 4, often changed so that there are several solutions or none."""
        rows, columns = (self.random.randint(1, 4) for _ in range(2))
        picture = [[self.random.randint(0, 1) for _ in range(columns)] for _ in range(rows)]
        clues = [[clue(row) for row in picture], [clue(column) for column in zip(*picture)]]
        if self.random.random() < 0.3:
            side = self.random.randrange(2)
            length = (columns, rows)[side]
            line = [self.random.randint(0, 1) for _ in range(length)]
            clues[side][self.random.randrange(len(clues[side]))] = clue(line)
        return clues


@cocotb.test()
async def identity_is_reported(dut):
    bench = Bench(dut)
    await bench.reset()
    await bench.send(message(START_BOARD, 0) * 2)
    reply = await bench.receive()
    assert len(reply) == IDENTITY_BYTES, "see IDENTITY_WORDS in protocol/src/identity.rs"
    assert reply[:4] == message(START_BOARD, 0) * 2
    assert reply[-2:] == message(END_BOARD, IDENTITY)
    assert int.from_bytes(reply[-4:-2], "big") == CHECK << 13 | crc(reply[:-4])


@cocotb.test()
async def boards_get_the_answer_of_a_search(dut):
    """Boards in batches back to back, intact and broken, with pauses on both sides and resets in the middle of a board."""
    bench = Bench(dut)
    await bench.reset()
    done = 0
    while done < BOARDS:
        bench.pace()
        if bench.random.random() < 0.1:
            data = board(*bench.clues(), True)
            await bench.send(data[: bench.random.randrange(1, len(data))])
            await ClockCycles(dut.aclk, bench.random.randrange(1, 4 * len(data)))
            await bench.reset()
        batch = []
        for _ in range(bench.random.randint(1, 8)):
            rows, columns = bench.clues()
            checked = bench.random.random() < 0.7
            data = board(rows, columns, checked)
            expected = verdict(rows, columns)
            fault = bench.random.random()
            if fault < 0.1:
                # An odd number of bytes is cut off: the end of the packet discards half a message.
                await bench.send(data[: bench.random.randrange(5, len(data) - 1) | 1])
            elif fault < 0.2 and checked:
                # The check does not match.
                data = data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]
                expected = BAD_CHECK, None
            elif fault < 0.3:
                # The last line is missing.
                data = board(rows, columns[:-1], checked)
                data = data[:2] + message(START_BOARD, len(columns)) + data[4:]
                data = data[: -4 if checked else -2]
                if checked:
                    data += (CHECK << 13 | crc(data)).to_bytes(2, "big")
                data += message(END_BOARD, 0)
                expected = MALFORMED, None
            check = int.from_bytes(data[-4:-2], "big") & 0x1FFF if checked else None
            await bench.send(data)
            batch.append((len(rows), len(columns), check, expected))
        for rows, columns, check, expected in batch:
            check_reply(await bench.receive(), rows, columns, check, expected)
            done += 1
    await ClockCycles(dut.aclk, 200)
    assert bench.sink.empty()
    dut._log.info("%d boards", done)

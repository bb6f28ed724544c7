"""A cocotb bench of the build classic11: sends a puzzle through its serial line, and checks the picture in the reply.

`test_cocotb.py` runs it under Icarus Verilog, on the Verilog of `nonogram.verilog("classic11", fast=True)`.
"""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, Timer

import nonogram

CLOCK_NS = 20
BIT_NS = 4 * CLOCK_NS
# Time-out of the reply, and interval between two checks for it, in bit times.
PATIENCE_BITS = 20_000
LOOK_BITS = 100


async def send(rx, data):
    """Drive bytes on a serial line: 8N1, least significant bit first."""
    for byte in data:
        for bit in (0, *(byte >> place & 1 for place in range(8)), 1):
            rx.value = bit
            await Timer(BIT_NS, "ns")


async def receive(tx, received):
    """Append the bytes received on a serial line to `received`."""
    while True:
        await FallingEdge(tx)
        await Timer(BIT_NS // 2, "ns")
        byte = 0
        for place in range(8):
            await Timer(BIT_NS, "ns")
            byte |= int(tx.value) << place
        received.append(byte)
        await Timer(BIT_NS, "ns")


@cocotb.test()
async def puzzle_is_solved(dut):
    puzzle = nonogram.generate(5, 5, seed=1, line_solvable=True)
    cocotb.start_soon(Clock(dut.clock, CLOCK_NS, "ns").start())
    dut.rx.value = 1
    dut.reset.value = 1
    await ClockCycles(dut.clock, 4)
    dut.reset.value = 0
    await ClockCycles(dut.clock, 100)

    received = bytearray()
    cocotb.start_soon(receive(dut.tx, received))
    board = nonogram.encode(puzzle, check=True)
    await send(dut.rx, board)
    reply = None
    for _ in range(PATIENCE_BITS // LOOK_BITS):
        await Timer(LOOK_BITS * BIT_NS, "ns")
        try:
            (reply,) = nonogram.decode(bytes(received), boards=board)
            break
        except nonogram.InputError:
            # The reply is not complete yet.
            pass
    assert reply is not None, f"no complete reply in {bytes(received).hex()}"
    assert (reply.kind, reply.status, reply.check) == ("reply", "solved", True)
    assert (reply.grid == puzzle.goal).all()

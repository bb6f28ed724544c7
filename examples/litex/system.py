"""The example system for a Verilog simulator: the bytes of a GMII as pins, and separate clocks for the network and for the core."""

import subprocess
from pathlib import Path

from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim import SimPlatform
from litex.gen import LiteXModule
from liteeth.phy.gmii import LiteEthPHYGMII
from migen import ClockDomain

from soc import NonogramSoC

ADDRESS = "192.168.1.50"
MAC = 0x10E2D5000000

PINS = [
    ("clock", 0, Pins(1)),
    ("core_clock", 0, Pins(1)),
    ("reset", 0, Pins(1)),
    ("gmii", 0, Subsignal("rx_data", Pins(8)), Subsignal("rx_dv", Pins(1)), Subsignal("tx_data", Pins(8)), Subsignal("tx_en", Pins(1))),
]


class Clocks(LiteXModule):
    """The clocks and the reset from pins; the PHY's model runs with the clock `sys`."""

    def __init__(self, platform, phy):
        self.cd_sys = ClockDomain()
        self.cd_core = ClockDomain()
        reset = platform.request("reset")
        self.comb += [self.cd_sys.clk.eq(platform.request("clock")), self.cd_core.clk.eq(platform.request("core_clock"))]
        for domain in (self.cd_sys, self.cd_core, phy.crg.cd_eth_rx, phy.crg.cd_eth_tx):
            self.comb += domain.rst.eq(reset)


def write(folder, design, verilog):
    """Writes the Verilog of the system, without the design, and returns its path; the name of the top module is `system`.

    LiteX writes combinational logic as processes that read what they assign, with which Icarus Verilog does not come to an end; yosys
    turns them into expressions.
    """
    platform = SimPlatform("SIM", PINS)
    phy = LiteEthPHYGMII(None, platform.request("gmii"), with_hw_init_reset=False, model=True)
    soc = NonogramSoC(platform, Clocks(platform, phy), phy, verilog, design, 125e6, ADDRESS, MAC, core_cd="core")
    soc.finalize()
    folder = Path(folder)
    platform.get_verilog(soc, name="system").write(folder / "litex.v")
    passes = f"read_verilog litex.v; read_verilog -lib -sv {Path(verilog).resolve()}; hierarchy -top system; proc; opt_clean; write_verilog -noattr system.v"
    subprocess.run(["yosys", "-q", "-p", passes], cwd=folder, check=True)
    return folder / "system.v"

"""A system without processor: a PHY, LiteEth's MAC, ARP, IP and UDP, and a design behind one UDP port."""

from migen import ClockDomainsRenamer

from liteeth.core import LiteEthUDPIPCore
from litex.soc.integration.soc_core import SoCMini

from nonogram_litex import NonogramStream, NonogramUDP

UDP_PORT = 5000


class NonogramSoC(SoCMini):
    """Solves boards on `design`, at udp://`ip_address`:5000. The network part runs in the clock domain of the PHY's receiver, the core
    in `core_cd`."""

    def __init__(self, platform, crg, phy, verilog, design, clk_freq, ip_address, mac_address=0x10E2D5000000, core_cd="sys", **parameters):
        self.crg = crg
        SoCMini.__init__(self, platform, int(clk_freq))
        platform.add_source(str(verilog))
        self.ethphy = phy
        # With 8 bits, LiteEth checks the CRC of a frame only if its last byte is marked.
        self.comb += phy.source.last_be.eq(phy.source.last)
        network = {"sys": "eth_rx"}
        ethcore = LiteEthUDPIPCore(phy, mac_address, ip_address, clk_freq=phy.rx_clk_freq)
        self.ethcore = ClockDomainsRenamer(network)(ethcore)
        port = ethcore.udp.crossbar.get_port(UDP_PORT)
        self.nonogram = NonogramStream(design, cd=core_cd, link_cd="eth_rx", **parameters)
        self.board = ClockDomainsRenamer(network)(NonogramUDP(self.nonogram, port, UDP_PORT))

// The vendors' clock cells that the boards' wrappers and core_clock.v instantiate: ports and parameters only.
// SPDX-License-Identifier: MIT OR Apache-2.0

module SB_PLL40_CORE #(parameter FEEDBACK_PATH = 0, DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0)
    (input REFERENCECLK, RESETB, BYPASS, output PLLOUTGLOBAL, LOCK); endmodule
module SB_PLL40_PAD #(parameter FEEDBACK_PATH = 0, DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0)
    (input PACKAGEPIN, RESETB, BYPASS, output PLLOUTGLOBAL, LOCK); endmodule
module rPLL #(parameter FCLKIN = 0, DEVICE = 0, IDIV_SEL = 0, FBDIV_SEL = 0, ODIV_SEL = 0)
    (input CLKIN, CLKFB, RESET, RESET_P, input [5:0] FBDSEL, IDSEL, ODSEL, input [3:0] PSDA, DUTYDA, FDLY,
     output CLKOUT, LOCK, CLKOUTP, CLKOUTD, CLKOUTD3); endmodule
module BUFG (input I, output O); endmodule
module MMCME2_BASE #(parameter real CLKIN1_PERIOD = 0, CLKFBOUT_MULT_F = 0, CLKOUT0_DIVIDE_F = 0, parameter DIVCLK_DIVIDE = 0)
    (input CLKIN1, PWRDWN, RST, CLKFBIN, output CLKFBOUT, CLKFBOUTB, LOCKED, CLKOUT0, CLKOUT0B, CLKOUT1, CLKOUT1B,
     CLKOUT2, CLKOUT2B, CLKOUT3, CLKOUT3B, CLKOUT4, CLKOUT5, CLKOUT6); endmodule
module EHXPLLL #(parameter PLLRST_ENA = 0, INTFB_WAKE = 0, STDBY_ENABLE = 0, DPHASE_SOURCE = 0, OUTDIVIDER_MUXA = 0,
     OUTDIVIDER_MUXB = 0, OUTDIVIDER_MUXC = 0, OUTDIVIDER_MUXD = 0, CLKI_DIV = 0, CLKFB_DIV = 0, FEEDBK_PATH = 0,
     CLKOP_ENABLE = 0, CLKOP_DIV = 0, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0)
    (input CLKI, CLKFB, RST, STDBY, PLLWAKESYNC, ENCLKOP, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG,
     output CLKOP, LOCK, CLKINTFB); endmodule

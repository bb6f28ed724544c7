// The core's clock on a 7 series board. With a pin of 100 MHz: x 10 = 1000 MHz, / 20 = 50 MHz (the default) or / 10 = 100 MHz.
// Every wrapper of such a board instantiates this module; `locked` is high while the clock is stable.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module core_clock #(
    parameter integer CORE_MHZ = 50,
    parameter real PERIOD = 10.0,
    parameter real MULTIPLY = 10.0,
    // Frequency of the oscillator: that of the pin times MULTIPLY.
    parameter real OSCILLATOR_MHZ = 1000.0
) (
    input  wire clk,
    output wire core_clk,
    output wire locked
);
    wire feedback, divided;
    MMCME2_BASE #(
        .CLKIN1_PERIOD(PERIOD),
        .DIVCLK_DIVIDE(1),
        .CLKFBOUT_MULT_F(MULTIPLY),
        .CLKOUT0_DIVIDE_F(OSCILLATOR_MHZ / CORE_MHZ)
    ) mmcm (
        .CLKIN1(clk), .PWRDWN(1'b0), .RST(1'b0),
        .CLKFBIN(feedback), .CLKFBOUT(feedback),
        .CLKOUT0(divided), .LOCKED(locked),
        .CLKFBOUTB(), .CLKOUT0B(), .CLKOUT1(), .CLKOUT1B(), .CLKOUT2(), .CLKOUT2B(),
        .CLKOUT3(), .CLKOUT3B(), .CLKOUT4(), .CLKOUT5(), .CLKOUT6()
    );
    BUFG core_clk_buffer (.I(divided), .O(core_clk));
endmodule
`default_nettype wire

// The core's clock on a 7 series board: of a pin with 100 MHz, 100 MHz x 10 / 20 = 50 MHz; the oscillator runs at 1000 MHz.
// Every wrapper of such a board has it; `locked` is high once the clock is steady.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module mmcm_50mhz #(
    parameter real PERIOD = 10.0,
    parameter real MULTIPLY = 10.0,
    parameter real DIVIDE = 20.0
) (
    input  wire clk,
    output wire core_clk,
    output wire locked
);
    wire feedback, halved;
    MMCME2_BASE #(
        .CLKIN1_PERIOD(PERIOD),
        .DIVCLK_DIVIDE(1),
        .CLKFBOUT_MULT_F(MULTIPLY),
        .CLKOUT0_DIVIDE_F(DIVIDE)
    ) mmcm (
        .CLKIN1(clk), .PWRDWN(1'b0), .RST(1'b0),
        .CLKFBIN(feedback), .CLKFBOUT(feedback),
        .CLKOUT0(halved), .LOCKED(locked),
        .CLKFBOUTB(), .CLKOUT0B(), .CLKOUT1(), .CLKOUT1B(), .CLKOUT2(), .CLKOUT2B(),
        .CLKOUT3(), .CLKOUT3B(), .CLKOUT4(), .CLKOUT5(), .CLKOUT6()
    );
    BUFG core_clk_buffer (.I(halved), .O(core_clk));
endmodule
`default_nettype wire

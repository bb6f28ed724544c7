// Top of the Digilent Arty A7-35T: clocking and LEDs around the solver `top`.
// LEDs: 0 solving, 1 replying, 4 to 2 the status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module arty_a7_35 (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    // 100 MHz x 10 / 20 = 50 MHz; the oscillator runs at 1000 MHz.
    wire feedback, halved, core_clk, locked;
    MMCME2_BASE #(
        .CLKIN1_PERIOD(10.0),
        .DIVCLK_DIVIDE(1),
        .CLKFBOUT_MULT_F(10.0),
        .CLKOUT0_DIVIDE_F(20.0)
    ) mmcm (
        .CLKIN1(clk), .PWRDWN(1'b0), .RST(1'b0),
        .CLKFBIN(feedback), .CLKFBOUT(feedback),
        .CLKOUT0(halved), .LOCKED(locked),
        .CLKFBOUTB(), .CLKOUT0B(), .CLKOUT1(), .CLKOUT1B(), .CLKOUT2(), .CLKOUT2B(),
        .CLKOUT3(), .CLKOUT3B(), .CLKOUT4(), .CLKOUT5(), .CLKOUT6()
    );
    BUFG core_clk_buffer (.I(halved), .O(core_clk));

    wire solving, replying;
    wire [2:0] status;
    top solver (
        .clock(core_clk), .reset(!locked || !rst_n),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    assign led = {status, replying, solving};
endmodule
`default_nettype wire

// Top of the Digilent Cmod A7-35T: clocking and LEDs around the solver; the tools replace the name of its design.
// LED 0: solving; LED 1: replying; LEDs 4 to 2: status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module cmod_a7_35 #(parameter integer CORE_MHZ = 50) (
    input  wire       clk,
    input  wire       rst,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    // 12 MHz x 62.5 = 750 MHz, / 15 = 50 MHz, or / 7.5 = 100 MHz.
    wire core_clk, locked;
    core_clock #(
        .CORE_MHZ(CORE_MHZ), .PERIOD(83.333), .MULTIPLY(62.5), .OSCILLATOR_MHZ(750.0)
    ) mmcm (.clk(clk), .core_clk(core_clk), .locked(locked));

    wire solving, replying;
    wire [2:0] status;
    nonogram_classic11 solver (
        .clock(core_clk), .reset(rst), .reset_low(1'b0), .locked(locked),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    // The RGB LED is active low.
    assign led = {~status, replying, solving};
endmodule
`default_nettype wire

// Top of the 1BitSquared iCEBreaker: reset and LEDs around the solver; the tools replace the name of its design.
// LED 0: solving; LED 1: replying; LEDs 4 to 2: status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module icebreaker (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    wire solving, replying;
    wire [2:0] status;
    nonogram_classic11 solver (
        .clock(clk), .reset(rst_n), .reset_low(1'b1), .locked(1'b1),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    // The two LEDs of the board are active low, those of the PMOD active high.
    assign led = {status, !replying, !solving};
endmodule
`default_nettype wire

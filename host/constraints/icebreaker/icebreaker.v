// Top of the 1BitSquared iCEBreaker: clocking and LEDs around the solver `top`.
// LEDs: 0 solving, 1 replying, 4 to 2 the status of the last reply.
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
    top solver (
        .clock(clk), .reset(!rst_n),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    // The two LEDs of the board light on 0, those of the PMOD on 1.
    assign led = {status, !replying, !solving};
endmodule
`default_nettype wire

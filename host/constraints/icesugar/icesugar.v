// Top of the Muse Lab iCESugar: clocking and LEDs around the solver `top`.
// LEDs: 0 solving, 1 replying, 4 to 2 the status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module icesugar (
    input  wire       clk,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    // No button and no clock generator: a reset of eight clocks after configuration.
    reg [3:0] power_on = 4'd0;
    always @(posedge clk) if (!power_on[3]) power_on <= power_on + 4'd1;

    wire solving, replying;
    wire [2:0] status;
    top solver (
        .clock(clk), .reset(!power_on[3]),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    // The LED of the board lights on 0, those of a PMOD on 1.
    assign led = {status, !replying, !solving};
endmodule
`default_nettype wire

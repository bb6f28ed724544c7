// Top of the Muse Lab iCESugar: reset and LEDs around the solver; the tools replace the name of its design.
// LED 0: solving; LED 1: replying; LEDs 4 to 2: status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module icesugar (
    input  wire       clk,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    // Without a reset button and a PLL, the design is reset for eight cycles after configuration.
    reg [3:0] power_on = 4'd0;
    always @(posedge clk) if (!power_on[3]) power_on <= power_on + 4'd1;

    wire solving, replying;
    wire [2:0] status;
    nonogram_classic11 solver (
        .clock(clk), .reset(1'b0), .reset_low(1'b0), .locked(power_on[3]),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    // The colours of the board's LED are active low, the LEDs of the PMOD active high.
    assign led = {status, !replying, !solving};
endmodule
`default_nettype wire

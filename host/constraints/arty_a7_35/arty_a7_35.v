// Top of the Digilent Arty A7-35T: clocking and LEDs around the solver; the tools replace the name of its design.
// LED 0: solving; LED 1: replying; LEDs 4 to 2: status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module arty_a7_35 #(parameter integer CORE_MHZ = 50) (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    wire core_clk, locked;
    core_clock #(.CORE_MHZ(CORE_MHZ)) mmcm (.clk(clk), .core_clk(core_clk), .locked(locked));

    wire solving, replying;
    wire [2:0] status;
    nonogram_classic11 solver (
        .clock(core_clk), .reset(rst_n), .reset_low(1'b1), .locked(locked),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    assign led = {status, replying, solving};
endmodule
`default_nettype wire

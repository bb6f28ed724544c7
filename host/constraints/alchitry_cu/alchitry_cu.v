// Top of the Alchitry Cu: clocking and LEDs around the solver; the tools replace the name of its design.
// LED 0: solving; LED 1: replying; LEDs 4 to 2: status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module alchitry_cu (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    // 100 MHz x 8 / 16 = 50 MHz.
    wire core_clk, locked;
    SB_PLL40_PAD #(
        .FEEDBACK_PATH("SIMPLE"),
        .DIVR(4'd0), .DIVF(7'd7), .DIVQ(3'd4), .FILTER_RANGE(3'd5)
    ) pll (
        .PACKAGEPIN(clk), .PLLOUTGLOBAL(core_clk), .LOCK(locked),
        .RESETB(1'b1), .BYPASS(1'b0)
    );

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

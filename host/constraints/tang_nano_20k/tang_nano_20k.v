// Top of the Sipeed Tang Nano 20K: clocking and LEDs around the solver; the tools replace the name of its design.
// LED 0: solving; LED 1: replying; LEDs 4 to 2: status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module tang_nano_20k #(parameter integer CORE_MHZ = 50) (
    input  wire       clk,
    input  wire       rst,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led
);
    // 27 MHz x 13 / 7 = 50.14 MHz, or x 26 / 7 = 100.29 MHz; the oscillator runs at 802 MHz.
    wire core_clk, locked;
    // CLKFB is unconnected: the feedback is internal, and a net on this pin makes nextpnr-himbaechel search the wires behind it.
    rPLL #(
        .FCLKIN("27"), .DEVICE("GW2AR-18C"),
        .IDIV_SEL(6), .FBDIV_SEL(13 * CORE_MHZ / 50 - 1), .ODIV_SEL(800 / CORE_MHZ)
    ) pll (
        .CLKIN(clk), .CLKOUT(core_clk), .LOCK(locked),
        .RESET(1'b0), .RESET_P(1'b0), .CLKFB(), .PSDA(4'b0), .DUTYDA(4'b0), .FDLY(4'b0),
        .FBDSEL(6'b0), .IDSEL(6'b0), .ODSEL(6'b0), .CLKOUTP(), .CLKOUTD(), .CLKOUTD3()
    );

    wire solving, replying;
    wire [2:0] status;
    nonogram_classic11 solver (
        .clock(core_clk), .reset(rst), .reset_low(1'b0), .locked(locked),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    // The LEDs are active low.
    assign led = ~{status, replying, solving};
endmodule
`default_nettype wire

// Top of the Radiona ULX3S (LFE5U-85F): clocking and LEDs around the solver; the tools replace the name of its design.
// LED 0: solving; LED 1: replying; LEDs 4 to 2: status of the last reply.
// SPDX-License-Identifier: MIT OR Apache-2.0
`default_nettype none
module ulx3s_85f #(parameter integer CORE_MHZ = 50) (
    input  wire       clk,
    input  wire       rst,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [4:0] led,
    output wire       wifi_gpio0
);
    // 25 MHz x 2 = 50 MHz, or x 4 = 100 MHz; the oscillator runs at 600 MHz.
    localparam integer DIVIDE = 600 / CORE_MHZ;
    wire core_clk, locked;
    EHXPLLL #(
        .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED"),
        .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC"), .OUTDIVIDER_MUXD("DIVD"),
        .CLKI_DIV(1), .CLKFB_DIV(CORE_MHZ / 25), .FEEDBK_PATH("CLKOP"),
        .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(DIVIDE), .CLKOP_CPHASE(DIVIDE / 2 - 1), .CLKOP_FPHASE(0)
    ) pll (
        .CLKI(clk), .CLKFB(core_clk), .CLKOP(core_clk), .LOCK(locked),
        .RST(1'b0), .STDBY(1'b0), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .CLKINTFB(),
        .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b0), .PHASESTEP(1'b0), .PHASELOADREG(1'b0)
    );

    wire solving, replying;
    wire [2:0] status;
    nonogram_classic11 solver (
        .clock(core_clk), .reset(rst), .reset_low(1'b0), .locked(locked),
        .rx(uart_rx), .tx(uart_tx),
        .solving(solving), .replying(replying), .status(status)
    );

    assign led = {status, replying, solving};
    assign wifi_gpio0 = 1'b1;
endmodule
`default_nettype wire

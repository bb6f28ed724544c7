// iCE40 cells with simpler models than those of yosys, or with models that suit an untimed simulation better.
// SPDX-License-Identifier: MIT OR Apache-2.0

// A LUT as one expression, which a simulator compiles faster than yosys's tree of multiplexers.
module SB_LUT4 (output O, input I0, I1, I2, I3);
    parameter [15:0] LUT_INIT = 0;
    assign O = LUT_INIT[{I3, I2, I1, I0}];
endmodule

// The PLL for an untimed simulation: the core's clock is the simulator's clock, and the PLL locks after 16 cycles.
module SB_PLL40_CORE (
    input REFERENCECLK,
    output PLLOUTCORE,
    output PLLOUTGLOBAL,
    input EXTFEEDBACK,
    input [7:0] DYNAMICDELAY,
    output LOCK,
    input BYPASS,
    input RESETB,
    input LATCHINPUTVALUE,
    output SDO,
    input SDI,
    input SCLK
);
    parameter FEEDBACK_PATH = "SIMPLE";
    parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED";
    parameter DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED";
    parameter SHIFTREG_DIV_MODE = 1'b0;
    parameter FDA_FEEDBACK = 4'b0000;
    parameter FDA_RELATIVE = 4'b0000;
    parameter PLLOUT_SELECT = "GENCLK";
    parameter DIVR = 4'b0000;
    parameter DIVF = 7'b0000000;
    parameter DIVQ = 3'b000;
    parameter FILTER_RANGE = 3'b000;
    parameter ENABLE_ICEGATE = 1'b0;
    parameter TEST_MODE = 1'b0;
    parameter EXTERNAL_DIVIDE_FACTOR = 1;

    reg [4:0] cycles = 0;
    always @(posedge REFERENCECLK) if (!cycles[4]) cycles <= cycles + 1;
    assign LOCK = cycles[4];
    assign PLLOUTCORE = REFERENCECLK;
    assign PLLOUTGLOBAL = REFERENCECLK;
endmodule

// The block RAM, which reads and writes one word per cycle, according to Lattice's technical note TN1250: 256 words of 16 bits. Mode 0
// accesses all bits of a word at a time; modes 1, 2 and 3 access every second, fourth and eighth bit. The model has no initial content,
// because the design writes each word before it reads it.
module SB_RAM40_4K (
    output [15:0] RDATA,
    input RCLK, RCLKE, RE,
    input [10:0] RADDR,
    input WCLK, WCLKE, WE,
    input [10:0] WADDR,
    input [15:0] MASK,
    input [15:0] WDATA
);
    parameter WRITE_MODE = 0, READ_MODE = 0, INIT_FILE = "";
    parameter INIT_0 = 256'h0, INIT_1 = 256'h0, INIT_2 = 256'h0, INIT_3 = 256'h0, INIT_4 = 256'h0, INIT_5 = 256'h0, INIT_6 = 256'h0, INIT_7 = 256'h0, INIT_8 = 256'h0, INIT_9 = 256'h0, INIT_A = 256'h0, INIT_B = 256'h0, INIT_C = 256'h0, INIT_D = 256'h0, INIT_E = 256'h0, INIT_F = 256'h0;

    reg [15:0] words [0:255];

    // The bits that an address selects in a mode: all bits, or the same bit of every group of 2, 4 or 8 bits.
    function [15:0] chosen(input integer mode, input [2:0] part);
        case (mode)
            0: chosen = 16'hffff;
            1: chosen = {8{2'b01 << part[0]}};
            2: chosen = {4{4'b0001 << part[1:0]}};
            default: chosen = {2{8'b0000_0001 << part}};
        endcase
    endfunction

    // The data pins of a mode, each replicated over its group of bits.
    wire [15:0] spread =
        WRITE_MODE == 0 ? WDATA :
        WRITE_MODE == 1 ? {{2{WDATA[14]}}, {2{WDATA[12]}}, {2{WDATA[10]}}, {2{WDATA[8]}},
                           {2{WDATA[6]}}, {2{WDATA[4]}}, {2{WDATA[2]}}, {2{WDATA[0]}}} :
        WRITE_MODE == 2 ? {{4{WDATA[13]}}, {4{WDATA[9]}}, {4{WDATA[5]}}, {4{WDATA[1]}}} :
                          {{8{WDATA[11]}}, {8{WDATA[3]}}};
    wire [15:0] writes = WRITE_MODE == 0 ? ~MASK : chosen(WRITE_MODE, WADDR[10:8]);
    always @(posedge WCLK)
        if (WE && WCLKE) words[WADDR[7:0]] <= (words[WADDR[7:0]] & ~writes) | (spread & writes);

    reg [15:0] read = 0;
    always @(posedge RCLK)
        if (RE && RCLKE) read <= words[RADDR[7:0]] & chosen(READ_MODE, RADDR[10:8]);
    assign RDATA =
        READ_MODE == 0 ? read :
        READ_MODE == 1 ? {1'b0, |read[15:14], 1'b0, |read[13:12], 1'b0, |read[11:10], 1'b0, |read[9:8],
                          1'b0, |read[7:6], 1'b0, |read[5:4], 1'b0, |read[3:2], 1'b0, |read[1:0]} :
        READ_MODE == 2 ? {2'b0, |read[15:12], 3'b0, |read[11:8], 3'b0, |read[7:4], 3'b0, |read[3:0], 1'b0} :
                         {4'b0, |read[15:8], 7'b0, |read[7:0], 3'b0};
endmodule

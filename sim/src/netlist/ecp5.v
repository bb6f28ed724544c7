// ECP5 cells for which yosys has no simulation model, or a slow one.
// SPDX-License-Identifier: MIT OR Apache-2.0

// A LUT as one expression, which a simulator compiles faster than yosys's tree of multiplexers.
module LUT4 (input A, B, C, D, output Z);
    parameter [15:0] INIT = 16'h0000;
    assign Z = INIT[{D, C, B, A}];
endmodule

// The block RAM, which is a black box in yosys. The model covers only what this design uses: both ports have the same width, and the
// outputs are not registered. It has no initial content, because the design writes each word before it reads it. Widths and addresses
// follow Lattice's technical note TN1264.
module DP16KD (
    input DIA0, DIA1, DIA2, DIA3, DIA4, DIA5, DIA6, DIA7, DIA8, DIA9, DIA10, DIA11, DIA12, DIA13, DIA14, DIA15, DIA16, DIA17,
    input ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6, ADA7, ADA8, ADA9, ADA10, ADA11, ADA12, ADA13,
    input CEA, OCEA, CLKA, WEA, RSTA, CSA0, CSA1, CSA2,
    output DOA0, DOA1, DOA2, DOA3, DOA4, DOA5, DOA6, DOA7, DOA8, DOA9, DOA10, DOA11, DOA12, DOA13, DOA14, DOA15, DOA16, DOA17,
    input DIB0, DIB1, DIB2, DIB3, DIB4, DIB5, DIB6, DIB7, DIB8, DIB9, DIB10, DIB11, DIB12, DIB13, DIB14, DIB15, DIB16, DIB17,
    input ADB0, ADB1, ADB2, ADB3, ADB4, ADB5, ADB6, ADB7, ADB8, ADB9, ADB10, ADB11, ADB12, ADB13,
    input CEB, OCEB, CLKB, WEB, RSTB, CSB0, CSB1, CSB2,
    output DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8, DOB9, DOB10, DOB11, DOB12, DOB13, DOB14, DOB15, DOB16, DOB17
);
    parameter DATA_WIDTH_A = 18, REGMODE_A = "NOREG", RESETMODE_A = "SYNC", CSDECODE_A = "0b000", WRITEMODE_A = "NORMAL", CLKAMUX = "CLKA";
    parameter DATA_WIDTH_B = 18, REGMODE_B = "NOREG", RESETMODE_B = "SYNC", CSDECODE_B = "0b000", WRITEMODE_B = "NORMAL", CLKBMUX = "CLKB";
    parameter RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC", INIT_DATA = "STATIC", GSR = "ENABLED", WID = 0;
    parameter INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0, INITVAL_04 = 0, INITVAL_05 = 0, INITVAL_06 = 0, INITVAL_07 = 0, INITVAL_08 = 0, INITVAL_09 = 0, INITVAL_0A = 0, INITVAL_0B = 0, INITVAL_0C = 0, INITVAL_0D = 0, INITVAL_0E = 0, INITVAL_0F = 0, INITVAL_10 = 0, INITVAL_11 = 0, INITVAL_12 = 0, INITVAL_13 = 0, INITVAL_14 = 0, INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0, INITVAL_18 = 0, INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0, INITVAL_1C = 0, INITVAL_1D = 0, INITVAL_1E = 0, INITVAL_1F = 0, INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0, INITVAL_23 = 0, INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0, INITVAL_28 = 0, INITVAL_29 = 0, INITVAL_2A = 0, INITVAL_2B = 0, INITVAL_2C = 0, INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0, INITVAL_30 = 0, INITVAL_31 = 0, INITVAL_32 = 0, INITVAL_33 = 0, INITVAL_34 = 0, INITVAL_35 = 0, INITVAL_36 = 0, INITVAL_37 = 0, INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0, INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0, INITVAL_3F = 0;

    // The number of words and the position of the word address follow from the data bits per word; each whole byte has a parity bit.
    localparam WORDS = DATA_WIDTH_A > 9 ? 1024 : DATA_WIDTH_A > 4 ? 2048 : DATA_WIDTH_A > 2 ? 4096 : DATA_WIDTH_A > 1 ? 8192 : 16384;
    localparam SHIFT = DATA_WIDTH_A > 9 ? 4 : DATA_WIDTH_A > 4 ? 3 : DATA_WIDTH_A > 2 ? 2 : DATA_WIDTH_A > 1 ? 1 : 0;
    localparam BYTES = DATA_WIDTH_A > 9;
    reg [17:0] words [0:WORDS-1];

    wire [17:0] data_A = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
    wire [13:0] address_A = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
    wire [13:0] place_A = address_A >> SHIFT;
    // In the widest configuration the lowest address bits are the byte enables.
    wire [17:0] enabled_A = BYTES ? {{9{address_A[1]}}, {9{address_A[0]}}} : 18'h3ffff;
    reg [17:0] read_A = 0;
    always @(posedge CLKA) if (CEA && {CSA2, CSA1, CSA0} == 3'b000) begin
        if (WEA) words[place_A] <= (words[place_A] & ~enabled_A) | (data_A & enabled_A);
        if (!WEA || WRITEMODE_A == "READBEFOREWRITE") read_A <= words[place_A];
        if (RSTA) read_A <= 0;
    end
    assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = read_A;

    wire [17:0] data_B = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
    wire [13:0] address_B = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
    wire [13:0] place_B = address_B >> SHIFT;
    // In the widest configuration the lowest address bits are the byte enables.
    wire [17:0] enabled_B = BYTES ? {{9{address_B[1]}}, {9{address_B[0]}}} : 18'h3ffff;
    reg [17:0] read_B = 0;
    always @(posedge CLKB) if (CEB && {CSB2, CSB1, CSB0} == 3'b000) begin
        if (WEB) words[place_B] <= (words[place_B] & ~enabled_B) | (data_B & enabled_B);
        if (!WEB || WRITEMODE_B == "READBEFOREWRITE") read_B <= words[place_B];
        if (RSTB) read_B <= 0;
    end
    assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = read_B;
endmodule

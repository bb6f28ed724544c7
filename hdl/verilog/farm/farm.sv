// Cores of the design clue32, four by default, behind one pair of AXI4-Streams; with dispatcher.sv and clue32.sv.
// SPDX-License-Identifier: MIT OR Apache-2.0

module nonogram_farm #(
    parameter CORES = 4
) (
    input wire aclk,
    input wire aresetn,
    input wire s_axis_tvalid,
    input wire [7:0] s_axis_tdata,
    input wire s_axis_tlast,
    output wire s_axis_tready,
    output wire m_axis_tvalid,
    output wire [7:0] m_axis_tdata,
    output wire m_axis_tlast,
    input wire m_axis_tready
);
    wire [7:0] board_tvalid, board_tlast, board_tready, reply_tvalid, reply_tlast, reply_tready;
    wire [63:0] board_tdata, reply_tdata;

    nonogram_dispatcher dispatcher(
        .aclk(aclk), .aresetn(aresetn), .connected(8'd255 >> (8 - CORES)),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast), .s_axis_tready(s_axis_tready),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready),
        .board_0_tvalid(board_tvalid[0]), .board_0_tdata(board_tdata[7:0]), .board_0_tlast(board_tlast[0]), .board_0_tready(board_tready[0]),
        .reply_0_tvalid(reply_tvalid[0]), .reply_0_tdata(reply_tdata[7:0]), .reply_0_tlast(reply_tlast[0]), .reply_0_tready(reply_tready[0]),
        .board_1_tvalid(board_tvalid[1]), .board_1_tdata(board_tdata[15:8]), .board_1_tlast(board_tlast[1]), .board_1_tready(board_tready[1]),
        .reply_1_tvalid(reply_tvalid[1]), .reply_1_tdata(reply_tdata[15:8]), .reply_1_tlast(reply_tlast[1]), .reply_1_tready(reply_tready[1]),
        .board_2_tvalid(board_tvalid[2]), .board_2_tdata(board_tdata[23:16]), .board_2_tlast(board_tlast[2]), .board_2_tready(board_tready[2]),
        .reply_2_tvalid(reply_tvalid[2]), .reply_2_tdata(reply_tdata[23:16]), .reply_2_tlast(reply_tlast[2]), .reply_2_tready(reply_tready[2]),
        .board_3_tvalid(board_tvalid[3]), .board_3_tdata(board_tdata[31:24]), .board_3_tlast(board_tlast[3]), .board_3_tready(board_tready[3]),
        .reply_3_tvalid(reply_tvalid[3]), .reply_3_tdata(reply_tdata[31:24]), .reply_3_tlast(reply_tlast[3]), .reply_3_tready(reply_tready[3]),
        .board_4_tvalid(board_tvalid[4]), .board_4_tdata(board_tdata[39:32]), .board_4_tlast(board_tlast[4]), .board_4_tready(board_tready[4]),
        .reply_4_tvalid(reply_tvalid[4]), .reply_4_tdata(reply_tdata[39:32]), .reply_4_tlast(reply_tlast[4]), .reply_4_tready(reply_tready[4]),
        .board_5_tvalid(board_tvalid[5]), .board_5_tdata(board_tdata[47:40]), .board_5_tlast(board_tlast[5]), .board_5_tready(board_tready[5]),
        .reply_5_tvalid(reply_tvalid[5]), .reply_5_tdata(reply_tdata[47:40]), .reply_5_tlast(reply_tlast[5]), .reply_5_tready(reply_tready[5]),
        .board_6_tvalid(board_tvalid[6]), .board_6_tdata(board_tdata[55:48]), .board_6_tlast(board_tlast[6]), .board_6_tready(board_tready[6]),
        .reply_6_tvalid(reply_tvalid[6]), .reply_6_tdata(reply_tdata[55:48]), .reply_6_tlast(reply_tlast[6]), .reply_6_tready(reply_tready[6]),
        .board_7_tvalid(board_tvalid[7]), .board_7_tdata(board_tdata[63:56]), .board_7_tlast(board_tlast[7]), .board_7_tready(board_tready[7]),
        .reply_7_tvalid(reply_tvalid[7]), .reply_7_tdata(reply_tdata[63:56]), .reply_7_tlast(reply_tlast[7]), .reply_7_tready(reply_tready[7])
    );

    for (genvar core = 0; core < CORES; core = core + 1) begin : cores
        nonogram_clue32_stream solver(
            .aclk(aclk), .aresetn(aresetn),
            .s_axis_tvalid(board_tvalid[core]), .s_axis_tdata(board_tdata[8 * core +: 8]), .s_axis_tlast(board_tlast[core]),
            .s_axis_tuser(1'b0), .s_axis_tready(board_tready[core]),
            .m_axis_tvalid(reply_tvalid[core]), .m_axis_tdata(reply_tdata[8 * core +: 8]), .m_axis_tlast(reply_tlast[core]),
            .m_axis_tready(reply_tready[core]), .solving(), .launched(), .decided(), .replying(), .status()
        );
    end
    for (genvar core = CORES; core < 8; core = core + 1) begin : absent
        assign board_tready[core] = 1'b1;
        assign reply_tvalid[core] = 1'b0;
        assign reply_tdata[8 * core +: 8] = 8'd0;
        assign reply_tlast[core] = 1'b0;
    end
endmodule

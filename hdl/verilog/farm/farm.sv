// Four cores of the design clue32 behind one pair of AXI4-Streams; with dispatcher.sv and clue32.sv.
// SPDX-License-Identifier: MIT OR Apache-2.0

module nonogram_farm(
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
    localparam CORES = 4;

    wire [7:0] board_tvalid, board_tlast, board_tready, reply_tvalid, reply_tlast, reply_tready;
    wire [7:0] board_tdata [0:7];
    wire [7:0] reply_tdata [0:7];

    nonogram_dispatcher dispatcher(
        .aclk(aclk), .aresetn(aresetn), .connected(8'd2 ** CORES - 8'd1),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast), .s_axis_tready(s_axis_tready),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready),
        .board_tvalid_0(board_tvalid[0]), .board_tdata_0(board_tdata[0]), .board_tlast_0(board_tlast[0]), .board_tready_0(board_tready[0]),
        .reply_tvalid_0(reply_tvalid[0]), .reply_tdata_0(reply_tdata[0]), .reply_tlast_0(reply_tlast[0]), .reply_tready_0(reply_tready[0]),
        .board_tvalid_1(board_tvalid[1]), .board_tdata_1(board_tdata[1]), .board_tlast_1(board_tlast[1]), .board_tready_1(board_tready[1]),
        .reply_tvalid_1(reply_tvalid[1]), .reply_tdata_1(reply_tdata[1]), .reply_tlast_1(reply_tlast[1]), .reply_tready_1(reply_tready[1]),
        .board_tvalid_2(board_tvalid[2]), .board_tdata_2(board_tdata[2]), .board_tlast_2(board_tlast[2]), .board_tready_2(board_tready[2]),
        .reply_tvalid_2(reply_tvalid[2]), .reply_tdata_2(reply_tdata[2]), .reply_tlast_2(reply_tlast[2]), .reply_tready_2(reply_tready[2]),
        .board_tvalid_3(board_tvalid[3]), .board_tdata_3(board_tdata[3]), .board_tlast_3(board_tlast[3]), .board_tready_3(board_tready[3]),
        .reply_tvalid_3(reply_tvalid[3]), .reply_tdata_3(reply_tdata[3]), .reply_tlast_3(reply_tlast[3]), .reply_tready_3(reply_tready[3]),
        .board_tvalid_4(board_tvalid[4]), .board_tdata_4(board_tdata[4]), .board_tlast_4(board_tlast[4]), .board_tready_4(board_tready[4]),
        .reply_tvalid_4(reply_tvalid[4]), .reply_tdata_4(reply_tdata[4]), .reply_tlast_4(reply_tlast[4]), .reply_tready_4(reply_tready[4]),
        .board_tvalid_5(board_tvalid[5]), .board_tdata_5(board_tdata[5]), .board_tlast_5(board_tlast[5]), .board_tready_5(board_tready[5]),
        .reply_tvalid_5(reply_tvalid[5]), .reply_tdata_5(reply_tdata[5]), .reply_tlast_5(reply_tlast[5]), .reply_tready_5(reply_tready[5]),
        .board_tvalid_6(board_tvalid[6]), .board_tdata_6(board_tdata[6]), .board_tlast_6(board_tlast[6]), .board_tready_6(board_tready[6]),
        .reply_tvalid_6(reply_tvalid[6]), .reply_tdata_6(reply_tdata[6]), .reply_tlast_6(reply_tlast[6]), .reply_tready_6(reply_tready[6]),
        .board_tvalid_7(board_tvalid[7]), .board_tdata_7(board_tdata[7]), .board_tlast_7(board_tlast[7]), .board_tready_7(board_tready[7]),
        .reply_tvalid_7(reply_tvalid[7]), .reply_tdata_7(reply_tdata[7]), .reply_tlast_7(reply_tlast[7]), .reply_tready_7(reply_tready[7])
    );

    genvar core;
    generate
        for (core = 0; core < 8; core = core + 1) begin : cores
            if (core < CORES) begin : present
                nonogram_clue32_stream solver(
                    .aclk(aclk), .aresetn(aresetn),
                    .s_axis_tvalid(board_tvalid[core]), .s_axis_tdata(board_tdata[core]), .s_axis_tlast(board_tlast[core]),
                    .s_axis_tuser(1'b0), .s_axis_tready(board_tready[core]),
                    .m_axis_tvalid(reply_tvalid[core]), .m_axis_tdata(reply_tdata[core]), .m_axis_tlast(reply_tlast[core]),
                    .m_axis_tready(reply_tready[core]));
            end else begin : absent
                assign board_tready[core] = 1'b1;
                assign reply_tvalid[core] = 1'b0;
                assign reply_tdata[core] = 8'd0;
                assign reply_tlast[core] = 1'b0;
            end
        end
    endgenerate
endmodule

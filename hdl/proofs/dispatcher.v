// Proves that the dispatcher obeys the rules of AXI4-Stream on all its streams: a byte that is offered stays offered until it is accepted,
// with the same data and the same mark of the end of its packet; only a reset withdraws it. Packets are not mixed: the bytes of a board go to
// one core, which is connected, and those of a reply come from one core.
// Two cores with FIFOs of two bytes; any bytes, marks and pauses on all sides, and resets at any time. Method: PDR, for all time
// from power-on.
module dispatcher_proof(
    input clock,
    input aresetn,
    input s_axis_tvalid,
    input [7:0] s_axis_tdata,
    input s_axis_tlast,
    input m_axis_tready,
    input [1:0] board_tready,
    input [1:0] reply_tvalid,
    input [15:0] reply_tdata,
    input [1:0] reply_tlast
);
    (* anyconst *) reg [1:0] connected;
    wire s_axis_tready, m_axis_tvalid, m_axis_tlast;
    wire [7:0] m_axis_tdata;
    wire [1:0] board_tvalid, board_tlast, reply_tready;
    wire [15:0] board_tdata;
    dispatcher uut(.aclk(clock), .aresetn(aresetn), .connected(connected), .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast), .s_axis_tready(s_axis_tready), .m_axis_tvalid(m_axis_tvalid),
        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready),
        .board_0_tvalid(board_tvalid[0]), .board_1_tvalid(board_tvalid[1]), .board_0_tdata(board_tdata[7:0]),
        .board_1_tdata(board_tdata[15:8]), .board_0_tlast(board_tlast[0]), .board_1_tlast(board_tlast[1]),
        .board_0_tready(board_tready[0]), .board_1_tready(board_tready[1]), .reply_0_tvalid(reply_tvalid[0]),
        .reply_1_tvalid(reply_tvalid[1]), .reply_0_tdata(reply_tdata[7:0]), .reply_1_tdata(reply_tdata[15:8]),
        .reply_0_tlast(reply_tlast[0]), .reply_1_tlast(reply_tlast[1]), .reply_0_tready(reply_tready[0]),
        .reply_1_tready(reply_tready[1]));

    (* hierconn *) wire \uut.board_fifos_0.store ;
    (* hierconn *) wire \uut.board_fifos_1.store ;
    (* hierconn, init = 0 *) wire \uut.replies.taken ;
    (* hierconn, init = 0 *) wire [1:0] \uut.replies.selected ;
    wire [1:0] stores = {\uut.board_fifos_1.store , \uut.board_fifos_0.store };

    // Packets at the input and at the output: whether one has begun, and the core of its first byte.
    reg in_packet = 0, in_reply = 0;
    reg [1:0] board_core, reply_core;
    wire [1:0] source = \uut.replies.selected ;
    wire accepted = s_axis_tvalid && s_axis_tready && aresetn;
    wire left = m_axis_tvalid && m_axis_tready && aresetn;
    always @(posedge clock) begin
        if (accepted) in_packet <= !s_axis_tlast;
        if (accepted && !in_packet) board_core <= stores;
        if (left) in_reply <= !m_axis_tlast;
        if (left && !in_reply) reply_core <= source;
        if (!aresetn) begin
            in_packet <= 0;
            in_reply <= 0;
        end
    end

    reg stalled = 0, was_reset = 0;
    reg [1:0] waits = 0;
    reg [8:0] held;
    reg [17:0] held_boards;
    always @(posedge clock) begin
        stalled <= m_axis_tvalid && !m_axis_tready && aresetn;
        held <= {m_axis_tdata, m_axis_tlast};
        waits <= board_tvalid & ~board_tready & {2{aresetn}};
        held_boards <= {board_tdata[15:8], board_tlast[1], board_tdata[7:0], board_tlast[0]};
        was_reset <= !aresetn;
    end
    always @* begin
        if (stalled) assert (m_axis_tvalid && {m_axis_tdata, m_axis_tlast} == held);
        if (waits[0]) assert (board_tvalid[0] && {board_tdata[7:0], board_tlast[0]} == held_boards[8:0]);
        if (waits[1]) assert (board_tvalid[1] && {board_tdata[15:8], board_tlast[1]} == held_boards[17:9]);
        if (was_reset) assert (!m_axis_tvalid && board_tvalid == 0);
        // An accepted byte is stored for one core that is connected, the same one for a whole packet.
        if (accepted) begin
            assert ((stores == 1 || stores == 2) && (stores & ~connected) == 0);
            if (in_packet) assert (stores == board_core);
        end else if (aresetn) assert (stores == 0);
        // A reply is not interrupted.
        if (in_reply) assert (\uut.replies.taken && source == reply_core);
        if (m_axis_tvalid) assert (source == 1 || source == 2);
    end

    // Cover: the end of a reply of each core, after a board of two bytes to the other.
    reg both = 0;
    always @(posedge clock) both <= aresetn && (both || (accepted && in_packet && stores == 2));
    always @* begin
        cover (both && left && m_axis_tlast && in_reply && source == 1);
        cover (both && left && m_axis_tlast && source == 2);
    end
endmodule

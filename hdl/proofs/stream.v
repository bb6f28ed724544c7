// Proves that the stream top obeys the rules of AXI4-Stream as a master: a byte that is offered stays offered until it is accepted, with the
// same data and the same mark of the end of a reply; only a reset withdraws it, and then no byte is offered. As a slave it accepts only bytes
// that are offered.
// The classic core for boards of up to 2 x 2; any bytes, marks and pauses on both sides, and resets at any time.
module stream_proof(
    input clock,
    input aresetn,
    input s_axis_tvalid,
    input [7:0] s_axis_tdata,
    input s_axis_tlast,
    input s_axis_tuser,
    input m_axis_tready
);
    wire s_axis_tready, m_axis_tvalid, m_axis_tlast;
    wire [7:0] m_axis_tdata;
    stream uut(.aclk(clock), .aresetn(aresetn), .s_axis_tvalid(s_axis_tvalid), .s_axis_tdata(s_axis_tdata),
        .s_axis_tlast(s_axis_tlast), .s_axis_tuser(s_axis_tuser), .s_axis_tready(s_axis_tready), .m_axis_tvalid(m_axis_tvalid),
        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready));

    // The peer obeys the same rules.
    reg offered = 0;
    reg [9:0] before;
    always @(posedge clock) begin
        offered <= s_axis_tvalid && !s_axis_tready && aresetn;
        before <= {s_axis_tdata, s_axis_tlast, s_axis_tuser};
    end
    always @* if (offered) assume (s_axis_tvalid && before == {s_axis_tdata, s_axis_tlast, s_axis_tuser});

    reg stalled = 0, was_reset = 0;
    reg [8:0] held;
    always @(posedge clock) begin
        stalled <= m_axis_tvalid && !m_axis_tready && aresetn;
        held <= {m_axis_tdata, m_axis_tlast};
        was_reset <= !aresetn;
    end
    always @* begin
        if (stalled) assert (m_axis_tvalid && {m_axis_tdata, m_axis_tlast} == held);
        if (was_reset) assert (!m_axis_tvalid);
    end

    // Cover: the end of a reply, which its receiver has delayed.
    always @* cover (stalled && m_axis_tready && m_axis_tlast);
endmodule

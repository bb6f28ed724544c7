    reg aresetn, s_valid, s_last, s_user, m_ready;
    reg [7:0] s_data;
    wire s_ready, m_valid, m_last, solving, launched, decided, replying;
    wire [7:0] m_data;
    wire [2:0] status;
    @TOP@ uut(.aclk(clock), .aresetn(aresetn), .s_axis_tvalid(s_valid), .s_axis_tdata(s_data), .s_axis_tlast(s_last),
        .s_axis_tuser(s_user), .s_axis_tready(s_ready), .m_axis_tvalid(m_valid), .m_axis_tdata(m_data), .m_axis_tlast(m_last),
        .m_axis_tready(m_ready), .solving(solving), .launched(launched), .decided(decided), .replying(replying), .status(status));

// Proves the store: every read returns the word last written, from either bank.
// A simple model (one memory and two registers) runs beside it. Words are compared once they have been written, unless they
// were read in the cycle in which they were written.
// Method: PDR, for all time from power-on, helped by the invariant that both banks, and the register of the fetched word, equal the model.
module store_proof(
    input clock,
    input read_enable,
    input [2:0] read_address,
    input advance,
    input write_enable,
    input [2:0] write_address,
    input [1:0] write_data
);
    wire [1:0] word;
    store uut(
        .clock(clock), .read_enable(read_enable), .read_address(read_address), .advance(advance), .word(word),
        .write_enable(write_enable), .write_address(write_address), .write_data(write_data));

    // Internal signals of the store.
    (* hierconn *) wire [1:0] \uut.mem0[0] ;
    (* hierconn *) wire [1:0] \uut.mem0[1] ;
    (* hierconn *) wire [1:0] \uut.mem0[2] ;
    (* hierconn *) wire [1:0] \uut.mem0[3] ;
    (* hierconn *) wire [1:0] \uut.mem1[0] ;
    (* hierconn *) wire [1:0] \uut.mem1[1] ;
    (* hierconn *) wire [1:0] \uut.mem1[2] ;
    (* hierconn *) wire [1:0] \uut.mem1[3] ;
    (* hierconn *) wire [1:0] \uut.fetched0 ;
    (* hierconn *) wire [1:0] \uut.fetched1 ;
    (* hierconn *) wire \uut.fetched_bank ;
    wire [15:0] inside = {
        \uut.mem1[3] , \uut.mem1[2] , \uut.mem1[1] , \uut.mem1[0] ,
        \uut.mem0[3] , \uut.mem0[2] , \uut.mem0[1] , \uut.mem0[0] };
    wire [1:0] inside_fetched = \uut.fetched_bank ? \uut.fetched1 : \uut.fetched0 ;

    // The model, and which of its words are defined.
    reg [15:0] model;
    reg [1:0] fetched, taken;
    reg fetched_high, taken_high;
    reg [7:0] written = 0;
    reg fetched_valid = 0, taken_valid = 0;
    always @(posedge clock) begin
        if (advance) begin
            taken <= fetched;
            taken_high <= fetched_high;
            taken_valid <= fetched_valid;
        end
        if (read_enable) begin
            fetched <= model[2 * read_address +: 2];
            fetched_high <= read_address[2];
            fetched_valid <= written[read_address] && !(write_enable && write_address == read_address);
        end
        if (write_enable) begin
            model[2 * write_address +: 2] <= write_data;
            written[write_address] <= 1;
        end
    end

    integer i;
    always @* begin
        if (taken_valid)
            assert (word == taken);
        if (fetched_valid)
            assert (inside_fetched == fetched);
        for (i = 0; i < 8; i = i + 1)
            if (written[i])
                assert (inside[2 * i +: 2] == model[2 * i +: 2]);
    end

    // Cover: a word of the low bank waits at the output while a word of the high bank has been fetched.
    reg waited = 0;
    always @(posedge clock)
        waited <= taken_valid && !taken_high && fetched_valid && fetched_high && taken != fetched && !advance;
    always @* cover (waited && advance);
endmodule

// Proves the framer: every two bytes make a message, in order; only a pause, the end of a packet or a pair of bytes that cannot belong
// together discards a first byte; kinds and pairs of start boards are those of docs/reference/protocol.md; the CRC covers all accepted bytes since the first message
// of the board.
// Any bytes, with any error flags, at any time; the parser accepts messages at any time. Method: induction.
module framer_proof(
    input clock,
    input byte_valid,
    input [7:0] byte_data,
    input byte_error,
    input byte_last,
    input ready
);
    localparam PAUSE = 5;
    localparam [12:0] POLYNOMIAL = 13'h1cf5;
    (* anyconst *) reg packed_cells;

    wire byte_ready, valid, first, after_pair, second, identity, swap, begun, empty, end_board, check, broken_check, crc_matches;
    wire start_line, assignment, cells, next_option, end_line;
    wire [15:0] message;
    framer uut(.clock(clock), .reset(1'b0), .byte_valid(byte_valid), .byte_data(byte_data), .byte_error(byte_error),
        .byte_last(byte_last), .byte_ready(byte_ready), .packed_cells(packed_cells), .message_valid(valid), .message_bits(message), .message_first(first),
        .message_after_pair(after_pair), .message_second(second), .message_identity(identity), .message_swap(swap),
        .message_begun(begun), .message_empty(empty), .message_end_board(end_board), .message_check(check),
        .message_broken_check(broken_check), .message_crc_matches(crc_matches), .start_line(start_line), .assignment(assignment),
        .cells(cells), .next_option(next_option), .end_line(end_line), .ready(ready));

    (* hierconn, init = 0 *) wire \uut.have ;
    (* hierconn, init = 0 *) wire [7:0] \uut.high ;
    (* hierconn, init = 0 *) wire \uut.high_error ;
    (* hierconn, init = 0 *) wire \uut.message_valid ;
    (* hierconn, init = 0 *) wire \uut.out_of_step ;
    (* hierconn, init = 0 *) wire \uut.message_begun ;
    (* hierconn, init = 0 *) wire \uut.spare ;
    (* hierconn, init = 0 *) wire \uut.message_after_pair ;
    (* hierconn, init = 0 *) wire \uut.slipped ;
    (* hierconn, init = 0 *) wire \uut.first_empty ;
    (* hierconn, init = 0 *) wire [23:0] \uut.timer ;
    (* hierconn, init = 0 *) wire [12:0] \uut.sum.crc ;
    (* hierconn, init = 0 *) wire \uut.uncounted ;

    // The FIFO holds a byte until it is popped; the parser accepts only valid messages.
    reg waiting = 0;
    reg waiting_error, waiting_last;
    reg [7:0] waiting_data;
    always @(posedge clock) begin
        waiting <= byte_valid && !byte_ready;
        waiting_data <= byte_data;
        waiting_error <= byte_error;
        waiting_last <= byte_last;
    end
    always @* begin
        if (waiting) assume (byte_valid && byte_data == waiting_data && byte_error == waiting_error && byte_last == waiting_last);
        assume (!(ready && !valid));
    end

    // The model: the pending first byte, the duration of the silence, the start boards, and the CRC of the accepted bytes.
    function [12:0] summed(input [12:0] sum, input [15:0] bits, input [4:0] count);
        integer i;
        begin
            summed = sum;
            for (i = 0; i < 16; i = i + 1)
                if (i < count) summed = {summed[11:0], 1'b0} ^ (summed[12] ^ bits[15 - i] ? POLYNOMIAL : 13'b0);
        end
    endfunction
    reg half = 0;
    reg half_error;
    reg [7:0] half_data;
    reg [2:0] silent = 0;
    reg delayed = 0;
    reg [12:0] expected = 0;
    reg row = 0;            // the last message was the first start board of a pair
    reg row_empty = 0;      // with index 0
    reg row_spare = 0;      // after another pair
    reg pair = 0;           // the last two messages were a pair, and no identity request
    reg slipped = 0;        // the last message was a broken check
    wire [15:0] bits = {half_data, byte_data};
    wire [2:0] control = bits[15:13];
    wire low_may_start = bits[7:5] == 3'b111;
    wire matches = bits[12:0] == expected;
    wire broken = control == 3'b011 && low_may_start && !matches;
    wire in_step = control == 3'b111 ? !low_may_start && (!slipped || bits[12:8] == 0 && bits[7:0] != 0) :
        control == 3'b100 && packed_cells ? !low_may_start :
        control == 3'b000 ? bits == 0 :
        control == 3'b011 ? !broken : !bits[7];
    wire readable = in_step && !half_error && !byte_error;
    wire start_board = control == 3'b111 && readable;
    wire is_identity = start_board && row && row_empty && bits[12:1] == 0;
    wire is_swap = row && row_spare && !start_board;
    wire take = ready && !swap;
    wire ends = byte_ready && byte_last;
    wire counts = !byte_valid && (half || row);
    wire paused = silent == PAUSE && !byte_valid;
    always @(posedge clock) begin
        if (byte_ready) begin
            half <= (!take || !in_step) && !byte_last;
            half_data <= byte_data;
            half_error <= byte_error;
        end else if (paused) half <= 0;
        if (ready) begin
            row <= start_board && !row && !ends;
            row_spare <= pair;
        end else if (paused || ends) row <= 0;
        if (take) begin
            row_empty <= bits[12:1] == 0;
            pair <= start_board && row && !is_identity;
            slipped <= broken && !ends;
            expected <= summed(start_board && !row ? 0 : expected, bits, in_step ? 16 : 8);
        end else if (paused || ends) slipped <= 0;
        silent <= counts && !paused ? silent + 1 : 0;
        delayed <= half && byte_valid && !valid;
    end

    always @* begin
        // A message is the pending byte and the current one. Its kind is set unless one has an error flag, or they are out of step.
        assert (!valid || half && byte_valid);
        if (valid) begin
            assert (message == bits);
            assert (first == (start_board && !row) && second == (start_board && row));
            assert (after_pair == pair && identity == is_identity && swap == is_swap && begun == row);
            assert (empty == (bits[12:1] == 0));
            assert (start_line == (readable && control == 3'b110));
            assert (assignment == (readable && control == 3'b101));
            assert (cells == (readable && control == 3'b100));
            assert (check == (readable && control == 3'b011));
            assert (next_option == (readable && control == 3'b010));
            assert (end_line == (readable && control == 3'b001));
            assert (end_board == (readable && control == 3'b000));
            assert (broken_check == broken && crc_matches == matches);
        end
        // A byte is accepted as a first half, or with its message, which is valid in the cycle after its second byte is offered.
        assert (byte_ready == (byte_valid && !half || take));
        assert (!delayed || valid);

        // Inductive invariant.
        assert (half == \uut.have );
        if (half) assert (half_data == \uut.high && half_error == \uut.high_error );
        assert (row == \uut.message_begun && pair == \uut.message_after_pair && slipped == \uut.slipped );
        if (row) assert (row_spare == \uut.spare && row_empty == \uut.first_empty );
        assert (valid == \uut.message_valid );
        if (valid) assert (\uut.out_of_step == !in_step);
        assert (silent <= PAUSE);
        assert (silent == \uut.timer );
        if (\uut.uncounted ) assert (!half && summed(\uut.sum.crc , {\uut.high , 8'b0}, 8) == expected);
        else assert (\uut.sum.crc == expected);
    end

    // Cover: a message after a pause and one after the end of a packet that discarded a byte; a check that matches a board's first message; the exchange of a pair.
    reg dropped = 0, cut = 0;
    reg [1:0] since = 0;
    always @(posedge clock) begin
        if (paused && half) dropped <= 1;
        if (ends && !half) cut <= 1;
        if (take) since <= first ? 1 : since == 1 ? 2 : since;
    end
    always @* begin
        cover (valid && dropped);
        cover (valid && cut);
        cover (valid && since == 1 && crc_matches && check);
        cover (valid && swap);
    end
endmodule

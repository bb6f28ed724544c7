// Proves the framer: every two bytes make a message, in order; only a pause or a shift discards a first byte; the CRC covers all accepted
// bytes since the first message of the board.
// Any bytes, with any error flags, at any time; the parser accepts messages at any time. Method: induction.
module framer_proof(
    input clock,
    input byte_valid,
    input [7:0] byte_data,
    input byte_error,
    input take,
    input shift,
    input first,
    input watch
);
    localparam PAUSE = 5;
    localparam [12:0] POLYNOMIAL = 13'h1cf5;

    wire byte_pop, valid, error, paused, check_matches;
    wire [15:0] message;
    framer uut(.clock(clock), .reset(1'b0), .byte_valid(byte_valid), .byte_data(byte_data), .byte_error(byte_error),
        .byte_pop(byte_pop), .valid(valid), .message(message), .error(error), .take(take), .shift(shift), .first(first),
        .watch(watch), .paused(paused), .check_matches(check_matches));

    (* hierconn, init = 0 *) wire \uut.have ;
    (* hierconn, init = 0 *) wire [7:0] \uut.high ;
    (* hierconn, init = 0 *) wire \uut.high_error ;
    (* hierconn, init = 0 *) wire [23:0] \uut.timer ;
    (* hierconn, init = 0 *) wire [12:0] \uut.sum.remainder ;
    (* hierconn, init = 0 *) wire [15:0] \uut.sum.shift ;
    (* hierconn, init = 0 *) wire [4:0] \uut.sum.left ;

    // The FIFO holds a byte until it is popped; the parser accepts only valid messages. A message out of step does not begin a board.
    reg waiting = 0;
    reg waiting_error;
    reg [7:0] waiting_data;
    always @(posedge clock) begin
        waiting <= byte_valid && !byte_pop;
        waiting_data <= byte_data;
        waiting_error <= byte_error;
    end
    always @* begin
        if (waiting) assume (byte_valid && byte_data == waiting_data && byte_error == waiting_error);
        assume (!(take && !valid) && !((shift || first) && !take) && !(shift && first));
    end

    // The model: the pending first byte, the duration of the silence, and the CRC of the accepted bytes.
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
    reg [4:0] delayed = 0;
    reg [12:0] expected = 0;
    wire counts = !byte_valid && (half || watch);
    always @(posedge clock) begin
        if (byte_pop) begin
            half <= !take || shift;
            half_data <= byte_data;
            half_error <= byte_error;
        end else if (paused) half <= 0;
        silent <= counts && !paused ? silent + 1 : 0;
        delayed <= half && byte_valid && !valid ? delayed + 1 : 0;
        if (take) expected <= summed(first ? 0 : expected, message, shift ? 8 : 16);
    end

    always @* begin
        // A message is the pending byte and the current one, with the error flags of both.
        assert (!valid || half && byte_valid);
        if (valid) begin
            assert (message == {half_data, byte_data});
            assert (error == (half_error || byte_error));
            assert (check_matches == (message[12:0] == expected));
        end
        // A byte is popped as a first half, or with its message once the CRC of the previous message is done.
        assert (byte_pop == (byte_valid && !half || take));
        assert (delayed <= 16);
        // A pause, which discards half a message or a single start board, is reported after exactly PAUSE silent cycles.
        assert (paused == (silent == PAUSE && !byte_valid));

        // Inductive invariant.
        assert (half == \uut.have );
        if (half) assert (half_data == \uut.high && half_error == \uut.high_error );
        assert (silent <= PAUSE);
        assert (silent == \uut.timer );
        assert (delayed + \uut.sum.left <= 16);
        assert (summed(\uut.sum.remainder , \uut.sum.shift , \uut.sum.left ) == expected);
    end

    // Cover: a message after a pause that discarded a byte; a check that matches a board's first message.
    reg dropped = 0;
    reg [1:0] since = 0;
    always @(posedge clock) begin
        if (paused && half) dropped <= 1;
        if (take) since <= first ? 1 : since == 1 ? 2 : since;
    end
    always @* begin
        cover (valid && dropped);
        cover (valid && since == 1 && check_matches && message[15:13] == 3'b011);
    end
endmodule

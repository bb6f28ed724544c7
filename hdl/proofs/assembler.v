// Proves the assembler with the reader of cells: a reply consists of the sizes, the known cells in order or the identity's words, the check if the board had one,
// and the status; the check starts from the seed; the last byte is marked.
// Any board of up to 2 x 2, any known cells, any status; any number of replies, all with the same result; the transmitter accepts bytes
// at any time.
// Method: induction.
module assembler_proof(
    input clock,
    input start,
    input byte_ready
);
    localparam SOLVED = 0, STALLED = 2, IDENTITY = 6, MULTIPLE = 7;

    // The result, and the board's cells: row 0 in the low half, column 0 in its low bit.
    (* anyconst *) reg [2:0] status;
    (* anyconst *) reg refuses;     // the parser starts the reply, not the core
    (* anyconst *) reg [11:0] rows;
    (* anyconst *) reg [11:0] columns;
    (* anyconst *) reg checked;
    (* anyconst *) reg [12:0] seed;
    (* anyconst *) reg [3:0] known;
    (* anyconst *) reg [3:0] assigned;
    wire picture = status == SOLVED || status == STALLED || status == MULTIPLE;
    wire [3:0] exists = {{columns == 2, 1'b1} & {2{rows == 2}}, columns == 2, 1'b1};
    always @* begin
        if (picture) assume (rows >= 1 && rows <= 2 && columns >= 1 && columns <= 2);
        assume (!(assigned & ~known) && !(known & ~exists));
    end

    // A row is valid two cycles after its selection.
    wire select;
    wire [4:0] select_position;
    reg fetched, row;
    always @(posedge clock) begin
        if (select) fetched <= select_position[0];
        row <= fetched;
    end
    wire idle, byte_valid, byte_last;
    wire [7:0] byte_data;
    wire fetch, cells_valid, cells_ready, cells_end;
    wire [11:0] cells_rows, cells_columns;
    wire [15:0] cells_message;
    assembler uut(.clock(clock), .reset(1'b0), .done(start && !refuses), .status(refuses ? ~status : status),
        .refuse(start && refuses), .result(status), .rows(rows), .columns(columns),
        .checked(checked), .seed(seed), .idle(idle), .fetch(fetch), .cells_rows(cells_rows), .cells_columns(cells_columns),
        .cells_valid(cells_valid), .cells_message(cells_message), .cells_ready(cells_ready), .cells_end(cells_end),
        .byte_valid(byte_valid), .byte_data(byte_data), .byte_last(byte_last),
        .byte_ready(byte_ready));
    cell_reader reader(.clock(clock), .reset(1'b0), .start(fetch), .rows(cells_rows), .columns(cells_columns),
        .select(select), .select_position(select_position),
        .known(row ? known[3:2] : known[1:0]), .assigned(row ? assigned[3:2] : assigned[1:0]),
        .valid(cells_valid), .message(cells_message), .ready(cells_ready), .finished(cells_end));

    (* hierconn *) wire \uut.sender.valid ;
    (* hierconn *) wire [15:0] \uut.sender.message ;
    (* hierconn *) wire \uut.sender.sum.add ;
    (* hierconn *) wire \uut.sender.sum.clear ;
    (* hierconn *) wire [12:0] \uut.sender.sum.seed ;
    (* hierconn *) wire [7:0] \uut.sender.sum.data ;
    (* hierconn, init = 0 *) wire [12:0] \uut.sender.sum.crc ;
    (* hierconn, init = 0 *) wire [15:0] \uut.sender.held ;
    (* hierconn, init = 0 *) wire \uut.sender.byte_valid ;
    (* hierconn, init = 0 *) wire \uut.sender.starts ;
    (* hierconn, init = 0 *) wire \uut.sender.more ;
    (* hierconn, init = 0 *) wire \uut.sender.ends ;
    (* hierconn, init = 0 *) wire \uut.sender.byte_last ;
    (* hierconn, init = 0 *) wire [2:0] \uut.state ;
    (* hierconn, init = 0 *) wire [2:0] \uut.last_status ;
    (* hierconn, init = 0 *) wire [11:0] \uut.cells_rows ;
    (* hierconn, init = 0 *) wire [11:0] \uut.cells_columns ;
    (* hierconn, init = 0 *) wire \uut.with_check ;
    (* hierconn, init = 0 *) wire [12:0] \uut.first_sum ;
    (* hierconn, init = 0 *) wire [3:0] \uut.word ;
    (* hierconn, init = 0 *) wire [1:0] \reader.state ;
    (* hierconn, init = 0 *) wire [4:0] \reader.select_position ;
    (* hierconn, init = 0 *) wire [4:0] \reader.column ;
    (* hierconn, init = 0 *) wire [11:0] \reader.index ;
    (* hierconn, init = 0 *) wire \reader.settled ;
    localparam IDLE = 0, ROWS = 1, COLUMNS = 2, CELLS = 3, NAMES = 4, CHECK = 5, LAST = 6;
    localparam SELECT = 1, SETTLE = 2, READ = 3;
    wire [2:0] state = \uut.state ;
    wire [1:0] reads = \reader.state ;

    // A reply is requested only while none is in progress and the last message has left.
    always @* if (start) assume (idle && !byte_valid);

    // Expected messages: `next` is the message after `at`, in the order of the protocol.
    // Messages: 0 rows, 1 columns, 2 to 5 cells, then the identity's words, check, end, none.
    localparam WORDS = 10;      // of the identity
    localparam FIRST_CELL = 2, FIRST_WORD = 6, SUM = FIRST_WORD + WORDS, END = SUM + 1, NONE = END + 1;
    function [4:0] next_cell(input [2:0] from);
        integer i;
        begin
            next_cell = checked ? SUM : END;
            for (i = 3; i >= 0; i = i - 1)
                if (i >= from && known[i]) next_cell = FIRST_CELL + i;
        end
    endfunction
    function [4:0] next(input [4:0] at);
        next = at == 0 ? 1 :
            at == 1 ? (picture ? next_cell(0) : status == IDENTITY ? FIRST_WORD : checked ? SUM : END) :
            at < FIRST_WORD ? next_cell(at - 1) :
            at < SUM - 1 ? at + 1 :
            at == SUM - 1 ? (checked ? SUM : END) :
            at + 1;
    endfunction
    reg [4:0] at = NONE;        // message that is expected or in transmission
    reg low = 0;                // the low byte of message `at` is expected
    reg loaded = 0;             // message `at` has been passed to the sender
    reg [12:0] sum;             // CRC of the messages before `at`
    wire [1:0] cell_number = at - FIRST_CELL;
    wire [11:0] cell_index = (cell_number[1] ? columns : 0) + cell_number[0];
    wire [15:0] expected =
        at == 0 ? {3'd7, rows, 1'b0} :
        at == 1 ? {3'd7, columns, 1'b0} :
        at < FIRST_WORD ? {3'd5, cell_index, assigned[cell_number]} :
        at < SUM ? {3'd4, 13'b0} :
        at == SUM ? {3'd3, sum} :
        {3'd0, 9'b0, status, 1'b0};
    always @(posedge clock) begin
        if (start) begin
            at <= 0;
            low <= 0;
        end else if (byte_valid && byte_ready) begin
            low <= !low;
            if (low) at <= next(at);
        end
        if (\uut.sender.valid ) begin
            loaded <= 1;
            sum <= \uut.sender.sum.crc ;
        end else if (byte_valid && byte_ready && low) loaded <= 0;
    end

    wire [4:0] due = byte_valid ? next(at) : at;
    always @* begin
        // Every byte is the expected one, and a reply ends only after its last message.
        if (byte_valid) begin
            assert (at != NONE && loaded);
            assert (byte_data == (low ? expected[7:0] : expected[15:8]));
            assert (byte_last == (at == END && low));
        end
        if (idle && !byte_valid) assert (at == NONE);
        // Each byte enters the CRC once, from the first on; crc13 proves that the CRC itself is correct.
        assert (\uut.sender.sum.add == (byte_valid && byte_ready));
        if (byte_valid) begin
            assert (\uut.sender.sum.data == byte_data && \uut.sender.sum.clear == (at == 0 && !low));
            if (at == 0) assert (\uut.sender.sum.seed == seed);
        end
        if (\uut.sender.valid ) begin
            assert (!byte_valid);
            if (at == SUM) assert (\uut.sender.message == {3'd3, \uut.sender.sum.crc });
            else assert (\uut.sender.message == expected);
        end

        // Inductive invariant: the sender holds the expected message, and the assembler is at the message after it.
        assert (at <= NONE && state <= LAST);
        assert (byte_valid == \uut.sender.byte_valid );
        if (byte_valid) begin
            assert (\uut.sender.more == !low && \uut.sender.held [7:0] == expected[7:0]);
            assert (\uut.sender.starts == (at == 0 && !low) && \uut.sender.ends == (at == END));
            if (!low) assert (!\uut.sender.byte_last );
            if (at == 0) assert (\uut.first_sum == seed);
        end else assert (!low && !\uut.sender.more );
        if (!byte_valid) assert (!loaded);
        if (state == IDLE) assert (due == NONE);
        if (state == ROWS) assert (due == 0);
        if (state == COLUMNS) assert (due == 1);
        assert ((state == CELLS) == (reads != IDLE));
        if (state == CELLS)
            assert (picture && due == next_cell({\reader.select_position [0], \reader.column [0]}));
        if (state == NAMES)
            assert (status == IDENTITY && \uut.word < WORDS && due == FIRST_WORD + \uut.word );
        if (state == CHECK) assert (due == (checked ? SUM : END));
        if (state == LAST) assert (due == END);
        if (state != IDLE) begin
            assert (\uut.last_status == status && \uut.with_check == checked);
            assert (\uut.cells_rows == rows && \uut.cells_columns == columns && \uut.first_sum == seed);
        end
        if (state == ROWS || state == COLUMNS) assert (\uut.word == 0);
        if (state == CELLS) begin
            assert (\reader.select_position < rows && \reader.column < columns);
            assert (\reader.index == (\reader.select_position [0] ? columns : 0) + \reader.column );
        end
        if (reads == SELECT || reads == SETTLE) assert (\reader.column == 0);
        if (reads == SETTLE) assert (fetched == \reader.select_position [0] && (!\reader.settled || row == fetched));
        if (reads == READ) assert (fetched == \reader.select_position [0] && row == fetched);
    end

    // Cover: a whole reply, and the identity's first word.
    always @* if (byte_valid && byte_ready && low) begin
        cover (at == END && status == SOLVED && exists == 15 && checked);
        cover (at == FIRST_WORD && status == IDENTITY);
    end
endmodule

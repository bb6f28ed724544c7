// Proves the parser: it never writes past the end of the store, restarts on a start board whatever precedes it, and never gets stuck.
// Any messages, with any error flags, at any time. Method: PDR, for all time from power-on.
// Guarantees to the core are asserted here: the words of the store are written in order from word 0, and `words` is their number; a valid
// board is 1 x 1 to SIDE x SIDE with all its lines; there is no write and no second launch while the core runs.
module parser_proof(
    input clock,
    input reset,
    input valid,
    input [15:0] message,
    input error,
    input check_matches,
    input paused,
    input hold,
    input ready,
    input core_done
);
    localparam SIDE = 2, WORDS = 8, MOST_OPTIONS = 2, BAD_CHECK = 3;

    wire watch, take, shift, first, store_write, count_write, launch, checked;
    wire [12:0] seed;
    wire [2:0] store_address;
    wire [15:0] store_data;
    wire [5:0] count_line, lines;
    wire [1:0] count_data, row_mask, column_mask;
    wire [2:0] result;
    wire [11:0] rows, columns;
    wire [3:0] words;
    parser uut(.clock(clock), .reset(reset), .valid(valid), .message(message), .error(error),
        .check_matches(check_matches), .paused(paused), .hold(hold), .watch(watch), .take(take), .shift(shift), .first(first),
        .store_write(store_write), .store_address(store_address), .store_data(store_data),
        .count_write(count_write), .count_line(count_line), .count_data(count_data), .launch(launch),
        .result(result), .checked(checked), .seed(seed), .rows(rows), .columns(columns), .lines(lines), .row_mask(row_mask),
        .column_mask(column_mask), .words(words), .ready(ready), .core_done(core_done));

    (* hierconn, init = 0 *) wire [2:0] \uut.state ;
    (* hierconn *) wire [2:0] \uut.state_d ;
    (* hierconn, init = 0 *) wire [2:0] \uut.outcome.first_fault ;
    (* hierconn, init = 0 *) wire \uut.counter.all ;
    (* hierconn, init = 0 *) wire \uut.counter.in_columns ;
    (* hierconn, init = 0 *) wire \uut.spare ;
    (* hierconn, init = 0 *) wire \uut.paired ;
    (* hierconn, init = 0 *) wire \uut.slipped ;
    (* hierconn, init = 0 *) wire [5:0] \uut.counter.place ;
    (* hierconn, init = 0 *) wire [1:0] \uut.options.number ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.option ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.come ;
    localparam IDLE = 0, COLUMNS = 1, BETWEEN = 2, LINE = 3, BAD = 4, LAUNCH = 5, WAIT = 6;
    wire [2:0] state = \uut.state ;
    wire [2:0] next_state = \uut.state_d ;
    wire good = \uut.outcome.first_fault == 0;
    wire going = good && (state == BETWEEN || state == LINE || state == LAUNCH || state == WAIT);
    wire complete = \uut.counter.all ;
    wire column = \uut.counter.in_columns ;
    wire [4:0] position = \uut.counter.place ;

    // Kind of the message, and whether its two bytes belong together (docs/reference/protocol.md).
    wire [2:0] control = message[15:13];
    // After a check that did not match, a start board counts only if its size is one that a host sends.
    wire has_size = message[12:8] == 0 && message[7:0] != 0;
    wire in_step = message[7:5] != 3'b111 && (has_size || !\uut.slipped );
    wire starts_board = control == 3'b111 && in_step && !error;
    wire starts_line = control == 3'b110 && !message[7] && !error;
    wire ends_board = message == 16'h0000 && !error;

    // The framer holds a message until it is accepted, and reports no pause until then.
    // A start board stalls while the previous board is still being read out.
    wire waits = hold && starts_board;
    wire listening = state != LAUNCH && state != WAIT && !waits;
    reg held = 0;
    reg held_error, held_matches;
    reg [15:0] held_message;
    always @(posedge clock) begin
        held <= valid && !take && !reset;
        held_message <= message;
        held_error <= error;
        held_matches <= check_matches;
    end
    always @* begin
        if (held) assume (valid && message == held_message && error == held_error && check_matches == held_matches);
        assume (!(valid && paused));
    end

    // The board so far, counted independently of the parser, with counters wide enough to exceed the store.
    reg begun = 0;          // a board has begun since power-on
    reg [7:0] stored = 0;   // words stored
    reg [7:0] counted = 0;  // lines with a count
    reg [7:0] options = 0;  // total of these counts
    reg [2:0] waited = 0;   // cycles in which the parser listened without accepting the message offered
    reg working = 0;        // the core has a board
    always @(posedge clock) begin
        if (first) begin
            begun <= 1;
            stored <= 0;
            counted <= 0;
            options <= 0;
        end else begin
            stored <= stored + store_write;
            counted <= counted + count_write;
            if (count_write) options <= options + count_data;
        end
        waited <= valid && listening && !take && !reset ? waited + 1 : 0;
        working <= !reset && (launch ? result == 0 : working && !core_done);
    end
    wire [1:0] line_mask = column ? column_mask : row_mask;

    // The received values, kept independently of the parser.
    wire assigns = control == 3'b101 && !message[7] && !error;
    wire checks = control == 3'b011 && !error && !shift;
    reg [1:0] cells;                // values of the current option
    reg [11:0] height, width;       // indices of the last two start boards
    reg [1:0] row = 0;              // consecutive start boards received: 2 for two or more
    reg [1:0] last_row = 0;         // consecutive start boards up to the last message: 0 after any other message
    reg [12:0] last_check = 0;      // value of the board's last check
    reg refused = 0;                // the last check did not match; a check covers all earlier messages, too
    always @(posedge clock) if (take) begin
        if (assigns && message[12:1] < SIDE) cells[message[1]] <= message[0];
        if (starts_board) begin
            height <= width;
            width <= message[12:1];
        end
        if (first) refused <= 0;
        else if (checks && state != IDLE) refused <= !check_matches;
        else if (control == 3'b011 && shift && state != IDLE) refused <= 1;
        if (first) last_check <= 0;
        else if ((checks || control == 3'b011 && shift) && state != IDLE) last_check <= message[12:0];
    end
    always @(posedge clock) begin
        if (take && starts_board) row <= last_row == 0 ? 1 : 2;
        if (take) last_row <= !starts_board || next_state == LAUNCH ? 0 : last_row == 0 ? 1 : 2;
        if (reset || state == COLUMNS && paused) last_row <= 0;
    end

    always @* begin
        // The store is written in order, never past its end, and never while the core runs.
        assert (stored <= WORDS);
        if (store_write) begin
            assert (stored < WORDS);
            assert (store_address == stored);
            assert (!launch && !working);
        end
        if (begun) assert (words == stored);
        // A count belongs to the line just ended and is between 1 and MOST_OPTIONS. The line's last option is stored, unless the board is
        // rejected.
        if (count_write) begin
            assert (store_write || next_state == BAD || reset);
            assert (!launch && !working);
            assert (count_data >= 1 && count_data <= MOST_OPTIONS);
        end
        // Words of a valid board: headers in order, options that contain only cells of their line.
        if (store_write && good) begin
            if (starts_line) assert (store_data == {column, 10'b0, position});
            else assert (store_data == (cells & line_mask));
            if (count_write) assert (count_line == {column, position});
        end

        // Only legal state codes, and each relevant state change.
        assert (state <= WAIT);
        assert (begun || state == IDLE);
        assert (working == (state == WAIT));
        assert (!launch || state == LAUNCH);
        if (state == IDLE) assert (!store_write && !count_write && !launch);
        if (reset) assert (next_state == IDLE);
        else begin
            // A start board restarts the parser, whatever precedes it, unless it is the second of a pair.
            if (take && starts_board && state != COLUMNS) begin
                assert (first && !shift);
                assert (next_state == COLUMNS);
            end
            // The second start board has the number of columns; lines follow, the rest of the board is skipped, or the pair is an identity
            // request.
            if (take && starts_board && state == COLUMNS) begin
                assert (!first && !shift);
                assert (next_state == BETWEEN || next_state == BAD || next_state == LAUNCH && message[12:1] == 0);
            end
            // A single start board is discarded after a pause, which restores the pairing.
            if (state == COLUMNS) assert (watch);
            if (state == COLUMNS && paused) assert (next_state == IDLE);
            // An end board ends any board that was begun.
            if (take && ends_board && state != IDLE) assert (next_state == LAUNCH);
            // The result is launched once the previous reply has been sent; then the parser is idle, or the core runs.
            if (state == LAUNCH) begin
                assert (launch == ready);
                assert (next_state == (!ready ? LAUNCH : result != 0 ? IDLE : WAIT));
            end
            if (state == WAIT) assert (next_state == (core_done ? IDLE : WAIT));
        end
        // A message is accepted only while the parser listens, and then within four cycles. Three consecutive start boards
        // may need their sizes exchanged, which takes three more.
        if (!listening) assert (!take);
        assert (waited <= 6);

        // A board handed to the core is complete and fits: all its lines, each with its count, and nothing else.
        if (launch && result == 0) begin
            assert (rows >= 1 && rows <= SIDE && columns >= 1 && columns <= SIDE);
            assert (row_mask == (columns == 2 ? 3 : 1) && column_mask == (rows == 2 ? 3 : 1));
            assert (lines == rows + columns && counted == lines);
            assert (words == stored && stored == counted + options && options >= counted);
        end

        // The size is the one received, a check that does not match rejects the board, and the reply's check starts from the last check.
        if (launch && (row == 2 || result == 0)) assert (rows == height && columns == width);
        if (launch && row == 1) assert (rows == width && columns == 0);
        if (launch) assert ((result == BAD_CHECK) == refused);
        assert (seed == last_check);

        // Inductive invariant.
        if (state == BAD) assert (!good);
        if (state == LINE) assert (\uut.options.number <= MOST_OPTIONS);
        if (state == COLUMNS) assert (stored == 0 && counted == 0 && options == 0 && position == 0 && !column && !complete);
        if (going || state == COLUMNS && good) begin
            assert (rows >= 1 && rows <= SIDE);
            assert (column_mask == (rows == 2 ? 3 : 1));
        end
        if (going) assert (columns >= 1 && columns <= SIDE);
        if (going || state == COLUMNS && \uut.spare && columns >= 1 && columns <= SIDE)
            assert (row_mask == (columns == 2 ? 3 : 1));
        if (going) begin
            assert (options >= counted && options <= MOST_OPTIONS * counted);
            assert (counted == (complete ? rows + columns : column ? rows + position : position));
            if (complete) assert (column && position == 0);
            else assert (position < (column ? columns : rows));
            if (state == LINE) begin
                assert (!complete);
                assert (stored == counted + options + 1 + \uut.options.number );
                assert (!(\uut.cells.come & ~line_mask));
                if (\uut.cells.come != 0) assert (!(\uut.cells.option & ~\uut.cells.come ));
            end else
                assert (stored == counted + options);
            if (state == LAUNCH || state == WAIT) assert (complete);
        end
        if (state == BETWEEN || state == LINE) assert (good);
    end

    // Cover: a valid board launched after an invalid one. A host that never idles makes the run short.
    (* anyconst *) reg eager;
    wire hurries = valid || state == LAUNCH || state == WAIT;
    always @* if (eager) assume (hurries && !error && !reset && !paused && !hold && ready);
    reg was_bad = 0;
    always @(posedge clock) was_bad <= was_bad || state == BAD;
    always @*
        cover (eager && was_bad && launch && result == 0);
endmodule

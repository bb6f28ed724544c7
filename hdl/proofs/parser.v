// Proves the parser: it never writes past the end of the store, restarts on a start board whatever precedes it, and never gets stuck.
// Any messages, with any error flags, at any time, with the flags that the framer gives them. Method: PDR, for all time from power-on.
// Guarantees to the core are asserted here: the words of the store are written in order from word 0, and `words` is their number; a valid
// board is 1 x 1 to SIDE x SIDE with all its lines; there is no write and no second start while the core runs.
module parser_proof(
    input clock,
    input reset,
    input offered,
    input [15:0] message,
    input error,
    input check_matches,
    input paused,
    input hold,
    input reply_ready,
    input core_done
);
    localparam SIDE = 2, WORDS = 8, MOST_OPTIONS = 2, BAD_CHECK = 3;

    // The messages of the framer (proven in framer.v): the kind of the message, whether its two bytes belong together, and start boards in
    // pairs (docs/reference/protocol.md).
    reg valid = 0, begun = 0, spare = 0, paired = 0, slipped = 0, first_empty = 0;
    wire ready;
    wire [2:0] control = message[15:13];
    wire low_may_start = message[7:5] == 3'b111;
    wire empty = message[12:1] == 0;
    wire broken = control == 3'b011 && low_may_start && !check_matches;
    // After a check that did not match, a start board counts only if its size is one that a host sends.
    wire has_size = message[12:8] == 0 && message[7:0] != 0;
    wire in_step = control == 3'b111 ? !low_may_start && (has_size || !slipped) :
        control == 3'b000 ? message == 0 :
        control == 3'b011 ? !broken : !message[7];
    wire readable = in_step && !error;
    wire starts_board = control == 3'b111 && readable;
    wire starts_line = control == 3'b110 && readable;
    wire assigns = control == 3'b101 && readable;
    wire checks = control == 3'b011 && readable;
    wire ends_board = control == 3'b000 && readable;
    wire second = starts_board && begun;
    wire identity = second && empty && first_empty;
    wire swap = begun && spare && !starts_board;
    wire take = ready && !swap;
    wire first = take && starts_board && !begun;
    always @(posedge clock) begin
        valid <= offered && !ready && !reset;
        if (ready) begin
            begun <= starts_board && !begun;
            spare <= paired;
        end else if (paused) begun <= 0;
        if (take) begin
            first_empty <= empty;
            paired <= second && !identity;
            slipped <= broken;
        end else if (paused) slipped <= 0;
        if (reset) begin
            begun <= 0;
            paired <= 0;
            slipped <= 0;
        end
    end

    wire store_write, count_write, start, refuse, checked;
    wire [12:0] seed;
    wire [2:0] store_address;
    wire [15:0] store_data;
    wire [5:0] count_line, lines;
    wire [1:0] count_data, row_mask, column_mask;
    wire [2:0] result;
    wire [11:0] rows, columns;
    wire [3:0] words;
    parser uut(.clock(clock), .reset(reset), .message_valid(valid), .message_bits(message),
        .message_first(starts_board && !begun), .message_after_pair(paired), .message_second(second),
        .message_identity(identity), .message_swap(swap), .message_begun(begun), .message_empty(empty),
        .message_end_board(ends_board), .message_check(checks), .message_broken_check(broken),
        .message_crc_matches(check_matches), .start_line(starts_line), .assignment(assigns),
        .next_option(control == 3'b010 && readable), .end_line(control == 3'b001 && readable), .ready(ready), .hold(hold),
        .store_write(store_write), .store_address(store_address), .store_data(store_data),
        .count_write(count_write), .count_line(count_line), .count_data(count_data), .start(start), .refuse(refuse),
        .result(result), .checked(checked), .seed(seed), .rows(rows), .columns(columns), .lines(lines), .row_mask(row_mask),
        .column_mask(column_mask), .words(words), .reply_ready(reply_ready), .core_done(core_done));

    (* hierconn, init = 0 *) wire [2:0] \uut.control.state ;
    (* hierconn, init = 0 *) wire [2:0] \uut.control.first_fault ;
    (* hierconn, init = 0 *) wire \uut.in_line ;
    (* hierconn, init = 0 *) wire \uut.counter.complete ;
    (* hierconn, init = 0 *) wire \uut.counter.column ;
    (* hierconn, init = 0 *) wire [5:0] \uut.counter.position ;
    (* hierconn, init = 0 *) wire [1:0] \uut.options.number ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.value ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.come ;
    localparam IDLE = 0, OPEN = 1, BAD = 2, LAUNCH = 3, SOLVE = 4;
    wire [2:0] state = \uut.control.state ;
    wire in_line = state == OPEN && \uut.in_line ;
    wire good = \uut.control.first_fault == 0;
    wire going = good && (state == OPEN || state == LAUNCH || state == SOLVE);
    wire in_board = state != IDLE || begun;
    wire complete = \uut.counter.complete ;
    wire column = \uut.counter.column ;
    wire [4:0] position = \uut.counter.position ;

    // The framer holds a message until it is accepted, and reports no pause until then.
    // A start board stalls while the previous board is still being read out.
    wire waits = hold && starts_board;
    wire listening = state != LAUNCH && state != SOLVE && !waits;
    reg held = 0;
    reg held_error, held_matches;
    reg [15:0] held_message;
    always @(posedge clock) begin
        held <= offered && !take && !reset;
        held_message <= message;
        held_error <= error;
        held_matches <= check_matches;
    end
    always @* begin
        if (held) assume (offered && message == held_message && error == held_error && check_matches == held_matches);
        assume (!(offered && paused));
    end

    // The board so far, counted independently of the parser, with counters wide enough to exceed the store.
    reg had = 0;            // a board has begun since power-on
    reg [7:0] stored = 0;   // words stored
    reg [7:0] counted = 0;  // lines with a count
    reg [7:0] options = 0;  // total of these counts
    reg [2:0] waited = 0;   // cycles in which the parser listened without accepting the message offered
    reg working = 0;        // the core has a board
    always @(posedge clock) begin
        if (first) begin
            had <= 1;
            stored <= 0;
            counted <= 0;
            options <= 0;
        end else begin
            stored <= stored + store_write;
            counted <= counted + count_write;
            if (count_write) options <= options + count_data;
        end
        waited <= offered && listening && !take && !reset ? waited + 1 : 0;
        working <= !reset && (start || working && !core_done);
    end
    wire [1:0] line_mask = column ? column_mask : row_mask;

    // The received values, kept independently of the parser.
    reg [1:0] cells;                // values of the current option
    reg [11:0] height, width;       // indices of the last two start boards
    reg [1:0] row = 0;              // consecutive start boards received: 2 for two or more
    reg [1:0] kept_row = 0;         // consecutive start boards up to the last message: 0 after any other message
    reg took = 0;                   // a message was accepted in the previous cycle
    wire [1:0] last_row = took && state == LAUNCH ? 0 : kept_row;
    reg [12:0] last_check = 0;      // value of the board's last check
    reg refused = 0;                // the last check did not match; a check covers all earlier messages, too
    always @(posedge clock) if (take) begin
        if (assigns && message[12:1] < SIDE) cells[message[1]] <= message[0];
        if (starts_board) begin
            height <= width;
            width <= message[12:1];
        end
        if (first) refused <= 0;
        else if ((checks || broken) && in_board) refused <= !check_matches;
        if (first) last_check <= 0;
        else if ((checks || broken) && in_board) last_check <= message[12:0];
    end
    always @(posedge clock) begin
        took <= take;
        kept_row <= last_row;
        if (take && starts_board) row <= last_row == 0 ? 1 : 2;
        if (take) kept_row <= !starts_board ? 0 : last_row == 0 ? 1 : 2;
        if (reset || begun && paused) kept_row <= 0;
    end

    // What happened in the previous cycle, for the properties of a change of state.
    reg after = 0;                  // there was a previous cycle
    reg after_reset, after_first, after_second, after_identity, after_single, after_end, after_refuse, ended_single;
    reg after_count;                // a count was written without a word
    reg was_ready, was_done;
    reg [2:0] last_state;
    always @(posedge clock) begin
        after <= 1;
        after_reset <= reset;
        after_first <= first;
        after_second <= take && second;
        after_identity <= identity;
        after_single <= take && begun && !second;
        ended_single <= ends_board;
        after_end <= take && ends_board && in_board;
        after_refuse <= refuse;
        after_count <= count_write && !store_write;
        was_ready <= reply_ready;
        was_done <= core_done;
        last_state <= state;
    end

    always @* begin
        // The store is written in order, never past its end, and never while the core runs.
        assert (stored <= WORDS);
        if (store_write) begin
            assert (stored < WORDS);
            assert (store_address == stored);
            assert (!start && !working);
        end
        if (had) assert (words == stored);
        // A count belongs to the line just ended and is between 1 and MOST_OPTIONS. The line's last option is stored, unless the board is
        // rejected.
        if (count_write) begin
            assert (!start && !working);
            assert (count_data >= 1 && count_data <= MOST_OPTIONS);
        end
        if (after && after_count) assert (state == BAD || after_reset);
        // Words of a valid board: headers in order, options that contain only cells of their line.
        if (store_write && good) begin
            if (starts_line) assert (store_data == {column, 10'b0, position});
            else assert (store_data == (cells & line_mask));
            if (count_write) assert (count_line == {column, position});
        end

        // Only legal state codes, and each relevant state change.
        assert (state <= SOLVE);
        assert (had || state == IDLE && !begun);
        assert (working == (state == SOLVE));
        assert (!begun || state == IDLE);
        assert (!(start || refuse) || state == LAUNCH);
        if (state == IDLE) assert (!store_write && !count_write);
        if (after && after_reset) assert (state == IDLE);
        else if (after) begin
            // A start board restarts the parser, whatever precedes it, unless it is the second of a pair.
            if (after_first) assert (state == IDLE);
            // The second start board has the number of columns; lines follow, the rest of the board is skipped, or the pair is an identity
            // request.
            if (after_second) assert (state == (after_identity ? LAUNCH : state == OPEN ? OPEN : BAD));
            // Any other message after a single start board belongs to a board, which is bad.
            if (after_single) assert (state == (ended_single ? LAUNCH : BAD));
            // An end board ends any board that was begun.
            if (after_end) assert (state == LAUNCH);
            // The result is launched once the previous reply has been sent; then the parser is idle, or the core runs.
            if (last_state == LAUNCH) assert (state == (!was_ready ? LAUNCH : after_refuse ? IDLE : SOLVE));
            if (last_state == SOLVE) assert (state == (was_done ? IDLE : SOLVE));
        end
        if (state == LAUNCH) assert ((start || refuse) == reply_ready && !(start && refuse));
        // A message is accepted only while the parser listens, and then within four cycles. Three consecutive start boards
        // may need their sizes exchanged, which takes three more.
        if (!listening) assert (!ready);
        assert (!ready || valid);
        assert (waited <= 6);

        // A board handed to the core is complete and fits: all its lines, each with its count, and nothing else.
        if (refuse) assert (result != 0);
        if (start) begin
            assert (result == 0);
            assert (rows >= 1 && rows <= SIDE && columns >= 1 && columns <= SIDE);
            assert (row_mask == (columns == 2 ? 3 : 1) && column_mask == (rows == 2 ? 3 : 1));
            assert (lines == rows + columns && counted == lines);
            assert (words == stored && stored == counted + options && options >= counted);
        end

        // The size is the one received, a check that does not match rejects the board, and the reply's check starts from the last check.
        if (refuse && row == 2 || start) assert (rows == height && columns == width);
        if ((start || refuse) && row == 1) assert (rows == width && columns == 0);
        if (start || refuse) assert ((result == BAD_CHECK) == refused);
        assert (seed == last_check);

        // Inductive invariant.
        if (state == BAD) assert (!good);
        if (in_line) assert (\uut.options.number <= MOST_OPTIONS);
        if (begun) assert (stored == 0 && counted == 0 && options == 0 && position == 0 && !column && !complete && !\uut.in_line );
        if (going || begun && good) begin
            assert (rows >= 1 && rows <= SIDE);
            assert (column_mask == (rows == 2 ? 3 : 1));
        end
        if (going) assert (columns >= 1 && columns <= SIDE);
        if (going || begun && spare && columns >= 1 && columns <= SIDE)
            assert (row_mask == (columns == 2 ? 3 : 1));
        if (going) begin
            assert (options >= counted && options <= MOST_OPTIONS * counted);
            assert (counted == (complete ? rows + columns : column ? rows + position : position));
            if (complete) assert (column && position == 0);
            else assert (position < (column ? columns : rows));
            if (in_line) begin
                assert (!complete);
                assert (stored == counted + options + 1 + \uut.options.number );
                assert (!(\uut.cells.come & ~line_mask));
                if (\uut.cells.come != 0) assert (!(\uut.cells.value & ~\uut.cells.come ));
            end else
                assert (stored == counted + options);
            if (state == LAUNCH || state == SOLVE) assert (complete);
        end
        if (state == OPEN) assert (good);
    end

    // Cover: a valid board started after an invalid one. A host that never idles makes the run short.
    (* anyconst *) reg eager;
    wire hurries = offered || state == LAUNCH || state == SOLVE;
    always @* if (eager) assume (hurries && !error && !reset && !paused && !hold && reply_ready);
    reg was_bad = 0;
    always @(posedge clock) was_bad <= was_bad || state == BAD;
    always @*
        cover (eager && was_bad && start);
endmodule

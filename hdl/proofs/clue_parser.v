// Proves the parser of clue boards: it passes on the blocks that were received, each with its colour, as long as they fit their line; it
// rejects what docs/reference/protocol.md calls malformed or too large, restarts on a start board whatever precedes it, and never gets stuck.
// Any messages, with any error flags, at any time, with the flags that the framer gives them. Method: PDR, for all time from power-on.
// Guarantees to the core are asserted here: a valid board is 1 x 1 to SIDE x SIDE with all its lines, and its blocks are 1 to SIDE cells
// long, of colour 1 to COLOURS; there is no block and no second start while the core runs.
module clue_parser_proof(
    input clock,
    input reset,
    input offered,
    input [15:0] message,
    input error,
    input check_matches,
    input paused,
    input hold,
    input reply_ready,
    input core_ready,
    input core_done
);
    localparam SIDE = 2, COLOURS = 2, UNSOLVABLE = 1, BAD_CHECK = 3, TOO_LARGE = 4, MALFORMED = 5;

    // The messages of the framer (proven in framer.v), as in parser.v, for a protocol with packed cells.
    reg valid = 0, begun = 0, spare = 0, paired = 0, slipped = 0, first_empty = 0;
    wire ready;
    wire [2:0] control = message[15:13];
    wire low_may_start = message[7:5] == 3'b111;
    wire empty = message[12:1] == 0;
    wire broken = control == 3'b011 && low_may_start && !check_matches;
    wire has_size = message[12:8] == 0 && message[7:0] != 0;
    wire in_step = control == 3'b111 ? !low_may_start && (has_size || !slipped) :
        control == 3'b100 ? !low_may_start :
        control == 3'b000 ? message == 0 :
        control == 3'b011 ? !broken : !message[7];
    wire readable = in_step && !error;
    wire starts_board = control == 3'b111 && readable;
    wire cells = control == 3'b100 && readable;
    wire request = control == 3'b010 && readable;
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

    wire begin_board, block, line_end, block_column, start, refuse, checked, cancel;
    wire [6:0] board_rows, board_columns, block_end;
    wire [2:0] block_colour, result;
    wire [5:0] block_position;
    wire [1:0] mode, planes;
    wire [25:0] limit;
    wire [12:0] seed;
    wire [11:0] rows, columns;
    clue_parser uut(.clock(clock), .reset(reset), .message_valid(valid), .message_bits(message),
        .message_first(starts_board && !begun), .message_after_pair(paired), .message_second(second),
        .message_identity(identity), .message_swap(swap), .message_begun(begun), .message_empty(empty),
        .message_end_board(ends_board), .message_check(checks), .message_broken_check(broken),
        .message_crc_matches(check_matches), .cells(cells), .request(request), .ready(ready), .hold(hold),
        .begin_board(begin_board), .board_rows(board_rows), .board_columns(board_columns), .block(block),
        .block_end(block_end), .block_colour(block_colour), .block_column(block_column),
        .block_position(block_position), .line_end(line_end), .mode(mode), .limit(limit), .planes(planes), .cancel(cancel),
        .core_ready(core_ready), .core_done(core_done), .start(start), .refuse(refuse), .result(result), .checked(checked),
        .seed(seed), .rows(rows), .columns(columns), .reply_ready(reply_ready));

    (* hierconn, init = 0 *) wire [2:0] \uut.control.state ;
    (* hierconn, init = 0 *) wire [2:0] \uut.control.first_fault ;
    (* hierconn, init = 0 *) wire [1:0] \uut.feeder.state ;
    localparam IDLE = 0, OPEN = 1, BAD = 2, LAUNCH = 3, SOLVE = 4;
    wire [2:0] state = \uut.control.state ;
    wire [2:0] fault = \uut.control.first_fault ;
    wire feeding = \uut.feeder.state != 0;
    wire in_board = state != IDLE || begun;

    // The framer holds a message until it is accepted, and reports no pause until then.
    wire waits = starts_board && (hold || state == SOLVE);
    wire listening = state != LAUNCH && !waits;
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

    // The board so far, followed independently of the parser: its colours, its lines, and the cells used in the current line.
    reg [2:0] colours = 0;          // number of colours, 0 without such a request
    reg [5:0] digits = 0;           // digits of the limit, up to 5
    reg has_lines = 0;              // a message with blocks was legal
    reg has_check = 0;              // a check was received
    reg line_begun = 0;             // the current line has a block
    reg [2:0] last_colour = 0;      // colour of its last block
    reg [7:0] used = 0;             // cells that its blocks need
    reg [3:0] lines = 0;            // complete lines
    reg [15:0] given = 0;           // the last message with blocks
    reg passed = 0;                 // a block of that message was passed to the core
    reg [3:0] waited = 0;           // cycles in which the parser listened, with the core ready, without accepting the message offered
    reg working = 0;                // the core has a board
    wire in_columns = lines >= board_rows;
    wire complete = lines == board_rows + board_columns;
    wire [6:0] length = in_columns ? board_rows : board_columns;

    // Whether a message is legal at its place in an open board.
    wire [4:0] kind = message[12:8];
    wire [7:0] number = message[7:0];
    wire states_colours = kind == 3 && number >= 1 && number <= 7 && !has_lines && colours == 0;
    wire legal_request = !has_lines && (kind == 1 && number <= 2 || kind == 2 && number < 128 && limit[25:19] == 0);
    wire legal_block = colours == 0 || (empty ? message[0] && !line_begun : message[6:1] >= 1 && message[6:1] <= colours);
    wire legal = checks || ends_board ? complete :
        request ? legal_request || states_colours && number <= COLOURS :
        cells && legal_block && !complete && !has_check;
    wire too_large = request && states_colours && number > COLOURS;
    wire gap = last_colour == block_colour;
    wire [6:0] block_length = block_end - used - gap;
    always @(posedge clock) begin
        if (first) begin
            colours <= 0;
            has_lines <= 0;
            has_check <= 0;
            line_begun <= 0;
            last_colour <= 0;
            used <= 0;
            lines <= 0;
        end else if (take && state == OPEN) begin
            if (request && states_colours && number <= COLOURS) colours <= number;
            if (cells && legal) begin
                has_lines <= 1;
                given <= message;
                passed <= 0;
            end
            if (checks) has_check <= 1;
        end
        if (block) begin
            passed <= 1;
            line_begun <= 1;
            last_colour <= block_colour;
            used <= block_end;
        end
        if (line_end) begin
            line_begun <= 0;
            last_colour <= 0;
            used <= 0;
            lines <= lines + 1;
        end
        waited <= offered && listening && core_ready && !take && !reset ? waited + 1 : 0;
        working <= !reset && (start || working && !core_done);
    end

    // What happened in the previous cycle, for the properties of a change of state.
    reg after = 0;                  // there was a previous cycle
    reg after_reset, after_first, after_second, after_identity, after_single, after_end, after_refuse, ended_single;
    reg was_ready, was_done, was_legal, was_large, after_open, after_swap;
    reg [2:0] last_state;
    reg last_started = 0;
    reg [1:0] last_planes;
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
        was_ready <= reply_ready && (core_ready || fault != 0 || refuse);
        was_done <= core_done;
        last_state <= state;
        last_started <= start || last_started;
        if (start) last_planes <= colours >= 2 ? 2 : 1;
        after_open <= take && state == OPEN && !starts_board && !ends_board;
        was_legal <= legal;
        was_large <= too_large;
    end

    wire [6:0] first_length = given[12:7];
    wire [6:0] second_length = given[6:1];
    always @* begin
        // A block belongs to the last message: its only block with a colour, or one of up to two; and it fits its line.
        if (block) begin
            assert (block_end >= used + gap + 1);
            assert (block_colour >= 1 && block_colour <= COLOURS);
            assert (block_end <= length);
            if (colours != 0) assert (!passed && block_length == first_length + 1 && block_colour == given[3:1]);
            else begin
                assert (block_colour == 1);
                assert (block_length == (passed || first_length == 0 ? second_length : first_length));
            end
        end
        if (block || line_end) begin
            assert (core_ready && !working && !start && !complete);
            assert (block_column == in_columns && block_position == (in_columns ? lines - board_rows : lines));
        end
        assert (!(block && line_end));
        if (line_end) assert (given[0]);

        // Only legal state codes, and each relevant state change.
        assert (state <= SOLVE);
        assert (working == (state == SOLVE));
        assert (!begun || state == IDLE || state == SOLVE);
        assert (!(start || refuse) || state == LAUNCH);
        if (after && after_reset) assert (state == IDLE);
        else if (after) begin
            // A start board restarts the parser, whatever precedes it, unless it is the second of a pair.
            if (after_first) assert (state == IDLE);
            if (after_second) assert (state == (after_identity ? LAUNCH : state == OPEN ? OPEN : BAD));
            // Any other message after a single start board belongs to a board, which is bad.
            if (after_single && last_state != SOLVE) assert (state == (ended_single ? LAUNCH : BAD));
            // An end board ends any board that was begun.
            if (after_end && last_state != SOLVE) assert (state == LAUNCH);
            // A message that is illegal at its place makes the board bad.
            if (after_open) begin
                assert (was_legal == (state == OPEN));
                if (!was_legal) assert (fault == (was_large ? TOO_LARGE : MALFORMED));
            end
            // Blocks that do not fit make it unsolvable.
            if (last_state == OPEN && state == BAD && !after_open) assert (fault == UNSOLVABLE);
            if (last_state == SOLVE) assert (state == (was_done ? IDLE : SOLVE));
        end
        // Blocks are discarded only if they do not fit.
        if (feeding && state == BAD) assert (fault == UNSOLVABLE);
        // A message is accepted only while the parser listens, and then within nine cycles in which the core is ready.
        if (!listening) assert (!ready);
        assert (!ready || valid);
        assert (waited <= 10);

        // A board handed to the core is complete and fits: all its lines, and nothing else.
        if (refuse) assert (result != 0);
        if (start) begin
            assert (result == 0 && core_ready);
            assert (rows >= 1 && rows <= SIDE && columns >= 1 && columns <= SIDE);
            assert (board_rows == rows && board_columns == columns);
            assert (complete && !feeding && !line_begun);
        end
        if (last_started) assert (planes == last_planes);
    end

    // Cover: a valid board with two colours started after an invalid one. A host that never idles makes the run short.
    (* anyconst *) reg eager;
    wire hurries = offered || state == LAUNCH || state == SOLVE;
    always @* if (eager) assume (hurries && !error && !reset && !paused && !hold && reply_ready && core_ready);
    reg was_bad = 0;
    always @(posedge clock) was_bad <= was_bad || state == BAD;
    always @*
        cover (eager && was_bad && start && colours == 2);
endmodule

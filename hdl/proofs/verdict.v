// Proves the verdicts of the clue core: every board gets exactly one verdict before its deadline, and the verdict and the reported cells
// are correct, whatever board came before.
// Boards of 1 x 1 to 2 x 2 with any clues, and 2 x 3 with one block of 1 or 2 cells per line; in every mode.
// Method: bounded, for one timing: the board begins in the first cycle and is sent as fast as the core accepts it; registers and memories
// are arbitrary at the start.
module verdict_proof(input clock);
    // Deadlines for the verdict and the reply, in cycles after `begin_board`: SOON for boards of up to 2 x 2 with at most one solution,
    // LATE for the rest.
    localparam SOON = 60, LATE = 235;
    localparam UNIQUE = 0, UNSOLVABLE = 1, UNDECIDED = 2, MULTIPLE = 7;
    localparam PROOF = 0, LINE_LOGIC = 1, FIRST_SOLUTION = 2;

    // The board: its side lengths minus one, and the length of the block of each line, 0 for none; rows first.
    (* anyconst *) reg more_rows;
    (* anyconst *) reg [1:0] more_columns;
    (* anyconst *) reg [9:0] clues;
    (* anyconst *) reg [1:0] mode;
    // Cycle in which `cancel` is high; 0 for never.
    (* anyconst *) reg [8:0] cancel_at;
    wire [6:0] rows = more_rows + 1, columns = more_columns + 1;
    wire large = more_columns == 2;
    wire [2:0] there = {more_columns == 2, more_columns != 0, 1'b1};
    wire [5:0] exists = {there & {3{more_rows}}, there};

    // Bit 3 * row + column of a picture is the cell in that row and column; bit p of `solves` is set if picture p is a solution.
    function fits(input [2:0] line, input [1:0] block);
        case (block)
            0: fits = line == 3'b000;
            1: fits = line == 3'b001 || line == 3'b010 || line == 3'b100;
            2: fits = line == 3'b011 || line == 3'b110;
            3: fits = line == 3'b111;
        endcase
    endfunction
    wire [63:0] solves;
    generate
        genvar p;
        for (p = 0; p < 64; p = p + 1) begin : of
            wire [5:0] cells = p;
            assign solves[p] = !(cells & ~exists) && fits(cells[2:0], clues[1:0]) && fits(cells[5:3], clues[3:2])
                && fits({cells[3], cells[0]}, clues[5:4]) && fits({cells[4], cells[1]}, clues[7:6])
                && fits({cells[5], cells[2]}, clues[9:8]);
        end
    endgenerate
    wire none = solves == 0;
    wire several = (solves & (solves - 1)) != 0;

    // Clues fit their lines; absent lines have no block.
    always @* begin
        assume (more_columns < 2 || (more_columns == 2 && more_rows));
        assume (clues[1:0] <= columns && clues[3:2] <= (more_rows ? columns : 0));
        assume (clues[5:4] <= rows && clues[7:6] <= (there[1] ? rows : 0) && clues[9:8] <= (there[2] ? rows : 0));
        if (large) assume (clues[1:0] - 1 < 2 && clues[3:2] - 1 < 2 && clues[5:4] && clues[7:6] && clues[9:8]);
        assume (mode <= FIRST_SOLUTION);
        // Only the full proof of the 2 x 2 board with a block of one cell in each line is cancelled, in a cycle below 192 whose
        // number is 5 modulo 8.
        if (cancel_at != 0)
            assume (cancel_at[2:0] == 5 && cancel_at < 192 && clues == 10'b0001010101 && mode == PROOF);
    end

    // Blocks and line ends are sent line by line, then the start, each as soon as the core is ready.
    wire ready, running, done, read_known;
    wire [2:0] status, read_code;
    reg [8:0] age;
    reg [2:0] line;
    reg given, complete, started, cancelled, ended;
    wire [1:0] clue = clues >> {line, 1'b0};
    wire gives = !$initstate && ready && !started;
    wire block = gives && !complete && !given && clue != 0;
    wire line_end = gives && !complete && (given || clue == 0);
    wire start = gives && complete;
    wire cancel = age == cancel_at;
    always @(posedge clock) begin
        age <= $initstate ? 1 : age + 1;
        given <= !$initstate && (block || (given && !line_end));
        line <= $initstate ? 0 : !line_end ? line : line == more_rows ? 2 : line + 1;
        complete <= !$initstate && (complete || (line_end && line == 2 + more_columns));
        started <= !$initstate && (started || start);
        cancelled <= !$initstate && (cancelled || (started && !ended && cancel));
        ended <= !$initstate && (ended || done);
    end

    // After `done` the cells are read, one per cycle; each value is valid three cycles later.
    reg [2:0] verdict;
    reg [3:0] reads;
    reg [5:0] known, filled;
    reg read_row;
    reg [1:0] read_column;
    wire complete_reads = reads == 9;
    always @(posedge clock) begin
        reads <= $initstate || !ended ? 0 : complete_reads ? reads : reads + 1;
        read_column <= $initstate || !ended || read_column == 2 ? 0 : read_column + 1;
        read_row <= !$initstate && ended && (read_row || read_column == 2);
        if (done) verdict <= status;
        if (ended && reads >= 3 && !complete_reads) begin
            known <= {read_known, known[5:1]};
            filled <= {read_code == 1, filled[5:1]};
        end
    end
    clue_core uut(.clock(clock), .reset(1'b0), .begin_board($initstate), .rows(rows), .columns(columns), .ready(ready),
        .block(block), .block_end({5'b0, clue}), .block_colour(3'd1), .line_end(line_end), .block_column(line >= 2),
        .block_position(line >= 2 ? {3'b0, line} - 2 : {3'b0, line}), .start(start), .mode(mode), .limit(26'b0),
        .cancel(cancel), .running(running), .done(done), .status(status),
        .read_row({5'b0, read_row}), .read_column({4'b0, read_column}), .read_known(read_known), .read_code(read_code));

    wire [5:0] picture = filled & exists;
    wire whole = (known & exists) == exists;
    // Solutions that differ from the reply in a known cell, one bit per picture.
    wire [63:0] against;
    generate
        for (p = 0; p < 64; p = p + 1) begin : beside
            wire [5:0] cells = p;
            assign against[p] = solves[p] && (known & exists & (filled ^ cells)) != 0;
        end
    endgenerate
    reg holds;
    always @*
        case (verdict)
            UNIQUE: holds = whole && solves[picture] && (!several || mode == FIRST_SOLUTION);
            UNSOLVABLE: holds = none;
            UNDECIDED: holds = (mode == LINE_LOGIC || cancelled) && against == 0;
            MULTIPLE: holds = whole && solves[picture] && several && mode != FIRST_SOLUTION;
            default: holds = 0;
        endcase

    // The core runs from `start` to `done`, which is high for one cycle; the verdict is then correct.
    reg strays;
    always @(posedge clock)
        strays <= !$initstate && (strays || (done && (ended || !started)) || running != (started && !ended && !done));
    wire decided = !strays && complete_reads && holds;
    always @* if (!$initstate) begin
        if (age == SOON && !large && !several) assert (decided);
        if (age == LATE && (large || several)) assert (decided);
    end

    // Cover: each verdict.
    always @* if (!$initstate && age == SOON && !large) begin
        cover (complete_reads && verdict == UNIQUE && picture == 6'o13);
        cover (complete_reads && verdict == UNSOLVABLE);
    end
    always @* if (!$initstate && age == LATE) begin
        cover (complete_reads && verdict == MULTIPLE && !large);
        cover (complete_reads && verdict == UNDECIDED && cancelled && !large);
    end
endmodule

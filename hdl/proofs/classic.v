// Proves the classic core: known cells never change value, and each board gets one status, which is correct.
// One board of 1 x 1 to 2 x 2, with any one or two options per line, is in the store and in the memory of option counts in the first
// cycle, and the core is idle; all other registers and words are arbitrary, as earlier boards may have left them.
// Method: bounded, up to cycle LAST, by which every such board has its verdict.
module classic_proof(
    input clock,
    input clear,
    input store_write,
    input [3:0] store_address,
    input [15:0] store_data,
    input store_header,
    input count_write,
    input [5:0] count_line,
    input [1:0] count_data,
    input select,
    input [4:0] select_position
);
    localparam WORDS = 16, MOST_OPTIONS = 2, LAST = 59;
    localparam SOLVED = 0, UNSOLVABLE = 1, STALLED = 2;

    // The board: its size, the number of options of each line (rows first), and a picture.
    (* anyconst *) reg two_rows;
    (* anyconst *) reg two_columns;
    (* anyconst *) reg [7:0] counts;
    (* anyconst *) reg [3:0] picture;    // row 0 in the low half, column 0 in its low bit
    (* anyconst *) reg [15:0] allowed;   // bit 4 * line + value: that value is an option of that line
    wire [1:0] row_mask = {two_columns, 1'b1};
    wire [1:0] column_mask = {two_rows, 1'b1};
    wire [3:0] exists = {row_mask & {2{two_rows}}, row_mask};
    wire [5:0] lines = 2 + two_rows + two_columns;

    wire start = $initstate;
    wire [4:0] words = counts[1:0] + (two_rows ? counts[3:2] : 0) + counts[5:4] + (two_columns ? counts[7:6] : 0) + lines;
    wire done, running;
    wire [2:0] status;
    wire [1:0] known, assigned;
    classic uut(.clock(clock), .reset(1'b0), .begin_board(clear), .start(start), .words(words), .lines(lines),
        .row_mask(row_mask), .column_mask(column_mask), .done(done), .status(status), .running(running),
        .store_write(store_write), .store_address(store_address), .store_data(store_data), .store_header(store_header),
        .count_write(count_write), .count_line(count_line), .count_data(count_data),
        .select(select), .select_position(select_position), .known(known), .assigned(assigned));

    (* hierconn, init = 0 *) wire [1:0] \uut.cells.known_0 ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.known_1 ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.assigned_0 ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.assigned_1 ;
    (* hierconn, init = 0 *) wire \uut.visitor.running ;
    (* hierconn, init = 0 *) wire \uut.visitor.queue_valid ;
    (* hierconn, init = 0 *) wire \uut.visitor.word_valid ;
    (* hierconn, init = 0 *) wire \uut.visitor.k_valid ;
    (* hierconn, init = 0 *) wire \uut.visitor.a_valid ;
    (* hierconn, init = 0 *) wire \uut.visitor.a_header ;
    (* hierconn, init = 0 *) wire \uut.visitor.a_keep ;
    (* hierconn, init = 0 *) wire \uut.visitor.a_last ;
    (* hierconn, init = 0 *) wire \uut.visitor.count_write ;
    (* hierconn, init = 0 *) wire \uut.visitor.visited ;
    (* hierconn *) wire \uut.store.read_enable ;
    (* hierconn *) wire [3:0] \uut.store.read_address ;
    (* hierconn *) wire \uut.store.write_enable ;
    (* hierconn *) wire [3:0] \uut.store.write_address ;
    (* hierconn *) wire \uut.counts.read_enable ;
    (* hierconn *) wire [5:0] \uut.counts.read_address ;
    (* hierconn *) wire \uut.counts.write_enable ;
    (* hierconn *) wire [5:0] \uut.counts.write_address ;
    (* hierconn *) wire [1:0] \uut.counts.mem[0] ;
    (* hierconn *) wire [1:0] \uut.counts.mem[1] ;
    (* hierconn *) wire [1:0] \uut.counts.mem[32] ;
    (* hierconn *) wire [1:0] \uut.counts.mem[33] ;
    (* hierconn *) wire [15:0] \uut.store.mem[0] ;
    (* hierconn *) wire [15:0] \uut.store.mem[1] ;
    (* hierconn *) wire [15:0] \uut.store.mem[2] ;
    (* hierconn *) wire [15:0] \uut.store.mem[3] ;
    (* hierconn *) wire [15:0] \uut.store.mem[4] ;
    (* hierconn *) wire [15:0] \uut.store.mem[5] ;
    (* hierconn *) wire [15:0] \uut.store.mem[6] ;
    (* hierconn *) wire [15:0] \uut.store.mem[7] ;
    (* hierconn *) wire [15:0] \uut.store.mem[8] ;
    (* hierconn *) wire [15:0] \uut.store.mem[9] ;
    (* hierconn *) wire [15:0] \uut.store.mem[10] ;
    (* hierconn *) wire [15:0] \uut.store.mem[11] ;
    (* hierconn *) wire [15:0] \uut.store.mem[12] ;
    (* hierconn *) wire [15:0] \uut.store.mem[13] ;
    (* hierconn *) wire [15:0] \uut.store.mem[14] ;
    (* hierconn *) wire [15:0] \uut.store.mem[15] ;
    wire [255:0] memory = {
        \uut.store.mem[15] , \uut.store.mem[14] , \uut.store.mem[13] , \uut.store.mem[12] ,
        \uut.store.mem[11] , \uut.store.mem[10] , \uut.store.mem[9] , \uut.store.mem[8] ,
        \uut.store.mem[7] , \uut.store.mem[6] , \uut.store.mem[5] , \uut.store.mem[4] ,
        \uut.store.mem[3] , \uut.store.mem[2] , \uut.store.mem[1] , \uut.store.mem[0]  };
    wire [3:0] all_known = {\uut.cells.known_1 , \uut.cells.known_0 };
    wire [3:0] all_assigned = {\uut.cells.assigned_1 , \uut.cells.assigned_0 };
    wire idle = !(\uut.visitor.running || \uut.visitor.queue_valid || \uut.visitor.word_valid ||
        \uut.visitor.k_valid || \uut.visitor.a_valid || \uut.visitor.a_header || \uut.visitor.a_keep ||
        \uut.visitor.a_last || \uut.visitor.count_write || \uut.visitor.visited );

    // Line `line` of a picture (0 and 1 are rows, 2 and 3 are columns), and whether all lines of a picture are among the options.
    function [1:0] line_of(input [3:0] cells, input [1:0] line);
        line_of = line[1] ? {cells[2 + line[0]], cells[line[0]]} : line[0] ? cells[3:2] : cells[1:0];
    endfunction
    function solves(input [3:0] cells);
        solves = !(cells & ~exists) && allowed[line_of(cells, 0)] && (!two_rows || allowed[4 + line_of(cells, 1)]) &&
            allowed[8 + line_of(cells, 2)] && (!two_columns || allowed[12 + line_of(cells, 3)]);
    endfunction

    // For each line: whether no option agrees with the known cells (`hopeless`), and whether those that agree determine a further cell
    // (`productive`).
    wire [3:0] there = {two_columns, 1'b1, two_rows, 1'b1};
    wire [3:0] hopeless, productive;
    generate
        genvar l;
        for (l = 0; l < 4; l = l + 1) begin : of
            wire [1:0] mask = l < 2 ? row_mask : column_mask;
            wire [1:0] known = line_of(all_known, l);
            wire [1:0] assigned = line_of(all_assigned, l);
            wire [3:0] fits = {!(known & ~assigned), !(known & (assigned ^ 2)), !(known & (assigned ^ 1)), !(known & assigned)};
            wire [3:0] set = allowed[4 * l +: 4] & fits;
            wire [1:0] agreed = {!(set & 4'b0011) || !(set & 4'b1100), !(set & 4'b0101) || !(set & 4'b1010)} & mask;
            assign hopeless[l] = there[l] && set == 0;
            assign productive[l] = there[l] && (agreed & ~known) != 0;
        end
    endgenerate

    // Initial store: header and options, line after line, as the parser writes them.
    wire [1:0] line [0:WORDS];
    wire [1:0] left [0:WORDS];
    wire [WORDS:0] ended;
    wire [15:0] seen [0:WORDS];
    assign line[0] = 0;
    assign left[0] = 0;
    assign ended[0] = 0;
    assign seen[0] = 0;
    generate
        genvar a;
        for (a = 0; a < WORDS; a = a + 1) begin : at
            wire [15:0] word = memory[16 * a +: 16];
            wire header = left[a] == 0;
            wire last = left[a] == 1;
            wire [1:0] mask = line[a][1] ? column_mask : row_mask;
            wire [7:0] rest = counts >> {line[a], 1'b0};
            always @* if ($initstate && !ended[a])
                assume (header ? word == {line[a][1], 14'b0, line[a][0]} : !(word & ~{14'b0, mask}));
            assign left[a + 1] = header ? rest[1:0] : left[a] - 1;
            assign line[a + 1] = !last ? line[a] : line[a] == 0 && !two_rows ? 2 : line[a] + 1;
            assign ended[a + 1] = ended[a] || (last && line[a] == 2 + two_columns);
            assign seen[a + 1] = header || ended[a] ? seen[a] : seen[a] | (16'b1 << {line[a], word[1:0]});
        end
    endgenerate
    always @* if ($initstate) begin
        assume (idle && !store_write && !count_write);
        assume (counts[1:0] == \uut.counts.mem[0] && counts[3:2] == \uut.counts.mem[1] );
        assume (counts[5:4] == \uut.counts.mem[32] && counts[7:6] == \uut.counts.mem[33] );
        assume (counts[1:0] - 1 < MOST_OPTIONS && counts[3:2] - 1 < MOST_OPTIONS);
        assume (counts[5:4] - 1 < MOST_OPTIONS && counts[7:6] - 1 < MOST_OPTIONS);
        assume (allowed == seen[WORDS]);
    end

    reg [7:0] age;
    reg decided;
    reg [3:0] known_before, assigned_before;
    always @(posedge clock) begin
        age <= $initstate ? 1 : age + 1;
        decided <= !$initstate && (decided || done);
        known_before <= all_known;
        assigned_before <= all_assigned;
    end

    always @* begin
        if ($initstate) assert (!done);
        else begin
            // Known cells keep their value.
            if (age == 1) assert (all_known == 0 && all_assigned == 0);
            else begin
                assert (!(known_before & ~all_known));
                assert (!(known_before & (assigned_before ^ all_assigned)));
            end
            assert (!(all_assigned & ~all_known) && !(all_known & ~exists));
            // One status, by cycle LAST: the core runs until it reports the status, and is idle afterwards.
            assert (running == !decided);
            if (decided) assert (!done && idle);
            if (age == LAST) assert (decided);
            // No word is read while it is written.
            assert (!(\uut.store.read_enable && \uut.store.write_enable && \uut.store.read_address == \uut.store.write_address ) &&
                !(\uut.counts.read_enable && \uut.counts.write_enable && \uut.counts.read_address == \uut.counts.write_address ));
            // The status is correct: no solution is missed, and none is claimed falsely.
            if (solves(picture)) begin
                assert (!(all_known & (all_assigned ^ picture)));
                if (done) assert (status != UNSOLVABLE);
            end
            if (done) assert (status <= STALLED);
            if (done && status == SOLVED) assert (all_known == exists && solves(all_assigned));
            // At the end line logic is complete: no line finds a cell. The board is unsolvable only if a line has no option left.
            if (done && status == STALLED) assert (hopeless == 0 && productive == 0);
            if (done && status == STALLED) assert (all_known != exists);
            if (done && status == UNSOLVABLE) assert (hopeless != 0);
        end
    end

    // Cover: each verdict on a 2 x 2 board; "stalled" also after a cell has been found.
    wire square = two_rows && two_columns;
    always @* if (!$initstate && done && square) begin
        cover (status == SOLVED && all_assigned == 2);
        cover (status == STALLED && all_known == 0);
        cover (status == STALLED && all_known != 0);
        cover (status == UNSOLVABLE);
    end
endmodule

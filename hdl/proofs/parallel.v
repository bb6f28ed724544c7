// Proves the parallel core: known cells stay known, and each board gets one status, which is correct.
// Starts from any 1 x 1 to 2 x 2 board that can exist at launch: any options left in each line's lanes, any cells known, and every
// unmarked line visited since one of its cells last became known. Registers and memories are otherwise arbitrary.
// Method: bounded, for the number of cycles in hdl/tests/hardware/proofs/mod.rs.
module parallel_proof(
    input clock,
    input clear,
    input store_write,
    input [4:0] store_address,
    input [15:0] store_data,
    input store_header,
    input count_write,
    input [5:0] count_line,
    input [2:0] count_data,
    input select,
    input [4:0] select_position
);
    localparam SOLVED = 0, UNSOLVABLE = 1, STALLED = 2;

    // The board: its size, and any picture.
    (* anyconst *) reg two_rows;
    (* anyconst *) reg two_columns;
    (* anyconst *) reg [3:0] picture;    // row 0 in the low half, column 0 in its low bit
    wire [1:0] row_mask = {two_columns, 1'b1};
    wire [1:0] column_mask = {two_rows, 1'b1};
    wire [3:0] exists = {row_mask & {2{two_rows}}, row_mask};

    wire start = $initstate;
    wire done, running;
    wire [2:0] status;
    parallel uut(.clock(clock), .reset(1'b0), .begin_board(clear), .start(start), .words(6'b0), .lines(6'b0),
        .row_mask(row_mask), .column_mask(column_mask), .done(done), .status(status), .running(running),
        .store_write(store_write), .store_address(store_address), .store_data(store_data), .store_header(store_header),
        .count_write(count_write), .count_line(count_line), .count_data(count_data),
        .select(select), .select_position(select_position));

    (* hierconn, init = 0 *) wire \uut.starting ;
    (* hierconn, init = 0 *) wire \uut.active ;
    (* hierconn, init = 0 *) wire \uut.failed ;
    (* hierconn, init = 0 *) wire \uut.settled ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.known_0 ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.assigned_0 ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.known_1 ;
    (* hierconn, init = 0 *) wire [1:0] \uut.cells.assigned_1 ;
    (* hierconn *) wire \uut.rows.lanes[0].lane.store.read_enable ;
    (* hierconn *) wire [6:0] \uut.rows.lanes[0].lane.store.read_address ;
    (* hierconn *) wire \uut.rows.lanes[0].lane.store.write_enable ;
    (* hierconn *) wire [6:0] \uut.rows.lanes[0].lane.store.write_address ;
    (* hierconn *) wire \uut.rows.lanes[0].lane.counts.read_enable ;
    (* hierconn *) wire [3:0] \uut.rows.lanes[0].lane.counts.read_address ;
    (* hierconn *) wire \uut.rows.lanes[0].lane.counts.write_enable ;
    (* hierconn *) wire [3:0] \uut.rows.lanes[0].lane.counts.write_address ;
    (* hierconn *) wire \uut.rows.lanes[1].lane.store.read_enable ;
    (* hierconn *) wire [6:0] \uut.rows.lanes[1].lane.store.read_address ;
    (* hierconn *) wire \uut.rows.lanes[1].lane.store.write_enable ;
    (* hierconn *) wire [6:0] \uut.rows.lanes[1].lane.store.write_address ;
    (* hierconn *) wire \uut.rows.lanes[1].lane.counts.read_enable ;
    (* hierconn *) wire [3:0] \uut.rows.lanes[1].lane.counts.read_address ;
    (* hierconn *) wire \uut.rows.lanes[1].lane.counts.write_enable ;
    (* hierconn *) wire [3:0] \uut.rows.lanes[1].lane.counts.write_address ;
    (* hierconn *) wire \uut.columns.lanes[0].lane.store.read_enable ;
    (* hierconn *) wire [6:0] \uut.columns.lanes[0].lane.store.read_address ;
    (* hierconn *) wire \uut.columns.lanes[0].lane.store.write_enable ;
    (* hierconn *) wire [6:0] \uut.columns.lanes[0].lane.store.write_address ;
    (* hierconn *) wire \uut.columns.lanes[0].lane.counts.read_enable ;
    (* hierconn *) wire [3:0] \uut.columns.lanes[0].lane.counts.read_address ;
    (* hierconn *) wire \uut.columns.lanes[0].lane.counts.write_enable ;
    (* hierconn *) wire [3:0] \uut.columns.lanes[0].lane.counts.write_address ;
    (* hierconn *) wire \uut.columns.lanes[1].lane.store.read_enable ;
    (* hierconn *) wire [6:0] \uut.columns.lanes[1].lane.store.read_address ;
    (* hierconn *) wire \uut.columns.lanes[1].lane.store.write_enable ;
    (* hierconn *) wire [6:0] \uut.columns.lanes[1].lane.store.write_address ;
    (* hierconn *) wire \uut.columns.lanes[1].lane.counts.read_enable ;
    (* hierconn *) wire [3:0] \uut.columns.lanes[1].lane.counts.read_address ;
    (* hierconn *) wire \uut.columns.lanes[1].lane.counts.write_enable ;
    (* hierconn *) wire [3:0] \uut.columns.lanes[1].lane.counts.write_address ;
    (* hierconn, init = 0 *) wire \uut.rows.w_valid ;
    (* hierconn, init = 0 *) wire \uut.rows.w_first ;
    (* hierconn, init = 0 *) wire \uut.rows.w_last ;
    (* hierconn, init = 0 *) wire \uut.rows.k_first ;
    (* hierconn, init = 0 *) wire \uut.rows.k_last ;
    (* hierconn, init = 0 *) wire \uut.rows.a_first ;
    (* hierconn, init = 0 *) wire \uut.rows.a_last ;
    (* hierconn, init = 0 *) wire \uut.rows.d_last ;
    (* hierconn, init = 0 *) wire \uut.rows.ended ;
    (* hierconn, init = 0 *) wire \uut.rows.failed ;
    (* hierconn, init = 0 *) wire [1:0] \uut.rows.e_line ;
    (* hierconn, init = 0 *) wire [1:0] \uut.rows.learn ;
    (* hierconn, init = 0 *) wire [1:0] \uut.rows.fresh ;
    (* hierconn, init = 0 *) wire [1:0] \uut.rows.scheduler.marked ;
    (* hierconn, init = 0 *) wire [1:0] \uut.rows.scheduler.under_way ;
    (* hierconn, init = 0 *) wire [1:0] \uut.rows.scheduler.single ;
    (* hierconn, init = 0 *) wire [1:0] \uut.rows.scheduler.candidate ;
    (* hierconn, init = 0 *) wire \uut.rows.scheduler.chosen_valid ;
    (* hierconn, init = 0 *) wire \uut.rows.scheduler.busy ;
    (* hierconn, init = 0 *) wire \uut.rows.scheduler.second ;
    (* hierconn, init = 0 *) wire \uut.rows.lanes[0].lane.k_valid ;
    (* hierconn, init = 0 *) wire \uut.rows.lanes[0].lane.a_keep ;
    (* hierconn *) wire [2:0] \uut.rows.lanes[0].lane.counts.mem[0] ;
    (* hierconn *) wire [2:0] \uut.rows.lanes[0].lane.counts.mem[1] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[0].lane.store.mem[0] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[0].lane.store.mem[1] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[0].lane.store.mem[16] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[0].lane.store.mem[17] ;
    (* hierconn, init = 0 *) wire \uut.rows.lanes[1].lane.k_valid ;
    (* hierconn, init = 0 *) wire \uut.rows.lanes[1].lane.a_keep ;
    (* hierconn *) wire [2:0] \uut.rows.lanes[1].lane.counts.mem[0] ;
    (* hierconn *) wire [2:0] \uut.rows.lanes[1].lane.counts.mem[1] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[1].lane.store.mem[0] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[1].lane.store.mem[1] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[1].lane.store.mem[16] ;
    (* hierconn *) wire [1:0] \uut.rows.lanes[1].lane.store.mem[17] ;
    (* hierconn, init = 0 *) wire \uut.columns.w_valid ;
    (* hierconn, init = 0 *) wire \uut.columns.w_first ;
    (* hierconn, init = 0 *) wire \uut.columns.w_last ;
    (* hierconn, init = 0 *) wire \uut.columns.k_first ;
    (* hierconn, init = 0 *) wire \uut.columns.k_last ;
    (* hierconn, init = 0 *) wire \uut.columns.a_first ;
    (* hierconn, init = 0 *) wire \uut.columns.a_last ;
    (* hierconn, init = 0 *) wire \uut.columns.d_last ;
    (* hierconn, init = 0 *) wire \uut.columns.ended ;
    (* hierconn, init = 0 *) wire \uut.columns.failed ;
    (* hierconn, init = 0 *) wire [1:0] \uut.columns.e_line ;
    (* hierconn, init = 0 *) wire [1:0] \uut.columns.learn ;
    (* hierconn, init = 0 *) wire [1:0] \uut.columns.fresh ;
    (* hierconn, init = 0 *) wire [1:0] \uut.columns.scheduler.marked ;
    (* hierconn, init = 0 *) wire [1:0] \uut.columns.scheduler.under_way ;
    (* hierconn, init = 0 *) wire [1:0] \uut.columns.scheduler.single ;
    (* hierconn, init = 0 *) wire [1:0] \uut.columns.scheduler.candidate ;
    (* hierconn, init = 0 *) wire \uut.columns.scheduler.chosen_valid ;
    (* hierconn, init = 0 *) wire \uut.columns.scheduler.busy ;
    (* hierconn, init = 0 *) wire \uut.columns.scheduler.second ;
    (* hierconn, init = 0 *) wire \uut.columns.lanes[0].lane.k_valid ;
    (* hierconn, init = 0 *) wire \uut.columns.lanes[0].lane.a_keep ;
    (* hierconn *) wire [2:0] \uut.columns.lanes[0].lane.counts.mem[0] ;
    (* hierconn *) wire [2:0] \uut.columns.lanes[0].lane.counts.mem[1] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[0].lane.store.mem[0] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[0].lane.store.mem[1] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[0].lane.store.mem[16] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[0].lane.store.mem[17] ;
    (* hierconn, init = 0 *) wire \uut.columns.lanes[1].lane.k_valid ;
    (* hierconn, init = 0 *) wire \uut.columns.lanes[1].lane.a_keep ;
    (* hierconn *) wire [2:0] \uut.columns.lanes[1].lane.counts.mem[0] ;
    (* hierconn *) wire [2:0] \uut.columns.lanes[1].lane.counts.mem[1] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[1].lane.store.mem[0] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[1].lane.store.mem[1] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[1].lane.store.mem[16] ;
    (* hierconn *) wire [1:0] \uut.columns.lanes[1].lane.store.mem[17] ;

    wire [3:0] all_known = {\uut.cells.known_1 , \uut.cells.known_0 };
    wire [3:0] all_assigned = {\uut.cells.assigned_1 , \uut.cells.assigned_0 };
    wire rows_idle = !(
       |\uut.rows.w_valid || |\uut.rows.w_first || |\uut.rows.w_last || |\uut.rows.k_first ||
        |\uut.rows.k_last || |\uut.rows.a_first || |\uut.rows.a_last || |\uut.rows.d_last ||
        |\uut.rows.ended || |\uut.rows.failed || |\uut.rows.e_line || |\uut.rows.learn ||
        |\uut.rows.fresh || |\uut.rows.scheduler.under_way || |\uut.rows.scheduler.candidate ||
        |\uut.rows.scheduler.chosen_valid || |\uut.rows.scheduler.busy || |\uut.rows.scheduler.second ||
        |\uut.rows.lanes[0].lane.k_valid || |\uut.rows.lanes[0].lane.a_keep || |\uut.rows.lanes[1].lane.k_valid ||
        |\uut.rows.lanes[1].lane.a_keep );
    wire columns_idle = !(
       |\uut.columns.w_valid || |\uut.columns.w_first || |\uut.columns.w_last ||
        |\uut.columns.k_first || |\uut.columns.k_last || |\uut.columns.a_first ||
        |\uut.columns.a_last || |\uut.columns.d_last || |\uut.columns.ended ||
        |\uut.columns.failed || |\uut.columns.e_line || |\uut.columns.learn ||
        |\uut.columns.fresh || |\uut.columns.scheduler.under_way || |\uut.columns.scheduler.candidate ||
        |\uut.columns.scheduler.chosen_valid || |\uut.columns.scheduler.busy || |\uut.columns.scheduler.second ||
        |\uut.columns.lanes[0].lane.k_valid || |\uut.columns.lanes[0].lane.a_keep || |\uut.columns.lanes[1].lane.k_valid ||
        |\uut.columns.lanes[1].lane.a_keep );
    wire idle = rows_idle && columns_idle && !(\uut.starting || \uut.active || \uut.failed || \uut.settled );

    // For each line, rows first: its options in the first cycle (two lanes of two words each), and the number of valid words per lane.
    wire [7:0] words0 = {\uut.rows.lanes[1].lane.store.mem[16] , \uut.rows.lanes[0].lane.store.mem[16] ,
        \uut.rows.lanes[1].lane.store.mem[0] , \uut.rows.lanes[0].lane.store.mem[0] };
    wire [2:0] even0 = \uut.rows.lanes[0].lane.counts.mem[0] ;
    wire [2:0] odd0 = \uut.rows.lanes[1].lane.counts.mem[0] ;
    wire [7:0] words1 = {\uut.rows.lanes[1].lane.store.mem[17] , \uut.rows.lanes[0].lane.store.mem[17] ,
        \uut.rows.lanes[1].lane.store.mem[1] , \uut.rows.lanes[0].lane.store.mem[1] };
    wire [2:0] even1 = \uut.rows.lanes[0].lane.counts.mem[1] ;
    wire [2:0] odd1 = \uut.rows.lanes[1].lane.counts.mem[1] ;
    wire [7:0] words2 = {\uut.columns.lanes[1].lane.store.mem[16] , \uut.columns.lanes[0].lane.store.mem[16] ,
        \uut.columns.lanes[1].lane.store.mem[0] , \uut.columns.lanes[0].lane.store.mem[0] };
    wire [2:0] even2 = \uut.columns.lanes[0].lane.counts.mem[0] ;
    wire [2:0] odd2 = \uut.columns.lanes[1].lane.counts.mem[0] ;
    wire [7:0] words3 = {\uut.columns.lanes[1].lane.store.mem[17] , \uut.columns.lanes[0].lane.store.mem[17] ,
        \uut.columns.lanes[1].lane.store.mem[1] , \uut.columns.lanes[0].lane.store.mem[1] };
    wire [2:0] even3 = \uut.columns.lanes[0].lane.counts.mem[1] ;
    wire [2:0] odd3 = \uut.columns.lanes[1].lane.counts.mem[1] ;
    wire [3:0] there = {two_columns, 1'b1, two_rows, 1'b1};
    wire [3:0] marked = {\uut.columns.scheduler.marked , \uut.rows.scheduler.marked };
    wire [3:0] single = {\uut.columns.scheduler.single , \uut.rows.scheduler.single };

    // Line `line` of a picture: 0 and 1 are rows, 2 and 3 are columns.
    function [1:0] line_of(input [3:0] cells, input [1:0] line);
        line_of = line[1] ? {cells[2 + line[0]], cells[line[0]]} : line[0] ? cells[3:2] : cells[1:0];
    endfunction

    // For each line: the set of its options in the first cycle, one bit per value, and what they have in common; whether no option agrees
    // with the known cells (`hopeless`), and whether the options that agree determine a further cell (`productive`).
    (* anyconst *) reg [15:0] allowed;
    wire [3:0] hopeless, productive;
    generate
        genvar i;
        for (i = 0; i < 4; i = i + 1) begin : at
            wire [7:0] words = i == 0 ? words0 : i == 1 ? words1 : i == 2 ? words2 : words3;
            wire [2:0] even = i == 0 ? even0 : i == 1 ? even1 : i == 2 ? even2 : even3;
            wire [2:0] odd = i == 0 ? odd0 : i == 1 ? odd1 : i == 2 ? odd2 : odd3;
            wire [3:0] counts = {odd > 1, even > 1, odd > 0, even > 0};
            wire [1:0] mask = i < 2 ? row_mask : column_mask;
            wire [3:0] set = (counts[0] << words[1:0]) | (counts[1] << words[3:2]) |
                (counts[2] << words[5:4]) | (counts[3] << words[7:6]);
            wire [1:0] always1 = {!(set & 4'b0011), !(set & 4'b0101)};
            wire [1:0] always0 = {!(set & 4'b1100), !(set & 4'b1010)};
            wire [1:0] known = line_of(all_known, i);
            wire [1:0] assigned = line_of(all_assigned, i);
            wire [3:0] fits = {!(known & (assigned ^ 3)), !(known & (assigned ^ 2)), !(known & (assigned ^ 1)), !(known & assigned)};
            wire [3:0] left = allowed[4 * i +: 4] & fits;
            wire [1:0] agreed = {!(left & 4'b0011) || !(left & 4'b1100), !(left & 4'b0101) || !(left & 4'b1010)} & mask;
            assign hopeless[i] = there[i] && left == 0;
            assign productive[i] = there[i] && (agreed & ~known) != 0;
            always @* if ($initstate) begin
                assume (even <= 2 && odd <= 2 && set != 0);
                assume (single[i] == (even < 2 && odd < 2));
                assume (!(set[1] && !mask[0]) && !(set[2] && !mask[1]) && !(set[3] && mask != 3));
                assume (allowed[4 * i +: 4] == set);
                // A line without a mark has been visited since one of its cells became known.
                if (!marked[i] && there[i]) begin
                    assume (!(set & ~fits));
                    assume (known == ((always1 | always0) & mask) && !((always1 ^ assigned) & known));
                end
            end
        end
    endgenerate
    function solves(input [3:0] cells);
        solves = !(cells & ~exists) && allowed[line_of(cells, 0)] && (!two_rows || allowed[4 + line_of(cells, 1)]) &&
            allowed[8 + line_of(cells, 2)] && (!two_columns || allowed[12 + line_of(cells, 3)]);
    endfunction
    reg possible;    // the picture solves the board, and agrees with the cells known in the first cycle
    always @* if ($initstate) begin
        assume (idle && !clear && !select && !store_write && !count_write);
        assume (!(all_assigned & ~all_known) && !(all_known & ~exists) && !(marked & ~there));
        assume (possible == (solves(picture) && !(all_known & (all_assigned ^ picture))));
    end
    always @* if (running) assume (!clear && !select && !store_write && !count_write);

    reg [7:0] age;
    reg decided;
    reg unmarked;
    reg [3:0] known_before;
    always @(posedge clock) begin
        age <= $initstate ? 1 : age + 1;
        decided <= !$initstate && (decided || done);
        possible <= possible;
        known_before <= all_known;
        unmarked <= $initstate ? marked == 0 : unmarked;
    end

    always @* begin
        if ($initstate) assert (!done);
        else if (!decided) begin
            // Known cells stay known.
            assert (!(known_before & ~all_known));
            assert (!(all_assigned & ~all_known) && !(all_known & ~exists));
            // The core runs until its only status. If no line is marked, that takes at most four cycles.
            assert (running);
            if (unmarked) assert (age <= 4);
            // No word is read while it is written.
            assert (!(\uut.rows.lanes[0].lane.store.read_enable && \uut.rows.lanes[0].lane.store.write_enable && \uut.rows.lanes[0].lane.store.read_address == \uut.rows.lanes[0].lane.store.write_address ));
            assert (!(\uut.rows.lanes[0].lane.counts.read_enable && \uut.rows.lanes[0].lane.counts.write_enable && \uut.rows.lanes[0].lane.counts.read_address == \uut.rows.lanes[0].lane.counts.write_address ));
            assert (!(\uut.rows.lanes[1].lane.store.read_enable && \uut.rows.lanes[1].lane.store.write_enable && \uut.rows.lanes[1].lane.store.read_address == \uut.rows.lanes[1].lane.store.write_address ));
            assert (!(\uut.rows.lanes[1].lane.counts.read_enable && \uut.rows.lanes[1].lane.counts.write_enable && \uut.rows.lanes[1].lane.counts.read_address == \uut.rows.lanes[1].lane.counts.write_address ));
            assert (!(\uut.columns.lanes[0].lane.store.read_enable && \uut.columns.lanes[0].lane.store.write_enable && \uut.columns.lanes[0].lane.store.read_address == \uut.columns.lanes[0].lane.store.write_address ));
            assert (!(\uut.columns.lanes[0].lane.counts.read_enable && \uut.columns.lanes[0].lane.counts.write_enable && \uut.columns.lanes[0].lane.counts.read_address == \uut.columns.lanes[0].lane.counts.write_address ));
            assert (!(\uut.columns.lanes[1].lane.store.read_enable && \uut.columns.lanes[1].lane.store.write_enable && \uut.columns.lanes[1].lane.store.read_address == \uut.columns.lanes[1].lane.store.write_address ));
            assert (!(\uut.columns.lanes[1].lane.counts.read_enable && \uut.columns.lanes[1].lane.counts.write_enable && \uut.columns.lanes[1].lane.counts.read_address == \uut.columns.lanes[1].lane.counts.write_address ));
            // The status is correct: no solution is missed, and none is claimed falsely.
            if (possible) begin
                assert (!(all_known & (all_assigned ^ picture)));
                if (done) assert (status != UNSOLVABLE);
            end
            if (done) assert (status <= STALLED);
            if (done && status == SOLVED) assert (all_known == exists && solves(all_assigned));
            // At the end line logic is complete: no line finds a cell. The board is unsolvable only if a line has no option left.
            if (done && status == STALLED) assert (all_known != exists && hopeless == 0 && productive == 0);
            if (done && status == UNSOLVABLE) assert (hopeless != 0);
        end else assert (!done && !running);
    end

    // Cover: each verdict on a 2 x 2 board with lines to visit; "stalled" also after a cell has been found.
    wire square = two_rows && two_columns;
    always @* if (!$initstate && done && square && !unmarked) begin
        cover (status == SOLVED && all_assigned == 2);
        cover (status == STALLED && all_known == 0);
        cover (status == STALLED && all_known != 0);
        cover (status == UNSOLVABLE);
    end
endmodule

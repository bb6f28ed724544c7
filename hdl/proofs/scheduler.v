// Proves that the line logic of the clue core loses no update: a line is marked when its clue arrives, and when its cells are written
// after that by a finding or with `write_marks`. It stays marked until its next visit starts, the visits are aborted, or a board begins.
// Line logic is quiet only while no line is marked or visited and no finding is pending.
// Boards of up to 4 x 4 on two engines: engine 0 has rows 0 and 2 and columns 1 and 3, engine 1 the others. Method: induction.
module scheduler_proof(
    input clock,
    input begin_board,
    input abort,
    input [5:0] groups,
    input [3:0] cell_mask,
    input clue,
    input clue_column,
    input [4:0] clue_position,
    input [3:0] symbols,
    input [3:0] last_symbol,
    input last_is_top,
    input write_rows,
    input rows_value,
    input write_columns,
    input columns_value,
    input [4:0] write_position,
    input [3:0] write_mask,
    input [3:0] excluded_0,
    input [3:0] excluded_1,
    input write_marks,
    input write_known,
    input known_column,
    input [4:0] known_line,
    input [3:0] known_plane
);
    wire finding, finding_column, quiet;
    line_logic uut(.clock(clock), .begin_board(begin_board), .abort(abort), .groups(groups), .cell_mask(cell_mask),
        .clue_valid(clue), .clue_column(clue_column), .clue_position(clue_position), .clue_symbols_0(symbols),
        .clue_last_symbol(last_symbol), .clue_last_is_top(last_is_top), .write_rows(write_rows), .write_rows_value(rows_value), .write_columns(write_columns),
        .write_columns_value(columns_value), .write_position(write_position), .write_mask(write_mask),
        .write_excluded_0(excluded_0), .write_excluded_1(excluded_1), .write_marks(write_marks), .write_known(write_known),
        .write_line_column(known_column), .write_line(known_line), .write_planes_0(known_plane), .read_row(5'd0),
        .read_column(5'd0), .finding_valid(finding), .finding_column(finding_column),
        .quiet(quiet));

    // Internal signals: marks, the candidate of each engine, grants, pending findings, and what the finding on the bus writes.
    (* hierconn, init = 0 *) wire [1:0] \uut.slots[0].slot.marked_rows ;
    (* hierconn, init = 0 *) wire [1:0] \uut.slots[0].slot.marked_columns ;
    (* hierconn, init = 0 *) wire [1:0] \uut.slots[1].slot.marked_rows ;
    (* hierconn, init = 0 *) wire [1:0] \uut.slots[1].slot.marked_columns ;
    (* hierconn *) wire [1:0] \uut.slots[0].slot.row_bit ;
    (* hierconn *) wire [1:0] \uut.slots[0].slot.column_bit ;
    (* hierconn *) wire [1:0] \uut.slots[1].slot.row_bit ;
    (* hierconn *) wire [1:0] \uut.slots[1].slot.column_bit ;
    (* hierconn *) wire \uut.slots[0].slot.candidate_column ;
    (* hierconn *) wire \uut.slots[1].slot.candidate_column ;
    (* hierconn *) wire \uut.slots[0].slot.grant ;
    (* hierconn *) wire \uut.slots[1].slot.grant ;
    (* hierconn *) wire \uut.slots[0].slot.waiting ;
    (* hierconn *) wire \uut.slots[1].slot.waiting ;
    (* hierconn *) wire \uut.slots[0].slot.ends ;
    (* hierconn *) wire \uut.slots[1].slot.ends ;
    (* hierconn, init = 0 *) wire \uut.pipeline.settles ;
    (* hierconn, init = 0 *) wire \uut.pipeline.gathers ;
    (* hierconn, init = 0 *) wire \uut.pipeline.taken ;
    (* hierconn, init = 0 *) wire [3:0] \uut.pipeline.crossing ;
    wire [3:0] crossing = \uut.pipeline.crossing ;

    // Marks, and starts of visits, one bit per line.
    wire [3:0] marked_rows = { \uut.slots[1].slot.marked_rows [1], \uut.slots[0].slot.marked_rows [1],
        \uut.slots[1].slot.marked_rows [0], \uut.slots[0].slot.marked_rows [0]};
    wire [3:0] marked_columns = { \uut.slots[0].slot.marked_columns [1], \uut.slots[1].slot.marked_columns [1],
        \uut.slots[0].slot.marked_columns [0], \uut.slots[1].slot.marked_columns [0]};
    wire [1:0] row0 = \uut.slots[0].slot.grant && ! \uut.slots[0].slot.candidate_column ? \uut.slots[0].slot.row_bit : 2'b0;
    wire [1:0] row1 = \uut.slots[1].slot.grant && ! \uut.slots[1].slot.candidate_column ? \uut.slots[1].slot.row_bit : 2'b0;
    wire [1:0] column0 = \uut.slots[0].slot.grant && \uut.slots[0].slot.candidate_column ? \uut.slots[0].slot.column_bit : 2'b0;
    wire [1:0] column1 = \uut.slots[1].slot.grant && \uut.slots[1].slot.candidate_column ? \uut.slots[1].slot.column_bit : 2'b0;
    wire [3:0] started_rows = {row1[1], row0[1], row1[0], row0[0]};
    wire [3:0] started_columns = {column0[1], column1[1], column0[0], column1[0]};

    // Lines whose cells are written in this cycle: by the finding on the bus, or from outside.
    wire [3:0] written_rows = finding ? (finding_column ? crossing : 4'b0) : write_marks && write_rows ? write_mask : 4'b0;
    wire [3:0] written_columns = finding ? (finding_column ? 4'b0 : crossing) : write_marks && write_columns ? write_mask : 4'b0;
    wire [3:0] arrives = clue ? 4'b1 << clue_position[1:0] : 4'b0;

    // The reference model: lines whose clue has arrived, and those with an update that no visit has read yet.
    reg [3:0] received_rows = 0, received_columns = 0, waits_rows = 0, waits_columns = 0;
    always @(posedge clock) begin
        if (begin_board) begin
            received_rows <= 0;
            received_columns <= 0;
        end else begin
            if (!clue_column) received_rows <= received_rows | arrives;
            if (clue_column) received_columns <= received_columns | arrives;
        end
        waits_rows <= begin_board || abort ? 4'b0 : waits_rows & ~started_rows | written_rows & received_rows
            | (clue_column ? 4'b0 : arrives);
        waits_columns <= begin_board || abort ? 4'b0 : waits_columns & ~started_columns | written_columns & received_columns
            | (clue_column ? arrives : 4'b0);
    end

    // Assumptions: clues belong to lines of the board; nothing arrives from outside while a finding is on the bus.
    always @* begin
        assume (clue_position[4:2] == 0);
        assume (!(finding && (clue || write_rows || write_columns)));
    end

    // The design's registers of the lines whose clue has arrived, for the induction.
    (* hierconn, init = 0 *) wire [3:0] \uut.marks.received_rows ;
    (* hierconn, init = 0 *) wire [3:0] \uut.marks.received_columns ;
    always @* begin
        // The contract.
        assert ((waits_rows & ~marked_rows) == 0);
        assert ((waits_columns & ~marked_columns) == 0);
        if (quiet) assert (marked_rows == 0 && marked_columns == 0);
        if (quiet) assert (! \uut.slots[0].slot.waiting && ! \uut.slots[1].slot.waiting );
        if (quiet) assert (! \uut.pipeline.settles && ! \uut.pipeline.gathers && ! \uut.pipeline.taken );
        // Only marked lines are visited, and at most one engine starts per cycle.
        assert (((started_rows & ~marked_rows) | (started_columns & ~marked_columns)) == 0);
        assert (!( \uut.slots[0].slot.grant && \uut.slots[1].slot.grant ));

        // Inductive invariant.
        assert (received_rows == \uut.marks.received_rows && received_columns == \uut.marks.received_columns );
        if ( \uut.slots[0].slot.ends ) assert ( \uut.slots[0].slot.waiting );
        if ( \uut.slots[1].slot.ends ) assert ( \uut.slots[1].slot.waiting );
    end

    // Cover: all clues have arrived, a finding has marked a column, and line logic is quiet again.
    reg was_written = 0;
    always @(posedge clock)
        was_written <= !(begin_board || abort) && (was_written || finding && crossing & received_columns && !finding_column);
    always @* cover (was_written && quiet && received_rows == 4'hf && received_columns == 4'hf);
endmodule

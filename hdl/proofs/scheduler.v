// The clue core's scheduler forgets no line: one that is told something, or whose clue has arrived, is marked from then until
// a visit of it starts, and line logic says that it is quiet only when no line is marked, visited or on its way to the bus.
// Boards of up to 4 x 4 on two engines: engine 0 has rows 0 and 2 and columns 1 and 3, engine 1 the others. By induction.
module scheduler_proof(
    input clock,
    input begin_board,
    input abort,
    input [5:0] groups,
    input [3:0] cells,
    input receive,
    input [5:0] receive_line,
    input [3:0] receive_ones,
    input [3:0] receive_end,
    input receive_top,
    input put_rows,
    input put_rows_value,
    input put_columns,
    input put_columns_value,
    input [4:0] put_position,
    input [3:0] put_mask,
    input [3:0] put_filled,
    input put_marks,
    input put_known,
    input [5:0] put_line,
    input [3:0] put_word
);
    wire bus, quiet;
    wire [5:0] bus_line;
    wire [3:0] told;
    line_logic uut(.clock(clock), .begin_board(begin_board), .abort(abort), .groups(groups), .cells(cells),
        .receive(receive), .receive_line(receive_line), .receive_ones(receive_ones), .receive_end(receive_end),
        .receive_top(receive_top), .put_rows(put_rows), .put_rows_value(put_rows_value), .put_columns(put_columns),
        .put_columns_value(put_columns_value), .put_position(put_position), .put_mask(put_mask), .put_filled(put_filled),
        .put_marks(put_marks), .put_known(put_known), .put_line(put_line), .put_word(put_word), .read$row(5'd0),
        .read$column(5'd0), .finding$valid(bus), .finding$line(bus_line), .told(told), .quiet(quiet));

    // What it has inside: marks, the candidate of each engine, who starts, and what is under way.
    (* hierconn, init = 0 *) wire [1:0] \uut.slots$0.dirty_rows ;
    (* hierconn, init = 0 *) wire [1:0] \uut.slots$0.dirty_columns ;
    (* hierconn, init = 0 *) wire [1:0] \uut.slots$1.dirty_rows ;
    (* hierconn, init = 0 *) wire [1:0] \uut.slots$1.dirty_columns ;
    (* hierconn *) wire [1:0] \uut.slots$0.row_bit ;
    (* hierconn *) wire [1:0] \uut.slots$0.column_bit ;
    (* hierconn *) wire [1:0] \uut.slots$1.row_bit ;
    (* hierconn *) wire [1:0] \uut.slots$1.column_bit ;
    (* hierconn *) wire \uut.slots$0.choose_column ;
    (* hierconn *) wire \uut.slots$1.choose_column ;
    (* hierconn *) wire \uut.slots$0$grant ;
    (* hierconn *) wire \uut.slots$1$grant ;
    (* hierconn *) wire \uut.slots$0$waiting ;
    (* hierconn *) wire \uut.slots$1$waiting ;
    (* hierconn *) wire \uut.slots$0$ends ;
    (* hierconn *) wire \uut.slots$1$ends ;
    (* hierconn *) wire \uut.findings$settles ;
    (* hierconn *) wire \uut.findings$gathers ;
    (* hierconn *) wire \uut.findings$taken ;

    // Marks and starts, line by line.
    wire [3:0] marked_rows = { \uut.slots$1.dirty_rows [1], \uut.slots$0.dirty_rows [1],
        \uut.slots$1.dirty_rows [0], \uut.slots$0.dirty_rows [0]};
    wire [3:0] marked_columns = { \uut.slots$0.dirty_columns [1], \uut.slots$1.dirty_columns [1],
        \uut.slots$0.dirty_columns [0], \uut.slots$1.dirty_columns [0]};
    wire [1:0] row0 = \uut.slots$0$grant && ! \uut.slots$0.choose_column ? \uut.slots$0.row_bit : 2'b0;
    wire [1:0] row1 = \uut.slots$1$grant && ! \uut.slots$1.choose_column ? \uut.slots$1.row_bit : 2'b0;
    wire [1:0] column0 = \uut.slots$0$grant && \uut.slots$0.choose_column ? \uut.slots$0.column_bit : 2'b0;
    wire [1:0] column1 = \uut.slots$1$grant && \uut.slots$1.choose_column ? \uut.slots$1.column_bit : 2'b0;
    wire [3:0] started_rows = {row1[1], row0[1], row1[0], row0[0]};
    wire [3:0] started_columns = {column0[1], column1[1], column0[0], column1[0]};

    // Who is told something in this clock: across the line on the bus, or from outside.
    wire [3:0] told_rows = bus ? (bus_line[5] ? told : 4'b0) : put_marks && put_rows ? put_mask : 4'b0;
    wire [3:0] told_columns = bus ? (bus_line[5] ? 4'b0 : told) : put_marks && put_columns ? put_mask : 4'b0;
    wire [3:0] arrives = receive ? 4'b1 << receive_line[1:0] : 4'b0;

    // The naive model: lines that are received, and those with something that no visit has read yet.
    reg [3:0] received_rows = 0, received_columns = 0, waits_rows = 0, waits_columns = 0;
    always @(posedge clock) begin
        if (begin_board) begin
            received_rows <= 0;
            received_columns <= 0;
        end else begin
            if (!receive_line[5]) received_rows <= received_rows | arrives;
            if (receive_line[5]) received_columns <= received_columns | arrives;
        end
        waits_rows <= begin_board || abort ? 4'b0 : waits_rows & ~started_rows | told_rows & received_rows
            | (receive_line[5] ? 4'b0 : arrives);
        waits_columns <= begin_board || abort ? 4'b0 : waits_columns & ~started_columns | told_columns & received_columns
            | (receive_line[5] ? arrives : 4'b0);
    end

    // Its user: a line of the board is received, and nothing is put or received while a finding is on the bus.
    always @* begin
        assume (receive_line[4:2] == 0);
        assume (!(bus && (receive || put_rows || put_columns)));
    end

    // The same registers in the design, for the induction.
    (* hierconn, init = 0 *) wire [3:0] \uut.received_rows ;
    (* hierconn, init = 0 *) wire [3:0] \uut.received_columns ;
    always @* begin
        // The contract.
        assert ((waits_rows & ~marked_rows) == 0);
        assert ((waits_columns & ~marked_columns) == 0);
        if (quiet) assert (marked_rows == 0 && marked_columns == 0);
        if (quiet) assert (! \uut.slots$0$waiting && ! \uut.slots$1$waiting );
        if (quiet) assert (! \uut.findings$settles && ! \uut.findings$gathers && ! \uut.findings$taken );
        // No line is visited that is not marked, and no two engines start at once.
        assert (((started_rows & ~marked_rows) | (started_columns & ~marked_columns)) == 0);
        assert (!( \uut.slots$0$grant && \uut.slots$1$grant ));

        // What makes this so at all times.
        assert (received_rows == \uut.received_rows && received_columns == \uut.received_columns );
        if ( \uut.slots$0$ends ) assert ( \uut.slots$0$waiting );
        if ( \uut.slots$1$ends ) assert ( \uut.slots$1$waiting );
    end

    // Seen: quiet again after a line that was told something was visited.
    reg was_told = 0;
    always @(posedge clock) was_told <= !(begin_board || abort) && (was_told || bus && told & received_columns && !bus_line[5]);
    always @* cover (was_told && quiet && received_rows == 4'hf && received_columns == 4'hf);
endmodule

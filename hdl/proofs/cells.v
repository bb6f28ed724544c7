// Proves the cells of an engine's lines in block RAM: every read returns the values last written, including those written in the cycle in
// which the read is addressed. A simple model (one register per cell) runs beside it; cells are compared once they have been written.
// Method: PDR, for all time from power-on, helped by the invariant that the memories equal the model.
module cells_proof(
    input clock,
    input write_rows,
    input rows_value,
    input write_columns,
    input columns_value,
    input [1:0] written_position,
    input [1:0] rows_mask,
    input [1:0] rows_excluded_0,
    input [1:0] rows_excluded_1,
    input [1:0] columns_mask,
    input [1:0] columns_excluded_0,
    input [1:0] columns_excluded_1,
    input next_column,
    input index,
    input front_next,
    input back_next
);
    // A group that is addressed in one cycle is read in the next.
    reg column, front_group, back_group;
    always @(posedge clock) begin
        column <= next_column;
        front_group <= front_next;
        back_group <= back_next;
    end
    wire [1:0] front_excluded_0, front_excluded_1, back_excluded_0, back_excluded_1;
    cells uut(
        .clock(clock), .write_rows(write_rows), .rows_value(rows_value), .write_columns(write_columns), .columns_value(columns_value),
        .write_both(write_rows && write_columns),
        .position({3'd0, written_position}), .rows_mask(rows_mask), .rows_excluded_0(rows_excluded_0),
        .rows_excluded_1(rows_excluded_1), .columns_mask(columns_mask), .columns_excluded_0(columns_excluded_0),
        .columns_excluded_1(columns_excluded_1), .column(column), .index({4'd0, index}), .front_group(front_group),
        .back_group(back_group), .next_column(next_column), .front_next(front_next), .back_next(back_next),
        .front_excluded_0(front_excluded_0), .front_excluded_1(front_excluded_1), .back_excluded_0(back_excluded_0),
        .back_excluded_1(back_excluded_1));

    // The memories of even and of odd positions: one word per group, with the rows at the lower addresses.
    (* hierconn *) wire [3:0] \uut.cells_0[0] ;
    (* hierconn *) wire [3:0] \uut.cells_0[1] ;
    (* hierconn *) wire [3:0] \uut.cells_0[2] ;
    (* hierconn *) wire [3:0] \uut.cells_0[3] ;
    (* hierconn *) wire [3:0] \uut.cells_1[0] ;
    (* hierconn *) wire [3:0] \uut.cells_1[1] ;
    (* hierconn *) wire [3:0] \uut.cells_1[2] ;
    (* hierconn *) wire [3:0] \uut.cells_1[3] ;
    // All cells, by kind, group, place in the group, and line, with two bits per cell: bit 0 excludes blank, bit 1 excludes filled.
    wire [31:0] inside = {
        \uut.cells_1[3] , \uut.cells_0[3] , \uut.cells_1[2] , \uut.cells_0[2] ,
        \uut.cells_1[1] , \uut.cells_0[1] , \uut.cells_1[0] , \uut.cells_0[0] };

    // The model. If rows and columns are written in the same cycle, the columns are written at the other position of the group.
    reg [31:0] model;
    reg [15:0] written = 0;
    wire [1:0] position_beside = {written_position[1], written_position[0] ^ (write_rows && write_columns)};
    integer line;
    always @(posedge clock)
        for (line = 0; line < 2; line = line + 1) begin
            if (write_rows && rows_mask[line]) begin
                model[2 * {1'b0, written_position, line[0]} +: 2] <=
                    {rows_value && rows_excluded_1[line], rows_value && rows_excluded_0[line]};
                written[{1'b0, written_position, line[0]}] <= 1;
            end
            if (write_columns && columns_mask[line]) begin
                model[2 * {1'b1, position_beside, line[0]} +: 2] <=
                    {columns_value && columns_excluded_1[line], columns_value && columns_excluded_0[line]};
                written[{1'b1, position_beside, line[0]}] <= 1;
            end
        end

    wire [3:0] front_low = {column, front_group, 1'b0, index};
    wire [3:0] front_high = {column, front_group, 1'b1, index};
    wire [3:0] back_low = {column, back_group, 1'b0, index};
    wire [3:0] back_high = {column, back_group, 1'b1, index};
    // The address registers are defined from the second cycle on.
    reg asked = 0;
    always @(posedge clock)
        asked <= 1;
    integer i;
    always @* begin
        if (asked && written[front_low])
            assert ({front_excluded_1[0], front_excluded_0[0]} == model[2 * front_low +: 2]);
        if (asked && written[front_high])
            assert ({front_excluded_1[1], front_excluded_0[1]} == model[2 * front_high +: 2]);
        if (asked && written[back_low])
            assert ({back_excluded_1[0], back_excluded_0[0]} == model[2 * back_low +: 2]);
        if (asked && written[back_high])
            assert ({back_excluded_1[1], back_excluded_0[1]} == model[2 * back_high +: 2]);
        for (i = 0; i < 16; i = i + 1)
            if (written[i])
                assert (inside[2 * i +: 2] == model[2 * i +: 2]);
    end

    // Cover: a filled cell becomes blank in the cycle in which it is addressed.
    reg fresh = 0;
    always @(posedge clock)
        fresh <= write_columns && !write_rows && columns_value && columns_mask == 2 && columns_excluded_1[1] && !columns_excluded_0[1]
            && next_column && written[{1'b1, written_position, 1'b1}] && model[2 * {1'b1, written_position, 1'b1} +: 2] == 1 && front_next == written_position[1];
    always @* cover (fresh && index && written == 16'hffff);
endmodule

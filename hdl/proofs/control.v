// The clue core's controller: every transition, command and register update is the one in the table of control.rs, from which the module
// control_table is made; each state can be reached from power-on, and from each the controller can return to Idle by itself.
module control_proof(
    input clock,
    input clear,
    input start,
    input line_logic,
    input first_solution,
    input cancel,
    input expires,
    input trail_full,
    input quiet,
    input conflict,
    input complete,
    input noting,
    input decided,
    input at_mark,
    input at_first,
    input top_is_decision,
    input filled_consistent,
    input blank_consistent,
    input rows_left,
    input hit,
    input widens,
    input last_row,
    input news_left,
    input saved,
    input all_settled,
    input all_exhausted,
    input fact_valid,
    input branch_valid
);
    wire running, probing, exhausted, read_cell, read_harvest, read_scan, read_save, fetch, write_row, write_column, harvest, undo, judge,
        decide, save, hold_scan, take_any;
    // Commands, in the order of the instances below.
    wire [23:0] commands, expected;
    control uut(.clock(clock), .clear(clear), .start(start), .line_logic(line_logic), .first_solution(first_solution), .cancel(cancel),
        .expires(expires), .trail_full(trail_full), .quiet(quiet), .conflict(conflict), .complete(complete), .noting(noting),
        .decided(decided), .at_mark(at_mark), .at_first(at_first), .top_is_decision(top_is_decision),
        .filled_consistent(filled_consistent), .blank_consistent(blank_consistent), .rows_left(rows_left), .hit(hit), .widens(widens),
        .last_row(last_row), .news_left(news_left), .saved(saved), .all_settled(all_settled), .all_exhausted(all_exhausted),
        .fact_valid(fact_valid), .branch_valid(branch_valid), .running(running), .probing(probing), .exhausted(exhausted),
        .read_cell(read_cell), .read_harvest(read_harvest), .read_scan(read_scan), .read_save(read_save), .fetch(fetch),
        .write_row(write_row), .write_column(write_column), .harvest(harvest), .undo(undo), .judge(judge), .decide(decide), .save(save),
        .hold_scan(hold_scan), .take_any(take_any),
        .abort(commands[0]), .settled(commands[1]), .refutes(commands[2]), .select_hit(commands[3]), .select_branch(commands[4]),
        .select_decision(commands[5]), .select_fact(commands[6]), .fill_value(commands[7]), .choose_value(commands[8]),
        .flip_value(commands[9]), .begin_scan(commands[10]), .begin_pass(commands[11]), .rewind_scan(commands[12]),
        .begin_probe(commands[13]), .end_probe(commands[14]), .keep_gain(commands[15]), .forget_news(commands[16]),
        .forget_decisions(commands[17]), .keep_solution(commands[18]), .end_solved(commands[19]), .end_unsolvable(commands[20]),
        .end_undecided(commands[21]), .end_multiple(commands[22]));
    assign commands[23] = 0;

    // Its registers, and their next values.
    (* hierconn, init = 0 *) wire [3:0] \uut.state ;
    (* hierconn, init = 0 *) wire [1:0] \uut.undoing ;
    (* hierconn, init = 0 *) wire \uut.only_line_logic ;
    (* hierconn, init = 0 *) wire \uut.only_first_solution ;
    (* hierconn, init = 0 *) wire \uut.stop ;
    (* hierconn, init = 0 *) wire \uut.in_probe ;
    (* hierconn, init = 0 *) wire \uut.resume ;
    (* hierconn, init = 0 *) wire \uut.first_value ;
    (* hierconn, init = 0 *) wire \uut.second_value ;
    (* hierconn, init = 0 *) wire \uut.any_cell ;
    (* hierconn, init = 0 *) wire \uut.scan_done ;
    (* hierconn, init = 0 *) wire \uut.fact_taken ;
    (* hierconn, init = 0 *) wire \uut.found ;
    (* hierconn, init = 0 *) wire \uut.save_undecided ;
    wire [3:0] state = \uut.state ;
    wire stop = \uut.stop ;
    wire fact_taken = \uut.fact_taken ;

    // What the table says of this cycle.
    wire [3:0] state_d;
    wire [1:0] undoing_d;
    wire in_probe_d, resume_d, first_value_d, second_value_d, any_cell_d, scan_done_d, fact_taken_d, found_d, save_undecided_d;
    control_table rows(.state(state), .undoing( \uut.undoing ), .only_line_logic( \uut.only_line_logic ),
        .only_first_solution( \uut.only_first_solution ), .stop(stop), .in_probe( \uut.in_probe ), .resume( \uut.resume ),
        .first_value( \uut.first_value ), .second_value( \uut.second_value ), .any_cell( \uut.any_cell ),
        .scan_done( \uut.scan_done ), .fact_taken(fact_taken), .found( \uut.found ), .save_undecided( \uut.save_undecided ),
        .quiet(quiet), .conflict(conflict), .complete(complete), .noting(noting), .decided(decided), .at_mark(at_mark),
        .at_first(at_first), .top_is_decision(top_is_decision), .filled_consistent(filled_consistent),
        .blank_consistent(blank_consistent), .rows_left(rows_left), .hit(hit), .widens(widens), .last_row(last_row),
        .news_left(news_left), .saved(saved), .all_settled(all_settled), .all_exhausted(all_exhausted), .fact_valid(fact_valid),
        .branch_valid(branch_valid), .state_d(state_d), .undoing_d(undoing_d), .in_probe_d(in_probe_d), .resume_d(resume_d),
        .first_value_d(first_value_d), .second_value_d(second_value_d), .any_cell_d(any_cell_d), .scan_done_d(scan_done_d),
        .fact_taken_d(fact_taken_d), .found_d(found_d), .save_undecided_d(save_undecided_d),
        .abort(expected[0]), .settled(expected[1]), .refutes(expected[2]), .select_hit(expected[3]), .select_branch(expected[4]),
        .select_decision(expected[5]), .select_fact(expected[6]), .fill_value(expected[7]), .choose_value(expected[8]),
        .flip_value(expected[9]), .begin_scan(expected[10]), .begin_pass(expected[11]), .rewind_scan(expected[12]),
        .begin_probe(expected[13]), .end_probe(expected[14]), .keep_gain(expected[15]), .forget_news(expected[16]),
        .forget_decisions(expected[17]), .keep_solution(expected[18]), .end_solved(expected[19]), .end_unsolvable(expected[20]),
        .end_undecided(expected[21]), .end_multiple(expected[22]));
    assign expected[23] = 0;

    // The same a cycle later, with what `clear` and `start` do.
    reg [3:0] next_state = 0;
    reg [1:0] next_undoing = 0;
    reg next_line_logic = 0, next_first_solution = 0, next_stop = 0, next_in_probe = 0, next_resume = 0, next_first_value = 0,
        next_second_value = 0, next_any_cell = 0, next_scan_done = 0, next_fact_taken = 0, next_found = 0, next_save_undecided = 0;
    always @(posedge clock) begin
        next_state <= clear ? 4'd0 : start ? 4'd1 : state_d;
        next_undoing <= undoing_d;
        next_line_logic <= start ? line_logic : \uut.only_line_logic ;
        next_first_solution <= start ? first_solution : \uut.only_first_solution ;
        next_stop <= !start && (stop || trail_full || expires || cancel);
        next_in_probe <= !start && in_probe_d;
        next_resume <= !start && resume_d;
        next_first_value <= !start && first_value_d;
        next_second_value <= second_value_d;
        next_any_cell <= any_cell_d;
        next_scan_done <= !start && scan_done_d;
        // It is set by the table, and cleared when the broadcast ends.
        next_fact_taken <= !start && (fact_taken_d && !fact_taken || fact_taken && fact_valid || commands[6]);
        next_found <= !start && found_d;
        next_save_undecided <= save_undecided_d;
    end

    always @* begin
        // The contract.
        assert (commands == expected);
        assert (state == next_state && \uut.undoing == next_undoing);
        assert ( \uut.only_line_logic == next_line_logic && \uut.only_first_solution == next_first_solution);
        assert (stop == next_stop && \uut.in_probe == next_in_probe && \uut.resume == next_resume);
        assert ( \uut.first_value == next_first_value && \uut.second_value == next_second_value && \uut.any_cell == next_any_cell);
        assert ( \uut.scan_done == next_scan_done && fact_taken == next_fact_taken);
        assert ( \uut.found == next_found && \uut.save_undecided == next_save_undecided);
        // What follows from the registers alone.
        assert (running == (state != 0) && probing == \uut.in_probe && exhausted == \uut.scan_done && take_any == \uut.any_cell );
        assert (hold_scan == (state == 1 && ! \uut.resume ));
        assert (fetch == (state == 2) && write_row == (state == 3) && harvest == (state == 4) && write_column == (state == 5));
        assert (undo == (state == 7) && judge == (state == 10) && decide == (state == 11) && save == (state == 12));
        assert (read_cell == (state == 2 || state == 3) && read_harvest == (state >= 4 && state <= 7));
        assert (read_scan == (state >= 8 && state <= 11) && read_save == (state == 12));
        // No other code is a state.
        assert (state <= 12);
    end

    // Seen: each state, and after each the return to Idle, without a clear or another start.
    reg [12:0] seen = 0;
    always @(posedge clock) seen <= clear || start ? 13'b0 : seen | 13'b1 << state;
    genvar i;
    generate
        for (i = 0; i < 13; i = i + 1) begin: states
            always @* cover (state == i);
            always @* cover (seen[i] && state == 0);
        end
    endgenerate
endmodule

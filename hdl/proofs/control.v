// Proves the controller of the clue core with its state decoder and flags: every transition, command and flag update equals that in the
// table of control.rs, from which the module control_table is generated.
// Method: induction. Cover statements show that each state is reachable from power-on, and that from each the search can end without a
// clear.
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
    input full,
    input decided,
    input at_mark,
    input at_first,
    input top_is_decision,
    input values_left,
    input rows_left,
    input hit,
    input widens,
    input last_row,
    input news_left,
    input saved,
    input branch_valid
);
    // Commands, in the same order in design and table.
    wire [26:0] commands, expected;
    wire [3:0] state;
    wire hold_scan, keep_undecided;
    wire only_line_logic, only_first_solution, stop, in_probe, resume, first_value, any_cell, dives, in_dive, found, save_undecided;
    wire running, read_cell, read_harvest, read_scan, save, fetch, write_row, write_column, harvest, undo, judge, decide;
    control uut(
        .clock(clock), .clear(clear), .start(start), .state(state), .when_quiet(quiet), .when_conflict(conflict),
        .when_complete(complete), .when_noting(noting), .when_full(full), .when_decided(decided), .when_at_mark(at_mark),
        .when_at_first(at_first), .when_top_is_decision(top_is_decision), .when_values_left(values_left), .when_rows_left(rows_left), .when_hit(hit),
        .when_widens(widens), .when_last_row(last_row), .when_news_left(news_left), .when_saved(saved),
        .when_branch_valid(branch_valid), .flags_only_line_logic(only_line_logic),
        .flags_only_first_solution(only_first_solution), .flags_stop(stop), .flags_in_probe(in_probe), .flags_resume(resume),
        .flags_first_value(first_value), .flags_any_cell(any_cell), .flags_dives(dives), .flags_in_dive(in_dive), .flags_found(found),
        .flags_save_undecided(save_undecided),
        .command_abort(commands[0]),
        .command_select_hit(commands[1]), .command_select_branch(commands[2]), .command_select_decision(commands[3]),
        .command_select_refuted(commands[4]), .command_fill_value(commands[5]), .command_choose_value(commands[6]),
        .command_next_value(commands[7]), .command_begin_scan(commands[8]), .command_begin_pass(commands[9]),
        .command_rewind_scan(commands[10]), .command_begin_probe(commands[11]), .command_end_probe(commands[12]),
        .command_keep_gain(commands[13]), .command_forget_news(commands[14]), .command_forget_decisions(commands[15]),
        .command_keep_solution(commands[16]), .command_end_solved(commands[17]), .command_end_unsolvable(commands[18]),
        .command_end_undecided(commands[19]), .command_end_multiple(commands[20]), .command_take_any(commands[21]), .command_end_pass(commands[22]), .command_find(commands[23]),
        .command_begin_node(commands[24]), .command_begin_dive(commands[25]), .command_end_dive(commands[26]),
        .command_hold_scan(hold_scan), .command_keep_undecided(keep_undecided));
    flags memory(
        .clock(clock), .start(start), .line_logic(line_logic), .first_solution(first_solution), .cancel(cancel),
        .expires(expires), .trail_full(trail_full), .command_abort(commands[0]), .command_select_hit(commands[1]), .command_select_branch(commands[2]),
        .command_select_decision(commands[3]), .command_select_refuted(commands[4]), .command_fill_value(commands[5]),
        .command_choose_value(commands[6]), .command_next_value(commands[7]), .command_begin_scan(commands[8]),
        .command_begin_pass(commands[9]), .command_rewind_scan(commands[10]), .command_begin_probe(commands[11]),
        .command_end_probe(commands[12]), .command_keep_gain(commands[13]), .command_forget_news(commands[14]),
        .command_forget_decisions(commands[15]), .command_keep_solution(commands[16]), .command_end_solved(commands[17]),
        .command_end_unsolvable(commands[18]), .command_end_undecided(commands[19]), .command_end_multiple(commands[20]),
        .command_take_any(commands[21]), .command_end_pass(commands[22]),
        .command_find(commands[23]), .command_begin_node(commands[24]), .command_begin_dive(commands[25]),
        .command_end_dive(commands[26]), .command_hold_scan(hold_scan), .command_keep_undecided(keep_undecided),
        .flags_only_line_logic(only_line_logic), .flags_only_first_solution(only_first_solution), .flags_stop(stop),
        .flags_in_probe(in_probe), .flags_resume(resume), .flags_first_value(first_value),
        .flags_any_cell(any_cell), .flags_dives(dives), .flags_in_dive(in_dive), .flags_found(found),
        .flags_save_undecided(save_undecided));
    state_decoder decoder(
        .state(state), .running(running), .read_cell(read_cell), .read_harvest(read_harvest), .read_scan(read_scan),
        .save(save), .fetch(fetch), .write_row(write_row), .write_column(write_column), .harvest(harvest), .undo(undo),
        .judge(judge), .decide(decide));

    // The registers of the controller.
    (* hierconn, init = 0 *) wire [3:0] \uut.state ;
    (* hierconn, init = 0 *) wire [1:0] \uut.undoing ;

    // Expected next state, next flags and commands of this cycle, from the table.
    wire [3:0] state_d;
    wire [1:0] undoing_d;
    wire in_probe_d, resume_d, first_value_d, any_cell_d, dives_d, in_dive_d, found_d, save_undecided_d;
    control_table rows(
        .state(state), .state_d(state_d), .undoing( \uut.undoing ), .undoing_d(undoing_d), .only_line_logic(only_line_logic),
        .only_first_solution(only_first_solution), .stop(stop), .in_probe(in_probe), .resume(resume), .first_value(first_value),
        .any_cell(any_cell), .dives(dives), .in_dive(in_dive), .found(found),
        .save_undecided(save_undecided), .quiet(quiet), .conflict(conflict), .complete(complete), .noting(noting),
        .full(full), .decided(decided), .at_mark(at_mark), .at_first(at_first), .top_is_decision(top_is_decision), .values_left(values_left), .rows_left(rows_left),
        .hit(hit), .widens(widens), .last_row(last_row), .news_left(news_left), .saved(saved), .branch_valid(branch_valid),
        .in_probe_d(in_probe_d),
        .resume_d(resume_d), .first_value_d(first_value_d), .any_cell_d(any_cell_d), .dives_d(dives_d), .in_dive_d(in_dive_d), .found_d(found_d), .save_undecided_d(save_undecided_d),
        .abort(expected[0]), .select_hit(expected[1]),
        .select_branch(expected[2]), .select_decision(expected[3]), .select_refuted(expected[4]), .fill_value(expected[5]),
        .choose_value(expected[6]), .next_value(expected[7]), .begin_scan(expected[8]), .begin_pass(expected[9]),
        .rewind_scan(expected[10]), .begin_probe(expected[11]), .end_probe(expected[12]), .keep_gain(expected[13]),
        .forget_news(expected[14]), .forget_decisions(expected[15]), .keep_solution(expected[16]), .end_solved(expected[17]),
        .end_unsolvable(expected[18]), .end_undecided(expected[19]), .end_multiple(expected[20]), .take_any(expected[21]), .end_pass(expected[22]), .find(expected[23]),
        .begin_node(expected[24]), .begin_dive(expected[25]), .end_dive(expected[26]));

    // Expected registers one cycle later, with the effects of `clear` and `start`.
    reg [3:0] next_state = 0;
    reg [1:0] next_undoing = 0;
    reg next_only_line_logic = 0, next_only_first_solution = 0, next_stop = 0, next_in_probe = 0, next_resume = 0,
        next_first_value = 0, next_any_cell = 0, next_dives = 0, next_in_dive = 0, next_found = 0,
        next_save_undecided = 0;
    always @(posedge clock) begin
        next_state <= clear ? 4'd0 : start ? 4'd1 : state_d;
        next_undoing <= undoing_d;
        next_only_line_logic <= start ? line_logic : only_line_logic;
        next_only_first_solution <= start ? first_solution : only_first_solution;
        next_stop <= !start && (stop || trail_full && !in_dive || expires || cancel);
        next_in_probe <= !start && in_probe_d;
        next_resume <= !start && resume_d;
        next_first_value <= !start && first_value_d;
        next_any_cell <= any_cell_d;
        next_dives <= start || dives_d;
        next_in_dive <= !start && in_dive_d;
        next_found <= !start && found_d;
        next_save_undecided <= save_undecided_d;
    end

    always @* begin
        // The contract.
        assert (commands == expected);
        assert (state == next_state && state == \uut.state && \uut.undoing == next_undoing);
        assert (only_line_logic == next_only_line_logic);
        assert (only_first_solution == next_only_first_solution);
        assert (stop == next_stop);
        assert (in_probe == next_in_probe);
        assert (resume == next_resume);
        assert (first_value == next_first_value);
        assert (any_cell == next_any_cell);
        assert (dives == next_dives);
        assert (in_dive == next_in_dive);
        assert (found == next_found);
        assert (save_undecided == next_save_undecided);
        // Outputs that depend on the state alone, or on the state and one flag.
        assert (running == (state != 0));
        assert (hold_scan == (state == 1 && !resume));
        assert (fetch == (state == 2) && write_row == (state == 3) && harvest == (state == 4) && write_column == (state == 5));
        assert (undo == (state == 7) && judge == (state == 10) && decide == (state == 11) && save == (state == 12));
        assert (read_cell == (state == 2 || state == 3) && read_harvest == (state >= 4 && state <= 7));
        assert (read_scan == (state >= 8 && state <= 11));
        // Only legal state codes.
        assert (state <= 12);
    end

    // Cover: each state, and after each the return to Idle, without a clear or another start.
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

//! Every proof holds, reaches its cover statements, and refutes its seeded faults.

mod modules;
mod proof;
mod solver;
mod transitions;

use std::collections::HashMap;

use Method::{ForAllTime, FromAnyState, Induction};
use modules::*;
use proof::{Method, Proof};

const _: () =
    assert!(nonogram_protocol::IDENTITY_WORDS == 10, "change WORDS in hdl/proofs/assembler.v");

fn proof(name: &str) -> &'static Proof {
    PROOFS.iter().find(|proof| proof.name == name).expect("in the table")
}

/// Proves the properties, reaches the cover statements, and prints the line that `make prove` shows.
fn holds(name: &str) {
    let proof = proof(name);
    let work = tempfile::tempdir().expect("a temporary folder");
    if let Err(finding) = proof.prove(work.path()) {
        panic!("{name}: refuted: {finding}");
    }
    println!("{name}: {}: proven, {:?}; cover reached", proof.shows, proof.method);
}

/// A board on which the proof `verdict` refutes a fault, as constants of the wrapper and their values. A search over all boards would take
/// up to a minute per fault.
type Board = [(&'static str, &'static str); 4];

const fn board(
    rows: &'static str,
    columns: &'static str,
    clues: &'static str,
    mode: &'static str,
) -> Board {
    [("more_rows", rows), ("more_columns", columns), ("clues", clues), ("mode", mode)]
}

/// 2 x 2 with a block of one cell in each line: two solutions.
const AMBIGUOUS: Board = board("1'd1", "2'd1", "10'b00_01_01_01_01", "2'd0");
/// [`AMBIGUOUS`], with a request for the first solution.
const FIRST_SOLUTION: Board = board("1'd1", "2'd1", "10'b00_01_01_01_01", "2'd2");
/// 2 x 2 with a block of two cells in row 0 and column 0, and of one cell in row 1 and column 1: one solution.
const UNIQUE: Board = board("1'd1", "2'd1", "10'b00_01_10_01_10", "2'd0");

/// Expects the proof to refute a fault, which is one replacement in the emitted Verilog.
fn catches(name: &str, constants: &[(&str, &str)], good: &str, bad: &str) {
    let proof = proof(name);
    let verilog = proof.verilog();
    assert_eq!(
        verilog.matches(good).count(),
        1,
        "{name}: the emitted Verilog must contain {good:?} once"
    );
    let work = tempfile::tempdir().expect("a temporary folder");
    let verdict = proof.refute(constants, &verilog.replace(good, bad), work.path());
    match verdict {
        Err(finding) => println!("{name}: {bad}: {finding}"),
        Ok(()) => panic!("{name}: {bad:?} instead of {good:?} is not refuted"),
    }
}

/// One test per proof, named after it: its wrapper, if it has another name, and a macro defined for it; the method, the number of cycles
/// within which the cover statements are reached, the Verilog of the modules, and what is shown.
macro_rules! proofs {
    ($($name:ident $(by $wrapper:ident with $macro:ident)?: $method:expr, cover $depth:literal, [$($module:expr),+], $shows:literal;)+) => {
        static PROOFS: &[Proof] = &[$(Proof {
            name: stringify!($name),
            shows: $shows,
            method: $method,
            cover_depth: $depth,
            modules: &[$(|| $module),+],
            wrapper: wrapper!($name $(by $wrapper with $macro)?),
        }),+];

        $(#[test]
        fn $name() {
            holds(stringify!($name));
        })+
    };
}

macro_rules! wrapper {
    ($name:ident) => {
        include_str!(concat!("../../../proofs/", stringify!($name), ".v"))
    };
    ($name:ident by $wrapper:ident with $macro:ident) => {
        concat!("`define ", stringify!($macro), "\n", wrapper!($wrapper))
    };
}

proofs! {
    byte_fifo: ForAllTime, cover 32, [emit::<ByteFifo<FIFO, { FIFO + 1 }>>("byte_fifo")],
        "accepted bytes leave once and in order; a lost byte is flagged; counts, full and empty are correct";
    store: ForAllTime, cover 8, [emit::<Store<STORE_WORD, { STORE_BANK + 1 }, STORE_BANK>>("store")],
        "every read returns the word last written, from either bank, unless it was read while it was written";
    uart: ForAllTime, cover 48, [modules::uart_tx(), modules::uart_rx(), modules::synchronizer()],
        "every byte is received once and whole, at every phase, without a framing error";
    crc13: Induction, cover 12, [emit::<Crc13>("crc13")],
        "the CRC is the remainder of all bits divided by the polynomial of CRC-13/BBC";
    framer: Induction, cover 24, [modules::framer()],
        "two bytes form a message; kinds and pairs of start boards are right; the CRC covers all bytes since the first; pauses and packets end in time";
    parser: ForAllTime, cover 40, [emit::<Parser<SIDE, ADDRESS, POINTER, COUNT, MOST_OPTIONS>>("parser")],
        "stores what was received, and never past the store; a start board restarts the board; the parser never gets stuck";
    clue_parser: ForAllTime, cover 60, [emit::<ClueParser<SIDE, COLOURS>>("clue_parser")],
        "passes on the blocks and colours that were received and fit; rejects what is malformed; the parser never gets stuck";
    assembler: Induction, cover 60, [emit::<Assembler>("assembler"), emit::<CellReader<SIDE>>("cell_reader")],
        "a reply consists of the sizes, the known cells in order or the identity's words, the check, and the status, and its last byte is marked";
    stream: ForAllTime, cover 60, [modules::stream()],
        "an offered byte stays until it is accepted, with its data and its mark of the end of a reply";
    dispatcher: ForAllTime, cover 30, [emit::<Dispatcher<2, 1, 2>>("dispatcher")],
        "streams obey the rules of AXI4-Stream; a packet goes to one core that is connected, and a reply comes from one core";
    classic: FromAnyState { depth: 60 }, cover 30, [emit::<Classic<SIDE, CORE_ADDRESS, CORE_POINTER, COUNT>>("classic")],
        "known cells never change value; every board gets exactly one status, and it is correct";
    parallel: FromAnyState { depth: 17 }, cover 40, [emit::<Parallel<SIDE, CORE_POINTER, { CORE_POINTER + 1 }, LANE_COUNT, LANES,
        OFFSET, LANE_ADDRESS>>("parallel")],
        "known cells stay known; every board gets exactly one status, and it is correct";
    engine: FromAnyState { depth: 9 }, cover 9, [emit::<Engine<LINE, 1, { PLAIN.values }, { PLAIN.gaps }, GROUP, LINE_GROUPS,
        LINE_GROUP>>("engine")],
        "a visit finds the values that cells have in no placement of the blocks, and nothing else";
    wide_engine by engine with WIDE: FromAnyState { depth: 7 }, cover 7, [emit::<Engine<LINE, 1, { PLAIN.values }, { PLAIN.gaps }, WIDE,
        WIDE_GROUPS, WIDE_GROUP>>("engine")],
        "a visit with four cells per cycle from each end finds the values that cells have in no placement of the blocks, and nothing else";
    colour_engine by engine with COLOUR: FromAnyState { depth: 8 }, cover 8, [emit::<Engine<COLOUR_LINE, COLOURS, { COLOURED.values }, {
        COLOURED.gaps }, GROUP, COLOUR_GROUPS, COLOUR_GROUP>>("engine")],
        "a visit of a line of two colours finds the values that cells have in no placement of the blocks, and nothing else";
    cells: ForAllTime, cover 16, [emit::<SlotCells<{ PLAIN.position_bits }, { PLAIN.values }, GROUP, CELLS_GROUP, { CELLS / ENGINES
        }>>("cells")],
        "each read of a group of cells returns the values last written, for any reads and writes in the same cycle";
    trail: Induction, cover 30, [emit::<Trail<TRAIL_CELLS, { PLAIN.position_bits }, { PLAIN.planes }, { PLAIN.value_bits }, {
        PLAIN.tag_bits }, TRAIL, TRAIL_RESERVE>>("trail")],
        "every pop returns the last entry pushed";
    colour_trail by trail with COLOUR: Induction, cover 30, [emit::<Trail<TRAIL_CELLS, { COLOURED.position_bits }, { COLOURED.planes },
        { COLOURED.value_bits }, { COLOURED.tag_bits }, TRAIL, TRAIL_RESERVE>>("trail")],
        "every pop returns the last entry pushed, with all planes of two colours";
    control: Induction, cover 20, [emit::<Control>("control"), emit::<Flags>("flags"), emit::<StateDecoder>("state_decoder"),
        transitions::control_table()],
        "each transition matches the controller's table, each state is reached, and the search can end from each state";
    scheduler: Induction, cover 40, [emit::<LineLogic<CELLS, { PLAIN.position_bits }, 1, { PLAIN.values }, { PLAIN.planes }, {
        PLAIN.value_bits }, { PLAIN.gaps }, GROUP, CELLS_GROUPS, CELLS_GROUP, { CELLS / ENGINES }, ENGINES>>("line_logic")],
        "no update of a line is lost, and quiet means that no line is marked or visited";
    verdict: FromAnyState { depth: 236 }, cover 236, [emit::<ClueCore<VERDICT, { PLAIN.position_bits }, 1, { PLAIN.values }, {
        PLAIN.planes }, { PLAIN.value_bits }, { PLAIN.gaps }, { PLAIN.tag_bits }, GROUP, VERDICT_GROUPS, VERDICT_GROUP, VERDICT, 1,
        VERDICT_TRAIL>>("clue_core")],
        "every small board gets exactly one verdict within the bound, and it is correct";
}

/// One test per fault: its name, the proof, a board if the proof is `verdict`, the Verilog text, and its replacement.
macro_rules! faults {
    ($($test:ident: $proof:literal $(on $board:ident)?, $good:literal => $bad:literal;)+) => {
        $(#[test]
        fn $test() {
            let boards: &[Board] = &[$($board)?];
            catches($proof, &boards.concat(), $good, $bad);
        })+

        #[test]
        fn every_fault_replaces_a_text_that_is_emitted_once() {
            let mut verilog = HashMap::new();
            let others: Vec<&str> = [$(($proof, $good)),+]
                .into_iter()
                .filter(|(name, good)| {
                    let text = verilog.entry(*name).or_insert_with(|| proof(name).verilog());
                    text.matches(good).count() != 1
                })
                .map(|(_, good)| good)
                .collect();
            assert!(others.is_empty(), "{others:#?}");
        }
    };
}

faults! {
    a_fifo_that_overwrites_when_full_is_refuted: "byte_fifo", "store = write && ~full;" => "store = write;";
    a_fifo_that_skips_a_word_is_refuted: "byte_fifo",
        "read_pointer <= read_pointer + " => "read_pointer <= read_pointer + 1'b1 + ";
    a_fifo_that_does_not_flag_a_loss_is_refuted: "byte_fifo",
        "mark = write_error || lost;" => "mark = write_error;";
    a_store_that_selects_the_bank_too_early_is_refuted: "store",
        "word = word_bank ? word1 : word0;" => "word = fetched_bank ? word1 : word0;";
    a_store_that_writes_both_banks_is_refuted: "store",
        "if (write_enable && !write_address[2]) mem0" => "if (write_enable) mem0";
    a_receiver_that_samples_at_the_edge_is_refuted: "uart",
        ".half(state == RxState_Idle)" => ".half(1'b0)";
    a_receiver_that_drops_a_bit_is_refuted: "uart", "last_bit = 3'd7" => "last_bit = 3'd6";
    a_transmitter_without_stop_bit_is_refuted: "uart", "stop_bit = 4'd9" => "stop_bit = 4'd8";
    a_parser_that_writes_past_the_store_is_refuted: "parser",
        "write = put && ~full;" => "write = put;";
    a_parser_that_accepts_too_many_options_is_refuted: "parser",
        "full <= number == most_options;" => "full <= 1'b0;";
    a_parser_that_ignores_a_start_board_is_refuted: "parser",
        "else if (take && message_first) state" => "else if (1'b0) state";
    a_parser_that_waits_forever_is_refuted: "parser",
        "if (state == BoardState_Solve && core_done)" => "if (1'b0)";
    a_core_that_keeps_contradicting_options_is_refuted: "classic", "conflict = |difference;" => "conflict = 1'b0;";
    a_core_that_reports_uncertain_blanks_is_refuted: "classic",
        "always0 <= always0 & ~option;" => "always0 <= always0;";
    a_core_that_does_not_mark_rows_is_refuted: "parallel", ".mark(columns_fresh)" => ".mark(2'b00)";
    a_core_that_ignores_a_column_without_options_is_refuted: "parallel",
        "failed <= failed || rows_failed || columns_failed;" => "failed <= failed || rows_failed;";
    a_core_that_does_not_wait_for_its_columns_is_refuted: "parallel",
        "settled <= active && ~rows_waiting && ~columns_waiting;" => "settled <= active && ~rows_waiting;";
    a_core_that_answers_twice_is_refuted: "classic", "if (done || reset) begin" => "if (reset) begin";
    a_core_that_stops_two_visits_early_is_refuted: "classic",
        "ended = next_quiet == lines_left;" => "ended = next_quiet + line_one + line_one == lines_left;";
    a_core_that_keeps_equal_options_is_refuted: "classic",
        "differs = |difference;" => "differs = 1'b1;";
    a_core_that_does_not_wait_for_any_line_is_refuted: "parallel",
        "settled <= active && ~rows_waiting && ~columns_waiting;" => "settled <= active;";
    a_crc_with_another_polynomial_is_refuted: "crc13", "taps_6 = 8'd41" => "taps_6 = 8'd9";
    a_crc_of_seven_bits_of_a_byte_is_refuted: "crc13", "from[12:5] ^ data" => "from[12:5] ^ {data[7:1], 1'b0}";
    a_crc_that_ignores_its_seed_is_refuted: "crc13", "clear ? seed : crc" => "clear ? 13'b0 : crc";
    a_framer_that_keeps_half_a_message_of_a_packet_is_refuted: "framer", "if (byte_ready && byte_last)" => "if (1'b0)";
    an_assembler_that_marks_the_wrong_byte_is_refuted: "assembler", "byte_last <= ends;" => "byte_last <= 1'b1;";
    a_stream_that_offers_a_byte_in_a_reset_is_refuted: "stream",
        "if (reset) begin\n            byte_valid <= 1'b0;" => "if (1'b0) begin\n            byte_valid <= 1'b0;";
    a_stream_that_replaces_a_waiting_byte_is_refuted: "stream", "assign ready = ~byte_valid;" => "assign ready = 1'b1;";
    a_stream_that_changes_a_waiting_byte_is_refuted: "stream", "if (byte_ready) begin\n            held" => "if (byte_valid) begin\n            held";
    a_dispatcher_that_changes_the_core_within_a_packet_is_refuted: "dispatcher", "if (over) taken" => "taken";
    a_dispatcher_that_replaces_a_waiting_byte_is_refuted: "dispatcher", "loaded && (~valid || ready)" => "loaded";
    a_dispatcher_that_uses_a_core_that_is_not_connected_is_refuted: "dispatcher", "board_fifos_1_empty && connected[1]" => "board_fifos_1_empty";
    a_feeder_that_forgets_the_blank_between_blocks_is_refuted: "clue_parser", "colour_added == block_colour ? 8'd1" => "colour_added != block_colour ? 8'd1";
    a_feeder_that_passes_blocks_that_do_not_fit_is_refuted: "clue_parser", "fits <= sum <= {1'b0, length}" => "fits <= 1'b1";
    a_parser_that_forgets_the_planes_of_a_started_board_is_refuted: "clue_parser", "if (start) planes" => "planes";
    a_framer_whose_pause_timer_never_expires_is_refuted: "framer", "expired = timer == limit;" => "expired = 1'b0;";
    a_framer_that_drops_an_error_flag_is_refuted: "framer",
        "readable = ~mismatched && ~high_error && ~byte_error;" => "readable = ~mismatched && ~byte_error;";
    a_framer_that_drops_both_bytes_is_refuted: "framer", "have <= out_of_step;" => "have <= 1'b0;";
    a_framer_that_pairs_start_boards_across_other_messages_is_refuted: "framer",
        "message_begun <= is_start_board && ~message_begun;" => "message_begun <= is_start_board ? ~message_begun : message_begun;";
    a_parser_that_does_not_store_filled_cells_is_refuted: "parser",
        "value <= value | cell_bit;" => "value <= value;";
    a_parser_that_keeps_cells_of_the_previous_option_is_refuted: "parser", "value <= 2'd0;" => "value <= value;";
    a_parser_that_uses_the_last_of_three_start_boards_twice_is_refuted: "parser", "rows <= columns;" => "rows <= rows;";
    a_parser_that_ignores_a_check_is_refuted: "parser",
        "bad_check <= message_broken_check || ~message_crc_matches;" => "bad_check <= 1'b0;";
    a_parser_that_ignores_a_broken_check_is_refuted: "parser",
        "(message_check || message_broken_check)" => "message_check";
    a_parser_that_keeps_the_check_of_an_earlier_board_is_refuted: "parser", "seed <= 13'd0;" => "seed <= seed;";
    an_assembler_whose_check_starts_from_the_previous_one_is_refuted: "assembler", "first_sum <= seed;" => "first_sum <= first_sum;";
    an_assembler_that_sends_blanks_is_refuted: "assembler",
        "if (assigned[column])" => "if (1'b0)";
    an_assembler_that_omits_the_cells_of_a_stalled_board_is_refuted: "assembler",
        "last_status == stalled" => "1'b0";
    an_assembler_that_sends_columns_as_rows_is_refuted: "assembler", "cells_rows <= rows;" => "cells_rows <= columns;";
    an_engine_that_intersects_a_group_late_is_refuted: "engine", "twice >= groups_more" => "twice > groups_more";
    a_wide_engine_that_intersects_a_group_late_is_refuted: "wide_engine", "twice >= groups_more" => "twice > groups_more";
    an_engine_without_a_trailing_blank_is_refuted: "engine", "top_after = top;" => "top_after = 1'b0;";
    an_engine_that_reports_known_cells_as_new_is_refuted: "engine",
        "back_fresh = back_fresh | (met_back_0 & ~met_back_before_0);" => "back_fresh = back_fresh | met_back_0;";
    an_engine_that_misses_a_contradiction_is_refuted: "engine",
        "conflict = ~can_fill && ~can_blank;" => "conflict = ~can_fill && ~can_blank && ahead_lead;";
    an_engine_that_takes_an_optional_blank_as_mandatory_is_refuted: "colour_engine",
        "entered = states | between_0;\n        front_steps_passing_0[0] = entered;"
        => "entered = states & ~gaps_0 | between_0;\n        front_steps_passing_0[0] = states | between_0;";
    an_engine_that_takes_a_mandatory_blank_as_optional_is_refuted: "colour_engine",
        ".entered(front_steps_entered[i])"
        => ".entered(front_steps_entered[i] | (front_steps_entered[i] & ~(symbols_0 | symbols_1)) << 1)";
    an_engine_that_does_not_report_optional_blanks_is_refuted: "colour_engine",
        "can_blank || |(ahead_between_0 & behind_between_0)" => "can_blank";
    an_engine_that_swaps_colours_is_refuted: "colour_engine",
        "symbols_0 <= colour_symbols_0;\n            symbols_1 <= colour_symbols_1;"
        => "symbols_0 <= colour_symbols_1;\n            symbols_1 <= colour_symbols_0;";
    cells_that_are_read_without_forwarding_are_refuted: "cells",
        "wire written_cell = written_mask[index];" => "wire written_cell = 1'b0;";
    cells_that_use_a_row_mask_for_columns_are_refuted: "cells",
        "written_mask <= next_column ? columns_mask : rows_mask;" => "written_mask <= rows_mask;";
    cells_that_write_both_kinds_at_one_port_are_refuted: "cells",
        "column_place = position[0:0] ^ write_both;" => "column_place = position[0:0];";
    a_trail_that_pops_an_entry_twice_is_refuted: "trail", "pop ? top - 3'd3" => "pop ? top - 3'd2";
    a_trail_that_stores_the_new_entry_below_the_top_is_refuted: "trail", ".write_data(top_tag)" => ".write_data(tag)";
    a_trail_that_does_not_undo_a_plane_is_refuted: "colour_trail",
        "if (pop) words_2 <= word_memories_2_read_data;" => "";
    a_controller_that_probes_only_one_value_is_refuted: "control",
        "command_next_value = probed && when_values_left;" => "command_next_value = 1'b0 && when_values_left;";
    a_controller_that_continues_after_its_end_is_refuted: "control", "if (ends)" => "if (1'b0)";
    a_controller_that_takes_a_failed_dive_for_a_proof_is_refuted: "control",
        "fails = conflicts && certain && ~flags_in_dive;" => "fails = conflicts && certain;";
    a_controller_that_does_not_undo_a_failed_dive_is_refuted: "control",
        "command_abort && (flags_in_probe || flags_in_dive)" => "command_abort && flags_in_probe";
    a_controller_that_goes_on_with_a_full_trail_in_a_dive_is_refuted: "control",
        "(when_conflict || (when_full && flags_in_dive))" => "when_conflict";
    a_scheduler_that_does_not_mark_rows_is_refuted: "scheduler",
        "marked_rows <= rows_left | mark_rows;" => "marked_rows <= rows_left;";
    a_scheduler_that_loses_a_mark_as_a_visit_starts_is_refuted: "scheduler",
        "marked_columns <= columns_left | mark_columns;" => "marked_columns <= grant ? columns_left : columns_left | mark_columns;";
    a_scheduler_that_is_quiet_while_a_finding_is_gathered_is_refuted: "scheduler",
        "waiting || pipeline_settles || pipeline_gathers" => "waiting || pipeline_settles";
    a_scheduler_that_is_quiet_when_a_line_was_written_is_refuted: "scheduler", "(finding && |crossed)" => "1'b0";
    a_scheduler_that_starts_two_visits_at_once_is_refuted: "scheduler",
        "grant = wants[1] && ~granted;" => "grant = wants[1];";
    a_search_that_does_not_try_the_other_value_is_refuted: "verdict" on AMBIGUOUS,
        "command_find = solves && when_decided" => "command_find = 1'b0 && when_decided";
    a_search_that_keeps_a_solution_of_the_previous_board_is_refuted: "verdict" on UNIQUE, "found <= 1'b0;" => "found <= found;";
    a_search_that_leaves_undone_cells_set_is_refuted: "verdict" on AMBIGUOUS,
        "mask <= cell_mask & ~from_entry_kept;" => "mask <= cell_mask & from_entry_kept;";
    a_search_that_reports_a_first_solution_as_multiple_is_refuted: "verdict" on FIRST_SOLUTION,
        "status <= solved;" => "status <= multiple;";
    a_search_that_takes_a_row_entry_for_a_column_entry_is_refuted: "verdict" on AMBIGUOUS,
        "note_again <= |(entered_columns & finding_bit);" => "note_again <= |(entered_rows & finding_bit);";
}

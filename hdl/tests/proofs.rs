//! The proofs hold, each is about something (its cover is reached), and each finds the faults it is there for.

use nonogram_hdl::proofs::{PROOFS, Proof, ProofError};

fn proof(name: &str) -> &'static Proof {
    Proof::named(name).expect("in the table")
}

/// Proves and covers; `make prove` shows the lines.
fn holds(name: &str) {
    let proof = proof(name);
    let verilog = proof.verilog();
    let work = tempfile::tempdir().expect("a temporary folder");
    let checked = |what: &str, result: Result<(), ProofError>| match result {
        Ok(()) => println!("{name}: {what}"),
        Err(error) => panic!("{error}"),
    };
    checked(
        &format!("{}: proven, {:?}", proof.shows, proof.method),
        proof.prove(&verilog, work.path()),
    );
    checked("cover reached", proof.cover(&verilog, work.path()));
}

/// A fault, as a change of one place in the emitted Verilog, is refuted.
fn catches(name: &str, good: &str, bad: &str) {
    let proof = proof(name);
    let verilog = proof.verilog();
    assert_eq!(verilog.matches(good).count(), 1, "{name}: {good}");
    let work = tempfile::tempdir().expect("a temporary folder");
    let verdict = proof.prove(&verilog.replace(good, bad), work.path());
    match verdict {
        Err(ProofError::Refuted { finding, .. }) => println!("{name}: {bad}: {finding}"),
        other => panic!("{name}: {bad} for {good}: {other:?}"),
    }
}

/// One test a proof, named as it is.
macro_rules! proofs {
    ($($name:ident)+) => {
        $(#[test]
        fn $name() {
            holds(stringify!($name));
        })+

        #[test]
        fn every_proof_is_run() {
            assert_eq!(PROOFS.iter().map(|proof| proof.name).collect::<Vec<_>>(), [$(stringify!($name)),+]);
        }
    };
}

proofs!(byte_fifo store uart parser classic parallel);

/// One test a fault: its name, the proof, what the Verilog says, what it is made to say.
macro_rules! faults {
    ($($test:ident: $proof:literal, $good:literal => $bad:literal;)+) => {
        $(#[test]
        fn $test() {
            catches($proof, $good, $bad);
        })+
    };
}

faults! {
    a_fifo_that_overwrites_when_full: "byte_fifo", "store = write && ~full;" => "store = write;";
    a_fifo_that_skips_a_word: "byte_fifo",
        "read_pointer$d = read_pointer$q + one;" => "read_pointer$d = read_pointer$q + one + one;";
    a_fifo_that_forgets_a_loss: "byte_fifo",
        "mark = write_error || lost$q;" => "mark = write_error;";
    a_store_that_takes_the_bank_too_early: "store",
        "word = word_bank ? word1 : word0;" => "word = fetched_bank ? word1 : word0;";
    a_store_that_writes_both_banks: "store",
        "if (write_enable && !write_address[2]) begin" => "if (write_enable) begin";
    a_receiver_that_samples_at_the_edge: "uart",
        "divider$half = state$q == RxState$Idle;" => "divider$half = 1'b0;";
    a_receiver_that_drops_a_bit: "uart", "localparam  last_bit = 3'b111;" => "localparam  last_bit = 3'b110;";
    a_transmitter_without_stop_bit: "uart", "localparam  stop_bit = 4'h9;" => "localparam  stop_bit = 4'h8;";
    a_parser_that_writes_past_the_store: "parser",
        "put$q && ~store_full$q" => "put$q";
    a_parser_that_takes_an_option_too_many: "parser",
        "options_full$d = options$q == most_options;" => "options_full$d = 1'b0;";
    a_parser_that_ignores_a_start_board: "parser",
        "state$d = ParserState$Columns;" => "state$d = state$q;";
    a_parser_that_waits_for_ever: "parser",
        "if ((state$q == ParserState$Wait) && core_done)" => "if (1'b0)";
    a_core_that_forgets_what_is_known: "classic", "conflict = |difference;" => "conflict = 1'b0;";
    a_core_that_takes_the_first_option_for_all: "classic",
        "always0$d = always0$q & ~option;" => "always0$d = always0$q;";
    a_core_that_does_not_mark_rows: "parallel", "rows$mark = columns$fresh;" => "rows$mark = 2'b00;";
    a_core_that_overlooks_a_column_without_option: "parallel",
        "failed$d = failed$q || rows$failed || columns$failed;" => "failed$d = failed$q || rows$failed;";
    a_core_that_does_not_wait_for_its_columns: "parallel",
        "settled$d = active$q && ~rows$waiting && ~columns$waiting;" => "settled$d = active$q && ~rows$waiting;";
    a_core_that_answers_twice: "classic", "if (ended || reset) begin" => "if (reset) begin";
}

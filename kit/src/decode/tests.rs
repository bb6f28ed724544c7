//! Tests of decoding: texts and notes of items, truncated replies, search requests, and options that match no clue.

use nonogram_protocol::{LineOption, ReplyStream};

use super::*;

/// A reply with this status to a board of one cell; if the status has cells, the cell is filled.
fn reply(status: Status) -> Vec<u8> {
    ReplyStream::new(1, 1, &[Some(1)], status).bytes().collect()
}

/// The items decoded from some bytes, and the error message, if any.
fn decoded(bytes: &[u8]) -> (Vec<Item>, Option<String>) {
    let mut items = Vec::new();
    let end = decode(bytes, &[], &mut |_| (), |item| {
        items.push(item);
        Ok(())
    });
    let wrong = end.err().map(|failure| match failure {
        Failure::Error(_, error) => format!("{error:#}"),
        other => panic!("{other:?}"),
    });
    (items, wrong)
}

#[test]
fn pictures_are_printed_and_statuses_other_than_solved_are_noted() {
    for (status, text, is_noted) in [
        (Status::Solved, "#\n", false),
        (Status::Stalled, "#\n", true),
        (Status::Unsolvable, "", true),
        (Status::TooLarge, "", true),
    ] {
        let (items, wrong) = decoded(&reply(status));
        assert_eq!((items.len(), wrong), (1, None));
        assert_eq!(
            (items[0].text().as_str(), items[0].note().is_some()),
            (text, is_noted)
        );
    }
}

#[test]
fn truncated_reply_is_reported_with_the_number_of_identities_before_it() {
    let identity = nonogram_verilog::BUILDS[0]
        .identity(&nonogram_verilog::Parameters::default())
        .bytes();
    let solved = reply(Status::Solved);
    let half = &solved[..solved.len() - 2];
    let (items, wrong) = decoded(&[&solved[..], half].concat());
    let wrong = wrong.expect("an error for the truncated reply");
    assert_eq!(items.len(), 1);
    assert!(
        wrong.contains("bad reply") && !wrong.contains("identity"),
        "{wrong}"
    );
    let (items, wrong) = decoded(&[&identity[..], &solved, half].concat());
    assert_eq!(items.len(), 2);
    assert!(
        wrong
            .expect("an error for the truncated reply")
            .contains("exclude identity replies (1)")
    );
}

#[test]
fn search_request_of_a_clue_board_is_noted() {
    let text = |mode, limit| request_text(SearchRequest { mode, limit });
    assert_eq!(text(SearchMode::Proof, 0), None);
    assert_eq!(
        text(SearchMode::FirstSolution, 0).as_deref(),
        Some("the board requests a first solution")
    );
    assert_eq!(
        text(SearchMode::LineLogic, 3).as_deref(),
        Some("the board requests line logic alone, at most 3072 cycles")
    );
}

#[test]
fn options_that_match_no_clue_are_printed_one_by_one() {
    // A row with one of the two options of its clue, a column with the only option of its clue, and a column with options of two clues.
    let lines: [&[&[bool]]; 3] = [&[&[true, false]], &[&[true]], &[&[false], &[true]]];
    let board = BoardMessage {
        rows: 1,
        columns: 2,
        lines: lines
            .iter()
            .map(|options| {
                options
                    .iter()
                    .map(|cells| LineOption::new(cells.to_vec()))
                    .collect()
            })
            .collect(),
        check: None,
    };
    let text = Item::Board(board).text();
    assert_eq!(text, "row 1: #-\ncolumn 1: #\ncolumn 2: - #\n");
}

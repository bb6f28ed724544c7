//! Clue boards and packed replies: golden listings, requests, the sizes of the largest boards, restarts, and errors.

use nonogram_protocol::{
    BlockPair, BoardEvent, CANCEL, ClueBoard, ClueDecoder, ClueStream, EncodeError, MAX_LIMIT,
    Message, ReplyStream, SearchMode, SearchRequest, Status, decode_clue_board, decode_reply, list,
};

fn bytes(messages: &[Message]) -> Vec<u8> {
    messages
        .iter()
        .flat_map(|message| message.to_bytes())
        .collect()
}

fn listing(bytes: impl IntoIterator<Item = u8>) -> String {
    list(bytes).map(|line| format!("{line}\n")).collect()
}

fn pair(first: u8, second: u8, last: bool) -> Message {
    let pair = BlockPair {
        first,
        second,
        last,
    };
    Message::Cells(pair.payload())
}

/// Two rows by three columns: `#-#` over `---`.
const ROWS: [&[usize]; 2] = [&[1, 1], &[]];
const COLUMNS: [&[usize]; 3] = [&[1], &[0], &[1]];

#[test]
fn small_clue_board_encodes_to_the_golden_listing() {
    let request = SearchRequest {
        mode: SearchMode::FirstSolution,
        limit: 1000,
    };
    let stream = ClueStream::new(&ROWS, &COLUMNS).unwrap();
    let stream = stream.with_request(request).with_check(true);
    insta::assert_snapshot!(listing(stream.bytes()), @"
     1  e004  start board 2
     2  e006  start board 3
     3  4102  request 0x0102
     4  4207  request 0x0207
     5  4268  request 0x0268
     6  8083  cells 0x0083
     7  8001  cells 0x0001
     8  8081  cells 0x0081
     9  8001  cells 0x0001
    10  8081  cells 0x0081
    11  6758  check 0x0758
    12  0000  end board 0
    ");
}

#[test]
fn request_replaces_the_previous_request() {
    let stream = || ClueStream::new(&ROWS, &COLUMNS).unwrap();
    let of = |mode, limit| SearchRequest { mode, limit };
    let long = of(SearchMode::LineLogic, MAX_LIMIT);
    let none = SearchRequest::default();
    let again = stream().with_request(long).with_request(none);
    assert!(again.eq(stream()));
    let short = of(SearchMode::FirstSolution, 3);
    let last = stream().with_request(long).with_request(short);
    let last = last.with_request(long).with_request(short);
    assert!(last.eq(stream().with_request(short)));
}

#[test]
fn start_board_restarts_a_board_cut_off_after_any_message() {
    for mode in [SearchMode::LineLogic, SearchMode::default()] {
        let request = SearchRequest { mode, limit: 0 };
        let stream = ClueStream::new(&ROWS, &COLUMNS).unwrap();
        let stream = stream.with_request(request).with_check(true);
        check_restart_after_every_message(&stream.bytes().collect::<Vec<u8>>());
    }
}

fn check_restart_after_every_message(whole: &[u8]) {
    let board = decode_clue_board(whole.to_vec()).unwrap();
    for cut in (2..whole.len()).step_by(2) {
        let mut decoder = ClueDecoder::new();
        let events: Vec<BoardEvent<ClueBoard>> = whole[..cut]
            .iter()
            .chain(whole)
            .filter_map(|&byte| decoder.push(byte).unwrap())
            .collect();
        let expected = [BoardEvent::Restarted, BoardEvent::Board(board.clone())];
        // If the board is cut off after its two start boards, each of the next two start boards restarts the board.
        let restarts = if cut == 4 { 2 } else { 1 };
        assert_eq!(
            events[events.len() - 2..],
            expected,
            "cut off after {cut} bytes"
        );
        assert_eq!(events.len(), restarts + 1, "cut off after {cut} bytes");
    }
}

#[test]
fn packed_replies_have_a_known_plane_only_with_unknown_cells() {
    let mut cells = [Some(false); 14];
    cells[0] = Some(true);
    cells[11] = Some(true);
    cells[12] = Some(true);
    let reply = |cells: &[Option<bool>], status| -> Vec<u8> {
        let stream = ReplyStream::new(2, 7, cells, status);
        stream
            .with_packed_cells(true)
            .with_seed(Some(0))
            .bytes()
            .collect()
    };
    insta::assert_snapshot!(listing(reply(&cells, Status::Multiple)), @"
    1  e004  start board 2
    2  e00e  start board 7
    3  9002  cells 0x1002
    4  9000  cells 0x1000
    5  7566  check 0x1566
    6  000e  end board 7
    ");
    cells[13] = None;
    insta::assert_snapshot!(listing(reply(&cells, Status::Stalled)), @"
    1  e004  start board 2
    2  e00e  start board 7
    3  9002  cells 0x1002
    4  9000  cells 0x1000
    5  9fff  cells 0x1fff
    6  9001  cells 0x1001
    7  6740  check 0x0740
    8  0004  end board 2
    ");
    insta::assert_snapshot!(listing(reply(&cells, Status::Unsolvable)), @"
    1  e004  start board 2
    2  e00e  start board 7
    3  7970  check 0x1970
    4  0002  end board 1
    ");
}

#[test]
fn worst_boards_have_the_documented_sizes() {
    for (side, there, back) in [(11, 140, 30), (32, 1032, 180)] {
        let clues = vec![vec![1; usize::div_ceil(side, 2)]; side];
        let stream = ClueStream::new(&clues, &clues).unwrap().with_check(true);
        assert_eq!(stream.byte_count(), there);
        assert_eq!(stream.bytes().count() as u64, there);
        let cells = vec![Some(true); side * side];
        let reply = ReplyStream::new(side as u16, side as u16, &cells, Status::Solved);
        let reply = reply.with_seed(Some(0)).with_packed_cells(true);
        assert_eq!(reply.bytes().count(), back);
    }
}

#[test]
fn boards_that_cannot_be_sent_are_refused() {
    let error = ClueStream::new(&[vec![1], vec![64]], &[vec![1]]).unwrap_err();
    insta::assert_snapshot!(error, @"row 2: a block of 64 cells cannot be sent; expected at most 63");
    let error = ClueStream::new(&[] as &[Vec<usize>], &[vec![1]]).unwrap_err();
    assert_eq!(
        error,
        EncodeError::Size {
            rows: 0,
            columns: 1
        }
    );
}

#[test]
fn clue_board_errors_name_the_message() {
    use Message::{Check, EndBoard, NextOption, Request, StartBoard, StartLine};
    let open = [StartBoard(1), StartBoard(2)];
    let after = |rest: &[Message]| decode_clue_board(bytes(&[&open[..], rest].concat()));
    let lines = [
        after(&[]),
        after(&[StartLine]),
        after(&[NextOption]),
        after(&[Request(0x103)]),
        after(&[
            Request(0x21f),
            Request(0x27f),
            Request(0x27f),
            Request(0x27f),
            Request(0x200),
        ]),
        after(&[pair(1, 0, false), Request(0x101)]),
        after(&[pair(1, 1, true)]),
        after(&[pair(0, 1, false), pair(1, 0, true)]),
        after(&[pair(2, 0, true), pair(2, 0, true)]),
        after(&[pair(2, 0, true), EndBoard(0)]),
        after(&[
            pair(2, 0, true),
            pair(1, 0, true),
            pair(1, 0, false),
            EndBoard(0),
        ]),
        after(&[
            pair(2, 0, true),
            pair(1, 0, true),
            pair(1, 0, true),
            pair(1, 0, true),
        ]),
        after(&[
            pair(2, 0, true),
            pair(1, 0, true),
            pair(1, 0, true),
            Check(0),
            Check(0),
        ]),
        after(&[
            pair(2, 0, true),
            pair(1, 0, true),
            pair(1, 0, true),
            CANCEL,
            CANCEL,
        ]),
    ]
    .map(|result| result.unwrap_err().to_string());
    insta::assert_snapshot!(lines.join("\n"), @"
    message 3 (byte offset 4): the stream ends here; expected a request, or cells with the blocks of row 1
    message 3 (byte offset 4): start line found; expected a request, or cells with the blocks of row 1
    message 3 (byte offset 4): next option found; expected a request, or cells with the blocks of row 1
    message 3 (byte offset 4): request 0x0103 is unknown, or makes the limit longer than 26 bits; expected a mode (0x0100 to 0x0102) or a digit of a limit (0x0200 to 0x027f)
    message 7 (byte offset 12): request 0x0200 is unknown, or makes the limit longer than 26 bits; expected a mode (0x0100 to 0x0102) or a digit of a limit (0x0200 to 0x027f)
    message 4 (byte offset 6): request 0x0101 found; expected cells with the blocks of row 1
    message 3 (byte offset 4): row 1: the blocks need 3 cells; expected at most 2
    message 4 (byte offset 6): row 1: the blocks need 3 cells; expected at most 2
    message 4 (byte offset 6): column 1: the blocks need 2 cells; expected at most 1
    message 4 (byte offset 6): end board 0 found; expected cells with the blocks of column 1
    message 6 (byte offset 10): end board 0 found; expected cells with the blocks of column 2
    message 6 (byte offset 10): cells 0x0081 found; expected check, or end board 0
    message 7 (byte offset 12): check 0x0000 found; expected end board 0
    message 7 (byte offset 12): bytes follow the end board; expected the stream to end there
    ");
}

#[test]
fn packed_reply_errors_name_the_message() {
    use Message::{Assignment, Cells, Check, EndBoard, StartBoard};
    let open = [StartBoard(2), StartBoard(7)];
    let after = |rest: &[Message]| decode_reply(bytes(&[&open[..], rest].concat()));
    let cell = Assignment {
        index: 0,
        value: true,
    };
    let lines = [
        after(&[Cells(1)]),
        after(&[Cells(0), EndBoard(0)]),
        after(&[Cells(0), Check(0)]),
        after(&[Cells(0), Cells(1)]),
        after(&[Cells(0), cell]),
        after(&[cell, Cells(0)]),
        after(&[Cells(0), Cells(0x400)]),
        after(&[Cells(0), Cells(0x800), Cells(0)]),
        after(&[Cells(0), Cells(0), Cells(1), EndBoard(2)]),
        after(&[Cells(0), Cells(0), Cells(1), Cells(1), Cells(1)]),
        after(&[Cells(2), Cells(0), Cells(1), Cells(1), EndBoard(2)]),
        after(&[Cells(0), Cells(0), Cells(1), Cells(1), EndBoard(7)]),
        after(&[Cells(0), Cells(0), EndBoard(1)]),
    ]
    .map(|result| result.unwrap_err().to_string());
    insta::assert_snapshot!(lines.join("\n"), @r#"
    message 3 (byte offset 4): cells 0x0001 found; expected an assignment, cells with value 0, a check, or end board
    message 4 (byte offset 6): end board 0 found; expected cells with value 0
    message 4 (byte offset 6): check 0x0000 found; expected cells with value 0
    message 4 (byte offset 6): cells 0x0001 found; expected cells with value 0
    message 4 (byte offset 6): assignment 0 = 1 found; expected cells with value 0
    message 4 (byte offset 6): cells 0x0000 found; expected an assignment, a check, or end board
    message 4 (byte offset 6): cell 14 is outside the line or picture; expected an index below 14
    message 5 (byte offset 8): cells 0x0000 found; expected cells with value 1, a check, or end board
    message 6 (byte offset 10): end board 2 found; expected cells with value 1
    message 7 (byte offset 12): cells 0x0001 found; expected a check, or end board
    message 7 (byte offset 12): cell 11 is filled but not known; expected every filled cell to be known
    message 7 (byte offset 12): end board 7 found after 0 of 14 cells; expected every cell first
    message 5 (byte offset 8): status "unsolvable" with cells (14 of them); expected none with this status
    "#);
}

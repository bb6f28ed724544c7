//! Clue boards and packed replies: golden listings, requests, the sizes of the largest boards, restarts, and errors.

use nonogram_protocol::{
    Block, BlockPair, CANCEL, ClueBoard, ClueStream, EncodeError, Message, OneBlock, ReplyStream,
    SearchMode, SearchRequest, Status, decode_clue_board, decode_reply,
};

use crate::{bytes, listing};

fn pair(first: u8, second: u8, last: bool) -> Message {
    let pair = BlockPair { first, second, last };
    Message::Cells(pair.payload())
}

/// Two rows by three columns: `#-#` over `---`.
const ROWS: [&[usize]; 2] = [&[1, 1], &[]];
const COLUMNS: [&[usize]; 3] = [&[1], &[0], &[1]];

#[test]
fn small_clue_board_encodes_to_the_golden_listing() {
    let request = SearchRequest { mode: SearchMode::FirstSolution, limit: 1000 };
    let stream = ClueStream::new(&ROWS, &COLUMNS).unwrap();
    let stream = stream.with_request(request).with_check(true);
    insta::assert_snapshot!(listing(stream.bytes()), @"
     1  e004  start board 2
     2  e006  start board 3
     3  4102  request 0x0102 (first solution)
     4  4207  request 0x0207 (digit 7 of the limit)
     5  4268  request 0x0268 (digit 104 of the limit)
     6  8083  cells 0x0083
     7  8001  cells 0x0001
     8  8081  cells 0x0081
     9  8001  cells 0x0001
    10  8081  cells 0x0081
    11  6758  check 0x0758
    12  0000  end board 0
    ");
}

/// One row by four columns, in two colours: `aab-`.
const COLOURED: [&[Block]; 5] = [
    &[of_colour(2, 1), of_colour(1, 2)],
    &[of_colour(1, 1)],
    &[of_colour(1, 1)],
    &[of_colour(1, 2)],
    &[],
];

const fn of_colour(length: usize, colour: u8) -> Block {
    Block { length, colour }
}

#[test]
fn coloured_board_encodes_to_the_golden_listing() {
    let request = SearchRequest { mode: SearchMode::LineLogic, limit: 0 };
    let stream = ClueStream::coloured(&COLOURED[..1], &COLOURED[1..], 2).unwrap();
    let stream = stream.with_request(request).with_check(true);
    let reply = ReplyStream::new(1, 4, &[Some(1), Some(1), Some(2), None], Status::Stalled);
    let reply = reply.with_packed_colours(2);
    insta::assert_snapshot!(listing(stream.bytes().chain(reply.bytes())), @r#"
     1  e002  start board 1
     2  e008  start board 4
     3  4101  request 0x0101 (line logic)
     4  4302  request 0x0302 (2 colours)
     5  8082  cells 0x0082 (block of 2, colour 1)
     6  8005  cells 0x0005 (block of 1, colour 2, ends the line)
     7  8003  cells 0x0003 (block of 1, colour 1, ends the line)
     8  8003  cells 0x0003 (block of 1, colour 1, ends the line)
     9  8005  cells 0x0005 (block of 1, colour 2, ends the line)
    10  8001  cells 0x0001 (no block, ends the line)
    11  7c20  check 0x1c20
    12  0000  end board 0
    13  e002  start board 1
    14  e008  start board 4
    15  8400  cells 0x0400
    16  9800  cells 0x1800
    17  9c01  cells 0x1c01
    18  0004  end board 2
    "#);
}

#[test]
fn packed_replies_have_a_known_plane_only_with_unknown_cells() {
    let mut cells = [Some(0); 14];
    cells[0] = Some(1);
    cells[11] = Some(1);
    cells[12] = Some(1);
    let reply = |cells: &[Option<u8>], status| -> Vec<u8> {
        let stream = ReplyStream::new(2, 7, cells, status);
        stream.with_packed_cells(true).with_seed(Some(0)).bytes().collect()
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
        assert_eq!(stream.size().bytes, there);
        assert_eq!(stream.bytes().count() as u64, there);
        let cells = vec![Some(1); side * side];
        let reply = ReplyStream::new(side as u16, side as u16, &cells, Status::Solved);
        let reply = reply.with_seed(Some(0)).with_packed_cells(true);
        assert_eq!(reply.bytes().count(), back);
    }
}

#[test]
fn boards_that_cannot_be_sent_are_refused() {
    let error = ClueStream::new(&[vec![1], vec![65]], &[vec![1]]).unwrap_err();
    insta::assert_snapshot!(error, @"row 2: a block of 65 cells cannot be sent; expected at most 64");
    let coloured = |colours| {
        let stream = ClueStream::coloured(&COLOURED[..1], &COLOURED[1..], colours);
        stream.unwrap_err().to_string()
    };
    insta::assert_snapshot!([0, 1, 8].map(coloured).join("\n"), @r#"
    a board of 0 colours cannot be sent in this form; expected 1 to 7
    row 1: a block of colour 2; expected 1 to 1
    a board of 8 colours cannot be sent in this form; expected 1 to 7
    "#);
    let error = ClueStream::new(&[] as &[Vec<usize>], &[vec![1]]).unwrap_err();
    assert_eq!(error, EncodeError::Size { rows: 0, columns: 1 });
}

fn block(length: usize, colour: u8, last: bool) -> Message {
    let block = Some(of_colour(length, colour));
    Message::Cells(OneBlock { block, last }.payload())
}

/// The board of 1 x 2 cells with these messages between its start boards and its end board, or the fault of a message.
fn one_by_two(middle: &[Message]) -> Result<ClueBoard, String> {
    let open = [Message::StartBoard(1), Message::StartBoard(2)];
    let board = bytes(&[&open[..], middle, &[Message::EndBoard(0)]].concat());
    decode_clue_board(board).map_err(|error| error.fault)
}

/// The board with these messages, then lines with a block of colour 1 in each.
fn with_lines(first: &[Message]) -> Result<ClueBoard, String> {
    let lines = [block(2, 1, true), block(1, 1, true), block(1, 1, true)];
    one_by_two(&[first, &lines].concat())
}

#[test]
fn board_may_state_one_colour() {
    let board = with_lines(&[Message::Request(0x301)]).unwrap();
    let plain = one_by_two(&[pair(2, 0, true), pair(1, 0, true), pair(1, 0, true)]).unwrap();
    assert_eq!(board, plain);
}

#[test]
fn wrong_numbers_of_colours_and_coloured_blocks_are_refused() {
    let colours = Message::Request(0x302);
    let blank = |last| Message::Cells(OneBlock { block: None, last }.payload());
    let mut faults = [0x300, 0x308].map(|n| with_lines(&[Message::Request(n)])).to_vec();
    faults.push(with_lines(&[colours; 2]));
    faults.push(one_by_two(&[pair(1, 0, false), colours]));
    for (length, colour) in [(2, 0), (1, 3), (1, 8), (1, 63)] {
        faults.push(one_by_two(&[colours, block(length, colour, true)]));
    }
    faults.push(one_by_two(&[colours, blank(false), blank(true)]));
    faults.push(one_by_two(&[colours, block(1, 1, false), blank(true)]));
    // Blocks of different colours need no blank: only the columns are missing in the last board.
    faults.push(one_by_two(&[colours, block(1, 1, false), block(1, 1, true)]));
    faults.push(one_by_two(&[colours, block(1, 1, false), block(1, 2, true)]));
    let faults: Vec<String> = faults.into_iter().map(Result::unwrap_err).collect();
    insta::assert_snapshot!(faults.join("\n"));
    let board = one_by_two(&[colours, blank(true), blank(true), blank(true)]).unwrap();
    assert_eq!(board.clues, vec![vec![]; 3]);
}

#[test]
fn clue_board_errors_name_the_message() {
    use Message::{Check, EndBoard, NextOption, Request, StartBoard, StartLine};
    let open = [StartBoard(1), StartBoard(2)];
    let after = |rest: &[Message]| decode_clue_board(bytes(&[&open[..], rest].concat()));
    let (row, column) = (pair(2, 0, true), pair(1, 0, true));
    let (first, next) = (Request(0x21f), Request(0x27f));
    let lines = [
        after(&[]),
        after(&[StartLine]),
        after(&[NextOption]),
        after(&[Request(0x103)]),
        after(&[first, next, next, next, Request(0x200)]),
        after(&[pair(1, 0, false), Request(0x101)]),
        after(&[pair(1, 1, true)]),
        after(&[pair(0, 1, false), column]),
        after(&[row, row]),
        after(&[row, EndBoard(0)]),
        after(&[row, column, pair(1, 0, false), EndBoard(0)]),
        after(&[row, column, column, column]),
        after(&[row, column, column, Check(0), Check(0)]),
        after(&[row, column, column, CANCEL, CANCEL]),
    ]
    .map(|result| result.unwrap_err().to_string());
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn packed_reply_errors_name_the_message() {
    use Message::{Assignment, Cells, Check, EndBoard, StartBoard};
    let open = [StartBoard(2), StartBoard(7)];
    let after = |rest: &[Message]| decode_reply(bytes(&[&open[..], rest].concat()));
    let cell = Assignment { index: 0, value: true };
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
    insta::assert_snapshot!(lines.join("\n"));
}

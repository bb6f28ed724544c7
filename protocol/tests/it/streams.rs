//! Boards of options and their replies: golden listings, the sizes of the largest boards, checks, decoded clues and cells, restarts,
//! and errors.

use nonogram_protocol::{
    BoardMessage, BoardStream, Body, BuildIdentity, ClueLines, ClueStream, CoreKind, DecodeError,
    EncodeError, LineOption, Message, OptionLines, Received, ReplyDecoder, ReplyStream, SearchMode,
    SearchRequest, Status, StreamDecoder, decode_board, decode_reply, wire_seconds,
};

use crate::{bytes, listing};

/// Two rows by three columns: `#-#` over `-#-`.
const ROWS: [&[usize]; 2] = [&[1, 1], &[1]];
const COLUMNS: [&[usize]; 3] = [&[1], &[1], &[1]];

#[test]
fn small_board_encodes_to_the_golden_listing() {
    let stream = BoardStream::new(&ROWS, &COLUMNS).unwrap();
    insta::assert_snapshot!(listing(stream.bytes()));
}

#[test]
fn small_board_with_check_encodes_to_the_golden_listing() {
    // The first row is full, the second blank. The clue of the second column is too long for its line, which therefore has no option.
    let rows: [&[usize]; 2] = [&[2], &[0]];
    let columns: [&[usize]; 2] = [&[1], &[1, 1]];
    let stream = BoardStream::new(&rows, &columns).unwrap().with_check(true);
    let whole: Vec<u8> = stream.bytes().collect();
    insta::assert_snapshot!(listing(whole.clone()));
    let board = decode_board(whole).unwrap();
    let options: Vec<usize> = board.lines.iter().map(Vec::len).collect();
    assert_eq!(options, [1, 1, 2, 0]);
}

#[test]
fn replies_encode_to_the_golden_listings() {
    let cells = [Some(1), None, Some(0), None, None, Some(1)];
    let stalled = ReplyStream::new(2, 3, &cells, Status::Stalled).with_seed(Some(0));
    insta::assert_snapshot!(listing(stalled.bytes()), @"
    1  e004  start board 2
    2  e006  start board 3
    3  a001  assignment 0 = 1
    4  a004  assignment 2 = 0
    5  a00b  assignment 5 = 1
    6  7937  check 0x1937
    7  0004  end board 2
    ");
    // A status without a picture sends no cells.
    let unsolvable = ReplyStream::new(2, 3, &cells, Status::Unsolvable);
    insta::assert_snapshot!(listing(unsolvable.bytes()), @"
    1  e004  start board 2
    2  e006  start board 3
    3  0002  end board 1
    ");
}

#[test]
fn half_a_message_is_listed() {
    insta::assert_snapshot!(listing([0xe0, 0x16, 0xe0]), @"
    1  e016  start board 11
    2  e0--  half a message
    ");
}

#[test]
fn worst_boards_have_the_documented_sizes() {
    let clues = [[1usize, 1, 1]; 11];
    let stream = BoardStream::new(&clues, &clues).unwrap();
    let size = stream.size();
    assert_eq!(size.most_options, 84);
    assert_eq!(size.store_words, 1870);
    assert_eq!(size.bytes, 44_402);
    assert_eq!(stream.bytes().count(), 44_402);
    // A byte takes ten bits on the wire.
    assert!((wire_seconds(size.bytes, 9600) - 46.252).abs() < 0.001);

    let clues = [[1usize, 1, 1, 1, 1]; 16];
    let size = BoardStream::new(&clues, &clues).unwrap().size();
    assert_eq!((size.most_options, size.store_words), (792, 25_376));
}

#[test]
fn sizes_beyond_64_bits_saturate() {
    // More options than fit into 64 bits: the size saturates, and streaming still starts.
    let clues = vec![vec![1usize; 1000]; 4095];
    let stream = BoardStream::new(&clues, &clues).unwrap();
    assert_eq!((stream.size().most_options, stream.size().bytes), (u64::MAX, u64::MAX));
    let begins = [Message::StartBoard(4095), Message::StartBoard(4095), Message::StartLine];
    assert!(stream.messages().take(3).eq(begins));
}

#[test]
fn boards_without_lines_or_with_too_many_are_refused() {
    let error = BoardStream::new(&vec![[1usize]; 4096], &[[1usize]]).unwrap_err();
    assert_eq!(error, EncodeError::Size { rows: 4096, columns: 1 });
    insta::assert_snapshot!(error, @"a board of 4096 x 1 cannot be sent; expected 1 to 4095 rows and columns");
    assert!(BoardStream::new(&[], &[[1usize]]).is_err());
}

#[test]
fn check_that_does_not_match_is_reported() {
    let mut board: Vec<u8> =
        BoardStream::new(&ROWS, &COLUMNS).unwrap().with_check(true).bytes().collect();
    assert_eq!(decode_board(board.clone()).unwrap().check, Some(true));
    let check = board.len() - 3;
    board[check] ^= 1;
    assert_eq!(decode_board(board).unwrap().check, Some(false));

    let cells = [Some(1)];
    let stream = ReplyStream::new(1, 1, &cells, Status::Solved).with_seed(Some(0x0abc));
    let mut reply: Vec<u8> = stream.bytes().collect();
    assert_eq!(decode_reply(reply.clone()).unwrap().seed, Some(0x0abc));
    reply[5] ^= 1;
    let seed = decode_reply(reply).unwrap().seed;
    assert!(seed.is_some() && seed != Some(0x0abc), "{seed:?}");
}

#[test]
fn board_without_all_options_of_a_clue_has_no_clues() {
    // The clues of a board of 1 x 3 whose row has these options; the only option of each column is a filled cell.
    let clues = |row: &[[bool; 3]]| {
        let option = |cells: &[bool]| LineOption::new(cells.to_vec());
        let row = row.iter().map(|cells| option(cells)).collect();
        let lines = vec![row, vec![option(&[true])], vec![option(&[true])], vec![option(&[true])]];
        BoardMessage { rows: 1, columns: 3, lines, check: None }.clues()
    };
    let [left, middle, right] = [[true, false, false], [false, true, false], [false, false, true]];
    let all = Some(vec![vec![1]; 4]);
    assert_eq!(clues(&[left, middle, right]), all);
    assert_eq!(clues(&[right, left, middle]), all);
    assert_eq!(clues(&[left, middle]), None, "an option is missing");
    assert_eq!(clues(&[left, middle, middle]), None, "an option is missing, another repeated");
    assert_eq!(clues(&[left, middle, right, right]), None, "every option, one of them repeated");
    assert_eq!(clues(&[left, middle, [true; 3]]), None, "an option of another clue");
}

/// The outputs for these bytes in sequence, and the number of restarts.
fn decoded<B: Body>(bytes: impl Iterator<Item = u8>) -> (Vec<B::Output>, usize) {
    let mut decoder = StreamDecoder::<B>::new();
    let (mut whole, mut restarts) = (Vec::new(), 0);
    for byte in bytes {
        whole.extend(decoder.push(byte).unwrap());
        restarts += usize::from(decoder.is_restart());
    }
    (whole, restarts)
}

/// A board that is cut off after any of its messages does not affect the next one.
fn check_restarts<B: Body>(board: Vec<u8>)
where
    B::Output: PartialEq + std::fmt::Debug,
{
    let (expected, _) = decoded::<B>(board.iter().copied());
    for cut in (2..board.len()).step_by(2) {
        let (found, restarts) = decoded::<B>(board[..cut].iter().chain(&board).copied());
        assert_eq!(found, expected, "cut off after {cut} bytes");
        // Of consecutive start boards the last two hold the size, so each one after the second is a restart.
        let expected = if cut == 4 { 2 } else { 1 };
        assert_eq!(restarts, expected, "cut off after {cut} bytes");
    }
}

#[test]
fn a_start_board_restarts_the_board() {
    let options = BoardStream::new(&ROWS, &COLUMNS).unwrap();
    check_restarts::<OptionLines>(options.bytes().collect());
    check_restarts::<OptionLines>(options.with_check(true).bytes().collect());
    for mode in [SearchMode::LineLogic, SearchMode::default()] {
        let request = SearchRequest { mode, limit: 0 };
        let clues = ClueStream::new(&ROWS, &COLUMNS).unwrap().with_request(request);
        check_restarts::<ClueLines>(clues.with_check(true).bytes().collect());
    }
}

#[test]
fn identities_are_told_from_replies() {
    let identity = BuildIdentity {
        core: CoreKind::Clue.number(),
        lanes: 8,
        version: [0, 3, 0],
        binds_replies: true,
        side: 32,
        most_options: 0,
        colours: 1,
        store_words: 0,
        clock_khz: 50_000,
        baud: 9600,
    };
    // A device rejects an empty board with a reply of the same size.
    let malformed: Vec<u8> = ReplyStream::new(0, 0, &[], Status::Malformed).bytes().collect();
    let solved: Vec<u8> = ReplyStream::new(1, 1, &[Some(1)], Status::Solved).bytes().collect();
    let stream = [&identity.bytes()[..], &malformed, &solved, &identity.bytes()].concat();
    let reply = |bytes: Vec<u8>| Received::Reply(decode_reply(bytes).unwrap());
    let own = Received::Identity(identity);
    let expected = [own.clone(), reply(malformed), reply(solved), own];
    assert_eq!(decoded::<nonogram_protocol::ReplyCells>(stream.iter().copied()).0, expected);

    let mut decoder = ReplyDecoder::new();
    let own = identity.bytes();
    for &byte in &own[..own.len() - 1] {
        assert_eq!(decoder.push(byte), Ok(None));
        assert!(decoder.may_be_identity());
    }
    assert!(decode_reply(own).unwrap_err().fault.contains("expected the reply to a board"));
}

#[test]
fn board_errors_name_the_message() {
    use Message::{Check, EndBoard, EndLine, NextOption, StartBoard, StartLine};
    let cell = |index, value| Message::Assignment { index, value };
    let (zero, one) = (cell(0, true), cell(1, true));
    let open = [StartBoard(1), StartBoard(2), StartLine];
    let after = |rest: &[Message]| decode_board(bytes(&[&open[..], rest].concat()));
    let error = |result: Result<_, DecodeError>| result.unwrap_err().to_string();

    let lines = [
        error(decode_board([])),
        error(decode_board([0xe0])),
        error(decode_board(bytes(&[StartLine]))),
        error(decode_board(bytes(&[StartBoard(0)]))),
        error(decode_board(bytes(&[StartBoard(1), StartBoard(0)]))),
        error(decode_board(bytes(&[StartBoard(1), EndBoard(0)]))),
        error(decode_board(bytes(&[StartBoard(1), StartBoard(1), EndBoard(0)]))),
        error(decode_board(bytes(&open))),
        error(after(&[cell(2, true)])),
        error(after(&[zero, zero])),
        error(after(&[one, NextOption])),
        error(after(&[zero, one, NextOption, EndLine])),
        error(after(&[zero, one, StartLine])),
        error(after(&[Message::from_bits(0x2001)])),
        error(after(&[StartBoard(1)])),
        error(after(&[Message::Cells(7)])),
        error(after(&[zero, one, EndLine, zero])),
        error(after(&[zero, one, EndLine, NextOption])),
        error(after(&[zero, one, EndLine, EndLine])),
        error(after(&[zero, one, EndLine, Check(0), Check(0)])),
    ];
    insta::assert_snapshot!(lines.join("\n"));

    let whole: Vec<u8> = BoardStream::new(&ROWS, &COLUMNS).unwrap().bytes().collect();
    let ends = whole.len() - 2;
    let status = [&whole[..ends], &bytes(&[EndBoard(1)])].concat();
    let extra = [&whole[..ends], &bytes(&[StartLine])].concat();
    let trailing = [&whole[..], &[0]].concat();
    let lines = [status, extra, trailing].map(|bytes| error(decode_board(bytes)));
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn reply_errors_name_the_message() {
    use Message::{Check, EndBoard, StartBoard, StartLine};
    let cell = |index, value| Message::Assignment { index, value };
    let open = [StartBoard(1), StartBoard(2)];
    let after = |rest: &[Message]| decode_reply(bytes(&[&open[..], rest].concat()));
    let lines = [
        decode_reply([]),
        decode_reply([0xe0, 0x02, 0xe0]),
        decode_reply(bytes(&[EndBoard(0)])),
        decode_reply(bytes(&[StartBoard(1), EndBoard(0)])),
        after(&[]),
        after(&[cell(2, true)]),
        after(&[cell(1, true), cell(1, false)]),
        after(&[cell(1, true), EndBoard(0)]),
        after(&[cell(1, true), EndBoard(1)]),
        after(&[EndBoard(6)]),
        after(&[StartLine]),
        after(&[Check(0), cell(0, true)]),
        after(&[EndBoard(1), EndBoard(1)]),
    ]
    .map(|result| result.unwrap_err().to_string());
    insta::assert_snapshot!(lines.join("\n"));
}

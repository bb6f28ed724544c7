//! Properties of the public encoders and decoders over arbitrary boards and bytes.

use nonogram_protocol::{
    Block, BoardDecoder, BoardStream, ClueDecoder, ClueStream, MAX_CELLS, MAX_COLOURS, MAX_LIMIT,
    Message, Options, PAYLOAD_MASK, Reply, ReplyDecoder, ReplyStream, SearchMode, SearchRequest,
    Status, colour_planes, count_options, decode_board, decode_clue_board, decode_reply, list,
    packed_reply_messages, reply_messages,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// The row clues and the column clues of a bitmap of up to 7 x 7 cells.
fn board() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<Vec<usize>>)> {
    (1..=7usize, 1..=7usize)
        .prop_flat_map(|(rows, columns)| vec(vec(any::<bool>(), columns), rows))
        .prop_map(|cells| {
            let columns = (0..cells[0].len()).map(|c| clue(cells.iter().map(|row| row[c])));
            let columns = columns.collect();
            let rows = cells.iter().map(|row| clue(row.iter().copied())).collect();
            (rows, columns)
        })
}

fn clue(cells: impl Iterator<Item = bool>) -> Vec<usize> {
    let cells: Vec<bool> = cells.collect();
    let runs = cells.chunk_by(|a, b| a == b);
    runs.filter(|run| run[0]).map(<[bool]>::len).collect()
}

/// The row clues and the column clues of a picture of up to 64 x 64 cells in this number of colours, with long blocks.
fn coloured_board(colours: u8) -> impl Strategy<Value = (Vec<Vec<Block>>, Vec<Vec<Block>>)> {
    let side = || prop_oneof![1..=7usize, 60..=64usize];
    let run = (0..=colours, prop_oneof![1..=3usize, 60..=64usize]);
    (side(), side(), vec(run, 1..40)).prop_map(|(rows, columns, runs)| {
        let mut cells = runs.iter().cycle().flat_map(|&(colour, length)| vec![colour; length]);
        let cells: Vec<Vec<u8>> =
            (0..rows).map(|_| cells.by_ref().take(columns).collect()).collect();
        let column = |c: usize| blocks(cells.iter().map(|row| row[c]));
        let columns = (0..columns).map(column).collect();
        (cells.iter().map(|row| blocks(row.iter().copied())).collect(), columns)
    })
}

fn blocks(cells: impl Iterator<Item = u8>) -> Vec<Block> {
    let cells: Vec<u8> = cells.collect();
    let runs = cells.chunk_by(|a, b| a == b).filter(|run| run[0] > 0);
    let block = |run: &[u8]| Block { length: run.len(), colour: run[0] };
    runs.map(block).collect()
}

/// A reply with cells in up to `colours` colours, packed in as many planes as they need.
fn reply_in(colours: u8) -> impl Strategy<Value = Reply> {
    let size = (1..=9usize, 1..=9usize);
    let status = proptest::sample::select(&Status::ALL[..]);
    (size, status, option::of(0..=PAYLOAD_MASK)).prop_flat_map(
        move |((rows, columns), status, seed)| {
            let cells = match status {
                Status::Solved | Status::Multiple => {
                    vec((0..=colours).prop_map(Some), rows * columns).boxed()
                }
                Status::Stalled => vec(option::of(0..=colours), rows * columns).boxed(),
                _ => Just(Vec::new()).boxed(),
            };
            cells.prop_map(move |cells| Reply {
                rows,
                columns,
                planes: if cells.is_empty() { 0 } else { colour_planes(colours) },
                cells,
                status,
                seed,
            })
        },
    )
}

fn reply() -> impl Strategy<Value = Reply> {
    reply_in(1)
}

fn request() -> impl Strategy<Value = SearchRequest> {
    let mode = proptest::sample::select(&SearchMode::ALL[..]);
    let limit = prop_oneof![Just(0), 0..=MAX_LIMIT];
    (mode, limit).prop_map(|(mode, limit)| SearchRequest { mode, limit })
}

fn reply_bytes(reply: &Reply, packs: bool) -> Vec<u8> {
    let size = [reply.rows as u16, reply.columns as u16];
    ReplyStream::new(size[0], size[1], &reply.cells, reply.status)
        .with_seed(reply.seed)
        .with_packed_cells(packs)
        .bytes()
        .collect()
}

proptest! {
    #[test]
    fn boards_round_trip((rows, columns) in board(), check: bool) {
        let stream = BoardStream::new(&rows, &columns).unwrap().with_check(check);
        let size = stream.size();
        let bytes: Vec<u8> = stream.bytes().collect();
        prop_assert_eq!(bytes.len() as u64, size.bytes);

        let board = decode_board(bytes).unwrap();
        prop_assert_eq!((board.rows, board.columns), (rows.len(), columns.len()));
        prop_assert_eq!(board.check, check.then_some(true));
        let words: usize = board.lines.iter().map(|options| 1 + options.len()).sum();
        prop_assert_eq!(words as u64, size.store_words);
        prop_assert_eq!(board.lines.iter().map(Vec::len).max().unwrap() as u64, size.most_options);
        prop_assert_eq!(board.clues().unwrap(), [rows, columns].concat());
    }

    #[test]
    fn a_clue_board_is_a_board_in_one_colour((rows, columns) in board()) {
        let filled = |clues: &[Vec<usize>]| -> Vec<Vec<Block>> {
            clues.iter().map(|clue| clue.iter().copied().map(Block::filled).collect()).collect()
        };
        let coloured = ClueStream::coloured(&filled(&rows), &filled(&columns), 1).unwrap();
        prop_assert_eq!(ClueStream::new(&rows, &columns).unwrap(), coloured);
    }

    #[test]
    fn coloured_boards_round_trip(
        (colours, (rows, columns)) in (1..=MAX_COLOURS).prop_flat_map(|c| (Just(c), coloured_board(c))),
        check: bool,
        request in request(),
    ) {
        let stream = ClueStream::coloured(&rows, &columns, colours).unwrap();
        let stream = stream.with_request(request).with_check(check);
        let messages: Vec<Message> = stream.clone().messages().collect();
        prop_assert_eq!(2 * messages.len() as u64, stream.size().bytes);
        // Only boards of several colours and blocks of 64 need the number of colours.
        let states = messages.contains(&Message::Request(0x300 | u16::from(colours)));
        let clues = [rows.clone(), columns.clone()].concat();
        prop_assert_eq!(states, colours > 1 || clues.iter().flatten().any(|block| block.length == 64));
        // Except in a check, no low byte looks like the high byte of a start board.
        let low_bytes = messages.iter().filter(|message| !matches!(message, Message::Check(_)));
        prop_assert!(low_bytes.map(|message| message.to_bytes()[1]).all(|low| low < 0xe0));

        let board = decode_clue_board(stream.bytes()).unwrap();
        prop_assert_eq!((board.rows, board.columns), (rows.len(), columns.len()));
        prop_assert_eq!((board.request, board.check), (request, check.then_some(true)));
        prop_assert_eq!((board.colours, board.clues), (colours, clues));
    }

    #[test]
    fn replies_in_colours_round_trip(
        (colours, reply) in (1..=MAX_COLOURS).prop_flat_map(|c| (Just(c), reply_in(c))),
    ) {
        let size = [reply.rows as u16, reply.columns as u16];
        let stream = ReplyStream::new(size[0], size[1], &reply.cells, reply.status);
        let bytes: Vec<u8> = stream.with_seed(reply.seed).with_packed_colours(colours).bytes().collect();
        let most = packed_reply_messages(reply.cells.len(), colours, reply.seed.is_some());
        prop_assert!(bytes.len() as u64 <= 2 * most);
        prop_assert_eq!(decode_reply(bytes), Ok(reply.clone()));

        // One message per known cell does not tell colours apart.
        let bytes = reply_bytes(&reply, false);
        let known = reply.cells.iter().flatten().count();
        prop_assert_eq!(bytes.len() as u64, 2 * reply_messages(known, reply.seed.is_some()));
        let cells = reply.cells.iter().map(|cell| cell.map(|colour| colour.min(1))).collect();
        prop_assert_eq!(decode_reply(bytes), Ok(Reply { planes: 0, cells, ..reply }));
    }

    #[test]
    fn any_bytes_are_decoded_without_a_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = decode_board(bytes.iter().copied());
        let _ = decode_reply(bytes.iter().copied());
        let _ = decode_clue_board(bytes.iter().copied());
        prop_assert_eq!(list(bytes.iter().copied()).count(), bytes.len().div_ceil(2));
        let (mut boards, mut replies) = (BoardDecoder::new(), ReplyDecoder::new());
        let mut clues = ClueDecoder::new();
        for byte in bytes {
            let _ = boards.push(byte);
            let _ = clues.push(byte);
            let _ = replies.push(byte);
        }
    }

    /// A damaged board is an error or has a check that does not match, and the decoder still
    /// decodes the next whole board. Decoding a damaged reply does not panic.
    #[test]
    fn damaged_boards_are_detected_and_the_next_board_is_decoded((rows, columns) in board(), reply in reply(),
                       at: prop::sample::Index, flip in 1u8.., cut: bool) {
        let damage = |mut bytes: Vec<u8>| {
            let at = at.index(bytes.len());
            bytes[at] ^= flip;
            if cut {
                // Cut after a whole message, so that the bytes of the next stream are paired correctly.
                bytes.truncate((at + 1).next_multiple_of(2));
            }
            bytes
        };
        let stream = BoardStream::new(&rows, &columns).unwrap().with_check(true);
        let whole: Vec<u8> = stream.bytes().collect();
        if let Ok(board) = decode_board(damage(whole.clone())) {
            prop_assert_eq!(board.check, Some(false));
        }
        let mut decoder = BoardDecoder::new();
        let last = damage(whole.clone()).into_iter().chain(whole.clone())
            .filter_map(|byte| decoder.push(byte).ok().flatten()).last();
        let expected = decode_board(whole).unwrap();
        prop_assert_eq!(last, Some(expected));

        // Clue boards without and with a number of colours.
        let filled = |clues: &Vec<Vec<usize>>| -> Vec<Vec<Block>> {
            clues.iter().map(|clue| clue.iter().copied().map(Block::filled).collect()).collect()
        };
        let streams = [1, MAX_COLOURS].map(|colours| ClueStream::coloured(&filled(&rows), &filled(&columns), colours));
        for stream in streams {
        let whole: Vec<u8> = stream.unwrap().with_check(true).bytes().collect();
        if let Ok(board) = decode_clue_board(damage(whole.clone())) {
            prop_assert_eq!(board.check, Some(false));
        }
        let mut decoder = ClueDecoder::new();
        let last = damage(whole.clone()).into_iter().chain(whole.clone())
            .filter_map(|byte| decoder.push(byte).ok().flatten()).last();
        prop_assert_eq!(last, Some(decode_clue_board(whole).unwrap()));
        }

        for packs in [false, true] {
            let _ = decode_reply(damage(reply_bytes(&reply, packs)));
        }
    }

    /// Messages of clue boards in any order: a board that decodes has a clue for each line, and its
    /// clues and request survive encoding and decoding.
    #[test]
    fn decoded_clue_messages_survive_encoding(sizes in [1u16..4, 1u16..4],
            colours in option::of(0x4300u16..0x4309),
            words in vec(prop_oneof![0x8000u16..0xa000, 0x8000u16..0x8010, 0x4100u16..0x4300, 0x6000u16..0x8000], 0..12)) {
        let starts = sizes.map(Message::StartBoard);
        let middle = colours.into_iter().chain(words).map(Message::from_bits);
        let messages = starts.into_iter().chain(middle).chain([Message::EndBoard(0)]);
        let bytes: Vec<u8> = messages.flat_map(Message::to_bytes).collect();
        if let Ok(board) = decode_clue_board(bytes) {
            prop_assert_eq!(board.clues.len(), board.rows + board.columns);
            let (rows, columns) = board.clues.split_at(board.rows);
            let stream = ClueStream::coloured(rows, columns, board.colours).unwrap();
            let again = decode_clue_board(stream.with_request(board.request).bytes()).unwrap();
            prop_assert_eq!(again, board);
        }
    }

    /// Packed cells in any order: a reply that decodes survives encoding and decoding.
    #[test]
    fn decoded_cell_messages_survive_encoding(sizes in [1u16..6, 1u16..6], words in vec(0u16..1 << 13, 0..8),
            status in 0u16..8) {
        let starts = sizes.map(Message::StartBoard);
        let middle = words.into_iter().map(Message::Cells);
        let messages = starts.into_iter().chain(middle).chain([Message::EndBoard(status)]);
        if let Ok(reply) = decode_reply(messages.flat_map(Message::to_bytes)) {
            let stream = ReplyStream::new(sizes[0], sizes[1], &reply.cells, reply.status);
            let colours = [1, 1, 3, 7][reply.planes];
            let stream = stream.with_packed_colours(colours).with_seed(reply.seed);
            let planes = if reply.cells.is_empty() { 0 } else { reply.planes.max(1) };
            prop_assert_eq!(decode_reply(stream.bytes()), Ok(Reply { planes, ..reply }));
        }
    }

    #[test]
    fn options_are_complete_and_in_order(length in 1..=10usize, clue in vec(0..=4usize, 0..4)) {
        let options: Vec<_> = Options::new(length, &clue).collect();
        prop_assert_eq!(count_options(length, &clue), Some(options.len() as u64));
        let blocks: Vec<usize> = clue.iter().copied().filter(|&block| block > 0).collect();
        // Compare the options with every pattern of the line that has this clue.
        let all = (0u64..1 << length).filter(|bits| {
            self::clue((0..length).map(|place| bits >> place & 1 != 0)) == blocks
        });
        let mut found: Vec<u64> = options.iter().map(|option| option.bits().unwrap()).collect();
        let starts = |bits: u64| -> Vec<usize> {
            (0..length).filter(|&p| bits >> p & 1 != 0 && (p == 0 || bits >> (p - 1) & 1 == 0))
                .collect()
        };
        prop_assert!(found.is_sorted_by_key(|&bits| starts(bits)));
        found.sort_unstable();
        prop_assert_eq!(found, all.collect::<Vec<_>>());
    }
}

#[test]
fn cells_beyond_the_largest_index_are_not_sent() {
    let cells = vec![Some(0); MAX_CELLS + 1];
    let stream = ReplyStream::new(1, 4095, &cells, Status::Stalled);
    assert_eq!(stream.messages().count(), MAX_CELLS + 3);
}

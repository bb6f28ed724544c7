//! The simulated board behind UDP: requests of one and several parts, repeats, requests that replace others, and datagrams to discard.
//! A board whose stop flag is set starts no exchange.

use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;

use nonogram_protocol::{
    BuildIdentity, DatagramHeader, IDENTITY_REQUEST, MAX_DATAGRAM_DATA, SearchRequest, Status,
    decode_reply,
};
use nonogram_puzzles::{Clue, Puzzle};
use nonogram_sim::datagrams::DatagramBoard;
use nonogram_sim::{Drive, SimBoard, SimError};
use nonogram_verilog::{Parameters, build as design};

use crate::common::{bytes, clue_bytes, plus};

/// Enough cycles for every board here.
const CYCLES: u64 = 1_000_000;

/// A host that exchanges datagrams with a board.
struct Link {
    board: DatagramBoard,
    host: SocketAddr,
}

impl Link {
    fn new(build: &str) -> Self {
        Self {
            board: DatagramBoard::new(design(build).expect("in the table"), &Parameters::default())
                .expect("a design that compiles"),
            host: SocketAddr::from(([192, 0, 2, 1], 5000)),
        }
    }

    /// The answer that is sent at once, if there is one.
    fn take(&mut self, datagram: &[u8]) -> Option<Vec<u8>> {
        self.board.take(self.host, datagram).expect("runs")
    }

    /// The answer after at most this number of cycles, if there is one.
    fn run(&mut self, cycles: u64) -> Option<Vec<u8>> {
        let (host, answer) = self.board.run(cycles).expect("runs")?;
        assert_eq!(host, self.host);
        Some(answer)
    }

    /// The data of the answer to a datagram.
    fn ask(&mut self, header: DatagramHeader, data: &[u8]) -> Vec<u8> {
        let answer = self.take(&header.with_data(data));
        let answer = answer.or_else(|| self.run(CYCLES)).expect("an answer");
        let (repeated, data) = DatagramHeader::split(&answer).expect("the format");
        assert_eq!(repeated, header);
        data.to_vec()
    }
}

/// The only part of a request with this number for one reply.
fn single(request: u32) -> DatagramHeader {
    DatagramHeader { replies: 1, request, part: 0 }
}

/// A puzzle without line-solvable cells, whose search takes many cycles.
fn ambiguous() -> Puzzle {
    let clues = || vec![Clue::from([1]); 10];
    Puzzle::new(clues(), clues()).expect("clues that fit")
}

#[test]
fn identity_and_boards_of_one_request_are_answered_together() {
    let mut link = Link::new("clue10");
    let identity = link.ask(single(1), &IDENTITY_REQUEST);
    let bytes = <&[u8; _]>::try_from(&identity[..]).expect("an identity alone");
    let identity = BuildIdentity::from_bytes(bytes).expect("an identity");
    assert_eq!(identity, link.board.board().identity());

    let board = clue_bytes(&plus(), true, SearchRequest::default());
    let both = DatagramHeader { replies: 2, ..single(2) };
    let replies = link.ask(both, &board.repeat(2));
    let (first, second) = replies.split_at(replies.len() / 2);
    assert_eq!(first, second);
    let reply = decode_reply(first.iter().copied()).expect("a reply");
    assert_eq!(reply.status, Status::Solved);
}

#[test]
fn each_part_of_a_board_is_acknowledged_once_the_design_has_taken_it() {
    for build in ["classic11", "parallel11x4"] {
        let mut link = Link::new(build);
        let clues = || vec![Clue::from([1, 1]); 11];
        let board = bytes(&Puzzle::new(clues(), clues()).expect("clues that fit"), true);
        let parts: Vec<&[u8]> = board.chunks(MAX_DATAGRAM_DATA).collect();
        assert!(parts.len() > 2, "{} bytes", board.len());
        let mut reply = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let is_last = number + 1 == parts.len();
            let header =
                DatagramHeader { replies: is_last.into(), request: 7, part: number as u16 };
            let datagram = header.with_data(part);
            assert_eq!(link.take(&datagram), None);
            assert_eq!(link.run(10), None);
            // A repeat before the answer: only the last part is known to be taken.
            assert_eq!(link.take(&datagram).is_some(), is_last);
            let answer = link.run(CYCLES).expect("an answer");
            assert_eq!(link.take(&datagram), Some(answer.clone()));
            let (_, data) = DatagramHeader::split(&answer).expect("the format");
            assert_eq!(data.is_empty(), !is_last);
            reply = data.to_vec();
        }
        let reply = decode_reply(reply).expect("a reply");
        assert_eq!(reply.status, Status::Stalled, "{build}");
    }
}

#[test]
fn repeat_is_answered_without_solving_again() {
    let mut link = Link::new("clue10");
    let board = clue_bytes(&plus(), true, SearchRequest::default());
    let reply = link.ask(single(1), &board);
    let clocks = link.board.board().clocks();
    assert_eq!(link.ask(single(1), &board), reply);
    assert!(link.board.is_idle());
    assert_eq!(link.board.board().clocks(), clocks);
}

#[test]
fn repeat_during_a_search_is_answered_without_data() {
    let mut link = Link::new("clue10");
    let board = clue_bytes(&ambiguous(), true, SearchRequest::default());
    let datagram = single(1).with_data(&board);
    assert_eq!(link.take(&datagram), None);
    assert_eq!(link.run(300), None);
    assert_eq!(link.take(&datagram), Some(single(1).with_data(&[])));
    let answer = link.run(CYCLES).expect("an answer");
    let (_, reply) = DatagramHeader::split(&answer).expect("the format");
    let reply = decode_reply(reply.iter().copied()).expect("a reply");
    assert_eq!(reply.status, Status::Multiple);
}

/// The board is reset in every cycle of loading, and in some of the search and of the reply.
#[test]
fn request_replaces_the_one_in_work() {
    let mut link = Link::new("clue10");
    let earlier = clue_bytes(&ambiguous(), true, SearchRequest::default());
    let board = clue_bytes(&plus(), true, SearchRequest::default());
    let expected = link.ask(single(0), &board);
    for (number, cycles) in (1..150).chain((150..4000).step_by(97)).enumerate() {
        let request = 1000 * (number as u32 + 1);
        assert_eq!(link.take(&single(request).with_data(&earlier)), None);
        link.run(cycles);
        assert_eq!(link.ask(single(request + 1), &board), expected, "{cycles}");
    }
}

#[test]
fn foreign_truncated_late_and_untimely_datagrams_are_discarded() {
    let mut link = Link::new("classic11");
    let board = bytes(&plus(), true);
    let part = |replies, request, part| DatagramHeader { replies, request, part };
    let (first, second) = board.split_at(20);
    assert_eq!(link.ask(part(0, 300, 0), first), [0; 0]);
    let clocks = link.board.board().clocks();
    let datagram = part(1, 301, 0).with_data(&board);
    for (what, datagram) in [
        ("empty", Vec::new()),
        ("foreign", b"GET / HTTP/1.1\r\n\r\n".to_vec()),
        ("truncated", datagram[..datagram.len() - 1].to_vec()),
        ("the request before", part(1, 299, 0).with_data(&board)),
        ("255 requests before", part(1, 45, 0).with_data(&board)),
        ("the part after the next", part(1, 300, 2).with_data(second)),
        ("a part of an unknown request", part(1, 302, 1).with_data(second)),
        ("a changed first part", part(1, 300, 0).with_data(first)),
    ] {
        assert_eq!(link.take(&datagram), None, "{what}");
        assert!(link.board.is_idle(), "{what}");
        assert_eq!(link.board.board().clocks(), clocks, "{what}");
    }
    let reply = link.ask(part(1, 300, 1), second);
    let reply = decode_reply(reply).expect("a reply");
    assert_eq!(reply.status, Status::Solved);

    // The same number from another host, and one that is further back, are new requests.
    link.host.set_port(5001);
    let reply = link.ask(part(1, 300, 0), &board);
    assert_eq!(link.ask(part(1, 44, 0), &board), reply);
}

#[test]
fn replies_longer_than_a_datagram_are_continued() {
    let mut link = Link::new("clue64c7");
    let lines = nonogram_protocol::Block { length: 64, colour: 7 };
    let lines = vec![vec![lines]; 64];
    let board: Vec<u8> = nonogram_protocol::ClueStream::coloured(&lines, &lines, 7)
        .expect("a board that can be sent")
        .bytes()
        .collect();
    let mut header = single(1);
    let mut reply = link.ask(header, &board);
    assert_eq!(reply.len(), MAX_DATAGRAM_DATA);
    for _ in 0..2 {
        // A repeat does not move the answer on.
        header.part = 1;
        let rest = link.ask(header, &[]);
        assert_eq!(link.ask(header, &[]), rest);
        reply.truncate(MAX_DATAGRAM_DATA);
        reply.extend(rest);
    }
    let reply = decode_reply(reply).expect("a reply");
    assert_eq!(reply.cells, vec![Some(7); 64 * 64]);
}

#[test]
fn a_stopped_board_starts_no_exchange() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let board = SimBoard::new("classic11", Drive::Bytes).expect("in the table");
    let mut board = board.with_stop(&STOP);
    board.idle(1).expect("the board runs");
    let stopped = board.exchange(&mut bytes(&plus(), true).into_iter(), &mut |_, _| {});
    assert!(matches!(stopped, Err(SimError::Stopped { clock: 1 })));
}

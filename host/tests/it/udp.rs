//! Boards behind UDP: the virtual board behind a proxy that loses, doubles, reorders, truncates and adds datagrams.

use crate::common;

use std::net::{SocketAddr, UdpSocket};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use common::{
    CONTRADICTORY, Folder, PARTIAL, SOLVABLE, VirtualBoard, json_lines, nonogram, uniform,
};
use nonogram_protocol::{DatagramHeader, IDENTITY_BYTES};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};

/// A virtual board behind UDP on a free port.
fn board(arguments: &str) -> VirtualBoard {
    let mut all = vec!["--udp", "127.0.0.1:0"];
    all.extend(arguments.split_whitespace());
    let board = VirtualBoard::start(&all);
    assert!(board.port.starts_with("udp://127.0.0.1:"), "{}", board.port);
    board
}

/// The direction of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Board,
    Host,
}

/// A program between host and board that passes datagrams on, changed.
struct Proxy {
    /// The value for `--on`.
    port: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Proxy {
    /// A proxy of the board at `port`; `pass` returns the datagrams that arrive for each one that is sent.
    fn start(
        port: &str,
        mut pass: impl FnMut(To, Vec<u8>) -> Vec<Vec<u8>> + Send + 'static,
    ) -> Self {
        let far: SocketAddr = port.strip_prefix("udp://").unwrap().parse().unwrap();
        let socket = || UdpSocket::bind("127.0.0.1:0").unwrap();
        let (front, back) = (socket(), socket());
        for socket in [&front, &back] {
            let tick = Some(Duration::from_millis(1));
            socket.set_read_timeout(tick).unwrap();
        }
        let port = format!("udp://{}", front.local_addr().unwrap());
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let mut host = None;
            let mut buffer = [0; 2000];
            while !stopped.load(Ordering::Relaxed) {
                if let Ok((length, from)) = front.recv_from(&mut buffer) {
                    host = Some(from);
                    for datagram in pass(To::Board, buffer[..length].to_vec()) {
                        back.send_to(&datagram, far).unwrap();
                    }
                }
                if let (Ok((length, _)), Some(host)) = (back.recv_from(&mut buffer), host) {
                    for datagram in pass(To::Host, buffer[..length].to_vec()) {
                        front.send_to(&datagram, host).unwrap();
                    }
                }
            }
        });
        Self { port, stop, thread: Some(thread) }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let joined = self.thread.take().unwrap().join();
        assert!(joined.is_ok() || thread::panicking(), "the proxy failed");
    }
}

/// What happens to a datagram on a bad network.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Lost,
    Doubled,
    Delayed,
    Truncated,
    BehindForeign,
}

const FATES: [Fate; 5] =
    [Fate::Lost, Fate::Doubled, Fate::Delayed, Fate::Truncated, Fate::BehindForeign];

/// A bad network: each datagram has one of the [`FATES`] with a probability of `percent` %.
fn bad_network(percent: u32, seed: u64) -> impl FnMut(To, Vec<u8>) -> Vec<Vec<u8>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // Delayed datagrams of each direction, which follow a later one.
    let mut delayed: [Vec<Vec<u8>>; 2] = Default::default();
    move |to, datagram| {
        let delayed = &mut delayed[usize::from(to == To::Host)];
        let mut passed = Vec::new();
        if random.random_ratio(percent, 100) {
            match FATES[random.random_range(0..FATES.len())] {
                Fate::Lost => {}
                Fate::Doubled => passed.extend([datagram.clone(), datagram]),
                Fate::Delayed => {
                    delayed.push(datagram);
                    return passed;
                }
                Fate::Truncated => {
                    let length = random.random_range(0..datagram.len());
                    passed.push(datagram[..length].to_vec());
                }
                Fate::BehindForeign => {
                    let mut foreign = vec![0; random.random_range(0..100)];
                    random.fill(&mut foreign[..]);
                    passed.extend([foreign, datagram]);
                }
            }
        } else {
            passed.push(datagram);
        }
        if random.random_ratio(1, 2) {
            passed.append(delayed);
        }
        passed
    }
}

/// The datagrams that reach a board with this core while 20 boards are sent to it and get their verdicts.
fn datagrams_of_boards(core: &str, files: [&str; 2], verdicts: [&str; 2]) -> usize {
    let board = board(&format!("--core {core}"));
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let proxy = Proxy::start(&board.port, move |to, datagram| {
        counter.fetch_add(usize::from(to == To::Board), Ordering::Relaxed);
        vec![datagram]
    });
    let folder = Folder::of_puzzles();
    let files = format!("{} ", files.join(" ")).repeat(10);
    let done = folder.run(&format!("solve --json --on {} {files}", proxy.port));
    let records = json_lines(&done);
    assert_eq!(records.len(), 20);
    for (record, status) in records.iter().zip(verdicts.iter().cycle()) {
        assert_eq!(record["status"], **status);
    }
    count.load(Ordering::Relaxed)
}

/// The identity, and one request unless a busy machine causes repeats.
#[test]
fn small_boards_share_datagrams() {
    let sent = datagrams_of_boards("classic", ["solvable.non"; 2], ["solved"; 2]);
    assert!(sent < 20, "{sent} datagrams");
}

/// No result waits for the search of another board.
#[test]
fn a_board_that_is_searched_has_a_request_of_its_own() {
    let files = ["solvable.non", "ambiguous.non"];
    let sent = datagrams_of_boards("clue", files, ["solved", "multiple"]);
    assert!(sent > 20, "{sent} datagrams");
}

/// The last case has boards of several parts.
#[test]
fn every_board_is_answered_correctly_over_a_bad_network() {
    let folder = Folder::new();
    let cases = [
        (SOLVABLE.to_owned(), "solved"),
        (CONTRADICTORY.to_owned(), "unsolvable"),
        (PARTIAL.to_owned(), "stalled"),
        (uniform(11, "1,1"), "stalled"),
    ];
    let cases: Vec<_> = cases.into_iter().cycle().take(24).collect();
    let files: Vec<_> = (cases.iter().enumerate())
        .map(|(number, (text, _))| folder.file(&format!("{number}.non"), text))
        .collect();
    for (build, seed) in [("classic11", 1), ("parallel11x4", 2), ("clue16", 3)] {
        let board = board(&format!("--build {build}"));
        let proxy = Proxy::start(&board.port, bad_network(40, seed));
        let mut command = nonogram();
        command.args(["solve", "--json", "--line-logic", "--retries", "20"]);
        command.args(["--on", &proxy.port]).args(&files);
        let records = json_lines(&command.assert().code(4));
        assert_eq!(records.len(), cases.len());
        for (number, (record, (_, status))) in records.iter().zip(&cases).enumerate() {
            assert_eq!(record["status"], **status, "{build}, board {number}");
        }
    }
}

/// The reply to an earlier board, in a datagram that names the request, is rejected: its check is that of the other board.
#[test]
fn reply_to_another_board_is_rejected() {
    let folder = Folder::of_puzzles();
    // The last puzzle has the picture of the first one, upside down.
    folder.file("other.non", SOLVABLE.replace("1,1\n3\n1\n", "1\n3\n1,1\n"));
    let board = board("");
    let mut earlier = None;
    let proxy = Proxy::start(&board.port, move |to, datagram| {
        let (header, data) = DatagramHeader::split(&datagram).unwrap();
        if to == To::Board || data.len() == IDENTITY_BYTES {
            return vec![datagram];
        }
        let reply: &Vec<u8> = earlier.get_or_insert_with(|| data.to_vec());
        vec![header.with_data(reply)]
    });
    let solve = format!("solve --retries 1 --on {}", proxy.port);
    folder.rows(&format!(
        r#"
        {solve} solvable.non      | 0 | =#-#/###/-#-/ | ""
        {solve} contradictory.non | 5 | ""            | retransmitted
        {solve} other.non         | 5 | ""            | retransmitted
        {solve} solvable.non      | 0 | =#-#/###/-#-/ | ""
        "#
    ));
}

/// The answer that arrives instead of one with this header and these data, if there is one.
type Spoil = fn(DatagramHeader, &[u8]) -> Option<Vec<u8>>;

/// A device that stops answering after its identity, or answers with something else.
#[test]
fn devices_that_do_not_reply_are_reported() {
    let folder = Folder::of_puzzles();
    let spoilt: [(&str, Spoil); 4] = [
        ("no answer within", |_, _| None),
        ("no reply within", |header, _| Some(header.with_data(&[]))),
        ("not a reply", |header, data| Some(header.with_data(&data[..data.len() / 2]))),
        ("not a reply", |header, _| Some(header.with_data(b"hello"))),
    ];
    for (message, spoil) in spoilt {
        let board = board("");
        let proxy = Proxy::start(&board.port, move |to, datagram| {
            let (header, data) = DatagramHeader::split(&datagram).unwrap();
            if to == To::Board || data.len() == IDENTITY_BYTES {
                return vec![datagram];
            }
            spoil(header, data).into_iter().collect()
        });
        folder.rows(&format!(
            "solve --timeout 0.5 --retries 1 --on {} solvable.non | 5 | \"\" | {message} & {}",
            proxy.port, proxy.port
        ));
    }
}

#[test]
fn wait_for_an_answer_can_be_interrupted() {
    let folder = Folder::of_puzzles();
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = format!("udp://{}", silent.local_addr().unwrap());
    let mut solve = Command::new(env!("CARGO_BIN_EXE_nonogram"))
        .args(["solve", "--timeout", "60", "--on", &port])
        .arg(folder.path("solvable.non"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    silent.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    silent.recv(&mut [0; 100]).unwrap();
    let start = Instant::now();
    kill_process(Pid::from_child(&solve), Signal::INT).unwrap();
    assert_eq!(solve.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(30));
    for signal in [Signal::INT, Signal::TERM] {
        assert_eq!(board("").stop(signal), Some(0));
    }
}

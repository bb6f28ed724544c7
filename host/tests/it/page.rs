//! `serve`, with test files in place of the page.

use crate::common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::Folder;
use rustix::process::{Pid, Signal, kill_process};

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &str) -> Self {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
            .args(["serve", "--listen", "127.0.0.1:0", "--page", folder])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.next().unwrap().unwrap();
        let address = url.strip_prefix("http://").unwrap().trim_end_matches('/');
        Self { process, address: address.to_owned() }
    }

    /// Sends a request, given as its method and path, and returns the complete response.
    fn ask(&self, request: &str) -> String {
        const PATIENCE: Duration = Duration::from_secs(60);
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asserts that a request to terminate ends the server.
    fn stop(mut self) {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn only_the_files_of_the_page_are_served() {
    let folder = Folder::new();
    folder.file("index.html", "<p>here</p>");
    folder.file("a.wasm", "w");
    let server = Server::start(folder.path("").to_str().unwrap());
    let index = server.ask("GET /");
    assert!(index.starts_with("HTTP/1.1 200") && index.ends_with("<p>here</p>"), "{index}");
    assert!(index.contains("content-type: text/html; charset=utf-8"), "{index}");
    let wasm = server.ask("GET /a.wasm?x");
    assert!(wasm.contains("content-type: application/wasm"), "{wasm}");
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/nothing", "//etc/passwd"] {
        let answer = server.ask(&format!("GET {path}"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    let posted = server.ask("POST /");
    assert!(posted.starts_with("HTTP/1.1 405"), "{posted}");
    let head = server.ask("HEAD /");
    assert!(head.starts_with("HTTP/1.1 200") && !head.contains("here"), "{head}");
    server.stop();
}

#[test]
fn idle_reader_does_not_block_other_requests() {
    // More than the socket buffers of both sides hold.
    const LARGE: usize = 64 << 20;
    let folder = Folder::new();
    folder.file("index.html", "<p>here</p>");
    folder.file("large.wasm", "w".repeat(LARGE));
    let server = Server::start(folder.path("").to_str().unwrap());
    let mut idle = TcpStream::connect(&server.address).unwrap();
    write!(idle, "GET /large.wasm HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    // The response to the idle reader has started.
    idle.read_exact(&mut [0; 12]).unwrap();
    let index = server.ask("GET /");
    assert!(index.ends_with("<p>here</p>"), "{index}");
    server.stop();
}

#[test]
fn names_are_decoded() {
    let folder = Folder::new();
    folder.file("index.html", "<p>here</p>");
    folder.file("größe 1.txt", "other");
    let server = Server::start(folder.path("").to_str().unwrap());
    let file = server.ask("GET /gr%C3%B6%c3%9fe%201.txt?%zz");
    assert!(file.ends_with("\r\n\r\nother"), "{file}");
    server.stop();
}

/// The designs of the page are files of unknown type, and already compressed.
#[test]
fn text_is_compressed_for_clients_that_accept_gzip() {
    let text = "<p>here</p>".repeat(1000);
    let folder = Folder::new();
    folder.file("index.html", &text);
    folder.file("design.sv", &text);
    let server = Server::start(folder.path("").to_str().unwrap());
    let ask = |path: &str, accepted: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {accepted}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let body = answer.split_off(end.unwrap() + 4);
        (String::from_utf8(answer).unwrap(), body)
    };
    for accepted in ["gzip, deflate, br", "br;q=1.0, GZIP;q=0.5"] {
        let (head, body) = ask("/", accepted);
        assert!(head.contains("content-encoding: gzip"), "{head}");
        assert!(head.contains("vary: accept-encoding"), "{head}");
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
        let mut decoded = String::new();
        flate2::read::GzDecoder::new(&body[..]).read_to_string(&mut decoded).unwrap();
        assert!(body.len() < text.len() / 10 && decoded == text);
    }
    for (path, accepted) in [("/", "br"), ("/", "gzip;q=0"), ("/design.sv", "gzip")] {
        let (head, body) = ask(path, accepted);
        assert!(!head.contains("content-encoding"), "{head}");
        assert_eq!(body, text.as_bytes());
    }
    server.stop();
}

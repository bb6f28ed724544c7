//! A server for static content over HTTP/1.1: `GET` and `HEAD`, one request per connection, one thread per connection.
//!
//! At most [`CONNECTIONS`] connections are served at once; further ones wait. A client that does not complete its request within
//! [`PATIENCE`], or reads the answer more slowly than [`SLOWEST`], is disconnected, so that no client keeps a connection. Requests are
//! parsed by httparse. Text and WebAssembly are compressed by gzip for clients that accept it.

use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::semaphore::Semaphore;

/// Number of connections that are served at the same time.
const CONNECTIONS: usize = 64;

/// The time in which a client must send its request, and the time allowed for the answer, besides that for its length.
const PATIENCE: Duration = Duration::from_secs(10);

/// The slowest rate at which an answer may be read, in bytes per second.
const SLOWEST: u64 = 16 << 10;

/// The longest request without its body, in bytes.
const LONGEST: usize = 16 << 10;

/// The largest number of header fields of a request.
const FIELDS: usize = 64;

/// The pause after a connection that cannot be accepted.
const PAUSE: Duration = Duration::from_millis(200);

static FREE: Semaphore = Semaphore::new(CONNECTIONS);

/// Content shorter than this is sent as it is, in bytes: it fits in one segment.
const SHORT: usize = 1400;

/// Content that is served under a path.
pub struct Content {
    /// The media type.
    kind: &'static str,
    bytes: Vec<u8>,
    /// The bytes compressed by gzip, once a client has asked for them; `None` if that does not make them shorter.
    compressed: OnceLock<Option<Vec<u8>>>,
}

impl Content {
    /// Content of a media type.
    pub fn new(kind: &'static str, bytes: Vec<u8>) -> Self {
        Self { kind, bytes, compressed: OnceLock::new() }
    }

    /// The bytes compressed by gzip; `None` if they are short, or of a type that is compressed already.
    fn compressed(&self) -> Option<&[u8]> {
        let is_text = self.kind.starts_with("text/") || self.kind.starts_with("application/");
        if !is_text || self.kind == BINARY || self.bytes.len() < SHORT {
            return None;
        }
        let compress = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&self.bytes).ok()?;
            let bytes = encoder.finish().ok()?;
            (bytes.len() < self.bytes.len()).then_some(bytes)
        };
        self.compressed.get_or_init(compress).as_deref()
    }
}

/// The media type of files of unknown content, which may be compressed already.
pub const BINARY: &str = "application/octet-stream";

/// Finds the content of a path, which is decoded and has no query.
pub type Find = dyn Fn(&[u8]) -> Option<Arc<Content>> + Send + Sync;

/// A request, as far as the server reads it.
struct Request {
    is_head: bool,
    path: Vec<u8>,
    /// Whether the client accepts content compressed by gzip.
    accepts_gzip: bool,
}

/// The status of an answer without content from a file: its code and reason, and its text.
type Status = (&'static str, &'static str);

const BAD: Status = ("400 Bad Request", "not a request; expected HTTP/1.1 with Host\n");
const LATE: Status = ("408 Request Timeout", "no complete request in time\n");
const LONG: Status = ("431 Request Header Fields Too Large", "the request is too long\n");
const METHOD: Status = ("405 Method Not Allowed", "method not allowed; expected GET or HEAD\n");
const NONE: Status = ("404 Not Found", "no such file\n");

/// Serves connections; returns only if the operating system grants no thread for it.
///
/// # Errors
/// A thread cannot be started.
pub fn start(listener: TcpListener, find: Arc<Find>) -> io::Result<()> {
    let accept = move || loop {
        let permit = FREE.acquire();
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Usually a client has disconnected, or too many files are open: both are temporary.
                tracing::warn!(%error, "cannot accept a connection");
                thread::sleep(PAUSE);
                continue;
            }
        };
        let find = Arc::clone(&find);
        let serve = move || {
            if let Err(error) = serve(stream, &*find) {
                tracing::debug!(%error, "the connection ended early");
            }
            drop(permit);
        };
        if let Err(error) = thread::Builder::new().spawn(serve) {
            tracing::warn!(%error, "cannot start a thread for a connection");
            thread::sleep(PAUSE);
        }
    };
    thread::Builder::new().spawn(accept).map(drop)
}

/// Answers the request of a connection, and closes it.
fn serve(mut stream: TcpStream, find: &Find) -> io::Result<()> {
    match receive(&mut stream)? {
        None => return Ok(()),
        Some(Err(status)) => refuse(&mut stream, status, false)?,
        Some(Ok(request)) => {
            let found = find(&request.path);
            tracing::debug!(found = found.is_some(), path = %String::from_utf8_lossy(&request.path), "answers");
            match found {
                None => refuse(&mut stream, NONE, request.is_head)?,
                Some(content) => answer(&mut stream, &request, &content)?,
            }
        }
    }
    finish(&mut stream)
}

/// Reads the request; `None` if the client has sent nothing.
fn receive(stream: &mut TcpStream) -> io::Result<Option<Result<Request, Status>>> {
    let deadline = Instant::now() + PATIENCE;
    let (mut received, mut block) = (Vec::new(), [0; 4096]);
    loop {
        match parse(&received) {
            Ok(None) if received.len() > LONGEST => return Ok(Some(Err(LONG))),
            Ok(None) => {}
            Ok(Some(request)) => return Ok(Some(Ok(request))),
            Err(status) => return Ok(Some(Err(status))),
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let count = if left.is_zero() {
            Err(ErrorKind::TimedOut.into())
        } else {
            stream.set_read_timeout(Some(left))?;
            stream.read(&mut block)
        };
        match count {
            Ok(0) => return Ok(None),
            Ok(count) => received.extend_from_slice(&block[..count]),
            Err(error) => match error.kind() {
                ErrorKind::Interrupted => {}
                ErrorKind::TimedOut | ErrorKind::WouldBlock if received.is_empty() => {
                    return Ok(None);
                }
                ErrorKind::TimedOut | ErrorKind::WouldBlock => return Ok(Some(Err(LATE))),
                _ => return Err(error),
            },
        }
    }
}

/// The request at the start of these bytes; `None` if it is not complete.
fn parse(bytes: &[u8]) -> Result<Option<Request>, Status> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let mut head = httparse::Request::new(&mut fields);
    match head.parse(bytes) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(LONG),
        Err(_) => return Err(BAD),
    }
    let field = |name: &str| {
        let mut fields = head.headers.iter();
        let found = fields.find(|field| field.name.eq_ignore_ascii_case(name));
        found.map(|field| field.value)
    };
    if head.version == Some(1) && field("host").is_none() {
        return Err(BAD);
    }
    let is_head = head.method == Some("HEAD");
    if !is_head && head.method != Some("GET") {
        return Err(METHOD);
    }
    let accepted = String::from_utf8_lossy(field("accept-encoding").unwrap_or_default());
    let accepts_gzip = accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = weight.trim().trim_end_matches(['0', '.']) == "q=";
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    });
    let target = head.path.unwrap_or_default();
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let path = percent_encoding::percent_decode_str(path).collect();
    Ok(Some(Request { is_head, path, accepts_gzip }))
}

/// Answers a request with content.
fn answer(stream: &mut TcpStream, request: &Request, content: &Content) -> io::Result<()> {
    let compressed = if request.accepts_gzip { content.compressed() } else { None };
    let coding = if compressed.is_some() { "content-encoding: gzip\r\n" } else { "" };
    let fields = format!("vary: accept-encoding\r\n{coding}");
    let bytes = compressed.unwrap_or(&content.bytes);
    let head = head("200 OK", content.kind, bytes.len(), &fields);
    send(stream, &head, if request.is_head { b"" } else { bytes })
}

/// Answers with a status and, unless only the head was requested, its text.
fn refuse(stream: &mut TcpStream, (status, text): Status, is_head: bool) -> io::Result<()> {
    let allow = if status == METHOD.0 { "allow: GET, HEAD\r\n" } else { "" };
    let head = head(status, "text/plain; charset=utf-8", text.len(), allow);
    send(stream, &head, if is_head { b"" } else { text.as_bytes() })
}

/// The head of an answer: its status line and header.
fn head(status: &str, kind: &str, length: usize, fields: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{fields}connection: close\r\n\
         cache-control: no-cache\r\nx-content-type-options: nosniff\r\n\
         content-security-policy: frame-ancestors 'none'\r\nreferrer-policy: no-referrer\r\n\r\n"
    )
}

/// Sends a head and the content after it, in as few segments as possible.
fn send(stream: &mut TcpStream, head: &str, content: &[u8]) -> io::Result<()> {
    let long = Duration::from_secs(content.len() as u64 / SLOWEST);
    let deadline = Instant::now() + PATIENCE + long;
    let mut slices = &mut [IoSlice::new(head.as_bytes()), IoSlice::new(content)][..];
    while slices.iter().any(|slice| !slice.is_empty()) {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_write_timeout(Some(left))?;
        match stream.write_vectored(slices) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => IoSlice::advance_slices(&mut slices, count),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Closes a connection after its answer. What the client is still sending is read for a moment, because closing with unread bytes
/// would discard the answer.
fn finish(stream: &mut TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let deadline = Instant::now() + PAUSE;
    let mut block = [0; 4096];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        stream.set_read_timeout(Some(left))?;
        if stream.read(&mut block)? == 0 {
            return Ok(());
        }
    }
}

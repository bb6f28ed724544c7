//! A server for static content over HTTP/1.1: `GET` and `HEAD`, one thread per connection.
//!
//! At most [`CONNECTIONS`] connections are served at once; further ones wait. A client that does not complete a request within
//! [`PATIENCE`], or reads an answer more slowly than [`SLOWEST`], is disconnected, so that no client keeps a connection. Requests are
//! parsed by httparse. Text and WebAssembly are compressed by gzip for clients that accept it.

use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::semaphore::Semaphore;

/// Number of connections that are served at the same time.
const CONNECTIONS: usize = 64;

/// The time in which a client must send a complete request, counted from the connection or from the end of the previous answer. It is
/// also the time allowed for an answer, besides that for its length.
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
    /// The entity tag, with its quotation marks: it changes with the content.
    tag: String,
    bytes: Vec<u8>,
    /// The bytes compressed by gzip, once a client has asked for them; `None` if that does not make them shorter.
    compressed: OnceLock<Option<Vec<u8>>>,
}

impl Content {
    /// Content of a media type, with an entity tag in quotation marks.
    pub fn new(kind: &'static str, tag: String, bytes: Vec<u8>) -> Self {
        Self { kind, tag, bytes, compressed: OnceLock::new() }
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
    /// The entity tag of the content that the client already has.
    known: Option<Vec<u8>>,
    /// Whether the client accepts content compressed by gzip.
    accepts_gzip: bool,
    /// Whether another request may follow on the same connection.
    keeps: bool,
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

/// Answers the requests of a connection.
fn serve(mut stream: TcpStream, find: &Find) -> io::Result<()> {
    // With Nagle's algorithm, the end of an answer could wait for the delayed acknowledgement of its beginning.
    stream.set_nodelay(true)?;
    let mut received = Vec::new();
    loop {
        let deadline = Instant::now() + PATIENCE;
        let request = match receive(&mut stream, &mut received, deadline)? {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            Err(status) => {
                refuse(&mut stream, status, false, false)?;
                return finish(&mut stream);
            }
        };
        let found = find(&request.path);
        tracing::debug!(found = found.is_some(), path = %String::from_utf8_lossy(&request.path), "answers");
        match found {
            None => refuse(&mut stream, NONE, request.is_head, request.keeps)?,
            Some(content) => answer(&mut stream, &request, &content)?,
        }
        if !request.keeps {
            return finish(&mut stream);
        }
    }
}

/// Reads the next request; bytes after it stay in `received`. `None` if the client has closed the connection.
fn receive(
    stream: &mut TcpStream,
    received: &mut Vec<u8>,
    deadline: Instant,
) -> io::Result<Result<Option<Request>, Status>> {
    let mut block = [0; 4096];
    loop {
        match parse(received) {
            Ok(None) if received.len() > LONGEST => return Ok(Err(LONG)),
            Ok(None) => {}
            Ok(Some((request, length))) => {
                received.drain(..length);
                return Ok(Ok(Some(request)));
            }
            Err(status) => return Ok(Err(status)),
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let count = if left.is_zero() {
            Err(ErrorKind::TimedOut.into())
        } else {
            stream.set_read_timeout(Some(left))?;
            stream.read(&mut block)
        };
        match count {
            Ok(0) => return Ok(Ok(None)),
            Ok(count) => received.extend_from_slice(&block[..count]),
            Err(error) => match error.kind() {
                ErrorKind::Interrupted => {}
                // An idle connection is closed without a message, because no request waits for an answer.
                ErrorKind::TimedOut | ErrorKind::WouldBlock if received.is_empty() => {
                    return Ok(Ok(None));
                }
                ErrorKind::TimedOut | ErrorKind::WouldBlock => return Ok(Err(LATE)),
                _ => return Err(error),
            },
        }
    }
}

/// The request at the start of these bytes, and its length; `None` if it is not complete.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, Status> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let mut head = httparse::Request::new(&mut fields);
    let length = match head.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(LONG),
        Err(_) => return Err(BAD),
    };
    let field = |name: &str| {
        let mut fields = head.headers.iter();
        let found = fields.find(|field| field.name.eq_ignore_ascii_case(name));
        found.map(|field| field.value)
    };
    let is_new = head.version == Some(1);
    if is_new && field("host").is_none() {
        return Err(BAD);
    }
    let is_head = head.method == Some("HEAD");
    if !is_head && head.method != Some("GET") {
        return Err(METHOD);
    }
    let asks = |what: &str| {
        let value = String::from_utf8_lossy(field("connection").unwrap_or_default());
        let mut options = value.split(',').map(str::trim);
        options.any(|option| option.eq_ignore_ascii_case(what))
    };
    // A body is not read, so the next request could not be found after it.
    let has_body = field("transfer-encoding").is_some()
        || field("content-length").is_some_and(|length| length != b"0");
    let keeps = !has_body && (is_new && !asks("close") || asks("keep-alive"));
    let accepted = String::from_utf8_lossy(field("accept-encoding").unwrap_or_default());
    let accepts_gzip = accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = weight.trim().trim_end_matches(['0', '.']) == "q=";
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    });
    let target = head.path.unwrap_or_default();
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let request = Request {
        is_head,
        path: percent_encoding::percent_decode_str(path).collect(),
        known: field("if-none-match").map(<[u8]>::to_vec),
        accepts_gzip,
        keeps,
    };
    Ok(Some((request, length)))
}

/// Answers a request with content, or reports that the client has it already.
fn answer(stream: &mut TcpStream, request: &Request, content: &Content) -> io::Result<()> {
    let is_known = request.known.as_ref().is_some_and(|known| {
        let known = String::from_utf8_lossy(known);
        let mut tags = known.split(',').map(str::trim);
        tags.any(|tag| tag == "*" || tag.trim_start_matches("W/") == content.tag)
    });
    // The tag is weak, because it is that of both forms of the content.
    let tag = format!("etag: W/{}\r\nvary: accept-encoding\r\n", content.tag);
    if is_known {
        let head = head("304 Not Modified", &tag, request.keeps);
        return send(stream, head.as_bytes(), b"");
    }
    let compressed = if request.accepts_gzip { content.compressed() } else { None };
    let coding = if compressed.is_some() { "content-encoding: gzip\r\n" } else { "" };
    let bytes = compressed.unwrap_or(&content.bytes);
    let fields = format!(
        "{tag}content-type: {}\r\n{coding}content-length: {}\r\n",
        content.kind,
        bytes.len()
    );
    let bytes = if request.is_head { b"" } else { bytes };
    send(stream, head("200 OK", &fields, request.keeps).as_bytes(), bytes)
}

/// Answers with a status and, unless only the head was requested, its text.
fn refuse(
    stream: &mut TcpStream,
    (status, text): Status,
    is_head: bool,
    keeps: bool,
) -> io::Result<()> {
    let fields = format!(
        "content-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n{}",
        text.len(),
        if status == METHOD.0 { "allow: GET, HEAD\r\n" } else { "" }
    );
    let text = if is_head { "" } else { text };
    send(stream, head(status, &fields, keeps).as_bytes(), text.as_bytes())
}

/// The head of an answer: its status line and header.
fn head(status: &str, fields: &str, keeps: bool) -> String {
    let date = httpdate::fmt_http_date(SystemTime::now());
    let end = if keeps { "" } else { "connection: close\r\n" };
    format!(
        "HTTP/1.1 {status}\r\ndate: {date}\r\n{fields}{end}cache-control: no-cache\r\nx-content-type-options: nosniff\r\n\
         content-security-policy: frame-ancestors 'none'\r\nreferrer-policy: no-referrer\r\n\r\n"
    )
}

/// Sends a head and the content after it, in as few segments as possible.
fn send(stream: &mut TcpStream, head: &[u8], content: &[u8]) -> io::Result<()> {
    let long = Duration::from_secs(content.len() as u64 / SLOWEST);
    let deadline = Instant::now() + PATIENCE + long;
    let mut slices = &mut [IoSlice::new(head), IoSlice::new(content)][..];
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

/// Closes a connection after its last answer. What the client is still sending is read for a moment, because closing with unread bytes
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

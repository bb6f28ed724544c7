//! `nonogram serve`: serves the page to browsers over HTTP.
//!
//! The files are built into the program, or read from the folder of `--page` at the start; nothing else is served. Each connection has a
//! thread, and ends with the answer to its first request, so that no connection waits for another one: browsers open some in advance and
//! keep them. Requests are parsed by httparse.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::exit::{Exit, Failure, OrExit, Outcome, failure};
use crate::{output, stop};

/// Serve the page: play, solve and watch the FPGA in a browser
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram serve
  nonogram serve --listen 127.0.0.1:9000
  nonogram serve --listen 0.0.0.0:8080      (for other machines, too)

The first line on stdout is the address to open. The command runs until Ctrl-C or a request to terminate, and then \
exits with code 0. Everything runs in the browser, which sends no data back.")]
pub struct Serve {
    /// Address and port to listen on; port 0 selects a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: String,

    /// Serve the files of this folder instead of those in the program
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

/// The files of the page, which `make page` writes; empty without the feature `page`.
#[cfg(feature = "page")]
static PAGE: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../web/dist");
#[cfg(not(feature = "page"))]
static PAGE: include_dir::Dir<'static> = include_dir::Dir::new("", &[]);

/// The file that is served for the path `/`.
const INDEX: &str = "index.html";

/// The time between two checks for an interruption.
const LOOK: Duration = Duration::from_millis(100);

/// The time for which a connection may rest.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time for which a request is still read after its answer: closing with unread bytes would discard the answer.
const LINGER: Duration = Duration::from_millis(200);

/// The longest request without its body, in bytes.
const LONGEST: usize = 16 << 10;

/// The largest number of header fields of a request.
const FIELDS: usize = 64;

/// The files of the page, by the bytes of their names.
type Files = BTreeMap<Vec<u8>, Content>;

/// A file of the page.
struct Content {
    /// The media type.
    kind: &'static str,
    bytes: Vec<u8>,
    /// The bytes compressed by gzip; `None` if they are short, or of a type that may be compressed already.
    compressed: Option<Vec<u8>>,
}

/// Content shorter than this is sent as it is, in bytes: it fits in one segment.
const SHORT: usize = 1400;

impl Content {
    fn new(kind: &'static str, bytes: Vec<u8>) -> Self {
        let is_compressible = kind != BINARY && bytes.len() >= SHORT;
        let compress = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&bytes).ok()?;
            encoder.finish().ok()
        };
        let compressed = is_compressible.then(compress).flatten();
        Self { kind, bytes, compressed }
    }
}

impl Serve {
    pub fn run(self) -> Outcome {
        let files = match &self.page {
            Some(folder) if folder.is_dir() && !folder.join(INDEX).is_file() => {
                return Err(self.without_page());
            }
            Some(folder) => read(folder)?,
            None => (PAGE.files())
                .filter(|file| !file.path().to_string_lossy().starts_with('.'))
                .map(|file| entry(file.path().as_os_str(), file.contents().to_vec()))
                .collect(),
        };
        if files.is_empty() {
            return Err(self.without_page());
        }
        let listener = TcpListener::bind(&self.listen).map_err(|error| {
            failure!(
                Exit::Usage,
                "cannot listen on {}: {error}; expected a free port of this machine: choose another one, such as \
                     --listen 127.0.0.1:0",
                self.listen
            )
        })?;
        let _guard = stop::guard();
        let address =
            listener.local_addr().context("the socket has no address").or_exit(Exit::Fault)?;
        output::stdout(format!("http://{address}/\n"))?;
        say!("nonogram: the page is at http://{address}/; Ctrl-C stops the server");
        let files = Arc::new(files);
        thread::spawn(move || accept(&listener, &files));
        while !stop::requested() {
            thread::sleep(LOOK);
        }
        Ok(Exit::Solved)
    }
}

/// Answers each connection in a thread of its own.
fn accept(listener: &TcpListener, files: &Arc<Files>) {
    loop {
        let connection = listener.accept().and_then(|(stream, _)| {
            let files = Arc::clone(files);
            thread::Builder::new().spawn(move || {
                if let Err(error) = serve(stream, &files) {
                    tracing::debug!(%error, "the connection ended early");
                }
            })
        });
        if let Err(error) = connection {
            // Too many files are open, or too many threads run: both are temporary.
            tracing::warn!(%error, "cannot answer a connection");
            thread::sleep(LOOK);
        }
    }
}

/// Answers the first request of a connection, and closes it.
fn serve(mut stream: TcpStream, files: &Files) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let (mut received, mut block) = (Vec::new(), [0; 4096]);
    let answer = loop {
        match stream.read(&mut block)? {
            0 => return Ok(()),
            count => received.extend_from_slice(&block[..count]),
        }
        if let Some(answer) = answer(&received, files) {
            break answer;
        }
    };
    stream.write_all(answer.head().as_bytes())?;
    stream.write_all(answer.body)?;
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(LINGER))?;
    while stream.read(&mut block)? > 0 {}
    Ok(())
}

/// An answer to a request.
struct Answer<'a> {
    status: &'static str,
    kind: &'static str,
    coding: &'static str,
    length: usize,
    /// The content; empty if only the head was requested.
    body: &'a [u8],
}

impl Answer<'_> {
    /// An answer without content from a file: its status and its text.
    fn plain(status: &'static str, text: &'static str) -> Self {
        let kind = "text/plain; charset=utf-8";
        Self { status, kind, coding: "", length: text.len(), body: text.as_bytes() }
    }

    /// The status line and the header.
    fn head(&self) -> String {
        let Self { status, kind, coding, length, .. } = self;
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{coding}vary: accept-encoding\r\n\
             connection: close\r\ncache-control: no-cache\r\nx-content-type-options: nosniff\r\n\
             content-security-policy: frame-ancestors 'none'\r\nreferrer-policy: no-referrer\r\n\r\n"
        )
    }
}

/// The answer to the request at the start of these bytes; `None` if it is not complete.
fn answer<'a>(received: &[u8], files: &'a Files) -> Option<Answer<'a>> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let mut request = httparse::Request::new(&mut fields);
    match request.parse(received) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) if received.len() <= LONGEST => return None,
        _ => return Some(Answer::plain("400 Bad Request", "not a request; expected HTTP/1.1\n")),
    }
    let path = request.path.unwrap_or_default();
    let decoded: Vec<u8> =
        percent_encoding::percent_decode_str(path.split(['?', '#']).next()?).collect();
    let found = find(files, &decoded);
    tracing::debug!(found = found.is_some(), path, "answers");
    let is_head = request.method == Some("HEAD");
    let mut answer = match found {
        _ if !is_head && request.method != Some("GET") => {
            let text = "method not allowed; expected GET or HEAD\n";
            Answer::plain("405 Method Not Allowed", text)
        }
        None => Answer::plain("404 Not Found", "no such file\n"),
        Some(content) => {
            let compressed = content.compressed.as_deref().filter(|_| accepts_gzip(&request));
            let body = compressed.unwrap_or(&content.bytes);
            let coding = if compressed.is_some() { "content-encoding: gzip\r\n" } else { "" };
            Answer { status: "200 OK", kind: content.kind, coding, length: body.len(), body }
        }
    };
    if is_head {
        answer.body = &[];
    }
    Some(answer)
}

/// Whether the client accepts content compressed by gzip.
fn accepts_gzip(request: &httparse::Request<'_, '_>) -> bool {
    let mut fields = request.headers.iter();
    let accepted = fields.find(|field| field.name.eq_ignore_ascii_case("accept-encoding"));
    let accepted = accepted.map_or_else(Default::default, |it| String::from_utf8_lossy(it.value));
    accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = weight.trim().trim_end_matches(['0', '.']) == "q=";
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

impl Serve {
    fn without_page(&self) -> Failure {
        let message = match &self.page {
            Some(folder) => format!(
                "{}: no {INDEX}; expected the folder that `make page` writes, web/dist: run it, or correct --page",
                folder.display()
            ),
            None => "this program was built without the page; expected the feature `page`: run `make page` and name \
                     its folder, --page web/dist, or use the program of a release"
                .to_owned(),
        };
        Failure::new(Exit::Usage, message)
    }
}

/// Reads the files of a folder; subfolders and symbolic links are skipped.
fn read(folder: &Path) -> Result<Files, Failure> {
    let read = || -> std::io::Result<Files> {
        let mut files = Files::new();
        for found in std::fs::read_dir(folder)? {
            let found = found?;
            if found.file_type()?.is_file() {
                // Not more than the stated length, so that a file without an end, as in `/proc`, is not read for ever.
                let length = found.metadata()?.len();
                let mut bytes = Vec::new();
                let file = File::open(found.path())?;
                file.take(length).read_to_end(&mut bytes)?;
                files.extend([entry(&found.file_name(), bytes)]);
            }
        }
        Ok(files)
    };
    read()
        .with_context(|| {
            format!(
                "{}: cannot read the page; expected a folder: check its name and permissions",
                folder.display()
            )
        })
        .or_exit(Exit::Usage)
}

/// A file of the page, with its name.
fn entry(name: &OsStr, bytes: Vec<u8>) -> (Vec<u8>, Content) {
    let content = Content::new(kind(Path::new(name)), bytes);
    (name.as_encoded_bytes().to_vec(), content)
}

/// The file of the page that has this path, which is decoded.
fn find<'a>(files: &'a Files, path: &[u8]) -> Option<&'a Content> {
    let name = match path.strip_prefix(b"/")? {
        [] => INDEX.as_bytes(),
        name => name,
    };
    files.get(name)
}

/// The media type of files of unknown content, which may be compressed already.
const BINARY: &str = "application/octet-stream";

/// The media type of a file, by its extension.
fn kind(name: &Path) -> &'static str {
    match name.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => BINARY,
    }
}

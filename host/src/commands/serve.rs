//! `nonogram serve`: serves the page to browsers over HTTP.
//!
//! The files are built into the program, or read from the folder of `--page` at the start; nothing else is served.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

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

/// The files of the page, by the bytes of their names.
type Files = BTreeMap<Vec<u8>, Content>;

/// A file of the page.
struct Content {
    /// The media type.
    kind: &'static str,
    bytes: Arc<[u8]>,
    /// The bytes compressed by gzip; `None` if they are short, or of a type that may be compressed already.
    compressed: Option<Arc<[u8]>>,
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
        let compressed = is_compressible.then(compress).flatten().map(Arc::from);
        Self { kind, bytes: bytes.into(), compressed }
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
        let server = Server::from_listener(listener, None)
            .map_err(|error| anyhow!("cannot start the server: {error}; close other programs"))
            .or_exit(Exit::Fault)?;
        let files = Arc::new(files);
        while !stop::requested() {
            let request = server.recv_timeout(LOOK).context("the server has failed");
            if let Some(request) = request.or_exit(Exit::Fault)? {
                let files = Arc::clone(&files);
                // A client that reads slowly does not delay the others.
                thread::spawn(move || answer(request, &files));
            }
        }
        Ok(Exit::Solved)
    }
}

/// Answers a request.
fn answer(request: Request, files: &Files) {
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let path: Vec<u8> = percent_encoding::percent_decode_str(path).collect();
    let found = find(files, &path);
    tracing::debug!(found = found.is_some(), url = request.url(), "answers");
    let plain = "text/plain; charset=utf-8";
    let (status, kind, bytes, coding) = match found {
        _ if !matches!(request.method(), Method::Get | Method::Head) => {
            (405, plain, Arc::from(&b"method not allowed; expected GET or HEAD\n"[..]), None)
        }
        None => (404, plain, Arc::from(&b"no such file\n"[..]), None),
        Some(content) => match &content.compressed {
            Some(bytes) if accepts_gzip(&request) => {
                (200, content.kind, Arc::clone(bytes), Some("gzip"))
            }
            _ => (200, content.kind, Arc::clone(&content.bytes), None),
        },
    };
    let headers = [
        ("content-type", kind),
        ("vary", "accept-encoding"),
        ("cache-control", "no-cache"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "frame-ancestors 'none'"),
        ("referrer-policy", "no-referrer"),
    ];
    let header = |(name, value): (&str, &str)| Header::from_bytes(name, value).ok();
    let coding = coding.map(|coding| ("content-encoding", coding));
    let headers = headers.into_iter().chain(coding).filter_map(header).collect();
    let length = bytes.len();
    let response =
        Response::new(StatusCode(status), headers, Cursor::new(bytes), Some(length), None);
    if let Err(error) = request.respond(response.with_chunked_threshold(usize::MAX)) {
        tracing::debug!(%error, "the connection ended early");
    }
}

/// Whether the client accepts content compressed by gzip.
fn accepts_gzip(request: &Request) -> bool {
    let mut fields = request.headers().iter();
    let accepted = fields.find(|field| field.field.equiv("accept-encoding"));
    accepted.is_some_and(|accepted| {
        accepted.value.as_str().split(',').any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            let is_refused = weight.trim().trim_end_matches(['0', '.']) == "q=";
            name.trim().eq_ignore_ascii_case("gzip") && !is_refused
        })
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

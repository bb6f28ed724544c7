//! `nonogram serve`: the page for browsers, by a small HTTP server on this machine.
//!
//! The files are part of the program, or of a folder that is named; only those are served, by their names.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tiny_http::{Header, Method, Request, Response, Server};

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::{interrupt, output};

/// Show the page: play, solve and watch the FPGA in a browser
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram serve
  nonogram serve --listen 127.0.0.1:9000
  nonogram serve --listen 0.0.0.0:8080      (for other machines, too)

The first line on stdout is the address to open. It serves until Ctrl-C or a request to terminate, which is exit \
code 0. Everything runs in the browser: nothing is sent back.")]
pub struct Serve {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: String,

    /// Serve the files of this folder instead of those in the program
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

/// Name and content of each file of the page; none where it was not built before the program.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What a folder's address stands for.
const INDEX: &str = "index.html";

/// How often it looks whether it is to end.
const LOOK: Duration = Duration::from_millis(200);

type Files = BTreeMap<String, Cow<'static, [u8]>>;

impl Subcommand for Serve {
    const NAME: &'static str = "serve";

    fn run(self) -> Outcome {
        let files = match &self.page {
            Some(folder) => read(folder)?,
            None => (PAGE.iter())
                .map(|&(name, content)| (name.to_owned(), Cow::Borrowed(content)))
                .collect(),
        };
        if !files.contains_key(INDEX) {
            return Err(self.without_page());
        }
        let files = Arc::new(files);
        let server = Server::http(&self.listen).map_err(|error| {
            Failure::new(
                Exit::Usage,
                format!(
                    "cannot listen on {}: {error}; expected a free port of this machine: name another one with \
                     --listen 127.0.0.1:0",
                    self.listen
                ),
            )
        })?;
        let _guard = interrupt::guard();
        let address = server.server_addr();
        output::stdout(format!("http://{address}/\n"))?;
        say!("nonogram: the page is at http://{address}/; Ctrl-C ends it");
        while !interrupt::requested() {
            let request = server
                .recv_timeout(LOOK)
                .context("cannot take a request")
                .or_exit(Exit::Fault)?;
            if let Some(request) = request {
                // A client that does not read its answer delays no other. Without a thread there is no answer.
                let files = Arc::clone(&files);
                let _ = thread::Builder::new().spawn(move || answer(request, &files));
            }
        }
        Ok(Exit::Solved)
    }
}

impl Serve {
    fn without_page(&self) -> Failure {
        let message = match &self.page {
            Some(folder) => format!(
                "{}: no {INDEX}; expected the folder that `make page` writes, web/dist",
                folder.display()
            ),
            None => "this program was built without the page; run `make page` and build it again, or name a folder \
                     with --page"
                .to_owned(),
        };
        Failure::new(Exit::Usage, message)
    }
}

/// The files of a folder.
fn read(folder: &Path) -> Result<Files, Failure> {
    let read = || -> std::io::Result<Files> {
        let mut files = Files::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.insert(name, Cow::Owned(std::fs::read(entry.path())?));
            }
        }
        Ok(files)
    };
    read()
        .with_context(|| format!("{}: cannot read the page; check its name", folder.display()))
        .or_exit(Exit::Usage)
}

fn answer(request: Request, files: &Files) {
    const FOUND: u16 = 200;
    const NOT_FOUND: u16 = 404;
    const NOT_ALLOWED: u16 = 405;
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let name = match path.trim_start_matches('/') {
        "" => INDEX,
        name => name,
    };
    let is_read = matches!(request.method(), Method::Get | Method::Head);
    let (status, kind, content): (u16, &str, &[u8]) = match files.get(name) {
        _ if !is_read => (
            NOT_ALLOWED,
            "text/plain; charset=utf-8",
            b"only GET and HEAD\n",
        ),
        Some(content) => (FOUND, kind(name), content),
        None => (NOT_FOUND, "text/plain; charset=utf-8", b"no such file\n"),
    };
    tracing::debug!(status, url = request.url(), "answers");
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-cache"),
        ("X-Content-Type-Options", "nosniff"),
        ("Content-Security-Policy", "frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"),
    ];
    let mut response = Response::from_data(content).with_status_code(status);
    for (name, value) in headers {
        let header = Header::from_bytes(name, value).expect("these are headers");
        response.add_header(header);
    }
    // A client that has gone away needs no answer.
    let _ = request.respond(response);
}

/// What a file is, by its extension.
fn kind(name: &str) -> &'static str {
    match Path::new(name)
        .extension()
        .and_then(|extension| extension.to_str())
    {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

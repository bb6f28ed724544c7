//! `nonogram serve`: serves the page to browsers over HTTP, with hyper.
//!
//! The files are built into the program, or read from the folder of `--page` at the start; nothing else is served.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::runtime;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::{interrupt, output};

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

/// Name and content of each file of the page; empty if the page was not built before the program.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file that is served for the path `/`.
const INDEX: &str = "index.html";

/// Maximum time between two checks for an interruption, and the delay after a connection that cannot be accepted.
const LOOK: Duration = Duration::from_millis(200);

type Files = BTreeMap<String, Bytes>;

impl Subcommand for Serve {
    const NAME: &'static str = "serve";

    fn run(self) -> Outcome {
        let files = match &self.page {
            Some(folder) => read(folder)?,
            None => (PAGE.iter())
                .map(|&(name, content)| (name.to_owned(), Bytes::from_static(content)))
                .collect(),
        };
        if !files.contains_key(INDEX) {
            return Err(self.without_page());
        }
        let files = Arc::new(files);
        let listener = TcpListener::bind(&self.listen).map_err(|error| {
            Failure::new(
                Exit::Usage,
                format!(
                    "cannot listen on {}: {error}; expected a free port of this machine: choose another one, such as \
                     --listen 127.0.0.1:0",
                    self.listen
                ),
            )
        })?;
        let _guard = interrupt::guard();
        let address = listener
            .local_addr()
            .context("the socket has no address")
            .or_exit(Exit::Fault)?;
        output::stdout(format!("http://{address}/\n"))?;
        say!("nonogram: the page is at http://{address}/; Ctrl-C stops the server");
        runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .and_then(|runtime| runtime.block_on(serve(listener, files)))
            .context(
                "cannot start the server; expected free file descriptors: close other programs",
            )
            .or_exit(Exit::Fault)?;
        Ok(Exit::Solved)
    }
}

impl Serve {
    fn without_page(&self) -> Failure {
        let message = match &self.page {
            Some(folder) => format!(
                "{}: no {INDEX}; expected the folder that `make page` writes, web/dist: run it, or correct --page",
                folder.display()
            ),
            None => "this program was built without the page; run `make page` and build it again, or name a folder \
                     with --page"
                .to_owned(),
        };
        Failure::new(Exit::Usage, message)
    }
}

/// Reads the files of a folder; subfolders and symbolic links are skipped.
fn read(folder: &Path) -> Result<Files, Failure> {
    let read = || -> std::io::Result<Files> {
        let mut files = Files::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.insert(name, std::fs::read(entry.path())?.into());
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

/// Serves connections concurrently until the program is interrupted.
async fn serve(listener: TcpListener, files: Arc<Files>) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    while !interrupt::requested() {
        let stream = match tokio::time::timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            Ok(Err(error)) => {
                // Usually a client has disconnected, or too many files are open: both are temporary.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(LOOK).await;
                continue;
            }
            Err(_) => continue,
        };
        // With Nagle's algorithm, the end of a response could wait for the delayed acknowledgement of its beginning.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot disable Nagle's algorithm");
        }
        let files = Arc::clone(&files);
        let service = service_fn(move |request: Request<Incoming>| {
            let response = answer(&request, &files);
            async move { Ok::<_, Infallible>(response) }
        });
        let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "the connection ended early");
            }
        });
    }
    Ok(())
}

fn answer(request: &Request<Incoming>, files: &Files) -> Response<Full<Bytes>> {
    let name = match request.uri().path().trim_start_matches('/') {
        "" => INDEX,
        name => name,
    };
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let plain = "text/plain; charset=utf-8";
    let (status, kind, content) = match files.get(name) {
        _ if !is_read => (
            StatusCode::METHOD_NOT_ALLOWED,
            plain,
            Bytes::from_static(b"method not allowed; expected GET or HEAD\n"),
        ),
        Some(content) => (StatusCode::OK, kind(name), content.clone()),
        None => (
            StatusCode::NOT_FOUND,
            plain,
            Bytes::from_static(b"no such file\n"),
        ),
    };
    tracing::debug!(%status, uri = %request.uri(), "answers");
    Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'")
        .header(header::REFERRER_POLICY, "no-referrer")
        .body(Full::new(content))
        .expect("the headers are valid")
}

/// The media type of a file, by its extension.
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

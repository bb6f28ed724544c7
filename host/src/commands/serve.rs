//! `nonogram serve`: serves the page to browsers over HTTP.
//!
//! The files are built into the program, or read from the folder of `--page` at the start; nothing else is served.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome, failure};
use crate::http::{self, Content};
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

/// Name and content of each file of the page; empty without the feature `page`.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file that is served for the path `/`.
const INDEX: &str = "index.html";

/// The time between two checks for an interruption.
const LOOK: Duration = Duration::from_millis(100);

/// The files of the page, by the bytes of their names.
type Files = BTreeMap<Vec<u8>, Arc<Content>>;

impl Subcommand for Serve {
    const NAME: &'static str = "serve";

    fn run(self) -> Outcome {
        let files = match &self.page {
            Some(folder) if folder.is_dir() && !folder.join(INDEX).is_file() => {
                return Err(self.without_page());
            }
            Some(folder) => read(folder)?,
            None => (PAGE.iter())
                .map(|&(name, bytes)| entry(OsStr::new(name), bytes.to_vec()))
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
        http::start(listener, Arc::new(move |path: &[u8]| find(&files, path)))
            .context("cannot start the server; expected a free thread: close other programs")
            .or_exit(Exit::Fault)?;
        while !stop::requested() {
            thread::sleep(LOOK);
        }
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
fn entry(name: &OsStr, bytes: Vec<u8>) -> (Vec<u8>, Arc<Content>) {
    let content = Content::new(kind(Path::new(name)), bytes);
    (name.as_encoded_bytes().to_vec(), Arc::new(content))
}

/// The file of the page that has this path, which is decoded.
fn find(files: &Files, path: &[u8]) -> Option<Arc<Content>> {
    let name = match path.strip_prefix(b"/")? {
        [] => INDEX.as_bytes(),
        name => name,
    };
    files.get(name).cloned()
}

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
        _ => http::BINARY,
    }
}

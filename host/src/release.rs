//! Bitstreams of a release: one archive per board of the open flow, with checksums.
//!
//! `scripts/release-bitstreams` writes the archives; [`unpack`] extracts one file from an archive.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use flate2::read::GzDecoder;
use hmac_sha256::Hash as Sha256;
use tar::Archive;
use tempfile::TempDir;

use crate::exit::{Exit, Failure, OrExit};
use crate::interrupt::{self, Tidy};
use crate::output;

/// The file in an archive that has the checksums of the other files.
const SUMS: &str = "SHA256SUMS";

/// The largest file that is read from an archive, in bytes: larger than the bitstream of any supported FPGA.
const LARGEST: u64 = 64 << 20;

/// The largest content of an archive, in bytes: more than all bitstreams of any board.
const MOST: u64 = 1 << 30;

/// The number of other bitstreams in an archive that a message lists.
const LISTED: usize = 32;

/// A bitstream in a file, which may be a temporary file extracted from an archive.
pub struct Bitstream {
    path: PathBuf,
    unpacked: Option<Unpacked>,
}

/// The archive of an extracted bitstream, and the folder that holds the bitstream.
struct Unpacked {
    archive: PathBuf,
    /// The path of the bitstream in the archive.
    member: String,
    _folder: (TempDir, Tidy),
}

impl Bitstream {
    /// The bitstream in a file that is not in an archive.
    pub fn of_file(path: PathBuf) -> Self {
        Self { path, unpacked: None }
    }

    /// The file of the bitstream.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The archive that the bitstream was extracted from, and its path there; `None` if it was not extracted.
    pub fn packed(&self) -> Option<(&Path, &str)> {
        let unpacked = self.unpacked.as_ref()?;
        Some((&unpacked.archive, &unpacked.member))
    }
}

/// Extracts the file `name` from an archive into a temporary folder, and compares it with its checksum in the archive.
///
/// # Errors
/// The archive cannot be read or has no such file or no checksums, a file is too large, the contents differ from the checksum, or
/// the temporary folder cannot be created or written to.
pub fn unpack(archive: &Path, name: &str) -> Result<Bitstream, Failure> {
    let (member, contents) = read(archive, name)
        .with_context(|| {
            format!(
                "{}: cannot extract the bitstream; expected an archive of a release, .tar.gz",
                archive.display()
            )
        })
        .or_exit(Exit::Usage)?;
    let folder = interrupt::temporary(tempfile::tempdir)
        .context("cannot create a temporary folder; check the disk, or set TMPDIR")
        .or_exit(Exit::Fault)?;
    let path = folder.0.path().join(name);
    fs::write(&path, contents)
        .with_context(|| format!("{}: cannot write; check the disk", path.display()))
        .or_exit(Exit::Fault)?;
    let unpacked = Unpacked { archive: archive.to_owned(), member, _folder: folder };
    Ok(Bitstream { path, unpacked: Some(unpacked) })
}

/// The path in the archive of the file `name`, and its contents.
///
/// # Errors
/// The archive cannot be read or has no such file or no checksums, a file is larger than [`LARGEST`], or the contents do not match
/// their checksum.
fn read(archive: &Path, name: &str) -> anyhow::Result<(String, Vec<u8>)> {
    let file = File::open(archive).map_err(output::without_path)?;
    let (mut wanted, mut sums, mut others) = (None, None, Vec::new());
    let plain = GzDecoder::new(file).take(MOST);
    // Raw entries: long names, which a release does not have, are not read into memory.
    for entry in Archive::new(plain).entries()?.raw(true) {
        let mut entry = entry?;
        let path = entry.path_bytes().into_owned();
        let Some((path, file)) =
            of_release(&path).filter(|_| entry.header().entry_type().is_file())
        else {
            continue;
        };
        let place = match file {
            file if file == name => &mut wanted,
            SUMS => &mut sums,
            file => {
                others.push(file.to_owned());
                continue;
            }
        };
        let size = entry.size();
        ensure!(
            size <= LARGEST,
            "{path} has {size} bytes; expected at most {LARGEST}: download the archive again"
        );
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents)?;
        *place = Some((path.to_owned(), contents));
    }
    let (member, wanted) = wanted.ok_or_else(|| {
        others.retain(|other| {
            other.ends_with(".bin") || other.ends_with(".bit") || other.ends_with(".fs")
        });
        others.truncate(LISTED);
        if others.is_empty() {
            anyhow!("no bitstream in it; expected {name}")
        } else {
            anyhow!(
                "no {name} in it; expected one of {}: name its build with --build",
                others.join(", ")
            )
        }
    })?;
    let (_, sums) = sums.with_context(|| format!("no {SUMS} in it: download the archive again"))?;
    let sums = String::from_utf8(sums)?;
    let line = format!("{}  {name}", output::hexadecimal(&Sha256::hash(&wanted)));
    if sums.lines().any(|other| other == line) {
        Ok((member, wanted))
    } else {
        Err(anyhow!("{name} differs from its checksum in {SUMS}: download the archive again"))
    }
}

/// The path in an archive, and the name of its file, if a release can have the path: a file, or a file in a folder, whose names consist
/// of letters, digits, `.`, `_` and `-`, and begin with a letter or digit. No program takes such a name for an option.
fn of_release(path: &[u8]) -> Option<(&str, &str)> {
    let path = std::str::from_utf8(path).ok()?;
    let is_plain = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let (folder, file) = path.split_once('/').unwrap_or(("top", path));
    (is_plain(folder) && is_plain(file)).then_some((path, file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use tar::{Builder, Header};

    #[test]
    fn bitstream_that_is_too_large_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bitstreams.tar.gz");
        let mut header = Header::new_gnu();
        header.set_path("release/top.bin").unwrap();
        header.set_size(LARGEST + 1);
        header.set_cksum();
        let file = File::create(&path).unwrap();
        let mut archive = Builder::new(GzEncoder::new(file, Compression::fast()));
        archive.append(&header, std::io::empty()).unwrap();
        archive.into_inner().unwrap().finish().unwrap();
        let error = read(&path, "top.bin").unwrap_err().to_string();
        assert!(error.contains("expected at most 67108864"), "{error}");
    }

    #[test]
    fn names_of_a_release_are_not_options_or_other_folders() {
        let name = "nonogram-bitstreams-0.3.0-ulx3s/ulx3s-clue32.bit";
        assert_eq!(of_release(name.as_bytes()), Some((name, "ulx3s-clue32.bit")));
        assert!(of_release(b"top.bit").is_some());
        for bad in [
            &b"--to-command=touch x;/top.bit"[..],
            b"-x/top.bit",
            b"../top.bit",
            b"/top.bit",
            b"a/b/top.bit",
            b"a b/top.bit",
            b"a\n/top.bit",
            b"a:b/top.bit",
            b"\xff/top.bit",
        ] {
            assert_eq!(of_release(bad), None, "{bad:?}");
        }
    }

    /// A long name is content of the archive, and could be of any length.
    #[test]
    fn long_names_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bitstreams.tar.gz");
        let file = File::create(&path).unwrap();
        let mut archive = Builder::new(GzEncoder::new(file, Compression::fast()));
        let name = format!("{}/top.bin", "a".repeat(200));
        let mut header = Header::new_gnu();
        header.set_size(0);
        archive.append_data(&mut header, name, std::io::empty()).unwrap();
        archive.into_inner().unwrap().finish().unwrap();
        let error = read(&path, "top.bin").unwrap_err().to_string();
        assert!(error.contains("no bitstream in it"), "{error}");
    }
}

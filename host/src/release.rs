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

/// A bitstream in a file, which may be a temporary file extracted from an archive.
pub struct Bitstream {
    path: PathBuf,
    unpacked: Option<Unpacked>,
}

/// The archive of an extracted bitstream, and the folder that holds the bitstream.
struct Unpacked {
    archive: PathBuf,
    /// The path of the bitstream in the archive.
    member: PathBuf,
    _folder: (TempDir, Tidy),
}

impl Bitstream {
    /// The bitstream in a file that is not in an archive.
    pub fn of_file(path: PathBuf) -> Self {
        Self {
            path,
            unpacked: None,
        }
    }

    /// The file of the bitstream.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The archive that the bitstream was extracted from, and its path there; `None` if it was not extracted.
    pub fn packed(&self) -> Option<(&Path, &Path)> {
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
    let folder = tempfile::tempdir()
        .context("cannot create a temporary folder; check the disk, or set TMPDIR")
        .or_exit(Exit::Fault)?;
    let tidy = interrupt::tidy(folder.path());
    let path = folder.path().join(name);
    fs::write(&path, contents)
        .with_context(|| format!("{}: cannot write; check the disk", path.display()))
        .or_exit(Exit::Fault)?;
    let unpacked = Unpacked {
        archive: archive.to_owned(),
        member,
        _folder: (folder, tidy),
    };
    Ok(Bitstream {
        path,
        unpacked: Some(unpacked),
    })
}

/// The path in the archive of the file `name`, and its contents.
///
/// # Errors
/// The archive cannot be read or has no such file or no checksums, a file is larger than [`LARGEST`], or the contents do not match
/// their checksum.
fn read(archive: &Path, name: &str) -> anyhow::Result<(PathBuf, Vec<u8>)> {
    let file = File::open(archive).map_err(output::without_path)?;
    let (mut wanted, mut sums, mut others) = (None, None, Vec::new());
    for entry in Archive::new(GzDecoder::new(file)).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let file = path.file_name().and_then(|name| name.to_str());
        let place = match file {
            Some(file) if file == name => &mut wanted,
            Some(SUMS) => &mut sums,
            file => {
                others.extend(file.map(str::to_owned));
                continue;
            }
        };
        let size = entry.size();
        ensure!(
            size <= LARGEST,
            "{} has {size} bytes; expected at most {LARGEST}: download the archive again",
            path.display()
        );
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents)?;
        *place = Some((path, contents));
    }
    let (member, wanted) = wanted.ok_or_else(|| {
        others.retain(|other| {
            other.ends_with(".bin") || other.ends_with(".bit") || other.ends_with(".fs")
        });
        match others.is_empty() {
            true => anyhow!("no bitstream in it; expected {name}"),
            false => anyhow!(
                "no {name} in it; expected one of {}: name its build with --build",
                others.join(", ")
            ),
        }
    })?;
    let (_, sums) = sums.with_context(|| format!("no {SUMS} in it: download the archive again"))?;
    let sums = String::from_utf8(sums)?;
    let line = format!("{}  {name}", output::hexadecimal(&Sha256::hash(&wanted)));
    match sums.lines().any(|other| other == line) {
        true => Ok((member, wanted)),
        false => Err(anyhow!(
            "{name} differs from its checksum in {SUMS}: download the archive again"
        )),
    }
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
}

//! Releases: archives of bitstreams with licences, checksums and the commit, the boards of the workflow, and the licences of a program's
//! crates.

#![cfg(unix)]

use crate::common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use common::{Folder, json_lines, nonogram, repository, run};
use predicates::str::contains;
use serde_json::Value;

/// Runs a command, which must succeed, and returns its stdout.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

/// Packs the bitstreams of the iCEBreaker into the folder `archives`, and returns the path of the archive. A stand-in replaces the
/// subcommand `bitstream`: each bitstream contains its own name.
fn pack(folder: &Folder, archives: &str) -> String {
    let stand_in = format!(
        "#!/bin/sh\ncase $1 in\nbitstream) echo $3-$5 >$7/$3-$5.bin ;;\n*) exec {} \"$@\" ;;\nesac\n",
        env!("CARGO_BIN_EXE_nonogram")
    );
    let program = folder.file("stand-in", stand_in);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("our own file");
    let archive = printed(
        Command::new(repository("scripts/release-bitstreams"))
            .arg("icebreaker")
            .env("NONOGRAM", &program)
            .env("RELEASE_ARCHIVES", folder.path(archives)),
    );
    archive.trim_end().to_owned()
}

#[test]
fn archive_of_bitstreams_holds_licences_checksums_and_the_commit() {
    let folder = Folder::new();
    let archive = pack(&folder, "first");
    let name = format!("nonogram-bitstreams-{}-icebreaker", env!("CARGO_PKG_VERSION"));
    assert!(archive.ends_with(&format!("/first/{name}.tar.gz")), "{archive}");
    let unpacked = folder.path(&name);
    printed(Command::new("tar").args(["-xzf", &archive, "-C"]).arg(folder.path("")));
    let files = printed(Command::new("ls").arg("-x").arg("-w0").arg(&unpacked));
    assert_eq!(
        files.split_whitespace().collect::<Vec<_>>(),
        [
            "COMMIT",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "SHA256SUMS",
            "icebreaker-classic11.bin",
            "icebreaker-clue10.bin"
        ]
    );
    let checked = printed(
        Command::new("sha256sum")
            .args(["--check", "--strict", "SHA256SUMS"])
            .current_dir(&unpacked),
    );
    assert_eq!(checked.lines().count(), 5, "{checked}");
    let commit = fs::read_to_string(unpacked.join("COMMIT")).expect("a commit");
    let head =
        printed(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(repository(".")));
    assert!(commit.starts_with(head.trim_end()), "{commit}");
    let licence = fs::read(unpacked.join("LICENSE-MIT")).expect("a licence");
    assert_eq!(licence, fs::read(repository("LICENSE-MIT")).expect("ours"));

    let flash = "flash --board icebreaker --dry-run --build clue10 --from";
    let flashed = run(flash, &[&unpacked]).success();
    flashed.stdout(contains(format!("{name}/icebreaker-clue10.bin\n")));
    let again = pack(&folder, "second");
    assert_eq!(
        fs::read(archive).expect("an archive"),
        fs::read(Path::new(&again)).expect("an archive")
    );
}

/// Runs the command with which the workflow lists its boards, and compares them with the boards of the open flow in `nonogram boards`.
#[test]
fn workflow_builds_the_bitstreams_of_every_board_of_the_open_flow() {
    let workflow = fs::read_to_string(repository(".github/workflows/release.yml")).expect("ours");
    let command = workflow
        .lines()
        .find_map(|line| line.trim().strip_prefix("boards=$(")?.strip_suffix(')'))
        .expect("the list of the boards");
    let listed = printed(Command::new("sh").args(["-c", command]).current_dir(repository(".")));
    let listed: Vec<Value> = serde_json::from_str(&listed).expect("JSON");
    let boards = json_lines(&nonogram().args(["boards", "--json"]).assert().success());
    let open = boards.iter().filter(|board| board["flow"] == "open");
    assert_eq!(listed, open.map(|board| board["name"].clone()).collect::<Vec<_>>());
}

#[test]
fn licences_match_the_crates_of_a_program() {
    let text = printed(&mut Command::new(repository("scripts/licences")));
    assert!(text.contains("\n- clap 4.") && text.contains("\n- batsat 0."), "{text}");
    assert!(text.contains("Apache License"), "{text}");
    // A crate that only tests use.
    assert!(!text.contains("\n- proptest "), "{text}");
}

//! Loading bitstreams: the command of openFPGALoader, volatile and permanent loads, release archives, and `setup`.

use crate::common;

use std::process::Command;

use common::{Folder, run};
use predicates::str::contains;

/// Runs `flash --dry-run` with these arguments on a file.
fn dry_run(folder: &Folder, board: &str, arguments: &str) -> assert_cmd::assert::Assert {
    folder.file("top.bit", "a bitstream");
    let flash = format!("flash --board {board} --dry-run top.bit {arguments}");
    folder.run(&flash).success()
}

#[test]
fn flash_reports_whether_a_load_survives_power_off() {
    let folder = Folder::new();
    dry_run(&folder, "ulx3s", "").stdout("openFPGALoader --board ulx3s top.bit\n").stderr(
        "nonogram: ulx3s: a load is lost at power-off; --permanent writes flash memory\n\
             nonogram: dry run: nothing is loaded; the commands are on stdout\n",
    );
    dry_run(&folder, "ulx3s", "--permanent")
        .stdout("openFPGALoader --board ulx3s --write-flash top.bit\n")
        .stderr(
            "nonogram: ulx3s: a load goes to flash memory: it survives power-off, and replaces what is there\n\
             nonogram: dry run: nothing is loaded; the commands are on stdout\n",
        );
    // On this board openFPGALoader writes only flash memory.
    for options in ["", "--permanent"] {
        dry_run(&folder, "hx8k_breakout", options)
            .stdout("openFPGALoader --board ice40_generic top.bit\n")
            .stderr(contains("it survives power-off"));
    }
}

#[test]
fn cable_and_serial_number_are_passed_to_openfpgaloader() {
    let options = "--cable ft2232 --serial FT1234";
    dry_run(&Folder::new(), "tang_nano_9k", options)
        .stdout("openFPGALoader --board tangnano9k --cable ft2232 --ftdi-serial FT1234 top.bit\n");
}

#[test]
fn file_with_a_space_is_quoted() {
    let folder = Folder::new();
    folder.file("my top.bit", "a bitstream");
    let mut flash = folder.command("flash --board ulx3s --dry-run");
    flash
        .arg("my top.bit")
        .assert()
        .success()
        .stdout("openFPGALoader --board ulx3s 'my top.bit'\n");
}

/// `flash --dry-run` for the ULX3S with a bitstream in a folder or an archive; the build follows.
const FROM: &str = "flash --board ulx3s --dry-run --from";

#[test]
fn bitstream_comes_from_a_folder() {
    let folder = Folder::new();
    folder.file("ulx3s-clue32.bit", "a bitstream");
    folder.rows(&format!(
        "
        {FROM} . --build clue32    | 0 | openFPGALoader --board ulx3s ./ulx3s-clue32.bit
        {FROM} . --build classic11 | 2 | | ./ulx3s-classic11.bit: no bitstream there
        {FROM} . --build clue10    | 2 | | is not one of its designs
        "
    ));
}

/// Writes `a.tar.gz`: a bitstream and its checksum in a folder, as in the archives of scripts/release-bitstreams. `sum` replaces the first
/// four digits of the checksum; the archive then has no folder.
fn archive(folder: &Folder, sum: Option<&str>) {
    folder.file("ulx3s-clue32.bit", "a bitstream");
    let script = "sha256sum ulx3s-clue32.bit >SHA256SUMS && tar czf a.tar.gz --transform 's,^,top/,' *.bit SHA256SUMS";
    let script = match sum {
        None => script.to_owned(),
        Some(sum) => format!(
            "{script} && sed -i s/^..../{sum}/ SHA256SUMS && tar czf a.tar.gz *.bit SHA256SUMS"
        ),
    };
    let packed = Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).status();
    assert!(packed.unwrap().success());
}

#[test]
fn bitstream_comes_from_an_archive_that_matches_its_checksum() {
    let folder = Folder::new();
    archive(&folder, None);
    let flash = |build: &str| folder.run(&format!("{FROM} a.tar.gz --build {build}"));
    flash("clue32")
        .success()
        .stdout("tar -xzf a.tar.gz top/ulx3s-clue32.bit\nopenFPGALoader --board ulx3s top/ulx3s-clue32.bit\n");
    let none = "no ulx3s-classic11.bit in it; expected one of ulx3s-clue32.bit";
    let refused = flash("classic11").code(2).stderr(contains("a.tar.gz: "));
    refused.stderr(contains(none));
    archive(&folder, Some("0000"));
    let refused = flash("clue32").code(2);
    refused.stderr(contains("differs from its checksum"));
    folder.file("a.tar.gz", "no archive");
    let expected = "expected an archive of a release, .tar.gz";
    flash("clue32").code(2).stderr(contains(expected));
}

/// The printed commands must not run code of the archive.
#[test]
fn members_whose_names_no_release_has_are_not_taken() {
    let folder = Folder::new();
    archive(&folder, None);
    for name in ["--to-command=touch pwned;", "..", "a b", "$(touch pwned)"] {
        let pack = "tar czf a.tar.gz --transform \"s,^,$0/,\" --absolute-names ulx3s-clue32.bit SHA256SUMS";
        let packed =
            Command::new("sh").args(["-c", pack, name]).current_dir(folder.path("")).status();
        assert!(packed.unwrap().success());
        let refused = folder.run(&format!("{FROM} a.tar.gz --build clue32"));
        let refused = refused.code(2).stdout("");
        refused.stderr(contains("no bitstream in it"));
    }
}

#[cfg(unix)]
#[test]
fn names_that_look_like_options_or_are_not_utf_8_stay_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    for (name, shown) in [
        (&b"-x.bit"[..], &b"./-x.bit"[..]),
        (b"a:b.bit", b"./a:b.bit"),
        (b"\xff.bit", b"'\xff.bit'"),
    ] {
        std::fs::write(folder.path("").join(OsStr::from_bytes(name)), "a bitstream").unwrap();
        let mut flash = folder.command("flash --board ulx3s --dry-run --");
        let printed = flash.arg(OsStr::from_bytes(name)).assert().success();
        let expected = [b"openFPGALoader --board ulx3s ", shown, b"\n"].concat();
        let printed = &printed.get_output().stdout;
        assert_eq!(printed.escape_ascii().to_string(), expected.escape_ascii().to_string());
    }
}

#[test]
fn setup_prints_rules_for_programmer_and_port() {
    run!("setup ulx3s")
        .success()
        .stdout(contains(
            "SUBSYSTEM==\"usb|tty|hidraw\", ATTRS{idVendor}==\"0403\", ATTRS{idProduct}==\"6015\", MODE=\"0660\", \
             GROUP=\"plugdev\", TAG+=\"uaccess\"\n",
        ))
        .stderr(contains("sudo tee /etc/udev/rules.d/70-nonogram-ulx3s.rules"))
        .stderr(contains("sudo usermod -aG plugdev,dialout $USER"));
    run!("setup no-such-board").code(2);
}

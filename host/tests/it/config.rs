//! The user's settings: shown, changed, used as defaults, and refused with their line number if they are wrong.

use crate::common;

use common::{Folder, SOLVABLE, command, nonogram, stdout_of};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, starts_with};

/// The command with the settings file of a folder.
fn with_settings(folder: &Folder) -> assert_cmd::Command {
    let mut command = nonogram();
    command.env("NONOGRAM_CONFIG", folder.path("config.toml"));
    command
}

#[test]
fn settings_are_set_shown_and_removed() {
    let folder = Folder::new();
    let config = |arguments: &[&str]| {
        let mut command = with_settings(&folder);
        command.arg("config").args(arguments).assert()
    };
    config(&["show"])
        .success()
        .stdout("")
        .stderr(contains("nothing is set"));
    config(&["set", "on", "software"]).success().stdout("");
    config(&["set", "baud", "115200"]).success();
    let shown = "on = \"software\"\nbaud = 115200\n";
    config(&["show"]).success().stdout(shown);
    let path = folder.path("config.toml");
    config(&["path"])
        .success()
        .stdout(format!("{}\n", path.display()));

    // Other text in the file stays.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("# mine\n{text}")).unwrap();
    config(&["unset", "baud"]).success();
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "# mine\non = \"software\"\n"
    );

    config(&["set", "no-such-key", "1"]).code(2);
    // The message names the given value, and not a line of the unchanged file.
    for (key, value, why) in [
        ("baud", "fast", "invalid type"),
        ("baud", "0", "it must be 1 or more"),
        ("port", "", "port is empty"),
        ("board", "nowhere", "no board is named"),
    ] {
        let start = format!("nonogram: cannot set {key} to {value:?}: ");
        let message = starts_with(start).and(contains(why));
        config(&["set", key, value])
            .code(2)
            .stderr(message.and(contains("config.toml").not()));
    }
    config(&["show"]).success().stdout("on = \"software\"\n");
}

#[test]
fn settings_are_defaults_of_options() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    folder.file("config.toml", "on = \"software\"\nboard = \"icebreaker\"\n");
    let mut solve = with_settings(&folder);
    let solve = solve.args(["solve", "--json"]).arg(&puzzle).assert();
    solve.success().stdout(contains("\"backend\":\"software\""));
    // Options on the command line take precedence.
    let mut solve = with_settings(&folder);
    let solve = solve
        .args(["solve", "--json", "--on", "sim"])
        .arg(&puzzle)
        .assert();
    solve.success().stdout(contains("\"backend\":\"sim\""));
    let bitstream = folder.file("top.bin", "");
    let mut flash = with_settings(&folder);
    let flash = flash.args(["flash", "--dry-run"]).arg(bitstream).assert();
    flash
        .success()
        .stdout(starts_with("openFPGALoader --board ice40_generic "))
        .stderr(contains("icebreaker: "));
}

#[cfg(unix)]
#[test]
fn settings_file_follows_the_xdg_directories() {
    let folder = Folder::new();
    for (variable, place) in [
        ("XDG_CONFIG_HOME", "nonogram/config.toml"),
        ("HOME", ".config/nonogram/config.toml"),
    ] {
        let config = command!("config path")
            .env_remove("NONOGRAM_CONFIG")
            .env_remove("XDG_CONFIG_HOME")
            .env(variable, folder.path(""))
            .assert()
            .success();
        config.stdout(format!("{}\n", folder.path(place).display()));
    }
}

#[test]
fn wrong_settings_are_refused_with_their_line() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    folder.file("config.toml", "# mine\nbuad = 9600\n");
    let mut solve = with_settings(&folder);
    let solve = solve
        .args(["solve", "--on", "software"])
        .arg(&puzzle)
        .assert();
    solve
        .code(2)
        .stdout("")
        .stderr(contains("config.toml:2: unknown field `buad`").and(contains("expected")));
    // Commands that do not need the contents of the file still work; `config set` and `config unset` are refused.
    for arguments in [&["config", "path"][..], &["--help"], &["man"]] {
        with_settings(&folder).args(arguments).assert().success();
    }
    let mut unset = with_settings(&folder);
    unset
        .args(["config", "unset", "on"])
        .assert()
        .code(2)
        .stderr(contains("config.toml:2"));
    folder.file("config.toml", "on = \n");
    let mut set = with_settings(&folder);
    let set = set.args(["config", "set", "on", "sim"]).assert();
    set.code(2).stderr(contains("config.toml:1"));
    let mut help = with_settings(&folder);
    help.args(["solve", "--help"])
        .assert()
        .success()
        .stdout(starts_with("Solve"));
}

#[cfg(unix)]
#[test]
fn settings_that_are_changed_at_the_same_time_are_all_kept() {
    let folder = Folder::new();
    let values = [
        ("on", "software"),
        ("port", "/dev/x"),
        ("baud", "115200"),
        ("board", "ulx3s"),
    ];
    for _ in 0..5 {
        let change = |arguments: &[&str]| {
            std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
                .env("NONOGRAM_CONFIG", folder.path("config.toml"))
                .arg("config")
                .args(arguments)
                .spawn()
                .unwrap()
        };
        for mut change in values.map(|(key, value)| change(&["set", key, value])) {
            assert!(change.wait().unwrap().success());
        }
        let shown = with_settings(&folder)
            .args(["config", "show"])
            .assert()
            .success();
        let shown = stdout_of(&shown);
        assert_eq!(shown.lines().count(), values.len(), "{shown}");
        std::fs::remove_file(folder.path("config.toml")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn settings_without_an_end_are_refused() {
    command!("config show")
        .env("NONOGRAM_CONFIG", "/dev/zero")
        .assert()
        .code(2)
        .stderr(contains("/dev/zero: more than").and(contains("expected")));
}

#[cfg(unix)]
#[test]
fn changed_settings_keep_the_mode_of_their_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.file("private.toml", "baud = 300\n");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink("private.toml", folder.path("config.toml")).unwrap();
    with_settings(&folder)
        .args(["config", "set", "on", "sim"])
        .assert()
        .success();
    assert!(folder.path("config.toml").is_symlink());
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "baud = 300\non = \"sim\"\n"
    );
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
}

//! The emitted Verilog: golden files, lint, and what synthesis makes of the memories.

use std::path::{Path, PathBuf};
use std::process::Command;

use nonogram_hdl::{BUILDS, verilog};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog")
}

fn run(program: &str, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| {
            panic!("{program} cannot be run ({error}): install the Debian package {program}")
        });
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&printed).into_owned(),
    )
}

#[test]
fn the_golden_files_are_what_the_design_emits() {
    for build in BUILDS {
        let path = golden().join(build.name).with_extension("v");
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        let emitted = verilog(build.name).expect("in the table");
        assert!(
            stored == emitted,
            "{} has drifted: run `make verilog`",
            path.display()
        );
    }
}

#[test]
fn there_is_no_golden_file_without_a_build() {
    for entry in std::fs::read_dir(golden()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "v") {
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            assert!(
                BUILDS.iter().any(|build| build.name == name),
                "{name} is no build"
            );
        }
    }
}

#[test]
fn it_lints_clean_but_for_the_waivers() {
    for build in BUILDS {
        let design = golden().join(build.name).with_extension("v");
        let waivers = golden().join("waivers.vlt");
        let files = [&waivers, &design].map(|path| path.to_str().expect("a path in UTF-8"));
        let options = ["--lint-only", "-Wall", "--top-module", "top"];
        let (clean, printed) = run("verilator", &[&options[..], &files[..]].concat());
        assert!(
            clean && !printed.contains("%Warning"),
            "{}: {printed}",
            build.name
        );
    }
}

#[test]
fn the_stores_become_block_memories() {
    let design = golden().join("classic11.v");
    let script = format!(
        "read_verilog {}; synth_ice40 -top top; stat",
        design.display()
    );
    let (fine, printed) = run("yosys", &["-p", &script]);
    assert!(fine, "{printed}");
    let cells = |kind: &str| -> u32 {
        let line = printed
            .lines()
            .rev()
            .find(|line| line.trim().starts_with(kind));
        line.and_then(|line| line.split_whitespace().last()?.parse().ok())
            .unwrap_or_default()
    };
    // 16 x 2048 of store are eight, 9 x 1024 of receive queue two, the option counts one.
    assert_eq!(cells("SB_RAM40_4K"), 11);
    assert!(cells("SB_LUT4") <= 3400, "{} LUTs", cells("SB_LUT4"));
}

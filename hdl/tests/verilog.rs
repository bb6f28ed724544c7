//! The emitted Verilog: golden files, constants, registers, lint, and the memories that synthesis infers.

use std::path::{Path, PathBuf};
use std::process::Command;

use nonogram_hdl::{BUILDS, distinct_builds, verilog};
use nonogram_protocol::CoreKind;

/// Constants of the Verilog that depend on the clock or the baud rate.
const CLOCKED: [&str; 6] = [
    "words",
    "limit",
    "half_bit",
    "short_bit",
    "long_bit",
    "fraction",
];

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog")
}

fn run(program: &str, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| {
            panic!("{program} cannot be run ({error}): install it (Debian: package {program})")
        });
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&printed).into_owned(),
    )
}

/// Names of the golden files, without extension: each is the name of a build.
fn stored() -> Vec<String> {
    let entries = std::fs::read_dir(golden()).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let verilog = paths.filter(|path| path.extension().is_some_and(|extension| extension == "v"));
    let name = |path: PathBuf| path.file_stem()?.to_str().map(str::to_owned);
    verilog.filter_map(name).collect()
}

#[test]
fn golden_files_are_up_to_date() {
    for name in stored() {
        let path = golden().join(&name).with_extension("v");
        let golden = std::fs::read_to_string(&path).expect("a golden file");
        let emitted = verilog(&name).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            golden == emitted,
            "{} differs from the emitted Verilog: run `make verilog`",
            path.display()
        );
    }
}

#[test]
fn every_design_has_a_golden_file() {
    let stored = stored();
    for build in distinct_builds() {
        assert!(
            stored.iter().any(|name| name == build.name),
            "{} has no golden file: run `nonogram verilog --build {0} --output hdl/verilog/{0}.v`",
            build.name
        );
    }
}

/// Below the title, clock and baud rate affect only constants: the bit periods of the UART, the identity, and the idle time after which an
/// incomplete message is discarded.
#[test]
fn clock_and_baud_rate_change_only_constants() {
    for build in BUILDS {
        let design = distinct_builds().find(|first| first.has_design_of(build));
        let design = design.expect("the first of its design");
        let [first, text] = [design, build].map(|build| verilog(build.name).expect("in the table"));
        assert_eq!(
            first.lines().count(),
            text.lines().count(),
            "{}",
            build.name
        );
        for (number, (expected, line)) in first.lines().zip(text.lines()).enumerate() {
            let is_constant = |line: &str| {
                let name = line.trim().strip_prefix("localparam ");
                let name = name.and_then(|rest| rest.split([' ', '$']).next());
                name.is_some_and(|name| CLOCKED.contains(&name))
            };
            assert!(
                expected == line || number < 2 || is_constant(expected) && is_constant(line),
                "{}: line {} is {line:?} instead of {expected:?}",
                build.name,
                number + 1
            );
        }
    }
}

/// The name of each module, with the names of its ports in alphabetical order.
fn modules(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    text.split("\nmodule ").skip(1).map(|module| {
        let (name, rest) = module.split_once('(').expect("a port list");
        let header = rest.split_once("\n);\n").expect("the end of the list").0;
        let declarations = header.lines().filter(|line| !line.contains("//"));
        let names =
            declarations.filter_map(|line| line.trim_end_matches(',').split(' ').next_back());
        let mut ports: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        ports.sort_unstable();
        (name, ports)
    })
}

#[test]
fn no_register_is_a_module_of_its_own() {
    for build in distinct_builds() {
        let text = verilog(build.name).expect("in the table");
        let most = match build.core() {
            CoreKind::Classic | CoreKind::Parallel => 40,
            CoreKind::Clue => 80,
        };
        let count = modules(&text).count();
        assert!(
            (10..most).contains(&count),
            "{}: {count} modules",
            build.name
        );
        for (name, ports) in modules(&text) {
            assert!(ports != ["clock", "d", "q"], "{}: {name}", build.name);
        }
    }
}

/// The proofs from power-on assume zero initial values, and the outputs at power-on depend on them.
#[test]
fn every_register_is_0_at_power_on() {
    for build in distinct_builds() {
        let text = verilog(build.name).expect("in the table");
        let mut inside = false;
        for line in text.lines().map(str::trim) {
            let value = line.trim_end_matches(';').rsplit("'").next();
            let is_zero =
                || value.is_some_and(|value| value[1..].bytes().all(|digit| digit == b'0'));
            assert!(
                !inside || line == "end" || is_zero(),
                "{}: {line}",
                build.name
            );
            inside = line == "initial begin" || inside && line != "end";
        }
    }
}

#[test]
fn emitted_verilog_lints_clean_except_for_the_waivers() {
    for build in distinct_builds() {
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
fn memories_of_classic11_are_inferred_as_block_ram() {
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
    // The block RAMs hold the option store (16 x 2048), the receive FIFO (9 x 1024) and the option counts.
    assert_eq!(cells("SB_RAM40_4K"), 11);
    assert!(cells("SB_LUT4") <= 3400, "{} LUTs", cells("SB_LUT4"));
}

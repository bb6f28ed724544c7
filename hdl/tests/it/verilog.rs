//! The emitted Verilog: golden files, parameters, registers, lint, and the memories that synthesis infers.

use std::path::{Path, PathBuf};
use std::process::Command;

use nonogram_protocol::CoreKind;
use nonogram_verilog::{BUILDS, Parameters};

/// The Verilog of a design with the default values of its parameters.
fn verilog(name: &str) -> String {
    nonogram_hdl::verilog(name, &Parameters::default()).expect("in the table")
}

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

/// Names of the golden files, without extension: each is the name of a design.
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
        let emitted = verilog(&name);
        assert!(
            golden == emitted,
            "{} differs from the emitted Verilog: run `make verilog`",
            path.display()
        );
    }
}

/// `nonogram verilog` changes the defaults in the committed text; the design emits the same.
#[test]
fn committed_text_with_other_parameters_is_the_emitted_text() {
    let other = Parameters::new(100_000_000, 3_000_000).expect("in range");
    for parameters in [other, other.fast(), Parameters::default().fast()] {
        for name in ["classic11", "clue10"] {
            let committed = nonogram_verilog::verilog(name, &parameters).expect("in the table");
            let emitted = nonogram_hdl::verilog(name, &parameters).expect("in the table");
            assert!(committed == emitted, "{name}: {parameters:?}");
        }
    }
}

#[test]
fn every_design_has_a_golden_file() {
    let mut stored = stored();
    stored.sort();
    let mut designs: Vec<&str> = BUILDS.iter().map(|build| build.name).collect();
    designs.sort_unstable();
    assert_eq!(stored, designs, "run `make verilog`");
}

/// Clock and baud rate change only the default values of parameters.
#[test]
fn clock_and_baud_rate_change_only_defaults_of_parameters() {
    let other = Parameters::new(100_000_000, 3_000_000).expect("in range");
    for build in BUILDS {
        let usual = verilog(build.name);
        for parameters in [other, Parameters::default().fast()] {
            let text = nonogram_hdl::verilog(build.name, &parameters).expect("in the table");
            assert_eq!(
                usual.lines().count(),
                text.lines().count(),
                "{}",
                build.name
            );
            let mut differs = false;
            for (expected, line) in usual.lines().zip(text.lines()) {
                let is_parameter = |line: &str| line.trim().starts_with("parameter ");
                differs |= expected != line;
                assert!(
                    expected == line || is_parameter(expected) && is_parameter(line),
                    "{}: {line:?} instead of {expected:?}",
                    build.name
                );
            }
            assert!(differs, "{}: {parameters:?}", build.name);
        }
    }
}

/// The values that the top module computes from clock and baud rate are those of [`Parameters`].
#[test]
fn top_module_computes_bit_period_and_pause() {
    let text = verilog("classic11");
    for (clock_hz, baud) in [
        (50_000_000, 9600),
        (50_142_857, 9600),
        (12_000_000, 9600),
        (100_000_000, 3_000_000),
        (100_000_000, 115_200),
    ] {
        let expected = Parameters::new(clock_hz, baud).expect("in range");
        let bench = format!(
            "{text}
module bench;
    wire tx, solving, replying;
    wire [2:0] status;
    top #(.CLOCK_HZ({clock_hz}), .BAUD({baud})) uut(
        .clock(1'b0), .reset(1'b0), .reset_low(1'b0), .locked(1'b1), .rx(1'b1), .tx(tx), .solving(solving), .replying(replying), .status(status));
    initial $display(\"%0d %0d %0d %0d\", uut.uart_rx.divider.BIT_SIXTEENTHS, uut.solver.framer.PAUSE_CLOCKS,
        uut.solver.assembler.CLOCK_KHZ, uut.solver.assembler.BAUD);
endmodule
"
        );
        let work = tempfile::tempdir().expect("a folder");
        let [source, program] = ["bench.v", "bench"].map(|name| work.path().join(name));
        std::fs::write(&source, bench).expect("a writable folder");
        let paths = [&source, &program].map(|path| path.to_str().expect("a path in UTF-8"));
        let (compiled, printed) = run(
            "iverilog",
            &["-g2005", "-s", "bench", "-o", paths[1], paths[0]],
        );
        assert!(compiled, "{printed}");
        let (ran, printed) = run("vvp", &[paths[1]]);
        assert!(ran, "{printed}");
        let Parameters {
            bit_sixteenths,
            pause_clocks,
            ..
        } = expected;
        let values = format!("{bit_sixteenths} {pause_clocks} {} {baud}", clock_hz / 1000);
        assert_eq!(printed.trim(), values, "{clock_hz} Hz, {baud} baud");
    }
}

/// The name of each module, with the names of its ports in alphabetical order.
fn modules(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    text.split("\nmodule ").skip(1).map(|module| {
        let (head, rest) = module
            .split_once("(\n")
            .expect("a list of parameters or ports");
        let (name, rest) = match head.strip_suffix(" #") {
            Some(name) => (name, rest.split_once("\n) (\n").expect("a list of ports").1),
            None => (head, rest),
        };
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
    for build in BUILDS {
        let text = verilog(build.name);
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

/// The proofs from power-on assume zero initial values, and the outputs at power-on depend on them. Only the synchronisers of an idle line and
/// of a stable clock are 1.
#[test]
fn every_register_but_those_of_synchronisers_is_0_at_power_on() {
    const HIGH: [&str; 2] = ["first = 1'b1;", "second = 1'b1;"];
    for build in BUILDS {
        let text = verilog(build.name);
        let mut inside = false;
        for line in text.lines().map(str::trim) {
            let value = line.trim_end_matches(';').rsplit("'").next();
            let is_zero =
                || value.is_some_and(|value| value[1..].bytes().all(|digit| digit == b'0'));
            assert!(
                !inside || line == "end" || HIGH.contains(&line) || is_zero(),
                "{}: {line}",
                build.name
            );
            inside = line == "initial begin" || inside && line != "end";
        }
    }
}

#[test]
fn emitted_verilog_lints_clean_except_for_the_waivers() {
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

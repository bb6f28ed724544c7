//! The emitted Verilog: golden files, parameters, registers, lint, and the memories that synthesis infers.

use std::path::{Path, PathBuf};
use std::process::Command;

use nonogram_netlist::read;
use nonogram_netlist::structure::About;
use nonogram_verilog::{BUILDS, Parameters, Top, build};

/// The Verilog of a design with the default values of its parameters.
fn verilog(name: &str) -> String {
    nonogram_hdl::verilog(build(name).expect("in the table"), &Parameters::default())
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog")
}

fn run(program: &str, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{program} cannot be run ({error}): install it (Debian: package {program})")
    });
    let printed = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&printed).into_owned())
}

/// Names of the golden files, without extension: each is the name of a design.
fn stored() -> Vec<String> {
    let entries = std::fs::read_dir(golden()).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let verilog = paths.filter(|path| path.extension().is_some_and(|extension| extension == "sv"));
    let name = |path: PathBuf| path.file_stem()?.to_str().map(str::to_owned);
    verilog.filter_map(name).collect()
}

#[test]
fn golden_files_are_up_to_date() {
    let (mut stored, mut designs) =
        (stored(), Vec::from_iter(BUILDS.iter().map(|build| build.name)));
    stored.sort();
    designs.sort_unstable();
    assert_eq!(stored, designs, "run `make verilog`");
    for name in stored {
        let path = golden().join(&name).with_extension("sv");
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
            let build = build(name).expect("in the table");
            let committed = build.verilog(&parameters);
            let emitted = nonogram_hdl::verilog(build, &parameters);
            assert!(committed == emitted, "{name}: {parameters:?}");
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
    nonogram_classic11 #(.CLOCK_HZ({clock_hz}), .BAUD({baud})) uut(
        .clock(1'b0), .reset(1'b0), .reset_low(1'b0), .locked(1'b1), .rx(1'b1), .tx(tx), .solving(solving), .replying(replying), .status(status));
    initial $display(\"%0d %0d %0d %0d\", uut.uart_rx.divider.BIT_SIXTEENTHS, uut.solver.framer.PAUSE_CLOCKS,
        uut.solver.assembler.CLOCK_KHZ, uut.solver.assembler.BAUD);
endmodule
"
        );
        let work = tempfile::tempdir().expect("a folder");
        let [source, program] = ["bench.sv", "bench"].map(|name| work.path().join(name));
        std::fs::write(&source, bench).expect("a writable folder");
        let paths = [&source, &program].map(|path| path.to_str().expect("a path in UTF-8"));
        let (compiled, printed) =
            run("iverilog", &["-g2012", "-s", "bench", "-o", paths[1], paths[0]]);
        assert!(compiled, "{printed}");
        let (ran, printed) = run("vvp", &[paths[1]]);
        assert!(ran, "{printed}");
        let Parameters { bit_sixteenths, pause_clocks, .. } = expected;
        let values = format!("{bit_sixteenths} {pause_clocks} {} {baud}", clock_hz / 1000);
        assert_eq!(printed.trim(), values, "{clock_hz} Hz, {baud} baud");
    }
}

/// A module has the design's prefix, and the name of its block's type.
#[test]
fn modules_are_named_after_design_and_type() {
    for build in BUILDS {
        let source = read::source(build.text).expect("the committed text");
        assert_eq!(source.modules[0].name, build.top());
        let text: String = build.text.lines().filter(|line| !line.contains("//")).collect();
        assert!(!text.contains('$'), "{}", build.name);
        for module in &source.modules[1..] {
            let own = module.name.strip_prefix(&format!("{}_", build.top()));
            let own = own.unwrap_or_else(|| panic!("{}", module.name));
            let words = own.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
            let kind = About::of(module).name;
            let is_kind = words.collect::<String>().starts_with(&kind);
            assert!(is_kind, "{} is a {kind}", module.name);
        }
    }
}

/// Two designs are compiled together: no name is defined twice.
#[test]
fn two_designs_are_compiled_in_one_project() {
    let designs = ["classic11", "clue10"];
    let instance = |name: &str| {
        format!(
            "    nonogram_{name} {name}(.clock(clock), .reset(reset), .reset_low(1'b0), .locked(1'b1), .rx(rx[0]), .tx(tx[0]), .solving(), .replying(), .status());\n"
        )
    };
    let both = format!(
        "module both(input wire clock, input wire reset, input wire [1:0] rx, output wire [1:0] tx);\n{}{}endmodule\n",
        instance(designs[0]),
        instance(designs[1]).replace("[0]", "[1]"),
    );
    let work = tempfile::tempdir().expect("a folder");
    let path = work.path().join("both.sv");
    std::fs::write(&path, both).expect("a writable folder");
    let mut paths = vec![path];
    paths.extend(designs.map(|name| golden().join(name).with_extension("sv")));
    let files: Vec<&str> = paths.iter().map(|path| path.to_str().expect("UTF-8")).collect();
    let program = work.path().join("both.vvp");
    let icarus = ["-g2012", "-s", "both", "-o", program.to_str().expect("UTF-8")];
    let waivers = golden().join("waivers.vlt");
    let lint = ["--lint-only", "--top-module", "both", waivers.to_str().expect("UTF-8")];
    let script =
        format!("read_verilog -sv {}; hierarchy -check -top both; proc; check", files.join(" "));
    for (program, arguments) in [
        ("iverilog", [&icarus[..], &files[..]].concat()),
        ("verilator", [&lint[..], &files[..]].concat()),
        ("yosys", vec!["-p", &script]),
    ] {
        let (fine, printed) = run(program, &arguments);
        assert!(fine, "{program}: {printed}");
    }
}

#[test]
fn the_example_of_several_cores_compiles() {
    let files = ["farm/farm.sv", "farm/dispatcher.sv", "clue32.sv"].map(|name| golden().join(name));
    let files = files.each_ref().map(|path| path.to_str().expect("UTF-8"));
    let options = ["-g2012", "-t", "null", "-s", "nonogram_farm"];
    let (fine, printed) = run("iverilog", &[&options[..], &files[..]].concat());
    assert!(fine, "{printed}");
}

/// The proofs from power-on assume zero initial values, and the outputs at power-on depend on them. Only the synchronisers of an idle line and
/// of a stable clock are 1.
#[test]
fn every_register_but_those_of_synchronisers_is_0_at_power_on() {
    const HIGH: [&str; 2] = ["first", "second"];
    for build in BUILDS {
        let netlist = build.netlist(Top::Uart, &Parameters::default());
        let mut count = 0;
        for module in &netlist.expect("the committed text").modules {
            for (signal, value) in &module.initial {
                let name = &module.signals[*signal as usize].name;
                let is_high = HIGH.contains(&name.as_str());
                assert!(*value == 0 || is_high, "{}: {name}", build.name);
                count += 1;
            }
        }
        assert!(count > 50, "{}: {count} registers", build.name);
    }
}

#[test]
fn emitted_verilog_lints_clean_except_for_the_waivers() {
    for build in BUILDS {
        let design = golden().join(build.name).with_extension("sv");
        let waivers = golden().join("waivers.vlt");
        let files = [&waivers, &design].map(|path| path.to_str().expect("a path in UTF-8"));
        let options = ["--lint-only", "-Wall", "--top-module", &build.top()];
        let (clean, printed) = run("verilator", &[&options[..], &files[..]].concat());
        assert!(clean && !printed.contains("%Warning"), "{}: {printed}", build.name);
    }
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn memories_of_classic11_are_inferred_as_block_ram() {
    let design = golden().join("classic11.sv");
    let script =
        format!("read_verilog -sv {}; synth_ice40 -top nonogram_classic11; stat", design.display());
    let (fine, printed) = run("yosys", &["-p", &script]);
    assert!(fine, "{printed}");
    let cells = |kind: &str| -> u32 {
        let line = printed.lines().rev().find(|line| line.trim().starts_with(kind));
        line.and_then(|line| line.split_whitespace().last()?.parse().ok()).unwrap_or_default()
    };
    // The block RAMs hold the option store (16 x 2048), the receive FIFO (9 x 1024) and the option counts.
    assert_eq!(cells("SB_RAM40_4K"), 11);
    assert!(cells("SB_LUT4") <= 3400, "{} LUTs", cells("SB_LUT4"));
}

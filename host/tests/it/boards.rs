//! Boards: their data and wrappers, the commands of `bitstream` and `flash`, the Vivado folder, and the report of utilisation and Fmax.
//!
//! The clock generators of the boards' wrappers generate the rates in `board.toml`, within the range of each oscillator.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::{Command, Output};

use nonogram_sim::tools::YOSYS;
use nonogram_verilog::Parameters;
use serde_json::Value;

use crate::common;
use crate::common::{Folder, json_lines, repository, run};

fn boards() -> Vec<Value> {
    let output = run!("boards --json").success();
    json_lines(&output)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// The ports of a wrapper; each bit of a vector is listed.
fn ports(verilog: &str) -> Vec<String> {
    let header = verilog
        .split_once(" (\n")
        .and_then(|(_, rest)| rest.split_once(");"))
        .expect("a module header")
        .0;
    let mut ports = Vec::new();
    for line in header.lines() {
        let mut words = line.trim().trim_end_matches(',').split_whitespace().skip(2);
        let Some(first) = words.next() else { continue };
        match first.strip_prefix('[').and_then(|range| range.strip_suffix(":0]")) {
            None => ports.push(first.to_owned()),
            Some(last) => {
                let name = words.next().expect("a name after the range");
                let last: usize = last.parse().expect("a number");
                ports.extend((0..=last).map(|bit| format!("{name}[{bit}]")));
            }
        }
    }
    ports.sort();
    ports
}

/// The pins of a constraint file (XDC, PCF, LPF or CST), by port.
fn pins(constraints: &str) -> Vec<(String, String)> {
    let mut pins: Vec<_> = constraints
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match *words.first()? {
                "IO_LOC" => Some((words[1].trim_matches('"'), words[2].trim_end_matches(';'))),
                "set_io" => Some((words[words.len() - 2], words[words.len() - 1])),
                "LOCATE" => Some((words[2].trim_matches('"'), words[4].trim_matches(['"', ';']))),
                "set_property" if words[1] == "-dict" => Some((words[words.len() - 2], words[4])),
                _ => None,
            }
        })
        .map(|(port, pin)| (port.to_owned(), pin.to_owned()))
        .collect();
    pins.sort();
    pins
}

#[test]
fn constraints_wrapper_and_data_agree() {
    let boards = boards();
    assert!(boards.len() >= 14);
    for board in boards {
        let name = text(&board["name"]);
        let folder = common::repository("constraints").join(name);
        let read = |file: &str| fs::read_to_string(folder.join(file)).expect("a file of the board");
        let pins = pins(&read(text(&board["constraints"])));
        let constrained: Vec<&String> = pins.iter().map(|(port, _)| port).collect();
        let ports = ports(&read(&format!("{name}.v")));
        assert_eq!(constrained, ports.iter().collect::<Vec<_>>(), "{name}");

        let pin = |port: &str| {
            let found = pins.iter().find(|(name, _)| name == port);
            found.map(|(_, pin)| pin.as_str())
        };
        assert_eq!(pin("clk"), board["clock"]["pin"].as_str(), "{name}");
        assert_eq!(pin("rst").or(pin("rst_n")), board["reset"]["pin"].as_str(), "{name}");
        if let Some(active) = board["reset"]["active"].as_str() {
            assert_eq!(active == "low", pin("rst_n").is_some(), "{name}");
        }
        assert_eq!(pin("uart_rx"), board["uart"]["rx"].as_str(), "{name}");
        assert_eq!(pin("uart_tx"), board["uart"]["tx"].as_str(), "{name}");
        let leds = &board["leds"];
        let status = leds["status"].as_array().expect("three LEDs").iter();
        let pins = [&leds["solving"], &leds["replying"]].into_iter().chain(status);
        for (place, led) in pins.enumerate() {
            assert_eq!(pin(&format!("led[{place}]")), led.as_str(), "{name}");
        }
    }
}

/// Runs a script for Vivado in a folder under tclsh, with stubs for Vivado's commands. `settings` is a Tcl script that sets the variables of
/// the stubs.
fn vivado(folder: &Path, settings: &str, script: &Path, arguments: &[&str]) -> Output {
    let stubs = include_str!("boards/vivado.tcl");
    let script = script.display();
    let whole = format!("{settings}\n{stubs}\nsource {{{script}}}\n");
    fs::write(folder.join("stubs.tcl"), whole).expect("stubs");
    let mut tclsh = Command::new("tclsh");
    let tclsh = tclsh.arg("stubs.tcl").args(arguments).current_dir(folder);
    let output = tclsh.output();
    output.unwrap_or_else(|error| panic!("tclsh: {error}; install Debian package tcl"))
}

/// Writes the folder of every Vivado board and runs its Tcl script under tclsh, with stubs for Vivado's commands.
#[test]
fn vivado_folders_are_complete_and_their_scripts_parse() {
    for board in boards() {
        if board["flow"] != "vivado" {
            continue;
        }
        let name = text(&board["name"]);
        let folder = Folder::new();
        let out = folder.path("out");
        run!("vivado --board", name, "--output", &out).success();
        let script = fs::read_to_string(out.join("build.tcl")).expect("a script");
        assert!(script.contains(" -generic CORE_MHZ=50\n"), "{script}");
        let commands = script.lines().filter(|line| !line.starts_with('#'));
        assert!(commands.clone().count() > 10, "{script}");
        for command in commands {
            let mut words = command.split([' ', '{', '"']);
            assert!(!words.any(|word| word.starts_with('/')), "{command}");
        }
        let met = "0.123 0.000 0 5021 0.031 0.000 0 5021 3.750";
        let settings = format!("set figures {{{met}}}");
        let output = vivado(&out, &settings, Path::new("build.tcl"), &[]);
        let printed =
            String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{name}: {printed}");
        for step in [
            "synth_design -top",
            "route_design",
            "report_utilization",
            "report_methodology",
            "report_cdc",
            "report_drc",
            "write_bitstream",
        ] {
            assert!(printed.contains(step), "{name}: no {step} in {printed}");
        }
    }
}

#[test]
fn a_vivado_script_fails_on_negative_slack_of_any_kind() {
    let folder = Folder::new();
    let out = folder.path("out");
    run!("vivado --board basys3 --output", &out).success();
    for (kind, figures) in [
        ("setup", "-0.001 -0.001 1 5021 0.031 0.000 0 5021 3.750"),
        ("hold", "0.123 0.000 0 5021 -0.031 -0.031 1 5021 3.750"),
        ("pulse width", "0.123 0.000 0 5021 0.031 0.000 0 5021 -0.250"),
        ("setup", "NA NA NA NA NA NA NA NA NA"),
        ("setup", ""),
    ] {
        let settings = format!("set figures {{{figures}}}");
        let output = vivado(&out, &settings, Path::new("build.tcl"), &[]);
        let errors = String::from_utf8_lossy(&output.stderr);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{figures}: {errors}");
        assert!(errors.contains(kind), "{figures}: {errors}");
        assert!(!printed.contains("write_bitstream"), "{figures}");
    }
}

/// `examples/vivado-ip/package.tcl` under tclsh, with the file that `verilog --top stream` writes.
fn package(folder: &Folder, settings: &str, arguments: &str) -> Output {
    let script = repository("examples/vivado-ip/package.tcl");
    let script = script.canonicalize().expect("a script");
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    vivado(&folder.path("."), settings, &script, &arguments)
}

#[test]
fn the_packaged_ip_has_both_streams_on_its_clock_and_no_fixed_frequency() {
    let folder = Folder::new();
    folder.rows("verilog --build clue10 --top stream --clock 100e6 --output core.sv | 0");
    let output = package(&folder, "", "core.sv clue10");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let saved = printed.lines().filter_map(|line| line.strip_prefix("saved "));
    let version = format!("core,version {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        saved.collect::<Vec<_>>(),
        [
            "aclk,bus_type_vlnv xilinx.com:signal:clock:1.0",
            "aclk,interface_mode slave",
            "aclk/ASSOCIATED_BUSIF,value s_axis m_axis",
            "aclk/ASSOCIATED_RESET,value aresetn",
            "aresetn,bus_type_vlnv xilinx.com:signal:reset:1.0",
            "aresetn,interface_mode slave",
            "aresetn/POLARITY,value ACTIVE_LOW",
            "core,description Nonogram solver, design clue10: clue core, boards up to 10 x 10, received as clues.",
            "core,display_name Nonogram solver clue10",
            "core,name nonogram_clue10_stream",
            &version,
            "fileset,top nonogram_clue10_ip",
            "m_axis,bus_type_vlnv xilinx.com:interface:axis:1.0",
            "m_axis,interface_mode master",
            "s_axis,bus_type_vlnv xilinx.com:interface:axis:1.0",
            "s_axis,interface_mode slave",
        ]
    );
    for part in ["-part xc7z020clg400-1", "-root_dir", "-import_files"] {
        assert!(printed.contains(part), "no {part} in {printed}");
    }

    // The top of the core is a wrapper in Verilog with the parameters' values of the file.
    let wrapper = "nonogram_clue10_ip/nonogram_clue10_ip.v";
    let text = fs::read_to_string(folder.path(wrapper)).expect("a wrapper");
    for parameter in ["PAUSE_CLOCKS = 10000000", "CLOCK_KHZ = 100000", "BAUD = 0"] {
        assert!(text.contains(parameter), "no {parameter} in {text}");
    }
    // The waivers name the lines of the committed file.
    let [waivers, design] = ["waivers.vlt", "clue10.sv"].map(|file| {
        let path = repository("hdl/verilog").join(file).canonicalize();
        path.expect("a file").display().to_string()
    });
    let arguments = ["--lint-only", "-Wall", "+1364-2005ext+v", "--top-module"];
    let files = ["nonogram_clue10_ip", &waivers, wrapper, &design];
    run("verilator", &[arguments, files].concat(), &folder.path("."));

    let output = package(&folder, "", "core.sv clue10 xczu5ev-sfvc784-1-e 2.1");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("-part xczu5ev-sfvc784-1-e"), "{printed}");
    assert!(printed.contains("saved core,version 2.1\n"), "{printed}");
}

#[test]
fn the_packaging_of_an_ip_fails_with_a_message() {
    let folder = Folder::new();
    folder.rows("verilog --build clue10 --top stream --output core.sv | 0");
    for (settings, arguments, message) in [
        ("", "core.sv", "expected FILE DESIGN [PART [VERSION]]"),
        (
            "",
            "none.sv clue10",
            "there is no file none.sv: write it with `nonogram verilog --build clue10 --top stream --output none.sv`",
        ),
        ("", "core.sv clue1", "core.sv has no module nonogram_clue1_stream"),
        ("", "core.sv .*", "core.sv has no module nonogram_.*_stream"),
        ("set missing aclk", "core.sv clue10", "Vivado inferred no interface aclk"),
        ("set missing aresetn", "core.sv clue10", "Vivado inferred no interface aresetn"),
        ("set missing s_axis", "core.sv clue10", "Vivado inferred no interface s_axis"),
        ("set missing m_axis", "core.sv clue10", "Vivado inferred no interface m_axis"),
        ("set integrity {expr 0}", "core.sv clue10", "check of the core failed (0)"),
        ("set integrity {error broken}", "core.sv clue10", "check of the core failed (broken)"),
        (
            "set integrity {incr ::criticals}",
            "core.sv clue10",
            "check of the core has critical warnings",
        ),
    ] {
        let output = package(&folder, settings, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{settings} {arguments}: {errors}");
        assert!(
            errors.starts_with("package.tcl: ") && errors.contains(message),
            "{settings} {arguments}: {errors}"
        );
        assert!(!printed.contains("saved"), "{settings} {arguments}: {printed}");
    }
}

/// The wrapper generates the clock of `--clock`, which is the default of the design's parameter.
#[test]
fn a_vivado_folder_has_the_clock_of_the_option() {
    let folder = Folder::new();
    let out = folder.path("out");
    run!("vivado --board arty_a7_35 --build parallel11x4 --clock 100e6 --output", &out).success();
    let script = fs::read_to_string(out.join("build.tcl")).expect("a script");
    assert!(script.contains(" -generic CORE_MHZ=100\n"), "{script}");
    let design = fs::read_to_string(out.join("design.sv")).expect("a design");
    assert!(design.contains("CLOCK_HZ = 100000000,"), "{}", &design[..2000]);
}

/// Verilator reads each wrapper with the design of the board's first build; the vendors' cells are black boxes.
#[test]
fn verilator_accepts_every_wrapper() {
    let folder = Folder::new();
    for board in boards() {
        let name = text(&board["name"]);
        let build = text(&board["designs"][0]);
        let verilog =
            nonogram_verilog::verilog(build, &Parameters::default()).expect("a known design");
        folder.file("design.sv", verilog);
        let source = format!("constraints/{name}/{name}.v");
        let wrapper = fs::read_to_string(common::repository(&source)).expect("a wrapper");
        folder.file("wrapper.v", wrapper);
        let clock = common::repository("constraints/core_clock.v");
        folder.file("clock.v", fs::read_to_string(clock).expect("the shared clock"));
        folder.file("cells.v", CELLS);
        let waivers = common::repository("hdl/verilog/waivers.vlt");
        folder.file("waivers.vlt", fs::read_to_string(waivers).expect("waivers"));
        let work = folder.path(".");
        let arguments =
            ["--lint-only", "-Wno-lint", "-Wno-style", "--bbox-unsup", "--top-module", name];
        run(
            "verilator",
            &[&arguments[..], &["waivers.vlt", "wrapper.v", "clock.v", "design.sv", "cells.v"]]
                .concat(),
            &work,
        );
    }
}

/// The vendors' clock cells in the wrappers and in `core_clock.v`, as black boxes.
const CELLS: &str = include_str!("boards/cells.v");

fn run(program: &str, arguments: &[&str], work: &Path) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(work)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; install it"));
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    assert!(output.status.success(), "{program}: {printed}");
    printed
}

/// The value of a cell's parameter; yosys writes integers in binary and fractions in decimal.
fn parameter(cell: &Value, name: &str) -> f64 {
    let text = cell["parameters"][name].as_str().unwrap_or_else(|| panic!("{name}: {cell}"));
    match u32::from_str_radix(text, 2) {
        Ok(bits) if !text.contains('.') => f64::from(bits),
        _ => text.trim().parse().unwrap_or_else(|_| panic!("{name}: {text}")),
    }
}

/// For a clock generator with `pin` MHz at its input: the core's rate, the oscillator's rate, and the oscillator's range in the part's
/// data sheet, all in MHz; `None` for any other cell.
fn rates(cell: &Value, pin: f64) -> Option<(f64, f64, RangeInclusive<f64>)> {
    let of = |name| parameter(cell, name);
    Some(match cell["type"].as_str()? {
        "EHXPLLL" => {
            let core = pin / of("CLKI_DIV") * of("CLKFB_DIV");
            (core, core * of("CLKOP_DIV"), 400.0..=800.0)
        }
        "rPLL" => {
            let core = pin / (of("IDIV_SEL") + 1.0) * (of("FBDIV_SEL") + 1.0);
            // The other device is the GW2AR-18C.
            let range = match cell["parameters"]["DEVICE"].as_str() {
                Some("GW1NR-9C") => 400.0..=1200.0,
                _ => 500.0..=1250.0,
            };
            (core, core * of("ODIV_SEL"), range)
        }
        "SB_PLL40_CORE" | "SB_PLL40_PAD" => {
            let oscillator = pin / (of("DIVR") + 1.0) * (of("DIVF") + 1.0);
            let core = oscillator / of("DIVQ").exp2();
            (core, oscillator, 533.0..=1066.0)
        }
        "MMCME2_BASE" => {
            let period = of("CLKIN1_PERIOD");
            assert!((period * pin - 1e3).abs() < 0.01, "{period} ns, {pin} MHz");
            let oscillator = pin / of("DIVCLK_DIVIDE") * of("CLKFBOUT_MULT_F");
            let divide = of("CLKOUT0_DIVIDE_F");
            assert_eq!((divide * 8.0).fract(), 0.0, "{divide} is not in eighths");
            (oscillator / divide, oscillator, 600.0..=1200.0)
        }
        _ => return None,
    })
}

#[test]
fn wrappers_generate_the_documented_rates() {
    let output = run!("boards --json").success();
    let boards = json_lines(&output);
    let yosys = YOSYS.find().unwrap_or_else(|missing| panic!("{missing}"));
    let (mut made, mut fast) = (0, 0);
    for board in boards {
        let name = board["name"].as_str().expect("a name");
        let pin = board["clock"]["hz"].as_f64().expect("a rate") / 1e6;
        let others = board["clock"]["other_core_hz"].as_array();
        let cores: Vec<&Value> = std::iter::once(&board["clock"]["core_hz"])
            .chain(others.into_iter().flatten())
            .collect();
        let folder = Folder::new();
        let wrapper = repository("constraints").join(name).join(format!("{name}.v"));
        std::fs::copy(wrapper, folder.path("wrapper.v")).expect("a wrapper");
        let shared = repository("constraints/core_clock.v");
        std::fs::copy(shared, folder.path("clock.v")).expect("the clock of AMD's boards");
        for core in &cores {
            let core = core.as_f64().expect("a rate") / 1e6;
            // Sets the parameter as the flow does; a wrapper with one clock rate has no parameter.
            let parameter = match cores.len() {
                1 => String::new(),
                _ => format!("chparam -set CORE_MHZ {core:.0} {name}; "),
            };
            let script = format!(
                "read_verilog wrapper.v clock.v; {parameter}hierarchy -top {name}; proc; write_json made.json"
            );
            let work = folder.path(".");
            yosys
                .call(&["-q", "-p", &script], &work)
                .unwrap_or_else(|failed| panic!("{name}: {failed}"));
            let text = std::fs::read_to_string(folder.path("made.json")).expect("a design");
            let design: Value = serde_json::from_str(&text).expect("JSON");
            let modules = design["modules"].as_object().expect("modules").values();
            let cells =
                modules.flat_map(|module| module["cells"].as_object().expect("cells").values());
            let generators: Vec<_> = cells.filter_map(|cell| rates(cell, pin)).collect();
            match &generators[..] {
                [] => assert_eq!(core, pin, "{name} has no clock generator"),
                [(rate, oscillator, range)] => {
                    assert!((rate - core).abs() < 1e-3, "{name}: {rate}, not {core} MHz");
                    assert!(range.contains(oscillator), "{name}: {oscillator} MHz");
                    made += 1;
                    fast += u32::from(core > 99.0);
                }
                _ => panic!("{name}: {} clock generators", generators.len()),
            }
        }
    }
    assert!(made >= 21 && fast >= 9, "{made} clocks, {fast} of 100 MHz");
}

//! Boards: the data of each one agrees with its constraints and its wrapper.
//!
//! The clock generators of the boards' wrappers generate the rates in `board.toml`, within the range of each oscillator.

use std::fs;
use std::ops::RangeInclusive;

use nonogram_sim::tools::YOSYS;
use serde_json::Value;

use crate::common;
use crate::common::{Folder, json_lines, repository, run};

fn boards() -> Vec<Value> {
    let output = run("boards --json", &[""; 0]).success();
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
    let output = run("boards --json", &[""; 0]).success();
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

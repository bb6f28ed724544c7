//! Boards: the data of each one agrees with its constraints and its wrapper.

use std::fs;

use serde_json::Value;

use crate::common::{json_lines, repository, run};

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
    let boards = json_lines(&run("boards --json", &[""; 0]).success());
    assert!(boards.len() >= 14);
    for board in boards {
        let name = text(&board["name"]);
        let folder = repository("constraints").join(name);
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

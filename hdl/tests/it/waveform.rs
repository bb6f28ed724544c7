//! Compares the waveforms of the compiled simulation, in which the signals of a net share an identifier, with those of rust-hdl.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;

use nonogram_hdl::ENGINE;
use nonogram_protocol::board_bytes;
use nonogram_sim::{Drive, Engine, SimBoard, Waveform};
use nonogram_verilog::Parameters;

#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The VCD of a board's first cycles.
fn record(build: &str, engine: Engine, cycles: usize) -> String {
    let written = Written::default();
    let board = SimBoard::with_engine(build, Drive::Pins, engine, &Parameters::default())
        .expect("in the table");
    let hz = board.parameters().clock_hz.into();
    let core = board.build().core();
    let mut board = board.with_waveform(Waveform::new(Box::new(written.clone()), hz));
    let plus = [[1], [3], [1]];
    let mut bytes = board_bytes(core, &plus, &plus, true).expect("a board").into_iter();
    for _ in 0..cycles {
        board.step(&mut || bytes.next()).expect("runs");
    }
    let bytes = written.0.take();
    String::from_utf8(bytes).expect("text")
}

/// The changes of one identifier: times and values.
type Changes = Vec<(u64, String)>;

/// A parsed VCD: the declaration of each signal by its path (type, width, identifier), and the changes of each identifier.
#[derive(Default)]
struct Parsed {
    signals: BTreeMap<String, [String; 3]>,
    changes: BTreeMap<String, Changes>,
}

impl Parsed {
    fn new(text: &str) -> Self {
        let mut parsed = Self::default();
        let (mut scopes, mut time) = (Vec::new(), 0);
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["$scope", "module", name, "$end"] => scopes.push(name),
                ["$upscope", "$end"] => _ = scopes.pop(),
                ["$var", kind, width, code, name, "$end"] => {
                    let path = [&scopes[..], &[name]].concat().join(".");
                    let declared = [kind, width, code].map(str::to_owned);
                    assert!(parsed.signals.insert(path, declared).is_none(), "{line}");
                }
                [single] if single.starts_with('#') => time = single[1..].parse().expect("a time"),
                [single] if !single.starts_with('$') => {
                    parsed.change(&single[1..], time, &single[..1])
                }
                [value, code] => parsed.change(code, time, value),
                _ => {
                    assert!(line.starts_with("$timescale") || line.starts_with("$enddef"), "{line}")
                }
            }
        }
        parsed
    }

    fn change(&mut self, code: &str, time: u64, value: &str) {
        let changes = self.changes.entry(code.to_owned()).or_default();
        let before = changes.last().map(|(_, value)| value.as_str());
        assert_ne!(before, Some(value), "{code} is written without a change at {time}");
        changes.push((time, value.to_owned()));
    }
}

fn compare(build: &str, cycles: usize) {
    let of = |engine| record(build, engine, cycles);
    let (shared, single) = (of(Engine::COMPILED), of(ENGINE));
    let (nets, signals) = (Parsed::new(&shared), Parsed::new(&single));
    // Signals of hand-written Verilog are not visible in rust-hdl.
    assert!(nets.signals.len() >= signals.signals.len(), "{build}");
    for (path, [other_kind, other_width, other]) in &signals.signals {
        let [kind, width, code] = &nets.signals[path];
        assert_eq!([kind, width], [other_kind, other_width], "{build}: {path}");
        assert_eq!(nets.changes[code], signals.changes[other], "{build}: {path}");
    }
    let of_clocks = |name: &&String| name.ends_with(".clock");
    let clocks = nets.signals.keys().filter(of_clocks);
    let mut codes: Vec<&String> = clocks.map(|path| &nets.signals[path][2]).collect();
    assert!(codes.len() > 10, "{build}: {} clocks", codes.len());
    codes.dedup();
    assert_eq!(codes.len(), 1, "{build}: one identifier for all clocks");
    let (count, all) = (nets.changes.len(), nets.signals.len());
    assert!(count * 10 < all * 8, "{build}: {count} identifiers for {all} signals");
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn signals_of_a_net_share_an_identifier_and_have_the_values_of_rust_hdl() {
    compare("classic11", 6_000);
    compare("clue16", 1_500);
}

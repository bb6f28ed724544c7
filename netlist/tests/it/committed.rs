//! Reads the Verilog of the design in `hdl/verilog`.

use std::fs;
use std::path::{Path, PathBuf};

use nonogram_netlist::ir::{Kind, Netlist};
use nonogram_netlist::{elaborate, print, read};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hdl/verilog");
    let entries = fs::read_dir(folder).expect("the folder of the design's Verilog");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sv"));
    files.sort();
    assert!(files.len() >= 7, "{files:?}");
    files
}

#[test]
fn committed_files_are_read_and_printed_unchanged() {
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let source = read::source(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let printed = print::source(&source);
        let lines = text.lines().zip(printed.lines());
        let differs = lines.zip(1..).find(|((old, new), _)| old != new);
        assert_eq!(differs, None, "{path:?}: committed, printed, line");
        assert!(text == printed, "{path:?}: one text is longer");
        assert!(read::source(&printed).unwrap() == source, "{path:?}");
    }
}

/// The netlist of the file's design.
fn netlist(path: &Path) -> Netlist {
    let source = read::source(&fs::read_to_string(path).unwrap()).unwrap();
    let below = |name: &str| {
        let items = source.modules.iter().flat_map(|module| &module.items);
        let mut items = items.map(|item| &item.kind);
        items.any(|kind| {
            matches!(kind, nonogram_netlist::tree::ItemKind::Instance(one) if one.module == name)
        })
    };
    let tops: Vec<_> = source
        .modules
        .iter()
        .filter(|module| !below(&module.name))
        .collect();
    assert_eq!(tops.len(), 1, "{path:?} has several top modules");
    elaborate::netlist(&source, &tops[0].name, &[])
        .unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

#[test]
fn committed_files_are_elaborated_with_one_clock_and_states() {
    for path in files() {
        let netlist = netlist(&path);
        let top = &netlist.modules[0];
        let clocks = top
            .signals
            .iter()
            .filter(|signal| signal.kind == Kind::Clock);
        assert_eq!(clocks.count(), 1, "{path:?}");
        let signals = netlist.modules.iter().flat_map(|module| &module.signals);
        let state = |kind: &str| {
            let states = signals.clone().map(|signal| &signal.states);
            states
                .filter(|states| states.iter().any(|state| state == kind))
                .count()
        };
        // The state of the UART's receiver.
        assert!(state("RxState::Idle") >= 1, "{path:?}");
        assert!(
            netlist
                .modules
                .iter()
                .any(|module| !module.memories.is_empty())
        );
    }
}

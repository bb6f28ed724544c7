//! A text in the printer's form is printed unchanged; another text is printed in that form, and read as the same tree. The Verilog of the design
//! in `hdl/verilog` has that form.

use std::fs;
use std::path::{Path, PathBuf};

use nonogram_netlist::ir::{Kind, Netlist};
use nonogram_netlist::tree::{Module, Note, Source, StatementKind};
use nonogram_netlist::{elaborate, print, read};

/// Every construct, in the printer's form.
const TEXT: &str = include_str!("../cases/every_construct.sv");

fn source(text: &str) -> Source {
    read::source(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn text_in_the_printers_form_is_printed_unchanged() {
    let printed = print::source(&source(TEXT));
    for (line, printed) in TEXT.lines().zip(printed.lines()) {
        assert_eq!(line, printed);
    }
    assert_eq!(TEXT, printed);
}

#[test]
fn layout_does_not_change_what_is_read() {
    let code = TEXT.lines().map(|line| line.split("//").next().unwrap_or(""));
    let words: Vec<String> = code
        .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let [dense, spread] = [" ", "\r\n\t/* a\ncomment */ "].map(|space| source(&words.join(space)));
    assert_eq!(print::source(&dense), print::source(&spread));
    assert_eq!(source(&print::source(&dense)), source(&print::source(&spread)));
    assert!(!print::source(&dense).contains("//  "));
}

#[test]
fn shorthand_is_printed_in_full() {
    let text = "module m(input a, b, output [1:0] c, d); localparam x = 1, y = 2; \
                always @* c = a; always @(posedge a) begin d <= b; end endmodule";
    let expected = "\
module m(
    input wire a, b,
    output wire [1:0] c, d
);
    localparam x = 1, y = 2;
    always @(*) c = a;
    always @(posedge a) begin
        d <= b;
    end
endmodule // m
";
    assert_eq!(print::source(&source(text)), expected);
}

#[test]
fn comments_belong_to_the_element_behind_them() {
    let source = source(TEXT);
    let module = source.module("adder").unwrap();
    assert_eq!(module.comment(), "Adder: adds.");
    let notes: Vec<String> =
        (module.ports.iter()).map(|port| nonogram_netlist::tree::comment(&port.notes)).collect();
    let long = "This comment has no space behind the declaration of the port, whose line would then be longer than 120 characters.";
    let (number, sum) = ("Numbers: a group.\nA number.", "The sum, whose sentence\nIs long.");
    assert_eq!(notes, ["Clock.", "", number, number, long, long, sum, "The last port."]);
    assert_eq!(source.module("top").unwrap().comment(), "Top.");
    let end = Note::Comment(" The end of the file.".to_owned());
    assert_eq!(source.end, [end]);
    assert!(source.module("none").is_none());
}

#[test]
fn an_else_is_printed_behind_its_own_condition() {
    let read = |text: &str| read::items(text).unwrap().remove(0);
    let mut item = read("always @(*) if (a) begin if (b) x = 1; end else x = 2;");
    // Without its block, the inner condition would get the `else`.
    let nonogram_netlist::tree::ItemKind::Always(_, statement) = &mut item.kind else {
        panic!("a process")
    };
    let StatementKind::If(_, then, _) = &mut statement.kind else { panic!("a condition") };
    let StatementKind::Block(inner, _) = &mut then.kind else { panic!("a block") };
    **then = inner.remove(0);
    let printed = print::items(&[item]);
    let expected = "always @(*) if (a) begin\n    if (b) x = 1;\nend\nelse x = 2;\n";
    assert_eq!(printed, expected);
}

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
        let mut instances = source.modules.iter().flat_map(Module::instances);
        instances.any(|instance| instance.module == name)
    };
    let tops: Vec<_> = source.modules.iter().filter(|module| !below(&module.name)).collect();
    assert_eq!(tops.len(), 1, "{path:?} has several top modules");
    elaborate::netlist(&source, &tops[0].name, &[])
        .unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

#[test]
fn committed_files_are_elaborated_with_one_clock_and_states() {
    for path in files() {
        let netlist = netlist(&path);
        let top = &netlist.modules[0];
        let clocks = top.signals.iter().filter(|signal| signal.kind == Kind::Clock);
        assert_eq!(clocks.count(), 1, "{path:?}");
        let signals = netlist.modules.iter().flat_map(|module| &module.signals);
        let state = |kind: &str| {
            let states = signals.clone().map(|signal| &signal.states);
            states.filter(|states| states.iter().any(|state| state == kind)).count()
        };
        // The state of the UART's receiver.
        assert!(state("RxState::Idle") >= 1, "{path:?}");
        assert!(netlist.modules.iter().any(|module| !module.memories.is_empty()));
    }
}

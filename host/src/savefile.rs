//! GTKWave's save file for a waveform: signals by name, one group per block of the design.
//!
//! [`beside`] writes the save file from the waveform's header. A register is shown in the group of its block, by its value `q`.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::exit::{Exit, Failure, OrExit};
use crate::output;

/// The groups that are open initially: the pins, the pipelines of the classic and the parallel core, and the search control of the
/// clue core's first prober.
const OPEN: [&str; 5] = [
    "top",
    "top.solver.core.visitor",
    "top.solver.core.rows",
    "top.solver.core.columns",
    "top.solver.core.search.control",
];

/// GTKWave's formats of signals, as flags of its save files.
const BINARY: &str = "@28";
const HEXADECIMAL: &str = "@22";
const STRING: &str = "@820";

/// A block and its signals, as lines of the save file.
struct Group {
    path: String,
    signals: Vec<String>,
    is_register: bool,
}

/// The path of the save file of a waveform.
pub fn path(waveform: &Path) -> PathBuf {
    waveform.with_extension("gtkw")
}

/// Writes the save file of a complete waveform, in the same folder.
///
/// # Errors
/// The waveform cannot be read, or the save file cannot be written.
pub fn beside(waveform: &Path) -> Result<(), Failure> {
    let header = File::open(waveform)
        .and_then(header)
        .with_context(|| {
            format!(
                "{}: cannot read the waveform; check the disk",
                waveform.display()
            )
        })
        .or_exit(Exit::Fault)?;
    let name = waveform.file_name().unwrap_or_default().to_string_lossy();
    output::file(&path(waveform), text(&name, &header))
}

/// The lines of a waveform before the end of its header.
fn header(file: File) -> io::Result<Vec<String>> {
    let mut header = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line?;
        if line.contains("$enddefinitions") {
            break;
        }
        header.push(line);
    }
    Ok(header)
}

fn text(name: &str, header: &[String]) -> String {
    let mut text =
        format!("[*] Signals of {name}, by block\n[dumpfile] \"{name}\"\n[timestart] 0\n");
    for group in groups(header) {
        if group.signals.is_empty() {
            continue;
        }
        let (begin, end) = match OPEN.contains(&group.path.as_str()) {
            true => ("@800200", "@1000200"),
            false => ("@c00200", "@1401200"),
        };
        text += &format!("{begin}\n-{}\n", group.path);
        for signal in &group.signals {
            text += signal;
        }
        text += &format!("{end}\n-{}\n", group.path);
    }
    text
}

/// The blocks in the order of the header; the value of a register is in the group of the block that contains the register.
fn groups(header: &[String]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    // The indices of the blocks whose scope is open, the innermost last.
    let mut open: Vec<usize> = Vec::new();
    for line in header {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["$scope", _, name, ..] => {
                let path = match open.last() {
                    Some(&above) => format!("{}.{name}", groups[above].path),
                    None => name.to_owned(),
                };
                open.push(groups.len());
                groups.push(Group {
                    path,
                    signals: Vec::new(),
                    is_register: false,
                });
            }
            ["$upscope", ..] => {
                let Some(closed) = open.pop() else { continue };
                if !groups[closed].is_register {
                    continue;
                }
                let signals = std::mem::take(&mut groups[closed].signals);
                if let Some(&above) = open.last() {
                    let is_value = |signal: &String| {
                        let name = signal.trim_end().rsplit('.').next().unwrap_or_default();
                        name == "q" || name.starts_with("q[")
                    };
                    let value = signals.into_iter().filter(is_value);
                    groups[above].signals.extend(value);
                }
            }
            ["$var", kind, width, _, name, ..] => {
                let Some(&block) = open.last() else { continue };
                let group = &mut groups[block];
                group.is_register |= name == "q";
                // The clock of every block is the clock pin, which the outermost group shows.
                if name == "clock" && open.len() > 1 {
                    continue;
                }
                let path = format!("{}.{name}", group.path);
                group.signals.push(match (kind, width) {
                    ("string", _) => format!("{STRING}\n{path}\n"),
                    (_, "1") => format!("{BINARY}\n{path}\n"),
                    _ => {
                        let last = width.parse::<u32>().map_or(0, |width| width - 1);
                        format!("{HEXADECIMAL}\n{path}[{last}:0]\n")
                    }
                });
            }
            _ => {}
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waveform_that_cannot_be_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let waveform = folder.path().join("wave.vcd");
        std::fs::write(&waveform, b"$scope module top $end\n\xff\n").unwrap();
        let failure = beside(&waveform).unwrap_err();
        assert!(failure.to_string().contains("cannot read the waveform"));
        assert!(!path(&waveform).exists());
    }

    #[test]
    fn registers_are_shown_in_the_group_of_their_block() {
        let header = "\
$timescale 1 ps $end
$scope module top $end
$var wire 1 ! clock $end
$var wire 3 ' status $end
$scope module uart_rx $end
$var wire 1 ( clock $end
$var wire 8 , data $end
$scope module state $end
$var string 1 . d $end
$var string 1 / q $end
$var wire 1 0 clock $end
$upscope $end
$upscope $end
$upscope $end";
        let lines: Vec<String> = header.lines().map(str::to_owned).collect();
        insta::assert_snapshot!(text("wave.vcd", &lines), @r#"
        [*] Signals of wave.vcd, by block
        [dumpfile] "wave.vcd"
        [timestart] 0
        @800200
        -top
        @28
        top.clock
        @22
        top.status[2:0]
        @1000200
        -top
        @c00200
        -top.uart_rx
        @22
        top.uart_rx.data[7:0]
        @820
        top.uart_rx.state.q
        @1401200
        -top.uart_rx
        "#);
    }
}

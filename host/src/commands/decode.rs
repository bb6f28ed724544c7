//! `nonogram decode [FILE]`: decodes recorded bytes as boards, replies and identities, with nonogram-protocol.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use nonogram_kit::decode;
use nonogram_protocol::list;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::{is_stdin, open_stream};
use crate::output;

/// Decode recorded bytes: boards as clues, replies as pictures, and identities
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram encode puzzle.non | nonogram decode
  nonogram decode --list reply.bin
  nonogram decode --board board.bin reply.bin

A board is printed as a puzzle file (option by option if the options of a line are not exactly those of one clue), a reply as its \
picture, if it has one, an identity as one line. A reply's status sets the exit code as in `solve`; the exit code is 2 if the bytes \
cannot be decoded, and 5 if a check does not match. The check of a reply starts from the check of its board, which --board names; without \
it, only replies whose check starts from 0 match.")]
pub struct Decode {
    /// File with the bytes; `-` is stdin
    #[arg(default_value = "-")]
    file: PathBuf,

    /// File with the bytes of the boards that the replies answer, in order, such as the output of `encode --check`
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    board: Option<PathBuf>,

    /// Print every message, even in an invalid order: number, hexadecimal value, name and fields
    #[arg(long, conflicts_with = "json")]
    list: bool,

    /// Print one JSON object per board, reply or identity, each on its own line
    #[arg(long)]
    json: bool,
}

impl Subcommand for Decode {
    const NAME: &'static str = "decode";

    fn run(self) -> Outcome {
        let (name, bytes) = recorded(&self.file)?;
        let boards = self.board.as_deref().map(recorded).transpose()?;
        let boards = boards.map_or(Vec::new(), |(_, bytes)| bytes);
        if self.list {
            for block in list(bytes).collect::<Vec<_>>().chunks(1024) {
                let lines = block.iter().map(|line| format!("{line}\n"));
                output::stdout(lines.collect::<String>())?;
            }
            return Ok(Exit::Solved);
        }
        let mut worst = Exit::Solved;
        let mut shown = 0;
        let mut note = |note| say!("nonogram: {note}");
        let decoded = decode(&bytes, &boards, &mut note, |item| {
            let gap = if shown > 0 && !self.json { "\n" } else { "" };
            shown += 1;
            worst = worst.max((&item).into());
            if let Some(note) = item.note() {
                say!("nonogram: {name}: {note}");
            }
            let text = if self.json { output::json_line(&item.record())? } else { item.text() };
            output::stdout(format!("{gap}{text}"))
        });
        decoded.map_err(|failure| failure.within(&name))?;
        Ok(worst)
    }
}

/// The name of a file of recorded bytes, and the bytes.
fn recorded(file: &Path) -> Result<(String, Vec<u8>), Failure> {
    let name = if is_stdin(file) { "<stdin>".to_owned() } else { file.display().to_string() };
    let mut bytes = Vec::new();
    open_stream(file)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .with_context(|| {
            format!(
                "{name}: cannot read; expected a file of recorded bytes: check its name and permissions"
            )
        })
        .or_exit(Exit::Usage)?;
    Ok((name, bytes))
}

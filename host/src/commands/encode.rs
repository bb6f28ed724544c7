//! `nonogram encode FILE…`: encodes puzzles as boards, with nonogram-protocol.
//!
//! Boards are written to stdout in blocks of at least 64 KiB; the last block of a board may be shorter. With `--output FILE` all
//! boards are held in memory, and the file is written only if every puzzle was encoded.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use nonogram_kit::check_board;
use nonogram_protocol::{CoreKind, Message, list};
use nonogram_sim::wire::board_messages;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::Input;
use crate::output;

/// Write a puzzle as the messages that the FPGA receives
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram encode puzzle.non > board.bin
  nonogram encode --as list puzzle.non
  nonogram encode --core clue --check puzzle.non > board.bin
  nonogram encode puzzle.non > /dev/ttyUSB1")]
pub struct Encode {
    #[command(flatten)]
    input: Input,

    /// The core that receives the board: `clue` receives clues, the others receive options
    #[arg(long, value_name = "NAME", default_value = CoreKind::Classic.name(),
          value_parser = PossibleValuesParser::new(CoreKind::ALL.map(CoreKind::name))
              .try_map(|name| CoreKind::from_name(&name).ok_or("no core has this name")))]
    core: CoreKind,

    /// Add a check message to each board
    #[arg(long)]
    check: bool,

    /// How to write the messages [default: list on a terminal, otherwise bytes]
    #[arg(long = "as", value_enum)]
    form: Option<Form>,

    /// Also write option boards of more than 64 MiB
    #[arg(long)]
    force: bool,

    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How messages are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// As sent: two bytes per message
    Bytes,
    /// Four hexadecimal digits per message, one message per line
    Hex,
    /// Number, hexadecimal value, name and fields, one message per line
    List,
}

/// Number of bytes of output that are collected before a block is written.
const BLOCK: usize = 1 << 16;

impl Subcommand for Encode {
    const NAME: &'static str = "encode";

    fn run(self) -> Outcome {
        let form = self.form.unwrap_or_else(|| {
            let to_screen = self.output().is_none() && std::io::stdout().is_terminal();
            if to_screen { Form::List } else { Form::Bytes }
        });
        self.input.spare(self.output())?;
        let mut kept = Vec::new();
        let exit = self.input.for_each(|source| {
            let mut sink = |text: &[u8]| match self.output() {
                Some(_) => {
                    kept.extend_from_slice(text);
                    Ok(())
                }
                None => output::stdout(text),
            };
            let name = source.name();
            let within = |failure: Failure| failure.within(&name);
            let checked = check_board(&source.puzzle, self.core, self.force);
            if let Some(note) = checked.map_err(within)? {
                say!("nonogram: {name}: {note}");
            }
            let messages = board_messages(self.core, &source.puzzle, self.check);
            let messages = messages.or_exit(Exit::Usage).map_err(within)?;
            encode(messages, form, &mut sink)?;
            Ok(Exit::Solved)
        })?;
        if let Some(path) = self.output()
            && exit == Exit::Solved
        {
            output::file(path, kept)?;
        }
        Ok(exit)
    }
}

impl Encode {
    /// The file for the messages; `None` for stdout.
    fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !output::is_stdout(path))
    }
}

/// Writes one board in blocks of at least [`BLOCK`] bytes; the last may be shorter.
fn encode<'a>(
    messages: impl Iterator<Item = Message> + 'a,
    form: Form,
    sink: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let bytes = |message: Message| message.to_bytes();
    let mut pieces: Box<dyn Iterator<Item = Vec<u8>> + 'a> = match form {
        Form::Bytes => Box::new(messages.map(move |message| bytes(message).to_vec())),
        Form::Hex => Box::new(messages.map(|m| format!("{:04x}\n", m.to_bits()).into_bytes())),
        Form::List => {
            Box::new(list(messages.flat_map(bytes)).map(|line| format!("{line}\n").into_bytes()))
        }
    };
    let mut block = Vec::with_capacity(BLOCK);
    loop {
        let piece = pieces.next();
        if piece.is_none() || block.len() >= BLOCK {
            sink(&block)?;
            block.clear();
        }
        match piece {
            Some(piece) => block.extend(piece),
            None => return Ok(()),
        }
    }
}

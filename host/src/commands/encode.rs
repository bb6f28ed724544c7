//! `nonogram encode FILE…`: the bytes that a board is sent as, by nonogram-protocol.
//!
//! Streamed: a board of options of any size takes no memory here.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use nonogram_protocol::{BoardStream, CoreKind, Message, board_messages, list};
use nonogram_puzzles::Puzzle;

use super::Subcommand;
use crate::backend::{Coloured, DEFAULT_BAUD, Weight};
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::Input;
use crate::output;

/// Write a puzzle as the messages that the FPGA takes
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

    /// The core that takes the board: `clue` takes clues, the others options
    #[arg(long, value_name = "NAME", default_value = CoreKind::Classic.name(),
          value_parser = PossibleValuesParser::new(CoreKind::ALL.map(CoreKind::name))
              .try_map(|name| CoreKind::from_name(&name).ok_or("no core")))]
    core: CoreKind,

    /// End each board with a check message
    #[arg(long)]
    check: bool,

    /// How to write the messages [default: bytes, or on a terminal a list]
    #[arg(long = "as", value_enum)]
    form: Option<Form>,

    /// Write boards of more than 64 MiB, too
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
    /// Four hexadecimal digits per message, one per line
    Hex,
    /// Number, hexadecimal, name and fields, one message per line
    List,
}

/// Bytes gathered before they are written.
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
            Coloured::check(&source.puzzle).or_exit(Exit::Usage)?;
            let (rows, columns) = (source.puzzle.rows(), source.puzzle.columns());
            if self.core != CoreKind::Clue {
                let name = source.name();
                let checked = weight(&source.puzzle)?.check(&name, self.force, INSTEAD);
                checked
                    .or_exit(Exit::Usage)
                    .map_err(|failure| failure.within(&name))?;
            }
            let messages =
                board_messages(self.core, rows, columns, self.check).or_exit(Exit::Usage)?;
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
    /// The file that the messages go to, unless to stdout.
    fn output(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| !output::is_stdout(path))
    }
}

/// What can be done in place of a board of options that is too large.
const INSTEAD: &str = "encode it for the clue core with --core clue";

/// The board of options of a puzzle, as to its size.
fn weight(puzzle: &Puzzle) -> Result<Weight, Failure> {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    let bytes = BoardStream::new(rows, columns)
        .or_exit(Exit::Usage)?
        .size()
        .bytes;
    Ok(Weight {
        bytes,
        baud: DEFAULT_BAUD,
    })
}

/// Refuses a puzzle, which goes by `name`, that no board takes, and a board of options that takes minutes to write and days
/// to send.
///
/// # Errors
/// Its colours or its size, and what to do instead.
pub fn check_board(puzzle: &Puzzle, core: CoreKind, name: &str) -> Result<(), Failure> {
    Coloured::check(puzzle).or_exit(Exit::Usage)?;
    if core == CoreKind::Clue {
        return Ok(());
    }
    let checked = weight(puzzle)?.refuse(INSTEAD);
    checked
        .or_exit(Exit::Usage)
        .map_err(|failure| failure.within(name))
}

/// Writes one board, block by block.
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

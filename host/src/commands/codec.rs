//! `nonogram encode FILE…`: encodes puzzles as boards. `nonogram decode [FILE]`: decodes recorded bytes as boards, replies and identities. Both
//! use nonogram-protocol.
//!
//! Boards are written to stdout in blocks, so that a board may be larger than memory; with `--output FILE` the file is written once every
//! puzzle is encoded.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use nonogram_kit::{check_board, decode};
use nonogram_protocol::{CoreKind, Message, SearchRequest, list};
use nonogram_sim::wire::encode;

use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::{Input, is_stdin, read_whole};
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

/// Number of messages that are written at once.
const BLOCK: usize = 1 << 15;

impl Encode {
    pub fn run(self) -> Outcome {
        let file = self.output.as_deref().filter(|path| !output::is_stdout(path));
        let form = self.form.unwrap_or_else(|| {
            let is_shown = file.is_none() && std::io::stdout().is_terminal();
            if is_shown { Form::List } else { Form::Bytes }
        });
        self.input.protect_inputs(file)?;
        let mut kept = Vec::new();
        let exit = self.input.for_each(|source| {
            let name = source.name();
            let within = |failure: Failure| failure.within(&name);
            let checked = check_board(&source.puzzle, self.core, self.force);
            if let Some(note) = checked.map_err(within)? {
                say!("nonogram: {name}: {note}");
            }
            let board = encode(&source.puzzle, self.core, self.check, SearchRequest::default());
            let board = board.or_exit(Exit::Usage).map_err(within)?;
            let mut blocks = blocks(board.messages, form);
            if file.is_some() {
                kept.extend(blocks.flatten());
            } else {
                blocks.try_for_each(output::stdout)?;
            }
            Ok(Exit::Solved)
        })?;
        if let Some(path) = file
            && exit == Exit::Solved
        {
            output::file(path, kept)?;
        }
        Ok(exit)
    }
}

/// The messages of a board in this form, in blocks.
fn blocks<'a>(
    messages: impl Iterator<Item = Message> + 'a,
    form: Form,
) -> impl Iterator<Item = Vec<u8>> + 'a {
    let bytes = |message: Message| message.to_bytes();
    let mut pieces: Box<dyn Iterator<Item = Vec<u8>> + 'a> = match form {
        Form::Bytes => Box::new(messages.map(move |message| bytes(message).to_vec())),
        Form::Hex => Box::new(messages.map(|m| format!("{:04x}\n", m.to_bits()).into_bytes())),
        Form::List => {
            Box::new(list(messages.flat_map(bytes)).map(|line| format!("{line}\n").into_bytes()))
        }
    };
    std::iter::from_fn(move || {
        let block: Vec<u8> = pieces.by_ref().take(BLOCK).flatten().collect();
        (!block.is_empty()).then_some(block)
    })
}

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

impl Decode {
    pub fn run(self) -> Outcome {
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
            worst = worst.max(item.exit);
            if let Some(note) = &item.note {
                say!("nonogram: {name}: {note}");
            }
            let text = if self.json { output::json_line(&item)? } else { item.text };
            output::stdout(format!("{gap}{text}"))
        });
        decoded.map_err(|failure| failure.within(&name))?;
        Ok(worst)
    }
}

/// The name of a file of recorded bytes, and the bytes.
fn recorded(file: &Path) -> Result<(String, Vec<u8>), Failure> {
    let name = if is_stdin(file) { "<stdin>".to_owned() } else { file.display().to_string() };
    Ok((name, read_whole(file, "a file of recorded bytes")?))
}

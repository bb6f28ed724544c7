//! `nonogram decode [FILE]`: recorded bytes back into boards, replies and identities, by nonogram-protocol.
//!
//! Which of them it is shows after the start boards: a board goes on with a start line.

use std::io::Read;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use nonogram_protocol::{
    BoardDecoder, BoardEvent, BoardMessage, BuildIdentity, DecodeError, Framer, IDENTITY_BYTES,
    Message, Reply, ReplyDecoder, ReplyEvent, Status, list,
};
use nonogram_puzzles::formats;
use serde::Serialize;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::identity::IdentityRecord;
use crate::output;
use crate::wire::{grid_of, puzzle_of};

/// Read recorded bytes as boards (to clues), replies (to pictures) or identities
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram encode puzzle.non | nonogram decode
  nonogram decode --list reply.bin

A board is printed as a puzzle file, a reply as its picture, an identity as \
one line. A reply's status sets the exit code \
as in `solve`; bytes that are neither end with 2, and a check that does not match with 5.")]
pub struct Decode {
    /// File with the bytes; `-` is stdin
    #[arg(default_value = "-")]
    file: PathBuf,

    /// Print every message, whatever their order: number, hexadecimal, name and fields
    #[arg(long, conflicts_with = "json")]
    list: bool,

    /// Print one JSON object per board or reply, one per line
    #[arg(long)]
    json: bool,
}

impl Subcommand for Decode {
    const NAME: &'static str = "decode";

    fn run(self) -> Outcome {
        let name = match self.is_stdin() {
            true => "<stdin>".to_owned(),
            false => self.file.display().to_string(),
        };
        let bytes = self
            .bytes()
            .with_context(|| {
                format!("{name}: cannot read; expected a file of recorded bytes: check its name")
            })
            .or_exit(Exit::Usage)?;
        if self.list {
            for block in list(bytes).collect::<Vec<_>>().chunks(1024) {
                let lines = block.iter().map(|line| format!("{line}\n"));
                output::stdout(lines.collect::<String>())?;
            }
            return Ok(Exit::Solved);
        }
        let mut worst = Exit::Solved;
        let mut shown = 0;
        let decoded = decode(&bytes, |item| {
            let gap = if shown > 0 && !self.json { "\n" } else { "" };
            shown += 1;
            worst = worst.max(item.exit());
            if let Some(note) = item.note() {
                say!("nonogram: {name}: {note}");
            }
            let text = if self.json { item.json()? } else { item.text() };
            output::stdout(format!("{gap}{text}"))
        });
        decoded.map_err(|failure| failure.within(&name))?;
        Ok(worst)
    }
}

impl Decode {
    fn is_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    fn bytes(&self) -> std::io::Result<Vec<u8>> {
        if self.is_stdin() {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
        std::fs::read(&self.file)
    }
}

/// Something decoded.
enum Item {
    Board(BoardMessage),
    Reply(Reply),
    Identity(BuildIdentity),
}

/// Decodes everything in `bytes`, in order.
fn decode(bytes: &[u8], mut show: impl FnMut(Item) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut framer = Framer::new();
    let mut messages = bytes.iter().filter_map(|&byte| framer.push(byte));
    let first = messages.find(|(_, message)| !matches!(message, Message::StartBoard(_)));
    let is_reply = !matches!(first, None | Some((_, Message::StartLine)));
    let bad = |error: DecodeError| {
        let kind = if is_reply { "reply" } else { "board" };
        Failure::new(
            Exit::Usage,
            format!("bad {kind}: {error}; `nonogram decode --list` shows every message"),
        )
    };
    let mut whole = 0;
    if is_reply {
        let mut decoder = ReplyDecoder::new();
        let (mut at, mut identities) = (0, 0);
        // The decoder does not see them, so its numbers leave them out.
        let bad_reply = |error: DecodeError, identities: usize| {
            let failure = bad(error);
            match identities {
                0 => failure,
                _ => failure.within(&format!("not counting {identities} answers of identity")),
            }
        };
        while at < bytes.len() {
            let answer = bytes.get(whole..whole + IDENTITY_BYTES);
            let answer = answer.filter(|_| at == whole);
            let identity =
                answer.and_then(|bytes| BuildIdentity::from_bytes(bytes.try_into().ok()?));
            if let Some(identity) = identity {
                show(Item::Identity(identity))?;
                identities += 1;
                at += IDENTITY_BYTES;
                whole = at;
                continue;
            }
            let event = decoder.push(bytes[at]);
            at += 1;
            if let Some(ReplyEvent::End(reply)) =
                event.map_err(|error| bad_reply(error, identities))?
            {
                show(Item::Reply(reply))?;
                whole = at;
            }
        }
        if whole < bytes.len() {
            return Err(bad_reply(decoder.cut_short(), identities));
        }
    } else {
        let mut decoder = BoardDecoder::new();
        for (at, &byte) in bytes.iter().enumerate() {
            match decoder.push(byte).map_err(bad)? {
                Some(BoardEvent::Board(board)) => {
                    show(Item::Board(board))?;
                    whole = at + 1;
                }
                Some(BoardEvent::Restarted) => {
                    say!(
                        "nonogram: a board broken off before byte {}: skipped",
                        at - 1
                    );
                }
                None => {}
            }
        }
        if whole < bytes.len() || bytes.is_empty() {
            return Err(bad(decoder.cut_short()));
        }
    }
    Ok(())
}

/// The keys of `--json`.
#[derive(Serialize)]
struct DecodeRecord {
    kind: &'static str,
    rows: usize,
    columns: usize,
    /// Of a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    /// Of a reply with a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<String>>,
    /// Of a board whose options are those of clues: rows first.
    #[serde(skip_serializing_if = "Option::is_none")]
    clues: Option<Vec<Vec<usize>>>,
    /// Of a board: option counts, rows first.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<usize>>,
    /// Whether the check matches; null without one.
    check: Option<bool>,
}

/// The same of an identity.
#[derive(Serialize)]
struct Said {
    kind: &'static str,
    #[serde(flatten)]
    build: IdentityRecord,
}

impl Said {
    fn new(identity: BuildIdentity) -> Self {
        Self {
            kind: "identity",
            build: identity.into(),
        }
    }
}

impl Item {
    fn check(&self) -> Option<bool> {
        match self {
            Self::Board(board) => board.check,
            Self::Reply(reply) => reply.check,
            Self::Identity(_) => Some(true),
        }
    }

    fn exit(&self) -> Exit {
        let by_status = match self {
            Self::Board(_) | Self::Identity(_) => Exit::Solved,
            Self::Reply(reply) => match reply.status {
                Status::Solved => Exit::Solved,
                Status::Unsolvable => Exit::Unsolvable,
                Status::Stalled | Status::Multiple => Exit::Stalled,
                Status::TooLarge => Exit::Usage,
                Status::BadCheck | Status::Malformed => Exit::Link,
            },
        };
        match self.check() {
            Some(false) => Exit::Link,
            _ => by_status,
        }
    }

    /// What stdout does not show.
    fn note(&self) -> Option<String> {
        let check = match self.check() {
            Some(false) => Some("the check message does not match the bytes before it".to_owned()),
            _ => None,
        };
        let status = match self {
            Self::Reply(reply) if reply.status != Status::Solved => {
                Some(format!("status {}: {}", reply.status.index(), reply.status))
            }
            _ => None,
        };
        check.or(status)
    }

    fn text(&self) -> String {
        match self {
            Self::Board(board) => match puzzle_of(board) {
                Some(puzzle) => formats::non::write(&puzzle),
                None => options_text(board),
            },
            Self::Reply(reply) if reply.status.has_cells() => format!("{}\n", grid_of(reply)),
            Self::Reply(_) => String::new(),
            Self::Identity(identity) => format!("{identity}\n"),
        }
    }

    fn json(&self) -> Result<String, Failure> {
        let record = match self {
            Self::Identity(identity) => return line(&Said::new(*identity)),
            Self::Board(board) => DecodeRecord {
                kind: "board",
                rows: board.rows,
                columns: board.columns,
                status: None,
                grid: None,
                clues: board.clues(),
                options: Some(board.lines.iter().map(Vec::len).collect()),
                check: board.check,
            },
            Self::Reply(reply) => DecodeRecord {
                kind: "reply",
                rows: reply.rows,
                columns: reply.columns,
                status: Some(reply.status.name()),
                grid: reply.status.has_cells().then(|| grid_of(reply).to_lines()),
                clues: None,
                options: None,
                check: reply.check,
            },
        };
        line(&record)
    }
}

fn line(record: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(record).or_exit(Exit::Fault)? + "\n")
}

/// A board that no clues give, option by option.
fn options_text(board: &BoardMessage) -> String {
    let lines = board.lines.iter().enumerate().map(|(line, options)| {
        let name = match line.checked_sub(board.rows) {
            None => format!("row {}", line + 1),
            Some(column) => format!("column {}", column + 1),
        };
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        format!("{name}: {}\n", options.join(" "))
    });
    lines.collect()
}

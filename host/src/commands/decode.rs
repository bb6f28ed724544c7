//! `nonogram decode [FILE]`: decodes recorded bytes as boards, replies and identities, with nonogram-protocol.
//!
//! The messages after the leading start boards determine the kind of the whole stream. A start line means option boards, and so does the
//! end of the bytes immediately after the start boards. A request means clue boards, and so do cell messages with value 1, unless an end
//! board with a status other than 0 follows them. Anything else means replies and identities.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use nonogram_protocol::{
    BoardEvent, BoardMessage, BuildIdentity, ClueBoard, ClueLines, DecodeError, IDENTITY_BYTES,
    LIMIT_UNIT, Lines, MESSAGE_BYTES, OptionLines, Reply, ReplyDecoder, ReplyEvent, SearchMode,
    SearchRequest, Status, StreamDecoder, board_check, list,
};
use nonogram_puzzles::formats;
use nonogram_sim::answer::grid_of;
use serde::Serialize;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::identity_record::IdentityRecord;
use crate::input::{is_stdin, open_stream};
use crate::output;
use crate::stream_kind::{StreamKind, puzzle_of};

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
        let decoded = decode(&bytes, &boards, |item| {
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

/// The name of a file of recorded bytes, and the bytes.
fn recorded(file: &Path) -> Result<(String, Vec<u8>), Failure> {
    let name = match is_stdin(file) {
        true => "<stdin>".to_owned(),
        false => file.display().to_string(),
    };
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

/// The value of the check of each board in a stream; `None` for a board without a check.
fn checks(boards: &[u8]) -> Vec<Option<u16>> {
    let ends = (MESSAGE_BYTES..=boards.len()).step_by(MESSAGE_BYTES);
    let ends = ends.filter(|&end| boards[end - MESSAGE_BYTES..end] == [0, 0]);
    ends.map(|end| board_check(&boards[..end])).collect()
}

/// A decoded board, reply or identity.
pub enum Item {
    /// A board of options.
    Board(BoardMessage),
    /// A board of clues.
    Clues(ClueBoard),
    /// A reply, and whether its check matches; `None` without a check.
    Reply(Reply, Option<bool>),
    /// The identity that a build reports.
    Identity(BuildIdentity),
}

/// The failure of a stream of this kind that cannot be decoded.
fn bad(kind: StreamKind, error: DecodeError) -> Failure {
    let kind = match kind {
        StreamKind::Boards => "board",
        StreamKind::ClueBoards => "clue board",
        StreamKind::Replies => "reply",
    };
    Failure::new(
        Exit::Usage,
        format!("bad {kind}: {error}; `nonogram decode --list` shows every message"),
    )
}

/// Decodes everything in `bytes`, and passes each item to `show`, in order. `boards` has the bytes of the boards that the replies answer, in
/// order; the check of a reply starts from that of its board, or from 0 if `boards` has no such board, or one without a check.
///
/// # Errors
/// The bytes are empty, are neither boards of one kind nor replies and identities, or end in the middle of one; or `show` fails.
pub fn decode(
    bytes: &[u8],
    boards: &[u8],
    mut show: impl FnMut(Item) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match StreamKind::of(bytes) {
        kind @ StreamKind::Boards => {
            decode_boards::<OptionLines>(bytes, kind, |board| show(Item::Board(board)))
        }
        kind @ StreamKind::ClueBoards => {
            decode_boards::<ClueLines>(bytes, kind, |board| show(Item::Clues(board)))
        }
        StreamKind::Replies => decode_replies(bytes, boards, show),
    }
}

/// Decodes boards of one kind; reports on stderr each board that is cut off by the start of the next one.
fn decode_boards<L: Lines>(
    bytes: &[u8],
    kind: StreamKind,
    mut show: impl FnMut(L::Board) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut decoder = StreamDecoder::<L>::new();
    let mut whole = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        match decoder.push(byte).map_err(|error| bad(kind, error))? {
            Some(BoardEvent::Board(board)) => {
                show(board)?;
                whole = at + 1;
            }
            Some(BoardEvent::Restarted) => {
                say!(
                    "nonogram: a board is cut off by the start board at byte offset {} (from 0); the incomplete board is skipped",
                    at - 1
                );
            }
            None => {}
        }
    }
    if whole < bytes.len() || bytes.is_empty() {
        return Err(bad(kind, decoder.cut_short()));
    }
    Ok(())
}

/// Decodes replies and identities.
fn decode_replies(
    bytes: &[u8],
    boards: &[u8],
    mut show: impl FnMut(Item) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut checks = checks(boards).into_iter();
    let mut decoder = ReplyDecoder::new();
    let (mut at, mut whole, mut identities) = (0, 0, 0);
    // The decoder does not receive identities, so its message numbers do not count them.
    let bad_reply = |error: DecodeError, identities: usize| {
        let failure = bad(StreamKind::Replies, error);
        match identities {
            0 => failure,
            _ => failure.within(&format!(
                "message numbers exclude identity replies ({identities})"
            )),
        }
    };
    while at < bytes.len() {
        let answer = bytes.get(whole..whole + IDENTITY_BYTES);
        let answer = answer.filter(|_| at == whole);
        let identity = answer.and_then(|bytes| BuildIdentity::from_bytes(bytes.try_into().ok()?));
        if let Some(identity) = identity {
            show(Item::Identity(identity))?;
            identities += 1;
            at += IDENTITY_BYTES;
            whole = at;
            continue;
        }
        let event = decoder.push(bytes[at]);
        at += 1;
        if let Some(ReplyEvent::End(reply)) = event.map_err(|error| bad_reply(error, identities))? {
            let expected = checks.next().flatten().unwrap_or(0);
            let matches = reply.seed.map(|seed| seed == expected);
            show(Item::Reply(reply, matches))?;
            whole = at;
        }
    }
    if whole < bytes.len() {
        return Err(bad_reply(decoder.cut_short(), identities));
    }
    Ok(())
}

/// The keys of `--json` for a board or a reply.
#[derive(Serialize)]
struct DecodeRecord {
    kind: &'static str,
    rows: usize,
    columns: usize,
    /// The status of a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    /// The picture of a reply that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<String>>,
    /// The clues of a board, rows first; absent for an option board unless each line has exactly the options of one clue.
    #[serde(skip_serializing_if = "Option::is_none")]
    clues: Option<Vec<Vec<usize>>>,
    /// The number of options of each line of an option board, rows first.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<usize>>,
    /// Whether the check message matches; null without a check message.
    check: Option<bool>,
    /// The value from which the check of a reply started.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u16>,
}

/// The keys of `--json` for an identity.
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
            Self::Clues(board) => board.check,
            Self::Reply(_, check) => *check,
            Self::Identity(_) => Some(true),
        }
    }

    fn exit(&self) -> Exit {
        let by_status = match self {
            Self::Board(_) | Self::Clues(_) | Self::Identity(_) => Exit::Solved,
            Self::Reply(reply, _) => reply.status.into(),
        };
        match self.check() {
            Some(false) => Exit::Link,
            _ => by_status,
        }
    }

    /// A remark about an item, for stderr: a failed check or, without one, a status other than solved or a search request other than the
    /// default. `None` if there is nothing to remark.
    fn note(&self) -> Option<String> {
        let check = match (self, self.check()) {
            (
                Self::Reply(
                    Reply {
                        seed: Some(seed), ..
                    },
                    _,
                ),
                Some(false),
            ) => Some(format!(
                "the check does not match: the reply answers a board whose check is 0x{seed:04x}, or is corrupted; name its board \
                 with --board"
            )),
            (_, Some(false)) => {
                Some("the check message does not match the bytes before it".to_owned())
            }
            _ => None,
        };
        let status = match self {
            Self::Reply(reply, _) if reply.status != Status::Solved => {
                Some(format!("status {}: {}", reply.status.index(), reply.status))
            }
            Self::Clues(board) => request_text(board.request),
            _ => None,
        };
        check.or(status)
    }

    /// The item as text: a board as a puzzle file, or option by option if the options of a line are not exactly those of one clue; a reply
    /// as its picture, empty if the status has none; an identity as one line.
    pub fn text(&self) -> String {
        match self {
            Self::Board(board) => {
                let puzzle = board.clues().and_then(|clues| puzzle_of(clues, board.rows));
                match puzzle {
                    Some(puzzle) => formats::non::write(&puzzle),
                    None => options_text(board),
                }
            }
            // A decoded clue fits its line.
            Self::Clues(board) => puzzle_of(board.clues.clone(), board.rows)
                .map_or_else(String::new, |puzzle| formats::non::write(&puzzle)),
            Self::Reply(reply, _) if reply.status.has_cells() => format!("{}\n", grid_of(reply)),
            Self::Reply(..) => String::new(),
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
                seed: None,
            },
            Self::Clues(board) => DecodeRecord {
                kind: "board",
                rows: board.rows,
                columns: board.columns,
                status: None,
                grid: None,
                clues: Some(board.clues.clone()),
                options: None,
                check: board.check,
                seed: None,
            },
            Self::Reply(reply, check) => DecodeRecord {
                kind: "reply",
                rows: reply.rows,
                columns: reply.columns,
                status: Some(reply.status.name()),
                grid: reply.status.has_cells().then(|| grid_of(reply).to_lines()),
                clues: None,
                options: None,
                check: *check,
                seed: reply.seed,
            },
        };
        line(&record)
    }
}

/// The search request of a clue board in words, if it differs from the default.
fn request_text(request: SearchRequest) -> Option<String> {
    let mode = match request.mode {
        SearchMode::Proof => None,
        SearchMode::LineLogic => Some("line logic alone".to_owned()),
        SearchMode::FirstSolution => Some("a first solution".to_owned()),
    };
    let cycles = u64::from(request.limit) * u64::from(LIMIT_UNIT);
    let limit = (request.limit > 0).then(|| format!("at most {cycles} cycles"));
    let words: Vec<String> = mode.into_iter().chain(limit).collect();
    (!words.is_empty()).then(|| format!("the board requests {}", words.join(", ")))
}

fn line(record: &impl Serialize) -> Result<String, Failure> {
    output::json_line(record)
}

/// The text of a board that is printed option by option: one line per row or column, with its options.
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

#[cfg(test)]
mod tests;

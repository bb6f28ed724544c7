//! Recorded bytes, decoded as boards, replies and identities.
//! Interface: [`decode`] passes on each [`Item`], which is its JSON, with its text.
//!
//! The messages after the leading start boards determine the kind of the whole stream. A start line means option boards, and so does the
//! end of the bytes immediately after the start boards. A request means clue boards, and so do cell messages with value 1, unless an end
//! board with a status other than 0 follows them. Anything else means replies and identities.

use nonogram_protocol::{
    BlockPair, BoardMessage, Body, BuildIdentity, ClueBoard, ClueLines, DecodeError, LIMIT_UNIT,
    MESSAGE_BYTES, Message, OptionLines, Received, Reply, ReplyCells, SearchMode, SearchRequest,
    Status, StreamDecoder, board_check,
};
use nonogram_puzzles::{Clue, Grid, Palette, Puzzle, formats};
use nonogram_sim::answer::grid_of;
use nonogram_sim::wire::clue_of;
use nonogram_solver::End;
use serde::{Serialize, Serializer};

use crate::accept::verdict_of;
use crate::exit::{Exit, Failure, failure};

/// The content of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// Boards of options.
    Boards,
    /// Boards of clues.
    ClueBoards,
    /// Replies, or identities.
    Replies,
}

impl StreamKind {
    /// The kind of a stream, which its first board, reply or identity determines. A stream with nothing but start boards, or without
    /// any message, counts as boards of options.
    pub fn of(bytes: &[u8]) -> Self {
        let messages = bytes.chunks_exact(MESSAGE_BYTES);
        let messages = messages.map(|bytes| Message::from_bytes([bytes[0], bytes[1]]));
        let mut body = messages.skip_while(|message| matches!(message, Message::StartBoard(_)));
        // In a clue board, a message of blocks with value 1 ends a line, and the end board has index 0. In a reply, a message of packed
        // cells with value 1 states which cells are known; it is sent only if some are unknown, and then the status is not 0.
        let mut ends_lines = false;
        match body.next() {
            None | Some(Message::StartLine) => return Self::Boards,
            Some(Message::Request(_)) => return Self::ClueBoards,
            Some(Message::Cells(payload)) => ends_lines |= BlockPair::from_payload(payload).last,
            Some(_) => return Self::Replies,
        }
        for message in body {
            match message {
                Message::Cells(payload) => ends_lines |= BlockPair::from_payload(payload).last,
                Message::EndBoard(0) => break,
                Message::EndBoard(_) => return Self::Replies,
                _ => {}
            }
        }
        if ends_lines { Self::ClueBoards } else { Self::Replies }
    }
}

/// The value of the check of each board in a stream; `None` for a board without a check.
fn checks(boards: &[u8]) -> Vec<Option<u16>> {
    let ends = (MESSAGE_BYTES..=boards.len()).step_by(MESSAGE_BYTES);
    let ends = ends.filter(|&end| boards[end - MESSAGE_BYTES..end] == [0, 0]);
    ends.map(|end| board_check(&boards[..end])).collect()
}

/// The failure of a stream of this kind that cannot be decoded.
fn bad(kind: StreamKind, error: &DecodeError) -> Failure {
    let kind = match kind {
        StreamKind::Boards => "board",
        StreamKind::ClueBoards => "clue board",
        StreamKind::Replies => "reply",
    };
    failure!(Exit::Usage, "bad {kind}: {error}; `nonogram decode --list` shows every message")
}

/// Decodes everything in `bytes`, and passes each item to `show`, in order, and to `note` a message about each board that is cut off by
/// the start of the next one. `boards` has the bytes of the boards that the replies answer, in
/// order; the check of a reply starts from that of its board, or from 0 if `boards` has no such board, or one without a check.
///
/// # Errors
/// The bytes are empty, are neither boards of one kind nor replies and identities, or end in the middle of one; or `show` fails.
pub fn decode(
    bytes: &[u8],
    boards: &[u8],
    note: &mut dyn FnMut(String),
    mut show: impl FnMut(Item) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut checks = checks(boards).into_iter();
    let kind = StreamKind::of(bytes);
    match kind {
        StreamKind::Boards => {
            decode_all::<OptionLines>(bytes, kind, note, |board| show(Item::of_options(&board)))
        }
        StreamKind::ClueBoards => {
            decode_all::<ClueLines>(bytes, kind, note, |board| show(Item::of_clues(&board)))
        }
        StreamKind::Replies => decode_all::<ReplyCells>(bytes, kind, note, |received| {
            show(match received {
                Received::Identity(identity) => Item::of_identity(identity),
                Received::Reply(reply) => {
                    Item::of_reply(reply, checks.next().flatten().unwrap_or(0))
                }
            })
        }),
    }
}

fn decode_all<B: Body>(
    bytes: &[u8],
    kind: StreamKind,
    note: &mut dyn FnMut(String),
    mut show: impl FnMut(B::Output) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut decoder = StreamDecoder::<B>::new();
    let mut complete = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if let Some(output) = decoder.push(byte).map_err(|error| bad(kind, &error))? {
            show(output)?;
            complete = at + 1;
        }
        if decoder.is_restart() {
            note(format!(
                "a board is cut off by the start board at byte offset {} (from 0); the incomplete board is skipped",
                at - 1
            ));
        }
    }
    if complete < bytes.len() || bytes.is_empty() {
        return Err(bad(kind, &decoder.cut_short()));
    }
    Ok(())
}

/// The identity of a build as a JSON object.
#[derive(Serialize)]
pub struct IdentityRecord {
    core: Option<&'static str>,
    lanes: u8,
    version: String,
    rows: u16,
    columns: u16,
    colours: u8,
    options: u16,
    words: u32,
    clock_hz: u64,
    baud: u32,
    binds_replies: bool,
    /// The identity as text; not part of the JSON object.
    #[serde(skip)]
    pub text: String,
}

impl From<BuildIdentity> for IdentityRecord {
    fn from(identity: BuildIdentity) -> Self {
        const HZ_PER_KHZ: u64 = 1000;
        let [major, minor, patch] = identity.version;
        Self {
            core: identity.core_name(),
            lanes: identity.lanes,
            version: format!("{major}.{minor}.{patch}"),
            rows: identity.side,
            columns: identity.side,
            colours: identity.colours,
            options: identity.most_options,
            words: identity.store_words,
            clock_hz: u64::from(identity.clock_khz) * HZ_PER_KHZ,
            baud: identity.baud,
            binds_replies: identity.binds_replies,
            text: identity.to_string(),
        }
    }
}

/// A decoded board, reply or identity as a JSON object, in which keys that are `None` are absent, with its text and its exit code.
#[derive(Default, Serialize)]
pub struct Item {
    /// `board`, `reply` or `identity`.
    pub kind: &'static str,
    /// The number of rows of a board or a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// The number of columns of a board or a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<usize>,
    /// The status of a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// The picture of a reply that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<Picture>,
    /// The clues of a board, rows first; absent for an option board unless each line has exactly the options of one clue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<Clues>,
    /// The number of options of each line of an option board, rows first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<usize>>,
    /// Whether the check message of a board or a reply matches; the inner `None` without a check message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Option<bool>>,
    /// The value from which the check of a reply started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u16>,
    #[serde(flatten)]
    build: Option<IdentityRecord>,
    /// A board as a puzzle file, or option by option if the options of a line are not exactly those of one clue; a reply as its picture,
    /// empty if the status has none; an identity as one line.
    #[serde(skip)]
    pub text: String,
    /// A remark: a failed check or, without one, a status other than solved or a search request other than the default.
    #[serde(skip)]
    pub note: Option<String>,
    /// The exit code.
    #[serde(skip)]
    pub exit: Exit,
}

/// A picture in the colours of a palette; serialised as its lines of text.
pub struct Picture {
    /// The picture.
    pub grid: Grid,
    /// The palette, standard because a reply states only the numbers of colours.
    pub palette: Palette,
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.palette.to_lines(&self.grid).serialize(to)
    }
}

/// Clues in the colours of a palette; serialised as the lengths of their blocks or, in several colours, as strings such as "3a".
pub struct Clues {
    /// The clues, rows first.
    pub clues: Vec<Clue>,
    /// The palette, standard because a board states only the numbers of colours.
    pub palette: Palette,
}

impl Serialize for Clues {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.palette.is_coloured() {
            return to.collect_seq(self.clues.iter().map(|clue| self.palette.blocks(clue)));
        }
        to.collect_seq(self.clues.iter().map(|clue| &clue[..]))
    }
}

impl Clues {
    fn of(board: &ClueBoard) -> Self {
        Self {
            clues: board.clues.iter().map(|blocks| clue_of(blocks)).collect(),
            palette: Palette::standard(board.colours.into()),
        }
    }

    /// The clues of a board of options, if there are any.
    fn of_options(board: &BoardMessage) -> Option<Self> {
        let clues = board.clues()?.into_iter().map(Clue::new).collect();
        let palette = Palette::default();
        Some(Self { clues, palette })
    }

    /// The puzzle with these clues, of which the first `rows` are row clues, as a puzzle file; `None` if they do not form a puzzle.
    fn puzzle_file(&self, rows: usize) -> Option<String> {
        let (rows, columns) = self.clues.split_at(rows);
        let puzzle = Puzzle::in_colours(rows.into(), columns.into(), self.palette.clone()).ok()?;
        Some(formats::non::write(&puzzle))
    }
}

impl Item {
    /// A board whose check matches or not.
    fn board(rows: usize, columns: usize, check: Option<bool>) -> Self {
        let is_wrong = check == Some(false);
        let wrong = "the check message does not match the bytes before it";
        Self {
            kind: "board",
            rows: Some(rows),
            columns: Some(columns),
            check: Some(check),
            note: is_wrong.then(|| wrong.to_owned()),
            exit: if is_wrong { Exit::Link } else { Exit::Solved },
            ..Self::default()
        }
    }

    fn of_options(board: &BoardMessage) -> Self {
        let clues = Clues::of_options(board);
        let text = clues.as_ref().and_then(|clues| clues.puzzle_file(board.rows));
        Self {
            text: text.unwrap_or_else(|| options_text(board)),
            clues,
            options: Some(board.lines.iter().map(Vec::len).collect()),
            ..Self::board(board.rows, board.columns, board.check)
        }
    }

    fn of_clues(board: &ClueBoard) -> Self {
        let clues = Clues::of(board);
        let item = Self::board(board.rows, board.columns, board.check);
        Self {
            // A decoded clue fits its line.
            text: clues.puzzle_file(board.rows).unwrap_or_default(),
            clues: Some(clues),
            note: item.note.or_else(|| request_text(board.request)),
            ..item
        }
    }

    /// A reply, whose check must start from `expected`.
    fn of_reply(reply: Reply, expected: u16) -> Self {
        let status = reply.status;
        // The number of planes in which the cells were sent bounds their colours.
        let palette = Palette::standard((1 << reply.planes.max(1)) - 1);
        let grid = status.has_cells().then(|| grid_of(&reply));
        let lines = grid.as_ref().map_or_else(Vec::new, |grid| palette.to_lines(grid));
        let item = Self {
            kind: "reply",
            status: Some(status.name()),
            grid: grid.map(|grid| Picture { grid, palette }),
            seed: reply.seed,
            text: lines.iter().map(|line| format!("{line}\n")).collect(),
            ..Self::board(reply.rows, reply.columns, reply.seed.map(|seed| seed == expected))
        };
        match reply.seed.filter(|&seed| seed != expected) {
            Some(seed) => {
                let note = format!(
                    "the check does not match: the reply answers a board whose check is 0x{seed:04x}, or is corrupted; name its \
                     board with --board"
                );
                Self { note: Some(note), ..item }
            }
            None => {
                let is_solved = status == Status::Solved;
                let note = (!is_solved).then(|| format!("status {}: {status}", status.index()));
                let exit = match verdict_of(status, None) {
                    Ok(verdict) => Exit::of_solution(verdict, End::Complete),
                    Err(rejection) => rejection.exit(),
                };
                Self { note, exit, ..item }
            }
        }
    }

    fn of_identity(identity: BuildIdentity) -> Self {
        Self {
            kind: "identity",
            text: format!("{identity}\n"),
            build: Some(identity.into()),
            ..Self::default()
        }
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
mod tests {
    use nonogram_protocol::LineOption;

    use super::*;

    #[test]
    fn options_that_match_no_clue_are_printed_one_by_one() {
        // A row with one of the two options of its clue, a column with the only option of its clue, and a column with options of two clues.
        let lines: [&[&[bool]]; 3] = [&[&[true, false]], &[&[true]], &[&[false], &[true]]];
        let board = BoardMessage {
            rows: 1,
            columns: 2,
            lines: lines
                .iter()
                .map(|options| {
                    options.iter().map(|cells| LineOption::new(cells.to_vec())).collect()
                })
                .collect(),
            check: None,
        };
        let text = Item::of_options(&board).text;
        assert_eq!(text, "row 1: #-\ncolumn 1: #\ncolumn 2: - #\n");
    }
}

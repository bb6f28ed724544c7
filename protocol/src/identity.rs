//! The identity of a build: the request (a pair of start boards with index 0) and the answer.
//!
//! Hosts send [`IDENTITY_REQUEST`]; [`BuildIdentity`] converts the answer to and from bytes. The answer has the form of a reply to a
//! board of 0 x 0: two start boards, ten words with control 100, a check, and an end board with [`IDENTITY_STATUS`].

use core::fmt;

use crate::stream::framed;
use crate::{Check, MAX_INDEX, MESSAGE_BYTES, Message, PAYLOAD_MASK};

/// The request: two start boards with index 0. A published version-1 FPGA does not answer it.
pub const IDENTITY_REQUEST: [u8; 2 * MESSAGE_BYTES] = [0xe0, 0, 0xe0, 0];

/// Index of the end board of an identity; no reply to a board uses it.
pub const IDENTITY_STATUS: u16 = 6;

/// Number of 13-bit words in an identity. It is part of the protocol: a host finds no identity of another length.
pub const IDENTITY_WORDS: usize = 10;

/// Number of bytes in an identity: two start boards, the words, a check and an end board.
pub const IDENTITY_BYTES: usize = MESSAGE_BYTES * (IDENTITY_WORDS + 4);

/// The kind of core of a build, by its number in an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CoreKind {
    /// Receives options, stores them in one memory, and visits one line at a time.
    Classic = 0,
    /// Receives options, stores those of rows and columns separately, and visits rows and columns at the same time.
    Parallel = 1,
    /// Receives clues instead of options, and searches where line logic stalls.
    Clue = 2,
}

impl CoreKind {
    /// Every kind, by its number.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Parallel, Self::Clue];

    /// The number that encodes the kind in an identity.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The name of the kind on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Parallel => "parallel",
            Self::Clue => "clue",
        }
    }

    /// The kind with this name; `None` if no kind has it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for CoreKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The bit above the side that sets [`BuildIdentity::binds_replies`].
const BINDS_REPLIES: u16 = MAX_INDEX + 1;

/// Bits of a word, and of each half of a number that spans two words.
const WORD_BITS: u32 = 13;

/// The properties that a build reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuildIdentity {
    /// The number of the kind of core (5 bits); see [`CoreKind`].
    pub core: u8,
    /// Options processed per cycle, in a parallel core on each side; for a clue core, the number of line engines of all its probers.
    pub lanes: u8,
    /// Version of the design: major (3 bits), minor and patch (5 bits each).
    pub version: [u8; 3],
    /// The check of a reply starts from the check of the board that it answers, instead of zero.
    pub binds_replies: bool,
    /// Maximum number of rows, and of columns (12 bits).
    pub side: u16,
    /// Maximum number of options per line; 0 for a clue core.
    pub most_options: u16,
    /// Maximum number of colours; 1 for the other cores.
    pub colours: u8,
    /// Words of the option store (26 bits); a line takes one word per option and one for its header. 0 for a clue core.
    pub store_words: u32,
    /// Clock frequency, kHz (26 bits).
    pub clock_khz: u32,
    /// Baud rate (26 bits).
    pub baud: u32,
}

impl BuildIdentity {
    /// The words of the identity, in the order in which they are sent.
    pub const fn words(&self) -> [u16; IDENTITY_WORDS] {
        let [major, minor, patch] = self.version;
        [
            (self.core as u16) << 8 | self.lanes as u16,
            (major as u16) << 10 | (minor as u16) << 5 | patch as u16,
            self.side | if self.binds_replies { BINDS_REPLIES } else { 0 },
            if self.core == CoreKind::Clue.number() {
                self.colours as u16
            } else {
                self.most_options
            },
            high(self.store_words),
            low(self.store_words),
            high(self.clock_khz),
            low(self.clock_khz),
            high(self.baud),
            low(self.baud),
        ]
    }

    /// The identity encoded in these words.
    pub fn from_words(words: &[u16; IDENTITY_WORDS]) -> Self {
        let number = |high: u16, low: u16| (high as u32) << WORD_BITS | low as u32;
        let core = (words[0] >> 8) as u8;
        // A clue core before colours has 0 in this word.
        let (most_options, colours) = if core == CoreKind::Clue.number() {
            (0, u8::try_from(words[3].max(1)).unwrap_or(u8::MAX))
        } else {
            (words[3], 1)
        };
        Self {
            core,
            lanes: words[0] as u8,
            version: [
                (words[1] >> 10) as u8,
                (words[1] >> 5 & 0x1f) as u8,
                (words[1] & 0x1f) as u8,
            ],
            binds_replies: words[2] & BINDS_REPLIES != 0,
            side: words[2] & MAX_INDEX,
            most_options,
            colours,
            store_words: number(words[4], words[5]),
            clock_khz: number(words[6], words[7]),
            baud: number(words[8], words[9]),
        }
    }

    /// The bytes of the answer to an identity request.
    pub fn bytes(&self) -> [u8; IDENTITY_BYTES] {
        bytes_of(self.words())
    }

    /// Decodes a whole answer; `None` if a start board, a control field, the check or the end board is wrong.
    pub fn from_bytes(bytes: &[u8; IDENTITY_BYTES]) -> Option<Self> {
        let mut words = [0; IDENTITY_WORDS];
        let messages = bytes[2 * MESSAGE_BYTES..].chunks_exact(MESSAGE_BYTES);
        for (word, message) in words.iter_mut().zip(messages) {
            *word = u16::from_be_bytes([message[0], message[1]]) & PAYLOAD_MASK;
        }
        (bytes_of(words) == *bytes).then(|| Self::from_words(&words))
    }

    /// The first whole answer in a stream, and the offset of the byte after it; `None` if the stream contains no answer.
    pub fn find(bytes: &[u8]) -> Option<(Self, usize)> {
        let mut windows = bytes.windows(IDENTITY_BYTES).enumerate();
        windows.find_map(|(at, window)| {
            let identity = Self::from_bytes(window.try_into().ok()?)?;
            Some((identity, at + IDENTITY_BYTES))
        })
    }

    /// The kind of the core; `None` if this version does not define its number.
    pub fn core_kind(&self) -> Option<CoreKind> {
        CoreKind::ALL.get(usize::from(self.core)).copied()
    }

    /// The name of the core; `None` if this version does not define its number.
    pub fn core_name(&self) -> Option<&'static str> {
        self.core_kind().map(CoreKind::name)
    }
}

const fn high(number: u32) -> u16 {
    (number >> WORD_BITS) as u16 & PAYLOAD_MASK
}

/// The bytes of an answer with these words.
fn bytes_of(words: [u16; IDENTITY_WORDS]) -> [u8; IDENTITY_BYTES] {
    let words = words.into_iter().map(Message::Cells);
    let messages = framed([0; 2], words, Some(Check::new()), IDENTITY_STATUS);
    let mut bytes = [0; IDENTITY_BYTES];
    bytes.iter_mut().zip(messages.flat_map(Message::to_bytes)).for_each(|(to, byte)| *to = byte);
    bytes
}

const fn low(number: u32) -> u16 {
    number as u16 & PAYLOAD_MASK
}

impl fmt::Display for BuildIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.core_name() {
            Some(name) => write!(f, "{name} core")?,
            None => write!(f, "core number {}", self.core)?,
        }
        let (lanes, s) = (self.lanes, if self.lanes == 1 { "" } else { "s" });
        match self.core_kind() {
            Some(CoreKind::Clue) => write!(f, ", {lanes} engine{s}")?,
            _ => write!(f, ", {lanes} option{s} per cycle")?,
        }
        let [major, minor, patch] = self.version;
        let side = self.side;
        write!(f, ", version {major}.{minor}.{patch}: up to {side} x {side}")?;
        if self.core_kind() != Some(CoreKind::Clue) {
            let (options, words) = (self.most_options, self.store_words);
            write!(f, ", {options} options per line, {words} words")?;
        } else if self.colours > 1 {
            write!(f, ", {} colours", self.colours)?;
        }
        let megahertz = f64::from(self.clock_khz) / 1e3;
        write!(f, "; {megahertz} MHz, {} baud", self.baud)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const SAMPLE: BuildIdentity = BuildIdentity {
        core: 1,
        lanes: 4,
        version: [0, 1, 2],
        binds_replies: false,
        side: 16,
        most_options: 792,
        colours: 1,
        store_words: 32_768,
        clock_khz: 100_000,
        baud: 3_000_000,
    };

    #[test]
    fn identity_round_trips_and_is_found_in_a_stream() {
        let bytes = SAMPLE.bytes();
        assert_eq!(BuildIdentity::from_bytes(&bytes), Some(SAMPLE));
        let mut stream = [0xe0; 3 + IDENTITY_BYTES + 5];
        stream[3..3 + IDENTITY_BYTES].copy_from_slice(&bytes);
        assert_eq!(BuildIdentity::find(&stream), Some((SAMPLE, 3 + IDENTITY_BYTES)));
        assert_eq!(BuildIdentity::find(&stream[..3 + IDENTITY_BYTES - 1]), None);
        assert_eq!(bytes[..IDENTITY_REQUEST.len()], IDENTITY_REQUEST);
        let end = Message::EndBoard(IDENTITY_STATUS).to_bytes();
        assert_eq!(bytes[2 * (IDENTITY_WORDS + 3)..], end);
    }

    #[test]
    fn kinds_of_core_have_numbers_and_names() {
        for (number, name) in ["classic", "parallel", "clue"].into_iter().enumerate() {
            let kind = CoreKind::from_name(name).expect("a kind's name");
            assert_eq!(usize::from(kind.number()), number);
            assert_eq!(kind.to_string(), name);
        }
        assert_eq!(CoreKind::from_name("serial"), None);
    }

    #[test]
    fn any_flipped_bit_is_detected() {
        let bytes = SAMPLE.bytes();
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes;
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(BuildIdentity::from_bytes(&flipped), None, "bit {bit}");
        }
    }

    #[test]
    fn every_field_has_its_place_in_the_words() {
        let identity = BuildIdentity {
            core: 2,
            lanes: 0x41,
            version: [5, 17, 30],
            binds_replies: true,
            side: 64,
            most_options: 0,
            colours: 7,
            store_words: 0x2aa_aaaa,
            clock_khz: 0x155_5555,
            baud: 0x3ff_0001,
        };
        let words = [0x0241, 0x163e, 0x1040, 7, 0x1555, 0x0aaa, 0x0aaa, 0x1555, 0x1ff8, 0x0001];
        assert_eq!(identity.words(), words);
        assert_eq!(BuildIdentity::from_words(&words), identity);
        let options = BuildIdentity { core: 1, most_options: 1000, colours: 1, ..identity };
        assert_eq!(options.words()[3], 1000);
        assert_eq!(BuildIdentity::from_words(&options.words()), options);
    }

    #[test]
    fn clue_core_without_a_number_of_colours_has_one() {
        let mut words = BuildIdentity { core: 2, ..SAMPLE }.words();
        for (word, colours) in [(0, 1), (1, 1), (7, 7), (0x1fff, u8::MAX)] {
            words[3] = word;
            let identity = BuildIdentity::from_bytes(&bytes_of(words)).expect("an identity");
            assert_eq!(identity.colours, colours);
        }
    }

    #[test]
    fn display_lists_the_properties_of_the_core() {
        let clue = BuildIdentity { core: 2, ..SAMPLE };
        let texts = [
            (
                SAMPLE,
                "parallel core, 4 options per cycle, version 0.1.2: up to 16 x 16, 792 options per line, 32768 words; 100 MHz, 3000000 baud",
            ),
            (clue, "clue core, 4 engines, version 0.1.2: up to 16 x 16; 100 MHz, 3000000 baud"),
            (
                BuildIdentity { colours: 7, ..clue },
                ": up to 16 x 16, 7 colours; 100 MHz, 3000000 baud",
            ),
            (BuildIdentity { lanes: 1, ..SAMPLE }, "parallel core, 1 option per cycle,"),
            (BuildIdentity { core: 31, ..SAMPLE }, "core number 31, 4 options per cycle,"),
        ];
        for (identity, text) in texts {
            assert!(identity.to_string().contains(text), "{identity}");
        }
    }
}

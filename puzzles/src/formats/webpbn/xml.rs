//! The document as a stream of elements and text with their line numbers; the document's structure is not stored.
//!
//! [`Events`] limits the depth, and resolves only character references and the predefined entities of XML.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use crate::formats::error::{Fault, refuse};
use crate::{Excerpt, counted};

/// Maximum depth of elements, which is far above the depth that the format needs.
const MAX_DEPTH: usize = 64;

/// What is expected of a file.
const EXPORT: &str = "XML as webpbn.com exports it";

/// A piece of a document.
pub(super) enum Piece<'a> {
    Start(BytesStart<'a>),
    End,
    /// Text, or the character of a reference.
    Text(String),
}

/// The pieces of a document, in order.
pub(super) struct Events<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    depth: usize,
    /// Position in bytes up to which lines have been counted, and the number of the line at that position.
    counted: usize,
    line: usize,
}

impl<'a> Events<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self {
            text,
            reader,
            depth: 0,
            counted: 0,
            line: 1,
        }
    }

    /// Line of the current piece, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Counts the lines up to a position in the text.
    fn count_to(&mut self, place: u64) {
        let place = usize::try_from(place).map_or(self.text.len(), |at| at.min(self.text.len()));
        if let Some(passed) = self.text.as_bytes().get(self.counted..place) {
            self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
            self.counted = place;
        }
    }

    /// The next piece; `None` at the end of a complete document.
    pub(super) fn next(&mut self) -> Result<Option<Piece<'a>>, Fault> {
        loop {
            self.count_to(self.reader.buffer_position());
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    self.count_to(self.reader.error_position());
                    return self.not_xml(&error);
                }
            };
            return Ok(Some(match event {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        let what = format!("elements nested more than {MAX_DEPTH} deep");
                        return refuse(self.line, what, EXPORT, "check the file");
                    }
                    Piece::Start(start)
                }
                Event::End(_) => {
                    self.depth -= 1;
                    Piece::End
                }
                Event::Text(text) => match text.xml_content() {
                    Ok(text) => Piece::Text(text.into_owned()),
                    Err(error) => return self.not_xml(&error.into()),
                },
                Event::CData(text) => match text.decode() {
                    Ok(text) => Piece::Text(text.into_owned()),
                    Err(error) => return self.not_xml(&error.into()),
                },
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(character)) => Piece::Text(character.into()),
                    Ok(None) => match reference.decode() {
                        Ok(name) => Piece::Text(self.entity(&name)?.to_owned()),
                        Err(error) => return self.not_xml(&error.into()),
                    },
                    Err(error) => return self.not_xml(&error),
                },
                Event::DocType(declaration) => {
                    if declaration.contains(&b'[') {
                        let what = "a DOCTYPE with declarations of its own";
                        let expected = "one with a name and an address, as webpbn.com writes it";
                        return refuse(self.line, what, expected, "remove the part from [ to ]");
                    }
                    continue;
                }
                Event::Eof if self.depth > 0 => {
                    let open = counted(self.depth, "open element");
                    let what = format!("the file ends with {open}");
                    let help = "check that the file is complete";
                    return refuse(self.line, what, "an end tag for each", help);
                }
                Event::Eof => return Ok(None),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
            }));
        }
    }

    /// The text of a predefined entity by its name, such as `amp` for `&amp;`; an error for any other entity.
    fn entity(&self, name: &str) -> Result<&'static str, Fault> {
        if let Some(text) = quick_xml::escape::resolve_xml_entity(name) {
            return Ok(text);
        }
        let what = format!("the reference {:?}", Excerpt(&format!("&{name};")));
        let expected = "one of &amp; &lt; &gt; &quot; &apos; or a numeric character reference";
        refuse(self.line, what, expected, "write the character itself")
    }

    /// Value of an attribute; `None` if the element does not have it.
    pub(super) fn attribute(
        &self,
        start: &BytesStart<'a>,
        name: &str,
    ) -> Result<Option<String>, Fault> {
        match start.try_get_attribute(name) {
            Ok(None) => Ok(None),
            Ok(Some(found)) => match found.unescape_value() {
                Ok(value) => Ok(Some(value.into_owned())),
                Err(error) => self.not_xml(&error),
            },
            Err(error) => self.not_xml(&error.into()),
        }
    }

    fn not_xml<T>(&self, error: &Error) -> Result<T, Fault> {
        let what = format!("not XML: {}", Excerpt(&error.to_string()));
        refuse(self.line, what, EXPORT, "correct it")
    }
}

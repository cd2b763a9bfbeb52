//! The words of a text file, with their lines, without ever holding more than one of them.

use crate::input::Bytes;
use crate::{IoError, Location};

/// A word, and the line it is on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) line: u64,
}

/// The words of a file.
pub(super) struct Tokens<'a> {
    reader: Box<dyn Bytes + 'a>,
    line: u64,
}

/// The longest word accepted: the longest decimal form of an `f64` that a printer may have written, and some more.
const LONGEST: usize = 512;

impl<'a> Tokens<'a> {
    pub(super) fn new(reader: Box<dyn Bytes + 'a>) -> Self {
        Self { reader, line: 1 }
    }

    /// The line that the reading has got to, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The next word, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token>, IoError> {
        let mut text = Vec::new();
        loop {
            let chunk = self.reader.fill_buf().map_err(IoError::system("read"))?;
            if chunk.is_empty() {
                return if text.is_empty() { Ok(None) } else { self.token(&text).map(Some) };
            }
            let mut used = 0;
            let mut ended = false;
            for &byte in chunk {
                if byte.is_ascii_whitespace() {
                    if !text.is_empty() {
                        // The space stays for the next word, and so does its line feed.
                        ended = true;
                        break;
                    }
                    self.line += u64::from(byte == b'\n');
                } else {
                    text.push(byte);
                }
                used += 1;
                if text.len() > LONGEST {
                    ended = true;
                    break;
                }
            }
            self.reader.consume(used);
            if ended {
                return self.token(&text).map(Some);
            }
        }
    }

    fn token(&self, bytes: &[u8]) -> Result<Token, IoError> {
        match std::str::from_utf8(bytes) {
            Ok(text) if bytes.len() <= LONGEST => Ok(Token { text: text.into(), line: self.line }),
            _ => Err(IoError::Malformed {
                format: super::NAME,
                at: Location::Line(self.line),
                what: "word".into(),
                expected: format!("a number or a key, in at most {LONGEST} characters of text"),
                got: format!("\"{}...\"", String::from_utf8_lossy(&bytes[..bytes.len().min(20)])),
            }),
        }
    }
}

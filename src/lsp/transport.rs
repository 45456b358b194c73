//! Messages over two streams: `Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}`.
//!
//! Invariant: only the end of the input ends the reader. A message that cannot be read is answered
//! with an error of JSON-RPC, and the next message is read. After a broken frame, the next
//! `Content-Length:` in the stream counts as the beginning of a message.
//!
//! Cost: one message in memory, of at most [`MAX_MESSAGE`] bytes. Memory is allocated as bytes
//! arrive, not by the length in the header.
//!
//! Rejected alternative: the transport of the crate `lsp-server`. It allocates the claimed length,
//! and ends at the first malformed message.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_channel::bounded;
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// Maximum length of a message, in bytes.
pub const MAX_MESSAGE: u64 = 64 << 20;
/// Maximum length of a line of a header, in bytes.
const MAX_HEADER_LINE: u64 = 4096;
/// The header that every message has.
const LENGTH: &[u8] = b"content-length:";

/// A message that could not be read.
struct Malformed {
    code: ErrorCode,
    id: Value,
    why: String,
}

/// The result of reading a frame.
enum Frame {
    Message(Message),
    Malformed(Malformed),
    End,
}

/// A connection over these streams, and a thread that ends when all answers are written.
pub fn connect(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> (Connection, JoinHandle<io::Result<()>>) {
    let output = Arc::new(Mutex::new(output));
    let (sender, answers) = bounded::<Message>(0);
    let (messages, receiver) = bounded::<Message>(0);
    let errors = Arc::clone(&output);
    // This thread is not joined, because it waits for input until the editor closes the stream.
    thread::spawn(move || {
        let mut frames = Frames {
            input,
            is_lost: false,
        };
        loop {
            match frames.next()? {
                Frame::End => return io::Result::Ok(()),
                Frame::Malformed(malformed) => {
                    let text = malformed.answer().to_string();
                    write(
                        &mut *errors.lock().unwrap_or_else(PoisonError::into_inner),
                        &text,
                    )?;
                }
                Frame::Message(message) => {
                    let is_exit =
                        matches!(&message, Message::Notification(n) if n.method == "exit");
                    if messages.send(message).is_err() || is_exit {
                        return Ok(());
                    }
                }
            }
        }
    });
    let writer = thread::spawn(move || {
        for message in answers {
            message.write(&mut *output.lock().unwrap_or_else(PoisonError::into_inner))?;
        }
        Ok(())
    });
    (Connection { sender, receiver }, writer)
}

fn write(output: &mut impl Write, text: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

impl Malformed {
    fn new(code: ErrorCode, why: impl Into<String>) -> Malformed {
        Malformed {
            code,
            id: Value::Null,
            why: why.into(),
        }
    }

    fn answer(&self) -> Value {
        let error = json!({ "code": self.code as i32, "message": self.why });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error })
    }
}

/// The messages of a stream.
struct Frames<R> {
    input: R,
    /// True after a broken frame, when the place of the next message is unknown.
    is_lost: bool,
}

impl<R: BufRead> Frames<R> {
    /// The next message; an error only if the stream cannot be read.
    fn next(&mut self) -> io::Result<Frame> {
        let length = match self.header()? {
            Some(Ok(length)) => length,
            Some(Err(malformed)) => {
                self.is_lost = true;
                return Ok(Frame::Malformed(malformed));
            }
            None => return Ok(Frame::End),
        };
        let mut body = Vec::new();
        self.input.by_ref().take(length).read_to_end(&mut body)?;
        if (body.len() as u64) < length {
            return Ok(Frame::End);
        }
        Ok(match parse(&body) {
            Ok(message) => Frame::Message(message),
            Err(malformed) => Frame::Malformed(malformed),
        })
    }

    /// The length of the next message; `None` at the end of the stream.
    fn header(&mut self) -> io::Result<Option<Result<u64, Malformed>>> {
        let bad = |why: &str| Ok(Some(Err(Malformed::new(ErrorCode::InvalidRequest, why))));
        let mut length = None;
        let mut is_first = true;
        loop {
            // The skipped bytes end with the name of the header, so the line is its value.
            let found = std::mem::take(&mut self.is_lost);
            if found && !self.skip_to_length()? {
                return Ok(None);
            }
            let mut line = Vec::new();
            let mut limited = self.input.by_ref().take(MAX_HEADER_LINE);
            if limited.read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let Some(line) = line.strip_suffix(b"\n") else {
                return bad("a line of the header is too long");
            };
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() && !found {
                match length {
                    Some(length) if length <= MAX_MESSAGE => return Ok(Some(Ok(length))),
                    Some(_) => return bad("the message is too long"),
                    // Empty lines before a message are ignored.
                    None if is_first => continue,
                    None => return bad("the header has no Content-Length"),
                }
            }
            is_first = false;
            let lower = line.to_ascii_lowercase();
            let value = match (found, lower.strip_prefix(LENGTH)) {
                (true, _) => &lower[..],
                (false, Some(value)) => value,
                (false, None) if line.contains(&b':') => continue,
                (false, None) => return bad("a line of the header has no name"),
            };
            let number = std::str::from_utf8(value.trim_ascii()).ok();
            match number.and_then(|number| number.parse::<u64>().ok()) {
                Some(number) => length = Some(number),
                None => return bad("Content-Length is not a number"),
            }
        }
    }

    /// Skips to the next `Content-Length:`. Returns false if there is none.
    fn skip_to_length(&mut self) -> io::Result<bool> {
        let mut matched = 0;
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(false);
            }
            let mut used = 0;
            for byte in buffer {
                used += 1;
                let byte = byte.to_ascii_lowercase();
                // The only prefix of the name that is also a suffix is its first letter.
                matched = match byte == LENGTH[matched] {
                    true => matched + 1,
                    false => usize::from(byte == LENGTH[0]),
                };
                if matched == LENGTH.len() {
                    break;
                }
            }
            self.input.consume(used);
            if matched == LENGTH.len() {
                return Ok(true);
            }
        }
    }
}

/// The message of a body. If the body has an id but is not a message, the id is kept for the
/// answer.
fn parse(body: &[u8]) -> Result<Message, Malformed> {
    let unreadable = |error: &dyn std::fmt::Display| {
        Malformed::new(
            ErrorCode::ParseError,
            format!("the message is no JSON: {error}"),
        )
    };
    let text = std::str::from_utf8(body).map_err(|error| unreadable(&error))?;
    let value: Value = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    let id = value.get("id").filter(|id| id.is_i64() || id.is_string());
    let id = id.cloned().unwrap_or_default();
    let malformed = |why: String| Malformed {
        code: ErrorCode::InvalidRequest,
        id: id.clone(),
        why,
    };
    // Without this check, lists and responses without a result would count as responses.
    let is_message = match value.get("method") {
        Some(method) => method.is_string(),
        None => value.get("result").is_some() || value.get("error").is_some(),
    };
    if !is_message {
        return Err(malformed("this is no message of JSON-RPC".to_owned()));
    }
    serde_json::from_str(text).map_err(|error| malformed(format!("this is no message: {error}")))
}

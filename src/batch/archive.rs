//! Archives of proofs for a whole collection, `.qedz`.
//!
//! An archive is a sequence of gzip members. Each is a complete `.qed` file named by the number of
//! its puzzle, such as `17.qed`. So `zcat` reads it, and proofs are appended as they are made. If
//! the file is cut off, all members but the last are complete. The checker gets one member at a
//! time, unpacked as it reads.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use flate2::bufread::GzDecoder;
use flate2::{Compression, GzBuilder};

/// Whether the path has the extension of an archive.
pub fn is_archive(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("qedz"))
}

/// A proof as an archive member.
pub fn member(number: u64, proof: &str) -> Vec<u8> {
    let builder = GzBuilder::new().filename(format!("{number}.qed")).mtime(0);
    let mut packed = builder.write(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = packed.write_all(proof.as_bytes());
    packed.finish().unwrap_or_default()
}

/// The members of an archive, in order.
pub struct Members<R> {
    input: CountedInput<R>,
}

/// Input that counts the bytes read.
struct CountedInput<R> {
    inner: R,
    read: u64,
}

impl<R: BufRead> Read for CountedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for CountedInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount as u64;
        self.inner.consume(amount);
    }
}

impl<R: BufRead> Members<R> {
    /// The members of this input.
    pub fn new(inner: R) -> Members<R> {
        let input = CountedInput { inner, read: 0 };
        Members { input }
    }

    /// The number of bytes of the members so far.
    pub fn bytes(&self) -> u64 {
        self.input.read
    }

    /// Passes the number and text of the next member to `look` and returns its result. `None` after
    /// the last member.
    pub fn next<T>(
        &mut self,
        look: impl FnOnce(Option<u64>, &mut dyn BufRead) -> io::Result<T>,
    ) -> io::Result<Option<T>> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let decoder = GzDecoder::new(&mut self.input);
        let name = decoder.header().and_then(|header| header.filename());
        let name = name.and_then(|name| std::str::from_utf8(name).ok());
        let number = name.and_then(|name| name.strip_suffix(".qed")?.parse().ok());
        let mut text = BufReader::new(decoder);
        let result = look(number, &mut text)?;
        // The unread text must be valid as well, and the next member follows it.
        io::copy(&mut text, &mut io::sink())?;
        Ok(Some(result))
    }
}

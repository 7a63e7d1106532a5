//! Files as people have them: texts, also compressed. Other kinds of files are refused, and the
//! error names the way out.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, bail};
use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::open::open;

/// A text that is read, and decompressed meanwhile.
pub struct Input {
    /// The text.
    pub reader: Box<dyn Read>,
    /// Its length in bytes, if it is known.
    pub length: Option<u64>,
}

/// Opens a text. Compressed ones (gzip, zstd, bzip2) are recognized by their first bytes. Fails for
/// what [`open`] refuses, and for other kinds of files that are no text.
pub fn open_input(path: &Path) -> anyhow::Result<Input> {
    let cannot_read = || format!("cannot read {}", path.display());
    let file = open(path).with_context(cannot_read)?;
    let about = file.metadata().with_context(cannot_read)?;
    // A pipe has no length.
    let length = if about.is_file() {
        Some(about.len())
    } else {
        None
    };
    decompressed(file, length).with_context(cannot_read)
}

/// The name of a file without the ending that its compression gave it.
pub fn uncompressed_name(path: &Path) -> PathBuf {
    let ending = path.extension().unwrap_or_default();
    for compression in &COMPRESSIONS {
        if ending.eq_ignore_ascii_case(compression.ending) {
            return path.with_extension("");
        }
    }
    path.to_owned()
}

/// Any input as a text, decompressed; `length` is that of the input. Fails as [`open_input`] does.
pub fn decompressed(input: impl Read + 'static, length: Option<u64>) -> anyhow::Result<Input> {
    let (head, input) = with_head(input)?;
    let found = COMPRESSIONS
        .iter()
        .find(|compression| head.starts_with(compression.magic));
    let Some(compression) = found else {
        check_kind(&head)?;
        let reader = Box::new(input);
        return Ok(Input { reader, length });
    };
    let consumed = Rc::new(Cell::new(0));
    let counted = Counted {
        input: Box::new(input),
        consumed: consumed.clone(),
    };
    let text = Decompressed {
        text: (compression.open)(BufReader::new(counted)),
        name: compression.name,
        consumed,
        produced: 0,
    };
    // What comes out may be an archive, for example of tar.
    let (head, text) = with_head(text)?;
    check_kind(&head)?;
    Ok(Input {
        reader: Box::new(text),
        length: None,
    })
}

/// Bytes at the beginning of a file that tell its kind, and the whole file again.
fn with_head<R: Read>(mut input: R) -> io::Result<(Vec<u8>, impl Read + use<R>)> {
    let mut head = vec![0; 4096];
    let mut length = 0;
    // One read is enough for a file. A person who types gets an answer after the first line.
    while length < LONGEST_MAGIC {
        match input.read(&mut head[length..]) {
            Ok(0) => break,
            Ok(bytes) => length += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    head.truncate(length);
    Ok((head.clone(), Cursor::new(head).chain(input)))
}

/// Bytes that tell all kinds of compression apart.
const LONGEST_MAGIC: usize = 4;

/// A kind of compression that is read.
struct Compression {
    name: &'static str,
    ending: &'static str,
    magic: &'static [u8],
    open: fn(BufReader<Counted>) -> Box<dyn Read>,
}

const COMPRESSIONS: [Compression; 3] = [
    Compression {
        name: "gzip",
        ending: "gz",
        magic: b"\x1f\x8b",
        open: |input| Box::new(MultiGzDecoder::new(input)),
    },
    Compression {
        name: "zstd",
        ending: "zst",
        magic: b"\x28\xb5\x2f\xfd",
        open: |input| Box::new(Zstd::new(input)),
    },
    Compression {
        name: "bzip2",
        ending: "bz2",
        magic: b"BZh",
        open: |input| Box::new(MultiBzDecoder::new(input)),
    },
];

/// A kind of file that is no text.
struct Refused {
    name: &'static str,
    offset: usize,
    magic: &'static [u8],
    remedy: &'static str,
}

const fn refused(name: &'static str, magic: &'static [u8], remedy: &'static str) -> Refused {
    Refused {
        name,
        offset: 0,
        magic,
        remedy,
    }
}

const EXPORT: &str = "export the games as PGN";
const SAVE_AS_TEXT: &str = "save it as plain text";

const REFUSED: [Refused; 17] = [
    refused(
        "a ZIP archive",
        b"PK\x03\x04",
        "unpack it first, with unzip",
    ),
    refused("an empty ZIP archive", b"PK\x05\x06", "it has no files"),
    refused(
        "compressed with xz",
        b"\xfd7zXZ\0",
        "unpack it first, with xz -d",
    ),
    refused(
        "compressed with lzip",
        b"LZIP",
        "unpack it first, with lzip -d",
    ),
    refused(
        "compressed with lz4",
        b"\x04\x22\x4d\x18",
        "unpack it first, with lz4 -d",
    ),
    refused(
        "compressed with compress",
        b"\x1f\x9d",
        "unpack it first, with gzip -d",
    ),
    refused(
        "a 7z archive",
        b"7z\xbc\xaf\x27\x1c",
        "unpack it first, with 7z x",
    ),
    refused(
        "a RAR archive",
        b"Rar!\x1a\x07",
        "unpack it first, with unrar x",
    ),
    Refused {
        name: "a tar archive",
        offset: 257,
        magic: b"ustar",
        remedy: "unpack it first, with tar -xf",
    },
    refused("a PDF document", b"%PDF-", SAVE_AS_TEXT),
    refused("an RTF document", b"{\\rtf", SAVE_AS_TEXT),
    refused(
        "a document of Microsoft Office",
        b"\xd0\xcf\x11\xe0",
        SAVE_AS_TEXT,
    ),
    refused("an SQLite database", b"SQLite format 3\0", EXPORT),
    refused("a Scid database", b"Scid.s", EXPORT),
    refused("a ChessBase database", b"\0\0\x2c\0\x2e\x01", EXPORT),
    refused("a picture", b"\x89PNG", "expected a text"),
    refused("a program", b"\x7fELF", "expected a text"),
];

fn check_kind(head: &[u8]) -> anyhow::Result<()> {
    for kind in &REFUSED {
        let here = head.get(kind.offset..).unwrap_or_default();
        if here.starts_with(kind.magic) {
            bail!("it is {}: {}", kind.name, kind.remedy);
        }
    }
    Ok(())
}

/// Counts the bytes that are read.
struct Counted {
    input: Box<dyn Read>,
    consumed: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.consumed.set(self.consumed.get() + bytes as u64);
        Ok(bytes)
    }
}

/// Texts of chess shrink to a tenth, and the same game over and over to a hundredth.
const MAX_RATIO: u64 = 200;
/// Bytes that any file may become.
const ALWAYS_FREE: u64 = 1 << 30;

/// A text that is being decompressed. Its errors name the compression, and end a file that is made
/// to fill disks.
struct Decompressed {
    text: Box<dyn Read>,
    name: &'static str,
    consumed: Rc<Cell<u64>>,
    produced: u64,
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let name = self.name;
        let bytes = self.text.read(buffer).map_err(|error| {
            let reason = format!("the {name} data are damaged or cut short ({error})");
            io::Error::new(io::ErrorKind::InvalidData, reason)
        })?;
        self.produced += bytes as u64;
        let consumed = self.consumed.get();
        if self.produced > ALWAYS_FREE && self.produced / MAX_RATIO > consumed {
            let reason = format!(
                "the {name} data become more than {MAX_RATIO} times as large, as no text does"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(bytes)
    }
}

/// All frames of a file in zstd, one after the other.
struct Zstd {
    input: BufReader<Counted>,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl Zstd {
    /// Largest window, in bytes, as for the program zstd without its option --long.
    const MAX_WINDOW: u64 = 128 << 20;

    fn new(input: BufReader<Counted>) -> Zstd {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(Zstd::MAX_WINDOW);
        Zstd {
            input,
            decoder,
            in_frame: false,
        }
    }

    /// Reads the header of the next frame; false at the end of the file.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.input.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.input) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = (&mut self.input).take(u64::from(length));
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.in_frame = false;
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("wrong checksum"));
        }
        Ok(())
    }
}

impl Read for Zstd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame {
                if !self.begin_frame()? {
                    return Ok(0);
                }
                self.in_frame = true;
            }
            let bytes = self.decoder.read(buffer)?;
            if bytes > 0 || buffer.is_empty() {
                return Ok(bytes);
            }
            if self.decoder.is_finished() {
                self.end_frame()?;
            } else {
                self.decoder
                    .decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    const TEXT: &[u8] = b"[Event \"?\"]\n\n1. e4 e5 *\n";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    type Compressor = fn(&[u8]) -> Vec<u8>;

    const COMPRESSORS: [Compressor; 3] = [gzip, bzip2, zstd];

    fn read(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        let input = decompressed(Cursor::new(bytes), None).map_err(|error| format!("{error:#}"))?;
        let mut reader = input.reader;
        reader
            .read_to_end(&mut text)
            .map_err(|error| error.to_string())?;
        Ok(text)
    }

    #[test]
    fn compressed_text_is_read_in_all_its_parts() {
        let long = TEXT.repeat(20_000);
        for compress in COMPRESSORS {
            assert_eq!(read(compress(TEXT)).unwrap(), TEXT);
            assert_eq!(read(compress(&long)).unwrap(), long);
            assert_eq!(read(compress(b"")).unwrap(), b"");
            // Files that were joined, as by pigz, pzstd and cat.
            let joined = [compress(TEXT), compress(&long)].concat();
            assert_eq!(read(joined).unwrap(), [TEXT, &long].concat());
        }
        // pzstd and Lichess write a frame for the program that reads, which is no text.
        let skipped = [&b"\x50\x2a\x4d\x18\x03\0\0\0abc"[..], &zstd(TEXT)].concat();
        let whole = [zstd(TEXT), skipped].concat();
        assert_eq!(read(whole).unwrap(), TEXT.repeat(2));
        for text in [&b""[..], b"B", b"\x1f", TEXT] {
            assert_eq!(read(text.to_vec()).unwrap(), text);
        }
    }

    #[test]
    fn damaged_data_end_with_a_message() {
        let long: Vec<u8> = (0..50_000_u32)
            .flat_map(|i| (i * i).to_string().into_bytes())
            .collect();
        for compress in COMPRESSORS {
            let whole = compress(&long);
            for at in (10..whole.len()).step_by(whole.len() / 23) {
                let cut = read(whole[..at].to_vec()).unwrap_err();
                assert!(cut.contains("damaged or cut short"), "{cut}");
                let mut changed = whole.clone();
                changed[at] ^= 0x55;
                // A change need not be an error, but then it changes nothing.
                if let Ok(text) = read(changed) {
                    assert!(text == long, "changed at {at}");
                }
            }
        }
    }

    #[test]
    fn other_kinds_of_files_are_named_with_the_way_out() {
        for kind in &REFUSED {
            let mut bytes = vec![b'x'; kind.offset];
            bytes.extend(kind.magic);
            bytes.extend(b"and so on");
            let reason = read(bytes.clone()).unwrap_err();
            assert!(
                reason.contains(kind.name) && reason.contains(kind.remedy),
                "{reason}"
            );
            assert_eq!(read(gzip(&bytes)).unwrap_err(), reason);
        }
    }

    #[test]
    fn text_that_grows_without_end_is_cut() {
        let mut text = Decompressed {
            text: Box::new(io::repeat(b' ')),
            name: "gzip",
            consumed: Rc::new(Cell::new(1000)),
            produced: 0,
        };
        let error = io::copy(&mut text, &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("200 times as large"), "{error}");
    }

    #[test]
    fn file_is_opened_by_its_first_bytes_and_named_without_its_ending() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, gzip(TEXT)).unwrap();
        let mut text = Vec::new();
        let mut input = open_input(&path).unwrap();
        input.reader.read_to_end(&mut text).unwrap();
        assert_eq!(text, TEXT);
        assert_eq!(open_input(&path).unwrap().length, None);
        std::fs::write(&path, TEXT).unwrap();
        assert_eq!(open_input(&path).unwrap().length, Some(TEXT.len() as u64));
        let refusal = format!("{:#}", open_input(folder.path()).err().unwrap());
        assert!(refusal.contains("is a folder"), "{refusal}");
        for (name, expected) in [
            ("a.pgn.gz", "a.pgn"),
            ("a.ZST", "a"),
            ("a.pgn", "a.pgn"),
            ("gz", "gz"),
        ] {
            assert_eq!(uncompressed_name(Path::new(name)), Path::new(expected));
        }
    }
}

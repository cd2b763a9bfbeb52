//! A file to be read, or bytes that stand for one.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tiff_reader::source::{BytesSource, FileSource, SharedSource};

use crate::{IoError, sidecar};

/// A file to be read, with its name and its sidecar.
pub struct Input {
    path: PathBuf,
    source: Source,
    len: u64,
    sidecar: Option<Vec<u8>>,
}

enum Source {
    File,
    Bytes(Vec<u8>),
}

/// What the decoders read from.
pub(crate) trait Bytes: BufRead + Seek {}

impl<T: BufRead + Seek> Bytes for T {}

/// Sidecars are a page of text; more than this is not one of ours.
const MAX_SIDECAR_BYTES: u64 = 1 << 20;

impl Input {
    /// Opens a file, with the sidecar that lies beside it, if any.
    ///
    /// # Errors
    ///
    /// [`IoError::System`] if it cannot be read or is not a regular file.
    pub fn open(path: &Path) -> Result<Self, IoError> {
        let metadata = fs::metadata(path).map_err(IoError::system("open"))?;
        if !metadata.is_file() {
            let source = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
            return Err(IoError::System { action: "open", source });
        }
        let sidecar = read_sidecar(&sidecar::path_beside(path))?;
        Ok(Self { path: path.to_path_buf(), source: Source::File, len: metadata.len(), sidecar })
    }

    /// A file that is in memory already, under the name that says its format.
    #[must_use]
    pub fn from_bytes(name: impl Into<PathBuf>, bytes: Vec<u8>, sidecar: Option<Vec<u8>>) -> Self {
        Self { path: name.into(), len: bytes.len() as u64, source: Source::Bytes(bytes), sidecar }
    }

    /// Its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Length in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The text of the sidecar, if there is one.
    pub(crate) fn sidecar(&self) -> Option<&[u8]> {
        self.sidecar.as_deref()
    }

    /// The bytes, from the first.
    pub(crate) fn reader(&self) -> Result<Box<dyn Bytes + '_>, IoError> {
        Ok(match &self.source {
            Source::Bytes(bytes) => Box::new(Cursor::new(bytes.as_slice())),
            Source::File => {
                Box::new(BufReader::with_capacity(1 << 16, File::open(&self.path).map_err(IoError::system("open"))?))
            }
        })
    }

    /// The bytes, as the TIFF decoder wants them.
    pub(crate) fn tiff_source(&self) -> Result<SharedSource, tiff_reader::TiffError> {
        Ok(match &self.source {
            Source::Bytes(bytes) => Arc::new(BytesSource::new(bytes.clone())),
            Source::File => Arc::new(FileSource::open(&self.path)?),
        })
    }
}

fn read_sidecar(path: &Path) -> Result<Option<Vec<u8>>, IoError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(IoError::system("open the sidecar")(error)),
    };
    let mut text = Vec::new();
    file.take(MAX_SIDECAR_BYTES).read_to_end(&mut text).map_err(IoError::system("read the sidecar"))?;
    Ok(Some(text))
}

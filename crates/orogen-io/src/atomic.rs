//! Files that appear whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::IoError;

/// Something to write to that can be made to outlast a power cut.
pub trait Durable: Write + Seek + Send {
    /// Returns when all that was written is on the disk.
    ///
    /// # Errors
    ///
    /// What the operating system says.
    fn sync(&mut self) -> io::Result<()>;
}

impl Durable for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

/// Puts something between a writer and its file; tests put a disk there that fills up.
pub type Wrap<'a> = &'a dyn Fn(File) -> Box<dyn Durable>;

/// A file that is written beside its final place, in the same folder, and renamed when it is complete.
///
/// Until [`AtomicFile::commit`] succeeds, whatever was under the final name stays as it was. Without a commit the
/// temporary file is removed. A killed process leaves a file called `.NAME.PID-N.tmp`, and nothing under the final name.
///
/// ```no_run
/// use orogen_io::AtomicFile;
///
/// let file = AtomicFile::create("heights.asc".as_ref())?;
/// file.append(b"ncols 2\n")?;
/// file.commit()?;
/// # Ok::<(), orogen_io::IoError>(())
/// ```
pub struct AtomicFile {
    target: PathBuf,
    temporary: PathBuf,
    sink: Sink,
    committed: bool,
}

/// A handle to write to an [`AtomicFile`]; all handles of one file share its position.
///
/// The first failure is remembered, so that a file with a hole is never committed, even if an encoder on the way has
/// swallowed the error.
#[derive(Clone)]
pub struct Sink(Arc<Mutex<State>>);

struct State {
    writer: BufWriter<Box<dyn Durable>>,
    failure: Option<(io::ErrorKind, String)>,
}

/// Tells apart the temporary files of one process.
static COUNTER: AtomicU32 = AtomicU32::new(0);

const BUFFER_BYTES: usize = 1 << 18;

impl AtomicFile {
    /// Opens a new temporary file beside `target`.
    ///
    /// # Errors
    ///
    /// [`IoError::System`] if the folder does not exist or does not let itself be written to, or if `target` is one.
    pub fn create(target: &Path) -> Result<Self, IoError> {
        Self::create_with(target, &|file| Box::new(file))
    }

    /// As [`AtomicFile::create`], with something between the writer and the file.
    ///
    /// # Errors
    ///
    /// As [`AtomicFile::create`].
    pub fn create_with(target: &Path, wrap: Wrap<'_>) -> Result<Self, IoError> {
        let refused = |source: io::Error| IoError::System { action: "create", source }.about(target);
        if target.is_dir() {
            return Err(refused(io::ErrorKind::IsADirectory.into()));
        }
        let name = target.file_name().ok_or_else(|| refused(io::ErrorKind::InvalidFilename.into()))?;
        loop {
            let temporary = target.with_file_name(temporary_name(name));
            match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Ok(file) => {
                    let writer = BufWriter::with_capacity(BUFFER_BYTES, wrap(file));
                    let sink = Sink(Arc::new(Mutex::new(State { writer, failure: None })));
                    return Ok(Self { target: target.to_path_buf(), temporary, sink, committed: false });
                }
                // Left behind by a killed process that had our number.
                Err(source) if source.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(refused(source)),
            }
        }
    }

    /// A handle to write to the file.
    #[must_use]
    pub fn sink(&self) -> Sink {
        self.sink.clone()
    }

    /// Writes bytes behind those written so far.
    ///
    /// # Errors
    ///
    /// [`IoError::System`], which names the file.
    pub fn append(&self, bytes: &[u8]) -> Result<(), IoError> {
        self.sink().write_all(bytes).map_err(|error| IoError::system("write")(error).about(&self.target))
    }

    /// The final name.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Puts all that was written on the disk, still under the temporary name, so that a commit can hardly fail.
    ///
    /// # Errors
    ///
    /// [`IoError::System`] if any write failed, now or before.
    pub fn settle(&self) -> Result<(), IoError> {
        self.sink.complete().map_err(|source| IoError::System { action: "write", source }.about(&self.target))
    }

    /// Puts the file on the disk, and then under its final name.
    ///
    /// # Errors
    ///
    /// [`IoError::System`] if any write failed, now or before; then nothing has changed under the final name.
    pub fn commit(mut self) -> Result<(), IoError> {
        self.settle()?;
        fs::rename(&self.temporary, &self.target).map_err(|e| IoError::system("rename")(e).about(&self.target))?;
        self.committed = true;
        sync_folder(&self.target);
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            self.sink.discard();
            // If even this fails there is nobody left to tell, and the name is a temporary one.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn temporary_name(name: &std::ffi::OsStr) -> OsString {
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}-{}.tmp", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed)));
    temporary
}

/// Makes a rename outlast a power cut, where the system lets a folder be synced. The file is whole either way.
fn sync_folder(target: &Path) {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

impl Sink {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attempt<T>(&self, action: impl FnOnce(&mut BufWriter<Box<dyn Durable>>) -> io::Result<T>) -> io::Result<T> {
        let mut state = self.state();
        if let Some((kind, message)) = &state.failure {
            return Err(io::Error::new(*kind, message.clone()));
        }
        let result = action(&mut state.writer);
        if let Err(error) = &result
            && error.kind() != io::ErrorKind::Interrupted
        {
            state.failure = Some((error.kind(), error.to_string()));
        }
        result
    }

    fn complete(&self) -> io::Result<()> {
        self.attempt(|writer| {
            writer.flush()?;
            writer.get_mut().sync()
        })
    }

    /// Lets nothing more reach the file.
    fn discard(&self) {
        self.state().failure.get_or_insert((io::ErrorKind::Other, "the file was given up".into()));
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(Write::flush)
    }
}

impl Seek for Sink {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.attempt(|writer| writer.seek(to))
    }
}

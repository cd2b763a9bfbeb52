//! Whether a file will fit on its disk.

use std::path::Path;

use crate::IoError;

/// Bytes that are free for us on the disk that holds, or will hold, a file; `None` where the system does not say.
#[must_use]
pub fn free_bytes(target: &Path) -> Option<u64> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Refuses a file that may need more bytes than are free.
pub(crate) fn require_room(target: &Path, needed: u64) -> Result<(), IoError> {
    match free_bytes(target) {
        Some(free) if free < needed => Err(IoError::Disk { needed, free }.about(target)),
        _ => Ok(()),
    }
}

//! A file is whole or not there: when the disk fills at any byte, when the process is killed, when the path is no good.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Command;

use orogen_io::{
    AtomicFile, Durable, IoError, RasterHeader, RasterWriter, SampleType, Wrap, WriteOptions, free_bytes, read_raster,
    write_picture_with, write_raster,
};

use crate::common::{Folder, bits, landmark, local};

/// A disk with room for so many bytes.
pub(crate) struct Filling {
    pub(crate) file: File,
    pub(crate) room: u64,
}

/// Writes a file through `write` on disks that fill at its first, its last and other bytes, over a file that was there.
pub(crate) fn fills_without_a_trace(name: &str, write: impl Fn(&Path, Wrap<'_>) -> Result<(), IoError>) {
    let folder = Folder::new();
    let path = folder.join(name);
    write(&path, &|file| Box::new(Filling { file, room: u64::MAX })).unwrap();
    let len = fs::metadata(&path).unwrap().len();
    fs::write(&path, "old").unwrap();
    for room in [0, 1, 7, len / 2, len - 1] {
        let refusal = write(&path, &|file| Box::new(Filling { file, room })).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::System { .. }), "{name} {room}: {refusal}");
        assert!(refusal.to_string().contains(name), "{refusal}");
        assert_eq!(fs::read(&path).unwrap(), b"old", "{name} {room}");
        assert_eq!(folder.names(), [name], "{name} {room}");
    }
    write(&path, &|file| Box::new(Filling { file, room: len })).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), len);
}

impl Write for Filling {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let written = self.file.write(&bytes[..bytes.len().min(self.room as usize)])?;
        self.room -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Filling {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Durable for Filling {
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()
    }
}

fn write_with_room(path: &Path, room: u64) -> Result<(), IoError> {
    let grid = landmark(40, 60);
    let header = RasterHeader::of_grid(&grid, orogen_io::Crs::local("w"), SampleType::Float32);
    let options = WriteOptions { range: Some((-1000.0, 1000.0)), ..WriteOptions::default() };
    let mut writer = RasterWriter::create_with(path, header, &options, &|file| Box::new(Filling { file, room }))?;
    for rows in grid.samples().chunks(7 * 60) {
        writer.write_rows(rows)?;
    }
    writer.finish()
}

#[test]
fn a_disk_that_fills_at_any_byte_leaves_what_was_there() {
    for name in ["a.tif", "a.asc", "a.png", "a.f32", "a.r16"] {
        let folder = Folder::new();
        let path = folder.join(name);
        write_with_room(&path, u64::MAX).unwrap();
        let len = fs::metadata(&path).unwrap().len();
        let names = folder.names();
        let old = local(&landmark(3, 4), SampleType::Float32);
        write_raster(&path, &old, &WriteOptions::default()).unwrap();
        let before = bits(&read_raster(&path).unwrap());
        for room in [0, 1, 7, len / 2, len - 1] {
            let refusal = write_with_room(&path, room).unwrap_err();
            assert!(matches!(refusal.kind(), IoError::System { .. }), "{name} {room}: {refusal}");
            assert_eq!(bits(&read_raster(&path).unwrap()), before, "{name} {room}");
            assert_eq!(folder.names(), names, "{name} {room}");
        }
        // TIFF patches its header and tables in place, which takes a few more bytes than the file is long.
        write_with_room(&path, len + 4096).unwrap();
        assert_eq!(read_raster(&path).unwrap().grid().rows(), 40, "{name}");
    }
}

#[test]
fn a_disk_that_fills_is_named_with_the_file() {
    let folder = Folder::new();
    let path = folder.join("lines.geojson");
    let file = AtomicFile::create_with(&path, &|file| Box::new(Filling { file, room: 10 })).unwrap();
    // More than is kept back before it goes to the disk.
    let refusal = file.append(&vec![b' '; 1 << 20]).unwrap_err();
    assert!(matches!(refusal.kind(), IoError::System { action: "write", .. }), "{refusal}");
    assert!(refusal.to_string().contains("lines.geojson"), "{refusal}");
    drop(file);
    assert_eq!(folder.names(), [""; 0]);
}

/// A disk that fails once and then works again, as a network's may.
struct Hiccup {
    file: File,
    failed: bool,
}

impl Write for Hiccup {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !std::mem::replace(&mut self.failed, true) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Hiccup {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Durable for Hiccup {
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()
    }
}

#[test]
fn a_disk_that_fills_leaves_no_picture() {
    let folder = Folder::new();
    let path = folder.join("a.png");
    let paint = |room| {
        let noise = |row: usize, bytes: &mut [u8]| {
            bytes.iter_mut().enumerate().for_each(|(i, byte)| *byte = (row * 37 + i * i * 11) as u8);
            Ok::<(), IoError>(())
        };
        write_picture_with(&path, 40, 60, &[], noise, &|file| Box::new(Filling { file, room }))
    };
    paint(u64::MAX).unwrap();
    let len = fs::metadata(&path).unwrap().len();
    fs::remove_file(&path).unwrap();
    for room in [0, 1, 7, len / 2, len - 1] {
        let refusal = paint(room).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::System { .. }), "{room}: {refusal}");
        assert_eq!(folder.names(), [""; 0], "{room}");
    }
}

#[test]
fn a_swallowed_failure_is_remembered_until_the_commit() {
    let folder = Folder::new();
    let file = AtomicFile::create_with(&folder.join("a"), &|file| Box::new(Hiccup { file, failed: false })).unwrap();
    let mut sink = file.sink();
    // Too long to be kept in a buffer, so that a second attempt would leave a hole.
    assert!(sink.write_all(&[7; 1 << 20]).is_err());
    assert!(sink.write_all(b"the end").is_err());
    assert!(matches!(file.commit().unwrap_err().kind(), IoError::System { action: "write", .. }));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_dropped_file_vanishes_and_writes_nothing_more() {
    let folder = Folder::new();
    fs::write(folder.join("a"), "old").unwrap();
    let file = AtomicFile::create(&folder.join("a")).unwrap();
    let mut sink = file.sink();
    sink.write_all(b"new").unwrap();
    assert_eq!(folder.names().len(), 2);
    drop(file);
    assert!(sink.write_all(b"more").is_err());
    assert_eq!(folder.names(), ["a"]);
    assert_eq!(fs::read(folder.join("a")).unwrap(), b"old");
}

#[test]
fn paths_that_cannot_be_written_are_named() {
    let folder = Folder::new();
    let raster = local(&landmark(3, 4), SampleType::Float32);
    fs::create_dir(folder.join("folder.tif")).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    for name in ["none/a.tif", "folder.tif", "file/a.tif"] {
        let refusal = write_raster(folder.join(name), &raster, &WriteOptions::default()).unwrap_err();
        assert!(matches!(refusal.kind(), IoError::System { .. }), "{name}: {refusal}");
        assert!(refusal.to_string().contains(name), "{refusal}");
    }
    let refusal = write_raster(folder.join("a.xyz"), &raster, &WriteOptions::default()).unwrap_err();
    assert!(refusal.to_string().contains("tif tiff asc agr hgt png f64 f32 r16"), "{refusal}");
    assert_eq!(folder.names(), ["file", "folder.tif"]);
}

#[test]
fn a_file_larger_than_the_disk_is_refused_with_both_figures() {
    let folder = Folder::new();
    let path = folder.join("a.f64");
    let free = free_bytes(&path).unwrap();
    let rows = (free / 8 / 1000 * 2) as usize;
    let header = RasterHeader {
        rows,
        cols: 1000,
        ..RasterHeader::of_grid(&landmark(3, 4), orogen_io::Crs::local("w"), SampleType::Float64)
    };
    let Err(refusal) = RasterWriter::create(&path, header, &WriteOptions::default()) else { panic!("{free} free") };
    assert!(matches!(refusal.kind(), IoError::Disk { needed, free: _ } if *needed == rows as u64 * 8000), "{refusal}");
    assert_eq!(folder.names(), [""; 0]);
}

/// What the killed process does: it writes rows for ever. Runs only when the test below starts it.
#[test]
#[ignore = "a helper of `a_killed_process_leaves_nothing_under_the_name`"]
fn write_until_killed() {
    let path = std::env::var("OROGEN_IO_KILLED").unwrap();
    let header = RasterHeader {
        rows: 1 << 22,
        cols: 256,
        ..RasterHeader::of_grid(&landmark(3, 4), orogen_io::Crs::local("w"), SampleType::Float32)
    };
    let mut writer = RasterWriter::create(path, header, &WriteOptions::default()).unwrap();
    for _ in 0..1 << 22 {
        writer.write_rows(&[1.0; 256]).unwrap();
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_process_leaves_nothing_under_the_name() {
    let folder = Folder::new();
    let path = folder.join("a.f32");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "atomic::write_until_killed"])
        .env("OROGEN_IO_KILLED", &path)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // The child has begun when its temporary file has bytes.
    let has_begun = || {
        folder.names().iter().any(|name| fs::metadata(folder.join(name)).is_ok_and(|metadata| metadata.len() > 1 << 20))
    };
    while !has_begun() {
        assert!(child.try_wait().unwrap().is_none(), "the writer ended early");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!path.exists());
    assert!(folder.names().iter().all(|name| name.starts_with('.') && name.ends_with(".tmp")), "{:?}", folder.names());
    write_with_room(&path, u64::MAX).unwrap();
    assert_eq!(read_raster(&path).unwrap().grid().rows(), 40);
}

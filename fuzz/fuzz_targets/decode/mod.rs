//! What the targets share.

use orogen_io::{Input, ReadOptions, format_of};

/// Decodes bytes as the format that a name says, and checks what a raster promises.
pub fn decode(name: &str, bytes: &[u8], sidecar: Option<&[u8]>) {
    let Ok(format) = format_of(name.as_ref()) else { return };
    let input = Input::from_bytes(name, bytes.to_vec(), sidecar.map(<[u8]>::to_vec));
    // Small enough for the fuzzer's own limit of memory.
    let Ok(raster) = format.read(&input, &ReadOptions { max_cells: 1 << 20, ..ReadOptions::default() }) else { return };
    let grid = raster.grid();
    assert_eq!(grid.samples().len(), grid.rows() * grid.cols());
    for (index, height_m) in grid.samples().iter().enumerate() {
        assert!(height_m.is_finite() != grid.is_void(index), "cell {index}: {height_m}");
    }
}

//! A small painter: triangles, strokes and rectangles, anti-aliased in linear light.
//!
//! Every pixel has a grid of samples. A sample shows the last shape that covers it, so that triangles which share a side leave
//! no seam, and a pixel is the mean light of its samples.

use orogen_raster::picture::{Light, Picture, Rgb, Transfer};
use rayon::prelude::*;

/// Samples along each side of a pixel.
const SAMPLES: usize = 4;

/// Rows of pixels that are painted at a time, so that memory stays small.
const BAND_ROWS: usize = 16;

/// Something to be painted. Places are in pixels, x to the right and y down; the first pixel's middle is at (0.5, 0.5).
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Corners and their light, straight between them.
    Triangle([[f64; 2]; 3], [Light; 3]),
    /// A line with round ends, each with half its width, and its opacity.
    Stroke([[f64; 2]; 2], [f64; 2], Light, f64),
    /// West, north, east and south.
    Rectangle([f64; 4], Light),
}

/// Shapes in the order in which they are painted.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    width: usize,
    height: usize,
    background: Light,
    shapes: Vec<Shape>,
    transfer: Transfer,
}

impl Scene {
    pub(super) fn new(width: usize, height: usize, background: Rgb) -> Self {
        let transfer = Transfer::new();
        Self { width, height, background: transfer.decode(background), shapes: Vec::new(), transfer }
    }

    pub(super) fn light(&self, colour: Rgb) -> Light {
        self.transfer.decode(colour)
    }

    pub(super) fn triangle(&mut self, corners: [[f64; 2]; 3], light: [Light; 3]) {
        self.shapes.push(Shape::Triangle(corners, light));
    }

    /// A line whose width goes from one to another.
    pub(super) fn stroke(&mut self, ends: [[f64; 2]; 2], widths: [f64; 2], colour: Rgb, opacity: f64) {
        let light = self.light(colour);
        self.shapes.push(Shape::Stroke(ends, widths.map(|width| width / 2.0), light, opacity));
    }

    pub(super) fn rectangle(&mut self, [west, north, east, south]: [f64; 4], light: Light) {
        self.shapes.push(Shape::Rectangle([west, north, east, south], light));
    }

    /// Text in a fixed-width face, `scale` pixels for each of its 8 x 8 dots a letter; what the face has not is left out.
    pub(super) fn text(&mut self, [x, y]: [f64; 2], scale: f64, colour: Rgb, text: &str) {
        use font8x8::UnicodeFonts;
        let light = self.light(colour);
        for (place, letter) in text.chars().enumerate() {
            let rows =
                font8x8::BASIC_FONTS.get(letter).or_else(|| font8x8::LATIN_FONTS.get(letter)).unwrap_or_default();
            for (row, dots) in rows.into_iter().enumerate() {
                for col in (0..8).filter(|col| dots >> col & 1 == 1) {
                    let west = x + scale * (8 * place + col) as f64;
                    let north = y + scale * row as f64;
                    self.rectangle([west, north, west + scale, north + scale], light);
                }
            }
        }
    }

    /// The picture, in parallel by bands: the same for any number of threads.
    pub(super) fn render(&self) -> Picture {
        let bands = self.height.div_ceil(BAND_ROWS);
        let mut shapes_of_band = vec![Vec::new(); bands];
        for shape in &self.shapes {
            let (north, south) = extent(shape);
            let first = (north / BAND_ROWS as f64).max(0.0) as usize;
            let last = ((south / BAND_ROWS as f64).max(0.0) as usize).min(bands.saturating_sub(1));
            if south >= 0.0 {
                shapes_of_band.iter_mut().take(last + 1).skip(first).for_each(|shapes| shapes.push(*shape));
            }
        }
        let mut rgb = vec![0; 3 * self.width * self.height];
        let lines = rgb.par_chunks_mut(3 * self.width * BAND_ROWS).zip(&shapes_of_band).enumerate();
        lines.for_each(|(band, (pixels, shapes))| self.paint_band(band * BAND_ROWS, shapes, pixels));
        Picture { width: self.width, height: self.height, rgb }
    }

    fn paint_band(&self, first_row: usize, shapes: &[Shape], pixels: &mut [u8]) {
        let rows = pixels.len() / (3 * self.width);
        let mut band = Band {
            cols: self.width * SAMPLES,
            first_row: first_row * SAMPLES,
            light: vec![self.background.map(|channel| channel as f32); self.width * rows * SAMPLES * SAMPLES],
        };
        shapes.iter().for_each(|shape| band.paint(shape));
        for (index, pixel) in pixels.chunks_exact_mut(3).enumerate() {
            pixel.copy_from_slice(&self.transfer.encode(band.mean(index / self.width, index % self.width)));
        }
    }
}

fn extent(shape: &Shape) -> (f64, f64) {
    match shape {
        Shape::Triangle(corners, _) => {
            let ys = corners.map(|corner| corner[1]);
            (ys.into_iter().fold(f64::INFINITY, f64::min), ys.into_iter().fold(f64::NEG_INFINITY, f64::max))
        }
        Shape::Stroke([a, b], halves, ..) => {
            let half = halves[0].max(halves[1]);
            (a[1].min(b[1]) - half, a[1].max(b[1]) + half)
        }
        Shape::Rectangle([_, north, _, south], _) => (*north, *south),
    }
}

/// The samples of some rows of pixels.
struct Band {
    cols: usize,
    /// The first row of samples, counted from the top of the picture.
    first_row: usize,
    light: Vec<[f32; 3]>,
}

impl Band {
    fn rows(&self) -> usize {
        self.light.len() / self.cols
    }

    /// The rows of samples whose middles lie in a range of y, with those y.
    fn rows_between(&self, north: f64, south: f64) -> impl Iterator<Item = (usize, f64)> + use<> {
        let (first_row, rows) = (self.first_row, self.rows());
        let row_of = |y: f64| (y * SAMPLES as f64 - 0.5).ceil() - first_row as f64;
        let (begin, end) = (row_of(north).max(0.0) as usize, (row_of(south).max(0.0) as usize).min(rows));
        (begin..end).map(move |row| (row, ((first_row + row) as f64 + 0.5) / SAMPLES as f64))
    }

    /// The columns of samples whose middles lie in a range of x.
    fn cols_between(&self, west: f64, east: f64) -> core::ops::Range<usize> {
        let col_of = |x: f64| ((x * SAMPLES as f64 - 0.5).ceil().max(0.0) as usize).min(self.cols);
        col_of(west)..col_of(east)
    }

    fn paint(&mut self, shape: &Shape) {
        match shape {
            Shape::Triangle(corners, light) => self.paint_triangle(*corners, *light),
            Shape::Stroke(ends, halves, light, opacity) => self.paint_stroke(*ends, *halves, *light, *opacity),
            Shape::Rectangle([west, north, east, south], light) => {
                let light = light.map(|channel| channel as f32);
                for (row, _) in self.rows_between(*north, *south) {
                    let cols = self.cols_between(*west, *east);
                    self.light[row * self.cols..][cols].fill(light);
                }
            }
        }
    }

    fn paint_triangle(&mut self, corners: [[f64; 2]; 3], light: [Light; 3]) {
        let (north, south) = extent(&Shape::Triangle(corners, light));
        let Some(plane) = Plane::through(corners, light) else { return };
        for (row, y) in self.rows_between(north, south) {
            let Some((west, east)) = crossing(corners, y) else { continue };
            for col in self.cols_between(west, east) {
                let x = (col as f64 + 0.5) / SAMPLES as f64;
                self.light[row * self.cols + col] = plane.at(x, y);
            }
        }
    }

    fn paint_stroke(&mut self, [a, b]: [[f64; 2]; 2], halves: [f64; 2], light: Light, opacity: f64) {
        let half = halves[0].max(halves[1]);
        let along = [b[0] - a[0], b[1] - a[1]];
        let squared = along[0] * along[0] + along[1] * along[1];
        for (row, y) in self.rows_between(a[1].min(b[1]) - half, a[1].max(b[1]) + half) {
            for col in self.cols_between(a[0].min(b[0]) - half, a[0].max(b[0]) + half) {
                let x = (col as f64 + 0.5) / SAMPLES as f64;
                let from = [x - a[0], y - a[1]];
                let dot = from[0] * along[0] + from[1] * along[1];
                let t = if squared > 0.0 { (dot / squared).clamp(0.0, 1.0) } else { 0.0 };
                let off = [from[0] - t * along[0], from[1] - t * along[1]];
                let width = halves[0] + t * (halves[1] - halves[0]);
                if off[0] * off[0] + off[1] * off[1] <= width * width {
                    let sample = &mut self.light[row * self.cols + col];
                    *sample = core::array::from_fn(|c| sample[c] + opacity as f32 * (light[c] as f32 - sample[c]));
                }
            }
        }
    }

    /// The mean light of a pixel.
    fn mean(&self, row: usize, col: usize) -> Light {
        let mut sum = [0.0; 3];
        for line in 0..SAMPLES {
            let start = (row * SAMPLES + line) * self.cols + col * SAMPLES;
            for sample in &self.light[start..start + SAMPLES] {
                (0..3).for_each(|channel| sum[channel] += f64::from(sample[channel]));
            }
        }
        sum.map(|channel| channel / (SAMPLES * SAMPLES) as f64)
    }
}

/// Where a horizontal line enters and leaves a triangle. A side gives the same place for both triangles that share it.
fn crossing(corners: [[f64; 2]; 3], y: f64) -> Option<(f64, f64)> {
    let (mut west, mut east) = (f64::INFINITY, f64::NEG_INFINITY);
    for side in 0..3 {
        let (a, b) = (corners[side], corners[(side + 1) % 3]);
        let (upper, lower) = if (a[1], a[0]) <= (b[1], b[0]) { (a, b) } else { (b, a) };
        if upper[1] <= y && y < lower[1] {
            let x = upper[0] + (y - upper[1]) / (lower[1] - upper[1]) * (lower[0] - upper[0]);
            (west, east) = (west.min(x), east.max(x));
        }
    }
    (west < east).then_some((west, east))
}

/// Light that changes evenly over a triangle.
struct Plane {
    origin: [f64; 2],
    light: Light,
    by_x: Light,
    by_y: Light,
}

impl Plane {
    fn through([a, b, c]: [[f64; 2]; 3], light: [Light; 3]) -> Option<Self> {
        let (u, v) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
        let doubled = u[0] * v[1] - u[1] * v[0];
        if doubled == 0.0 {
            return None;
        }
        let slopes = |channel: usize| {
            let (p, q) = (light[1][channel] - light[0][channel], light[2][channel] - light[0][channel]);
            [(p * v[1] - q * u[1]) / doubled, (q * u[0] - p * v[0]) / doubled]
        };
        let by = |axis: usize| core::array::from_fn(|channel| slopes(channel)[axis]);
        Some(Self { origin: a, light: light[0], by_x: by(0), by_y: by(1) })
    }

    #[inline]
    fn at(&self, x: f64, y: f64) -> [f32; 3] {
        let (dx, dy) = (x - self.origin[0], y - self.origin[1]);
        core::array::from_fn(|c| (self.light[c] + dx * self.by_x[c] + dy * self.by_y[c]) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_pixel_of_white_on_black_is_half_the_light() {
        let mut scene = Scene::new(4, 4, [0; 3]);
        let white = scene.light([255; 3]);
        scene.rectangle([1.0, 1.0, 2.5, 2.0], white);
        let picture = scene.render();
        assert_eq!((picture.pixel(1, 1), picture.pixel(2, 1), picture.pixel(3, 1)), ([255; 3], [188; 3], [0; 3]));
    }

    #[test]
    fn triangles_that_share_a_side_leave_no_seam() {
        let mut scene = Scene::new(40, 40, [0; 3]);
        let white = [scene.light([255; 3]); 3];
        let hub = [17.3, 21.9];
        let rim = [[-5.0, -5.0], [21.0, -9.0], [60.0, -3.0], [50.0, 33.0], [44.0, 60.0], [9.0, 55.0], [-8.0, 30.0]];
        for (index, corner) in rim.iter().enumerate() {
            scene.triangle([hub, *corner, rim[(index + 1) % rim.len()]], white);
        }
        assert!(scene.render().rgb.iter().all(|byte| *byte == 255));
    }

    #[test]
    fn a_stroke_is_as_wide_as_it_says_and_threads_change_nothing() {
        let mut scene = Scene::new(100, 60, [255; 3]);
        scene.stroke([[10.0, 30.0], [90.0, 30.0]], [8.0, 8.0], [0; 3], 1.0);
        scene.text([5.0, 5.0], 1.0, [0; 3], "12 é?");
        let picture = scene.render();
        let dark = (0..60).filter(|row| picture.pixel(50, *row) == [0; 3]).count();
        assert_eq!(dark, 8);
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| scene.render());
        assert_eq!(picture, alone);
    }
}

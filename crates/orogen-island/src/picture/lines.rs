//! Coasts, rivers, lakes and arrows.

use orogen_flow::{ElementId, Receiver};
use orogen_raster::picture::Rgb;

use super::scene::Scene;
use super::view::View;
use crate::Island;
use crate::mesh::{TriangleId, s_sides_t};

/// The colour of outlines.
const INK: Rgb = [48, 60, 80];

/// A river that just counts as one is this many pixels wide on a map of 1024.
const LEAST_WIDTH: f64 = 0.9;

/// And none is wider than this.
const MOST_WIDTH: f64 = 7.0;

/// Draws the border of the sea and of lakes.
pub(super) fn coast(island: &Island, view: &View<'_>, scene: &mut Scene) {
    let lake_of_t = &island.water().lake_of_t;
    let wetness = |t: TriangleId| {
        let is_sea = island.ground().sea.is_water(t);
        if is_sea { Some(u32::MAX) } else { lake_of_t[t.index()] }
    };
    for t in view.solid() {
        for s in s_sides_t(t) {
            let across = view.mesh.t_outer_s(s);
            if t < across && !view.mesh.is_ghost_t(across) && wetness(t) != wetness(across) {
                let ends = [view.mesh.r_begin_s(s), view.mesh.r_end_s(s)].map(|r| view.pixel_r(r));
                scene.stroke(ends, [view.side / 1024.0 * 1.2; 2], INK, 0.8);
            }
        }
    }
}

/// Draws the rivers, as wide as the root of their flow.
pub(super) fn rivers(island: &Island, view: &View<'_>, scene: &mut Scene, colour: Rgb) {
    let least = island.least_flow();
    let width = |flow: f64| (LEAST_WIDTH * (flow / least).sqrt()).clamp(LEAST_WIDTH, MOST_WIDTH) * view.side / 1024.0;
    for river in island.rivers() {
        for pair in river.points.windows(2) {
            let ends = [pair[0].position, pair[1].position].map(|place| view.pixel(place));
            scene.stroke(
                ends,
                [width(pair[0].flow), width(pair[0].flow.max(pair[1].flow.min(4.0 * pair[0].flow)))],
                colour,
                1.0,
            );
        }
    }
}

/// Fills the lakes.
pub(super) fn lake_fill(island: &Island, view: &View<'_>, scene: &mut Scene, colour: Rgb) {
    let light = scene.light(colour);
    for t in view.solid().filter(|t| island.water().lake_of_t[t.index()].is_some()) {
        view.fill_triangle(scene, t, light);
    }
}

/// Draws an arrow from each triangle towards the one that it drains to, thick at its tail.
pub(super) fn downslope_arrows(island: &Island, view: &View<'_>, scene: &mut Scene) {
    for t in view.solid() {
        if let Receiver::To(receiver) = island.water().receivers.of(ElementId(t.0)) {
            let (from, to) = (view.pixel_t(t), view.pixel_t(TriangleId(receiver.0)));
            // Short of the receiver, so that arrows do not touch.
            let tip = [0, 1].map(|axis| from[axis] + 0.85 * (to[axis] - from[axis]));
            scene.stroke([from, tip], [view.side / 1024.0 * 2.4, 0.3], [20; 3], 0.9);
        }
    }
}

//! Rivers that lay down part of what they carry, implicit in all heights at once and without iteration.
//!
//! `dh/dt = U - K A^m S + G Q / A`, where Q is the flux of sediment and G the deposition coefficient (Davy and Lague 2009,
//! Yuan and others 2019). The equations are linear and the rivers are trees, so that each cell's flux is a straight-line
//! function of its receiver's height: one pass down the rivers finds the functions, one pass up the heights. Hergarten,
//! "Transport-limited fluvial erosion: simple formulation and efficient numerical treatment", Earth Surface Dynamics 2020.

use super::StreamPower;
use super::area_power::AreaPower;
use super::drainage::Drainage;
use super::land::Land;

/// A straight line `at_zero + per_metre h`.
#[derive(Clone, Copy, Default)]
struct Line {
    at_zero: f64,
    per_metre: f64,
}

/// Raises the land, cuts the rivers into it and lays down what they drop.
///
/// A cell that is not above its receiver when the step begins does not feel its height: it collects sediment as still
/// water does.
pub(super) fn incise_and_deposit(land: &Land<'_>, drainage: &Drainage, params: &StreamPower, surface: &mut [f64]) {
    let power = AreaPower::new(params.area_exponent);
    // What the donors of each cell bring in a step, in cubic metres, by the cell's height after it.
    let mut brought = vec![Line::default(); surface.len()];
    // The height of each cell after the step, by its receiver's.
    let mut height_by_receiver = vec![Line::default(); surface.len()];
    for (element, receiver) in drainage.upstream().rev() {
        let cell = element.index();
        if !land.moves[cell] {
            continue;
        }
        let raised = land.raised(cell, surface[cell], params.step);
        let cutting = receiver.filter(|receiver| surface[receiver.index()] < surface[cell]).map_or(0.0, |receiver| {
            let rate = land.erodibility.at(cell) * drainage.area_power(cell, power);
            rate * params.step / land.distance(element, receiver)
        });
        let area = land.cell_area(cell / land.cols);
        // A cell without rain upstream has no river to lay anything down.
        let drained = drainage.area(cell);
        let dropping = if drained > 0.0 { params.deposition / drained } else { 0.0 };
        let Line { at_zero, per_metre } = brought[cell];
        // raised - h = cutting (h - receiver) - dropping (brought + area (raised - h)), solved for h.
        let held = 1.0 + cutting + dropping * (area - per_metre);
        let height =
            Line { at_zero: (raised * (1.0 + dropping * area) + dropping * at_zero) / held, per_metre: cutting / held };
        height_by_receiver[cell] = height;
        if let Some(receiver) = receiver {
            // What leaves the cell is what came and what the cell itself lost.
            let flux = per_metre - area;
            let total = &mut brought[receiver.index()];
            total.at_zero += at_zero + area * raised + flux * height.at_zero;
            total.per_metre += flux * height.per_metre;
        }
    }
    for (element, receiver) in drainage.upstream() {
        let cell = element.index();
        if land.moves[cell] {
            let Line { at_zero, per_metre } = height_by_receiver[cell];
            surface[cell] = at_zero + per_metre * receiver.map_or(0.0, |receiver| surface[receiver.index()]);
        }
    }
}

//! How high a lake stands in its bed.

/// The bed of a lake that does not overflow.
pub(crate) struct Shore {
    /// The elements below the spill with their elevations in metres, lowest first.
    pub(crate) rising: Vec<(u32, f64)>,
    /// Elevation of the spill in metres; infinite if there is none.
    pub(crate) spill_m: f64,
}

/// The level below which the bed holds a volume.
pub(crate) fn volume_level(shore: &Shore, volume_m3: f64, area_m2: impl Fn(u32) -> f64) -> f64 {
    let (mut level_m, mut area, mut volume) = (f64::NEG_INFINITY, 0.0, 0.0);
    for &(element, bed_m) in &shore.rising {
        if area > 0.0 {
            let slab = area * (bed_m - level_m);
            if volume + slab >= volume_m3 {
                break;
            }
            volume += slab;
        }
        level_m = bed_m;
        area += area_m2(element);
    }
    if area > 0.0 { level_m + (volume_m3 - volume) / area } else { level_m }
}

/// The level at which an amount evaporates from the surface.
///
/// Elements at one elevation are flooded together, little by little as the level rises from theirs to the next one.
pub(crate) fn evaporation_level(shore: &Shore, amount_m3: f64, evaporation_m3: impl Fn(u32) -> f64) -> f64 {
    let mut evaporated = 0.0;
    let mut steps = shore.rising.chunk_by(|a, b| a.1 == b.1).peekable();
    while let Some(step) = steps.next() {
        let bed_m = step[0].1;
        let here: f64 = step.iter().fold(0.0, |sum, (element, _)| sum + evaporation_m3(*element));
        let next_m = steps.peek().map_or(shore.spill_m, |next| next[0].1);
        if evaporated + here >= amount_m3 {
            // Above the last step of a bed without a spill there is nothing to rise to.
            return if next_m.is_finite() { bed_m + (amount_m3 - evaporated) / here * (next_m - bed_m) } else { bed_m };
        }
        evaporated += here;
    }
    shore.spill_m
}

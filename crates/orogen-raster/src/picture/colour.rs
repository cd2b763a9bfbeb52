//! Linear light, and its sRGB encoding.

/// Red, green and blue in sRGB, 8 bits each.
pub type Rgb = [u8; 3];

/// Red, green and blue in linear light; 1 is the brightest that a screen shows.
pub type Light = [f64; 3];

/// Steps of the encoding table. Where sRGB is steepest one step is 0.8 of a byte, so that every byte is reached.
const STEPS: usize = 4096;

/// The sRGB transfer function (IEC 61966-2-1) as tables, both ways.
#[derive(Clone, Debug)]
pub struct Transfer {
    light_of_byte: [f64; 256],
    byte_of_step: Vec<u8>,
}

impl Default for Transfer {
    fn default() -> Self {
        Self::new()
    }
}

impl Transfer {
    /// Both tables.
    #[must_use]
    pub fn new() -> Self {
        let light_of_byte = core::array::from_fn(|byte| decode(byte as f64 / 255.0));
        let byte_of_step = (0..STEPS).map(|step| to_byte(encode(step as f64 / (STEPS - 1) as f64))).collect();
        Self { light_of_byte, byte_of_step }
    }

    /// The light of a colour.
    #[must_use]
    pub fn decode(&self, colour: Rgb) -> Light {
        colour.map(|byte| self.light_of_byte[usize::from(byte)])
    }

    /// The colour of a light; what a screen cannot show saturates.
    #[must_use]
    pub fn encode(&self, light: Light) -> Rgb {
        light.map(|channel| self.byte_of_step[(channel.clamp(0.0, 1.0) * (STEPS - 1) as f64 + 0.5) as usize])
    }
}

/// `a` at 0, `b` at 1, and in a straight line between and beyond.
#[must_use]
pub fn mix(a: Light, b: Light, t: f64) -> Light {
    core::array::from_fn(|channel| a[channel] + t * (b[channel] - a[channel]))
}

/// The nearest byte to a number in [0, 1]; what lies outside saturates.
pub(super) fn to_byte(unit: f64) -> u8 {
    (unit.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn decode(encoded: f64) -> f64 {
    if encoded <= 0.04045 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

fn encode(light: f64) -> f64 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_linear_light() {
        let transfer = Transfer::new();
        for byte in 0..=255 {
            let back = transfer.encode(transfer.decode([byte; 3]))[0];
            assert!(back.abs_diff(byte) <= 1, "{byte} came back as {back}");
        }
        assert_eq!(transfer.encode([0.0, 1.0, 7.0]), [0, 255, 255]);
        // Half of the light is byte 188.
        assert_eq!(transfer.encode([0.5; 3]), [188; 3]);
    }
}

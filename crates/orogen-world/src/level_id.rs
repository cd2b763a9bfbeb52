//! The level id: what two peers compare before they play.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use orogen_field::{Real, Seed, hash};

use crate::{Preset, World, WorldError};

/// The generator's version, raised by hand whenever any world changes.
///
/// The committed digests of `tests/level_id.rs` fail until it is.
pub const GENERATOR_VERSION: u32 = 1;

/// Samples along each side of the raster that the field hash reads.
const FIELD_SIDE: i32 = 16;

/// Distance between those samples, in metres.
const FIELD_STEP_M: f64 = 32.0;

/// Heights are hashed in sixteenths of a metre.
const FIELD_QUANTUM_M: f64 = 1.0 / 16.0;

/// The name of one world, by what it is and by what it looks like.
///
/// As text: `orogen/<version>/<preset>/<seed or ref:N>/<field hash>/<registry digest>`.
///
/// ```
/// use orogen_field::Seed;
/// use orogen_world::{LevelId, LevelIdPart, Preset, World};
///
/// let mine = World::new(Preset::Dense, Seed::Own(7)).level_id();
/// let theirs: LevelId = mine.to_string().parse()?;
/// assert_eq!(mine, theirs);
/// let other = World::new(Preset::Dense, Seed::Own(8)).level_id();
/// assert_eq!(mine.differences(&other), [LevelIdPart::Seed, LevelIdPart::FieldHash]);
/// # Ok::<(), orogen_world::WorldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelId {
    /// The generator's version.
    pub version: u32,
    /// The preset's name.
    pub preset: String,
    /// The seed.
    pub seed: Seed,
    /// Hash of 16 x 16 heights around the origin.
    pub field_hash: i32,
    /// First 16 bytes of BLAKE3 over every declared tunable and salt, in the order of the stages.
    pub registry_digest: [u8; 16],
}

/// A part of a level id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelIdPart {
    /// The generator's version: one of the peers runs another release.
    Version,
    /// The preset.
    Preset,
    /// The seed.
    Seed,
    /// The ground itself.
    FieldHash,
    /// A tunable, a salt, or the order of the stages.
    RegistryDigest,
}

impl fmt::Display for LevelIdPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Version => "version",
            Self::Preset => "preset",
            Self::Seed => "seed",
            Self::FieldHash => "field hash",
            Self::RegistryDigest => "registry digest",
        })
    }
}

impl World {
    /// The name of this world.
    #[must_use]
    pub fn level_id(&self) -> LevelId {
        LevelId {
            version: GENERATOR_VERSION,
            preset: self.preset().name().into(),
            seed: self.seed(),
            field_hash: field_hash(self),
            registry_digest: registry_digest(self),
        }
    }
}

/// FNV-1a over heights in sixteenths of a metre, on 16 x 16 places 32 m apart around the origin.
fn field_hash(world: &World) -> i32 {
    let mut sampler = world.sampler();
    let mut state = hash::OFFSET;
    let coordinate = |i: i32| f64::from(i - FIELD_SIDE / 2) * FIELD_STEP_M;
    for i in 0..FIELD_SIDE {
        for j in 0..FIELD_SIDE {
            let height = sampler.sample_unchecked(coordinate(i), coordinate(j)).value;
            let quantised = nearest(height / FIELD_QUANTUM_M);
            state = (state ^ quantised as u32).wrapping_mul(hash::PRIME);
        }
    }
    state as i32
}

/// The nearest whole number, halves upwards: `floor(x + 0.5)`, which for negative halves is not `f64::round`.
fn nearest(x: f64) -> i32 {
    let half_up = x + 0.5;
    (half_up - half_up.split().1) as i32
}

fn registry_digest(world: &World) -> [u8; 16] {
    let mut digest = RegistryDigest::default();
    for stage in world.stages() {
        let contract = stage.contract();
        digest.stage(contract.name);
        for spec in contract.specs() {
            digest.tunable(spec.name, world.tunables().value(spec));
        }
        for (name, salt) in contract.salts {
            digest.salt(name, *salt);
        }
    }
    digest.finish()
}

/// BLAKE3 over tagged entries, each text with its length before it, so that no two registries share a byte string.
#[derive(Default)]
struct RegistryDigest(blake3::Hasher);

impl RegistryDigest {
    fn entry(&mut self, tag: u8, name: &str, value: &[u8]) {
        self.0.update(&[tag]);
        self.0.update(&(name.len() as u32).to_le_bytes());
        self.0.update(name.as_bytes());
        self.0.update(value);
    }

    fn stage(&mut self, name: &str) {
        self.entry(0, name, &[]);
    }

    fn tunable(&mut self, name: &str, value: f64) {
        self.entry(1, name, &value.to_bits().to_le_bytes());
    }

    fn salt(&mut self, name: &str, salt: u32) {
        self.entry(2, name, &salt.to_le_bytes());
    }

    fn finish(&self) -> [u8; 16] {
        let full = self.0.finalize();
        core::array::from_fn(|i| full.as_bytes()[i])
    }
}

impl LevelId {
    /// The parts in which two ids differ; empty for the same world.
    #[must_use]
    pub fn differences(&self, other: &Self) -> alloc::vec::Vec<LevelIdPart> {
        [
            (LevelIdPart::Version, self.version != other.version),
            (LevelIdPart::Preset, self.preset != other.preset),
            (LevelIdPart::Seed, self.seed != other.seed),
            (LevelIdPart::FieldHash, self.field_hash != other.field_hash),
            (LevelIdPart::RegistryDigest, self.registry_digest != other.registry_digest),
        ]
        .into_iter()
        .filter_map(|(part, differs)| differs.then_some(part))
        .collect()
    }

    /// Its preset, if this release has one of that name.
    ///
    /// # Errors
    ///
    /// [`WorldError::UnknownPreset`] if not.
    pub fn known_preset(&self) -> Result<Preset, WorldError> {
        self.preset.parse()
    }
}

impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, preset, seed, field_hash, registry_digest } = self;
        write!(f, "orogen/{version}/{preset}/{seed}/{field_hash}/")?;
        registry_digest.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for LevelId {
    type Err = WorldError;

    fn from_str(text: &str) -> Result<Self, WorldError> {
        let refusal = |fault| WorldError::LevelId { got: text.to_string(), fault };
        let mut parts = text.split('/');
        let mut next = |fault| parts.next().ok_or_else(|| refusal(fault));
        if next("it is empty")? != "orogen" {
            return Err(refusal("it does not begin with orogen"));
        }
        let version = next("no version")?.parse().map_err(|_| refusal("the version is no whole number"))?;
        let preset = next("no preset")?.to_string();
        let seed = next("no seed")?.parse().map_err(|_| refusal("the seed is neither a u64 nor ref:N"))?;
        let field_hash = next("no field hash")?.parse().map_err(|_| refusal("the field hash is no 32-bit number"))?;
        let digest = parse_digest(next("no registry digest")?).ok_or(refusal("the digest is not 32 hex digits"))?;
        if parts.next().is_some() {
            return Err(refusal("it goes on after the digest"));
        }
        Ok(Self { version, preset, seed, field_hash, registry_digest: digest })
    }
}

/// 32 lower-case hexadecimal digits as 16 bytes.
fn parse_digest(text: &str) -> Option<[u8; 16]> {
    let lower_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if text.len() != 32 || !text.bytes().all(lower_hex) {
        return None;
    }
    u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tunables;
    use alloc::vec::Vec;

    #[test]
    fn field_hashes_are_the_reference_ones() {
        for (preset, hashes) in [
            (Preset::Montane, [-207_518_531, -1_940_610_954, 32_158_004]),
            (Preset::Plain, [795_444_391, 489_739_878, 1_257_817_082]),
            (Preset::Ridged, [1_512_270_227, 1_123_700_996, 1_388_560_456]),
            (Preset::Dense, [36_705_888, -79_198_526, -804_782_477]),
        ] {
            let computed = [1, 7, 1234].map(|seed| field_hash(&World::new(preset, Seed::Reference(seed))));
            assert_eq!(computed, hashes, "{preset}");
        }
    }

    #[test]
    fn halves_round_upwards() {
        assert_eq!([-1.5, -0.5, 0.5, 1.4999, -1.5001].map(nearest), [-1, 0, 1, 1, -2]);
    }

    /// The registry as the digest sees it: (stage, entries), an entry a name and bytes.
    type Entries = Vec<(&'static str, Vec<(&'static str, u64)>)>;

    fn entries(preset: Preset) -> Entries {
        let tunables = Tunables::new(preset);
        let of_stage = |contract: &crate::Contract| {
            let values = contract.specs().map(|spec| (spec.name, tunables.value(spec).to_bits()));
            let salts = contract.salts.iter().map(|(name, salt)| (*name, u64::from(*salt)));
            values.chain(salts).collect()
        };
        preset.stages().iter().map(|contract| (contract.name, of_stage(contract))).collect()
    }

    fn digest(entries: &Entries) -> [u8; 16] {
        let mut digest = RegistryDigest::default();
        for (stage, rows) in entries {
            digest.stage(stage);
            for (name, bits) in rows {
                match u32::try_from(*bits) {
                    Ok(salt) if salt != 0 => digest.salt(name, salt),
                    _ => digest.tunable(name, f64::from_bits(*bits)),
                }
            }
        }
        digest.finish()
    }

    #[test]
    fn one_ulp_of_any_constant_changes_the_digest() {
        for &preset in Preset::ALL {
            let original = entries(preset);
            assert_eq!(digest(&original), registry_digest(&World::new(preset, Seed::Own(0))), "{preset}");
            for stage in 0..original.len() {
                for row in 0..original[stage].1.len() {
                    let mut changed = original.clone();
                    changed[stage].1[row].1 += 1;
                    assert_ne!(digest(&changed), digest(&original), "{preset}: {}", original[stage].1[row].0);
                }
            }
        }
    }

    #[test]
    fn another_order_of_stages_changes_the_digest() {
        let original = entries(Preset::Olympic);
        for first in 1..original.len() {
            let mut changed = original.clone();
            changed.swap(first - 1, first);
            assert_ne!(digest(&changed), digest(&original), "{} before {}", changed[first - 1].0, changed[first].0);
        }
    }

    #[test]
    fn ids_round_trip_as_text() {
        for seed in [Seed::Own(0), Seed::Own(u64::MAX), Seed::Reference(-5)] {
            let id = World::new(Preset::Plain, seed).level_id();
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn what_is_no_level_id_is_refused() {
        let id = World::new(Preset::Plain, Seed::Own(1)).level_id().to_string();
        let broken = [
            "".into(),
            "forest/1".into(),
            id.replace("orogen/1/", "orogen/one/"),
            id.replace("/plain/1/", "/plain/-1/"),
            id[..id.len() - 1].to_string(),
            alloc::format!("{id}/"),
            id.to_uppercase().replace("OROGEN", "orogen"),
        ];
        for text in broken {
            assert!(matches!(text.parse::<LevelId>(), Err(WorldError::LevelId { .. })), "{text}");
        }
    }
}

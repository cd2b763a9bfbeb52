//! Ghosts: a triangle beyond each side of the hull, all meeting in one region that has no place.

use super::dual::next_s;
use super::{Fault, RegionId, SideId};

/// No side: what a side of the hull has for a twin before there are ghosts.
pub(super) const UNPAIRED: SideId = SideId(u32::MAX);

/// Pairs every unpaired side with a ghost triangle, and the ghosts with each other around the hull.
///
/// The ghost beyond the side a -> b has the sides b -> a, a -> G and G -> b.
///
/// # Errors
///
/// [`Fault::Hull`] if the hull is not one line through each of its regions once.
pub(super) fn close(
    r_begin_s: &mut Vec<RegionId>,
    twin_s: &mut Vec<SideId>,
    solid_regions: usize,
) -> Result<(), Fault> {
    let ghost_r = RegionId::from_index(solid_regions);
    let hull: Vec<SideId> =
        (0..twin_s.len()).map(SideId::from_index).filter(|s| twin_s[s.index()] == UNPAIRED).collect();
    // The side a -> G of the ghost beyond the hull's side that begins at a.
    let mut s_to_ghost_r = vec![UNPAIRED; solid_regions];
    for &s in &hull {
        let (begin, end) = (r_begin_s[s.index()], r_begin_s[next_s(s).index()]);
        let first = SideId::from_index(r_begin_s.len());
        let slot = &mut s_to_ghost_r[begin.index()];
        if *slot != UNPAIRED {
            return Err(Fault::Hull { region: begin.0 });
        }
        *slot = SideId(first.0 + 1);
        twin_s[s.index()] = first;
        r_begin_s.extend([end, begin, ghost_r]);
        twin_s.extend([s, UNPAIRED, UNPAIRED]);
    }
    for s in hull {
        let end = r_begin_s[next_s(s).index()];
        let (from_ghost, to_ghost) = (SideId(twin_s[s.index()].0 + 2), s_to_ghost_r[end.index()]);
        if to_ghost == UNPAIRED {
            return Err(Fault::Hull { region: end.0 });
        }
        twin_s[from_ghost.index()] = to_ghost;
        twin_s[to_ghost.index()] = from_ghost;
    }
    Ok(())
}

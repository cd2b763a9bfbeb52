//! Outlines of triangles of one kind: coasts, lakes, basins and biomes as polygons that leave no gap and do not overlap.

use crate::IslandError;
use crate::error::check_length;
use crate::mesh::{DualMesh, RegionId, SideId, TriangleId, next_s, s_sides_t, t_inner_s};

/// A connected piece of one kind: triangles joined across sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind.
    pub kind: u32,
    /// Rings of regions, each without the first one repeated: the outer one first, then the holes. No ring meets itself.
    pub rings: Vec<Vec<RegionId>>,
}

/// The pieces of all triangles that have a kind, in the order of the lowest id of their triangles.
///
/// The outer ring goes round as the mesh's triangles do, holes the other way. A ring that touches itself in a region is cut
/// there into an outer ring and a hole, so that polygons are simple features; two pieces of a kind that meet in a region only
/// are two.
///
/// # Errors
///
/// [`IslandError::Length`] if there is not an entry for every solid triangle.
pub fn outline(mesh: &DualMesh, kind_of_t: &[Option<u32>]) -> Result<Vec<Piece>, IslandError> {
    check_length("kind_of_t", mesh.solid_triangle_count(), kind_of_t.len())?;
    let outliner = Outliner { mesh, kind_of_t };
    let (piece_of_t, kinds) = outliner.pieces();
    let mut pieces: Vec<Piece> = kinds.into_iter().map(|kind| Piece { kind, rings: Vec::new() }).collect();
    let mut is_walked_s = vec![false; mesh.side_count()];
    for t in (0..kind_of_t.len()).map(TriangleId::from_index) {
        let Some(piece) = piece_of_t[t.index()] else { continue };
        for s in s_sides_t(t).into_iter().filter(|s| outliner.is_border(*s)) {
            if !is_walked_s[s.index()] {
                let walk = outliner.walk(s, &mut is_walked_s);
                pieces[piece as usize].rings.extend(simple_rings(&walk));
            }
        }
    }
    for piece in &mut pieces {
        piece.rings.sort_by(|a, b| doubled_area(mesh, b).abs().total_cmp(&doubled_area(mesh, a).abs()));
    }
    Ok(pieces)
}

struct Outliner<'a> {
    mesh: &'a DualMesh,
    kind_of_t: &'a [Option<u32>],
}

impl Outliner<'_> {
    fn kind(&self, t: TriangleId) -> Option<u32> {
        self.kind_of_t.get(t.index()).copied().flatten()
    }

    /// Whether another kind, or nothing, lies across a side.
    fn is_border(&self, s: SideId) -> bool {
        self.kind(self.mesh.t_outer_s(s)) != self.kind(t_inner_s(s))
    }

    /// The piece of each triangle, and the kind of each piece.
    fn pieces(&self) -> (Vec<Option<u32>>, Vec<u32>) {
        let mut piece_of_t = vec![None; self.kind_of_t.len()];
        let mut kinds = Vec::new();
        let mut front = Vec::new();
        for start in (0..self.kind_of_t.len()).map(TriangleId::from_index) {
            let Some(kind) = self.kind(start).filter(|_| piece_of_t[start.index()].is_none()) else { continue };
            let piece = Some(kinds.len() as u32);
            kinds.push(kind);
            piece_of_t[start.index()] = piece;
            front.push(start);
            while let Some(t) = front.pop() {
                for next in self.mesh.t_neighbors_t(t) {
                    if self.kind(next) == Some(kind) && piece_of_t[next.index()].is_none() {
                        piece_of_t[next.index()] = piece;
                        front.push(next);
                    }
                }
            }
        }
        (piece_of_t, kinds)
    }

    /// Follows a border from a side until it comes back, keeping to the triangles of one piece.
    fn walk(&self, first: SideId, is_walked_s: &mut [bool]) -> Vec<RegionId> {
        let mut regions = Vec::new();
        let mut s = first;
        loop {
            is_walked_s[s.index()] = true;
            regions.push(self.mesh.r_begin_s(s));
            // Round the region at the side's end, through triangles of the piece, to the next side of the border.
            s = next_s(s);
            while !self.is_border(s) {
                s = next_s(self.mesh.twin_s(s));
            }
            if s == first {
                return regions;
            }
        }
    }
}

/// A closed walk as rings in which no region comes twice.
fn simple_rings(walk: &[RegionId]) -> Vec<Vec<RegionId>> {
    let mut rings = Vec::new();
    let mut open: Vec<RegionId> = Vec::new();
    let mut place_of = std::collections::BTreeMap::new();
    for region in walk {
        if let Some(place) = place_of.get(region).copied() {
            let ring: Vec<RegionId> = open.drain(place..).collect();
            ring.iter().for_each(|region| {
                place_of.remove(region);
            });
            rings.push(ring);
        }
        place_of.insert(*region, open.len());
        open.push(*region);
    }
    rings.push(open);
    rings
}

/// Twice the signed area of a ring, in units of the mesh squared; above 0 if it goes round as x turns to y.
pub(crate) fn doubled_area(mesh: &DualMesh, ring: &[RegionId]) -> f64 {
    let place = |i: usize| mesh.position_r()[ring[i % ring.len()].index()];
    let cross = |i: usize| {
        let (a, b) = (place(i), place(i + 1));
        a[0] * b[1] - b[0] * a[1]
    };
    (0..ring.len()).map(cross).sum()
}

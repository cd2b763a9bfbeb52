//! Ids of regions, sides and triangles.

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id at `index` of a table.
            #[inline(always)]
            #[must_use]
            pub fn from_index(index: usize) -> Self {
                debug_assert!(u32::try_from(index).is_ok(), "index {index} is no id");
                Self(index as u32)
            }

            /// Where its values stand in a table.
            #[inline(always)]
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A point of the mesh, and the Voronoi cell about it.
    RegionId
}

id! {
    /// A directed side of a triangle: from one region to the next.
    SideId
}

id! {
    /// A triangle of three regions, and the corner where their Voronoi cells meet.
    TriangleId
}

//! Inputs that no drainage can be computed for.

/// An input that is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlowError {
    /// More elements than 32-bit ids can name.
    #[error(
        "{what}: expected at most {} elements, got {got}; ids are 32 bits wide to halve the memory: split the surface into tiles",
        crate::MAX_ELEMENTS
    )]
    TooManyElements {
        /// What was to have so many elements.
        what: &'static str,
        /// How many were asked for; `u128` because rows x columns may not fit a `usize`.
        got: u128,
    },
    /// A raster without rows or columns.
    #[error("size: expected at least 1 row and 1 column, got {rows} x {cols}; choose another size")]
    Empty {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// A buffer of the wrong length.
    #[error("{what}: expected {expected} values, got {got}; pass a buffer of that length")]
    Length {
        /// Which buffer.
        what: &'static str,
        /// The length it has to have.
        expected: usize,
        /// Its length.
        got: usize,
    },
    /// A number outside its domain.
    #[error("{what}: expected {expected} at index {index}, got {got}; correct it, or mark the element void")]
    Value {
        /// Which buffer or parameter.
        what: &'static str,
        /// What it has to be.
        expected: &'static str,
        /// Where in the buffer; 0 for a single number.
        index: usize,
        /// What came.
        got: f64,
    },
    /// Wrapping edges that do not come as a pair, or that would make an element its own neighbour.
    #[error("edges: expected {expected} to wrap {axis}, got {got}; change the edges or the size")]
    Wrap {
        /// The axis: "north-south" or "west-east".
        axis: &'static str,
        /// What wrapping needs.
        expected: &'static str,
        /// What came.
        got: &'static str,
    },
    /// An adjacency that is not symmetric, or that names an element which is not there.
    #[error("{what}: expected {expected}, got element {element} with neighbour {neighbor}; correct the adjacency")]
    Adjacency {
        /// Which list.
        what: &'static str,
        /// What every entry has to be.
        expected: &'static str,
        /// The element whose list it is.
        element: u32,
        /// The neighbour named.
        neighbor: u32,
    },
    /// Offsets of lists that do not rise, or do not end where the list does.
    #[error(
        "{what}: expected offsets that start at 0, never fall and end at {end}, got {got} at index {index}; correct the offsets"
    )]
    Offsets {
        /// Which offsets.
        what: &'static str,
        /// The length of the list they cut.
        end: usize,
        /// Where they are wrong.
        index: usize,
        /// What came.
        got: usize,
    },
    /// Receivers that lead round in a circle.
    #[error("receivers: expected a forest, got a cycle through element {element}; break it")]
    Cycle {
        /// One element of the cycle.
        element: u32,
    },
    /// Rain that neither leaves nor evaporates.
    #[error(
        "rain: expected no more than evaporates where no outlet can be reached, got {excess} too much about element {element}; add an outlet or evaporation"
    )]
    NoSteadyState {
        /// The lowest element of the part that has no outlet.
        element: u32,
        /// What is left over, in the unit of rain x area.
        excess: f64,
    },
}

/// Checks the length of a buffer that holds one value an element.
pub(crate) fn check_length(what: &'static str, expected: usize, got: usize) -> Result<(), FlowError> {
    if got == expected { Ok(()) } else { Err(FlowError::Length { what, expected, got }) }
}

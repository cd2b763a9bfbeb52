//! A container of named arrays and texts, for saves that reload to the same bits.
//!
//! All numbers are little-endian. A text is its length in bytes (u32) and its UTF-8.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic: 89, `ORO`, 0D 0A 1A 0A, so that a transfer as text shows |
//! | 4 | version of this layout (u32): 1 |
//! | 4 | length of the directory (u32) |
//! | | the directory |
//! | 32 | BLAKE3 of all bytes before |
//! | | the values of the arrays, in the order of the directory, without gaps, to the end of the file |
//!
//! The directory is the schema (text); the number of notes (u32), each a keyword and a text; the number of arrays (u32),
//! each its name (text), type (u8), number of dimensions (u8), their extents (u64 each) and the BLAKE3 of its values.
//! Keywords and names ascend, so that equal contents are equal files.

mod layout;
mod read;
mod values;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Input, IoError, Wrap};
use layout::MAX_DIMENSIONS;
pub use values::Values;

const FORMAT: &str = "container";

/// Named arrays of numbers and named texts, in memory.
///
/// What is put in may be borrowed, so that a save takes no second copy of it; what is read is owned.
#[derive(Clone, Debug, PartialEq)]
pub struct Container<'a> {
    schema: String,
    /// Texts by keyword.
    pub notes: BTreeMap<String, String>,
    arrays: BTreeMap<String, Array<'a>>,
}

/// Numbers in row-major order, the last dimension fastest.
#[derive(Clone, Debug, PartialEq)]
struct Array<'a> {
    shape: Vec<usize>,
    values: Values<'a>,
}

impl<'a> Container<'a> {
    /// An empty container. The schema says what is in it, and in which version, such as `orogen-island 1`; only who asks
    /// for the same schema can open the file.
    #[must_use]
    pub fn new(schema: impl Into<String>) -> Self {
        Self { schema: schema.into(), notes: BTreeMap::new(), arrays: BTreeMap::new() }
    }

    /// Puts an array in, in place of any of that name.
    ///
    /// # Errors
    ///
    /// [`IoError::Parameter`] if the values are not as many as the shape says, or the shape has more than 8 dimensions.
    ///
    /// ```
    /// let mut container = orogen_io::Container::new("heights 1");
    /// container.insert("height_m", &[2, 3], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0][..])?;
    /// let (shape, heights_m) = container.take::<f64>("height_m")?;
    /// assert_eq!((shape, heights_m[5]), (vec![2, 3], 5.0));
    /// # Ok::<(), orogen_io::IoError>(())
    /// ```
    pub fn insert(&mut self, name: &str, shape: &[usize], values: impl Into<Values<'a>>) -> Result<(), IoError> {
        let values = values.into();
        if shape.len() > MAX_DIMENSIONS {
            let got = format!("{} for {name}", shape.len());
            let expected = format!("at most {MAX_DIMENSIONS} dimensions");
            return Err(IoError::parameter("shape", expected, got, "join some of them"));
        }
        let count = shape.iter().try_fold(1_usize, |count, extent| count.checked_mul(*extent));
        if count != Some(values.len()) {
            let expected = format!("{shape:?} values in {name}");
            return Err(IoError::parameter("values", expected, values.len().to_string(), "make the shape fit"));
        }
        self.arrays.insert(name.to_owned(), Array { shape: shape.to_vec(), values });
        Ok(())
    }

    /// What is in it, by the name that it was made with.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// The names of the arrays, with their shapes, in ascending order.
    pub fn shapes(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.arrays.iter().map(|(name, array)| (name.as_str(), array.shape.as_slice()))
    }

    /// Takes an array out: its shape and its values, in row-major order.
    ///
    /// # Errors
    ///
    /// [`IoError::Parameter`] if there is no array of that name, or it has numbers of another type; then it stays in.
    pub fn take<T>(&mut self, name: &str) -> Result<(Vec<usize>, Vec<T>), IoError>
    where
        Vec<T>: TryFrom<Values<'a>, Error = Values<'a>>,
    {
        let Some(Array { shape, values }) = self.arrays.remove(name) else {
            let expected = format!("one of {:?}", self.arrays.keys().collect::<Vec<_>>());
            let remedy = "the file was written by another program or version; ask for what is there";
            return Err(IoError::parameter("array", expected, format!("{name:?}"), remedy));
        };
        match Vec::<T>::try_from(values) {
            Ok(values) => Ok((shape, values)),
            Err(values) => {
                let got = format!("{} in {name}", values.type_name());
                self.arrays.insert(name.to_owned(), Array { shape, values });
                let remedy = "the file was written by another program or version; ask for the type that is there";
                Err(IoError::parameter("array", std::any::type_name::<T>(), got, remedy))
            }
        }
    }

    /// Writes it all into a file.
    ///
    /// # Errors
    ///
    /// [`IoError::Parameter`] if notes and names take more than 4 GiB; [`IoError::Disk`] and [`IoError::System`] if the
    /// disk does not play along. Then there is no file.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), IoError> {
        self.write_with(path, &|file| Box::new(file))
    }

    /// As [`Container::write`], with something between the encoder and the file.
    ///
    /// # Errors
    ///
    /// As [`Container::write`].
    pub fn write_with(&self, path: impl AsRef<Path>, wrap: Wrap<'_>) -> Result<(), IoError> {
        write::write(self, path.as_ref(), wrap).map_err(|error| error.about(path.as_ref()))
    }
}

impl Container<'static> {
    /// Reads a file of a schema.
    ///
    /// Every size that the file claims is compared with its length before memory is taken for it, and every byte with its
    /// checksum.
    ///
    /// # Errors
    ///
    /// [`IoError::Malformed`], with the offset of the byte, for files that are damaged, cut off or of another kind;
    /// [`IoError::Unsupported`] for another schema or a newer layout; [`IoError::System`] if the file cannot be read.
    pub fn read(path: impl AsRef<Path>, schema: &str) -> Result<Self, IoError> {
        let path = path.as_ref();
        Input::open(path).and_then(|input| Self::decode(&input, schema)).map_err(|error| error.about(path))
    }

    /// As [`Container::read`], of a file that may be in memory.
    ///
    /// # Errors
    ///
    /// As [`Container::read`].
    pub fn decode(input: &Input, schema: &str) -> Result<Self, IoError> {
        read::read(input, schema)
    }
}

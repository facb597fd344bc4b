//! What can be wrong with an array of numpy.

/// Why an array of numpy holds no levels.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NpyError {
    /// The file does not begin as it should.
    #[error("not an array of numpy; save one by numpy.save")]
    NotNpy,
    /// Several arrays in one file.
    #[error("an .npz file has several arrays; save one of them by numpy.save")]
    Archive,
    /// The description of the array cannot be understood.
    #[error("the header does not describe an array; save it again by numpy.save")]
    Header,
    /// What is in the array are no whole numbers.
    #[error(
        "the array is of type {0}; save whole numbers, as by numpy.save(file, array.astype('int8'))"
    )]
    Type(String),
    /// An array is neither one level nor several.
    #[error(
        "the array has {0} dimensions; a level has 2 (height, width), several of one size have 3 \
         (levels, height, width)"
    )]
    Dimensions(usize),
    /// There are more or fewer bytes than the shape says.
    #[error("the array should have {expected} bytes of numbers, but the file has {actual}")]
    Length {
        /// What shape and type make.
        expected: usize,
        /// What is there.
        actual: usize,
    },
}

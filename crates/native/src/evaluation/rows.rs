//! Named rows of weights, shared by evaluation, display and fitting.

/// One row of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name in the source; shown in lower case.
    pub id: &'static str,
    /// Feature it weighs.
    pub help: &'static str,
    /// Index of its first weight.
    pub first: usize,
    /// Number of weights.
    pub len: usize,
}

/// Defines the array of weights, the list of rows, and for each row the index of its first weight.
macro_rules! weights {
    ($( $id:ident $help:literal [ $( ($middle:literal, $end:literal) ),* $(,)? ] )*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "they only count the rows")]
        enum Index { $( $id ),* }
        const LENGTHS: &[usize] = &[$( [$( $middle ),*].len() ),*];
        const fn first(row: usize) -> usize {
            let (mut at, mut sum) = (0, 0);
            while at < row {
                sum += LENGTHS[at];
                at += 1;
            }
            sum
        }
        $( #[doc = $help] pub(super) const $id: usize = first(Index::$id as usize); )*
        pub(super) const COUNT: usize = first(LENGTHS.len());
        /// All weights, row after row.
        pub static WEIGHTS: [board::TaperedScore; COUNT] = VALUES;
        /// All weights again, for constant expressions.
        pub(super) const VALUES: [board::TaperedScore; COUNT] =
            [$( $( board::TaperedScore::new($middle, $end) ),* ),*];
        /// The rows, in order.
        pub const ROWS: &[super::rows::Row] = &[$( super::rows::Row {
            id: stringify!($id),
            help: $help,
            first: $id,
            len: LENGTHS[Index::$id as usize],
        } ),*];
    };
}
pub(super) use weights;

//! Default values for the fields of a block: constants, and defaults that check the block's parameters at compile time.
//! Interface: [`constant`] and [`checked`], for use in `#[default(…)]` of `SmartDefault`.

use rust_hdl::prelude::{Bits, Constant};

/// A constant of `N` bits.
pub(crate) fn constant<const N: usize>(value: u64) -> Constant<Bits<N>> {
    Constant::new(value.into())
}

/// The default of a field, with a compile-time check of the block's parameters:
/// `#[default(checked(Self::FITS))]`, where `FITS` is an associated constant of type `()` that evaluates `assert!`.
pub(crate) fn checked<T: Default>((): ()) -> T {
    T::default()
}

//! Initial values of a block's fields where the `Default` of their type is not enough.
//! Interface: [`constant`] and [`checked`], for use in `#[default(…)]` of `SmartDefault`.

use rust_hdl::prelude::{Bits, Constant};

/// A constant of `N` bits.
pub(crate) fn constant<const N: usize>(value: u64) -> Constant<Bits<N>> {
    Constant::new(value.into())
}

/// The default of a field, behind a compile-time check of the block's parameters:
/// `#[default(checked(Self::FITS))]`, where `FITS` is an associated constant of type `()` made by `assert!`.
pub(crate) fn checked<T: Default>((): ()) -> T {
    T::default()
}

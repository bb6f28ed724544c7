//! What a block's fields begin with, where `Default` of their type does not say it.
//! Interface: [`constant`] and [`checked`], for use in `#[default(…)]` of `SmartDefault`.

use rust_hdl::prelude::{Bits, Constant};

/// A constant of `N` bits.
pub(crate) fn constant<const N: usize>(value: u64) -> Constant<Bits<N>> {
    Constant::new(value.into())
}

/// The default of a field, once a block's parameters have passed a check when it is compiled:
/// `#[default(checked(Self::FITS))]`, `FITS` being an associated constant `()` made by `assert!`.
pub(crate) fn checked<T: Default>((): ()) -> T {
    T::default()
}

//! What every block uses: rust-hdl, the widgets, and defaults of fields.

pub(crate) use crate::widgets::{
    Array, Boxed, ByteFifo, Dff, LONGEST, LutRam, Parameter, Ram, Store, Synchronizer, constant,
    rises,
};
pub(crate) use rust_hdl::prelude::*;
pub(crate) use smart_default::SmartDefault;
pub(crate) use std::array::from_fn;

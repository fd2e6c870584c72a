//! Tests of whole screens.

mod lies;
pub(crate) mod screens;

//! Oracles and harnesses that orogen's tests share.

pub mod derivative;
mod dual;

pub use dual::Dual;

//! Oracles and harnesses that orogen's tests share.

pub mod correlation;
pub mod derivative;
mod dual;

pub use dual::Dual;

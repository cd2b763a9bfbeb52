//! Drainage against the truth: closed forms, slow ways and cases by hand.

mod cases;
mod drainage;
mod lakes;
mod oracle;
mod refusals;
mod rivers;
mod shares;
mod topologies;

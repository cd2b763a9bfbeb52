//! Derivative tests: filled in below.

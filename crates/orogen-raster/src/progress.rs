//! How long work reports on itself, and how it is stopped.

use core::ops::ControlFlow;

/// How far a long computation has got, reported between its steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Steps done.
    pub done: u32,
    /// Steps after which it ends at the latest.
    pub at_most: u32,
}

/// A computation that its watcher stopped; nothing of it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped after {done} of at most {at_most} steps, as asked; run it again to finish")]
pub struct Cancelled {
    /// Steps done before it stopped.
    pub done: u32,
    /// Steps after which it would have ended at the latest.
    pub at_most: u32,
}

/// Asked between the steps of a long computation whether to go on. It sees the progress, and cannot change the result.
pub type Watcher<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// The watcher that never stops anything.
pub fn unwatched() -> impl FnMut(Progress) -> ControlFlow<()> {
    |_| ControlFlow::Continue(())
}

/// Reports a step, and stops where the watcher says so.
pub(crate) fn report(watcher: &mut Watcher<'_>, done: u32, at_most: u32) -> Result<(), Cancelled> {
    match watcher(Progress { done, at_most }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Cancelled { done, at_most }),
    }
}

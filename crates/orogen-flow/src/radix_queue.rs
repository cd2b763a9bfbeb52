//! A priority queue for keys that never fall, and the integers that stand for elevations in it.
//!
//! Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest path problem", 1990: an entry waits in the
//! bucket of the highest bit in which its key differs from the last key popped, and moves at most once a bit.

/// The integer whose order is that of the numbers: both zeros are one, NaN has no place.
#[inline(always)]
pub(crate) fn ordered_key(value: f64) -> u64 {
    // Adding zero turns -0 into +0.
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

/// A monotone priority queue: the smallest key first, and among equal keys the smallest id.
pub(crate) struct RadixQueue {
    /// Bucket b > 0 holds keys whose highest bit unlike `last` is bit b - 1; bucket 0, keys equal to `last`, ids falling.
    buckets: [Vec<(u64, u32)>; 65],
    last: u64,
}

impl RadixQueue {
    /// An empty queue that takes any key.
    pub(crate) fn new() -> Self {
        Self { buckets: [const { Vec::new() }; 65], last: 0 }
    }

    /// Adds an entry, whose key is above that of the entry popped last.
    #[inline(always)]
    pub(crate) fn push(&mut self, key: u64, id: u32) {
        debug_assert!(key > self.last, "key {key} is not above {}", self.last);
        self.buckets[bucket(key, self.last)].push((key, id));
    }

    /// Takes the smallest entry.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        if self.buckets[0].is_empty() {
            self.refill()?;
        }
        self.buckets[0].pop().map(|(_, id)| id)
    }

    /// Empties the lowest bucket into those below it.
    fn refill(&mut self) -> Option<()> {
        let lowest = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
        let mut entries = core::mem::take(&mut self.buckets[lowest]);
        self.last = entries.iter().map(|(key, _)| *key).min()?;
        for &(key, id) in &entries {
            self.buckets[bucket(key, self.last)].push((key, id));
        }
        // The emptied bucket keeps its memory.
        entries.clear();
        self.buckets[lowest] = entries;
        self.buckets[0].sort_unstable_by_key(|(_, id)| core::cmp::Reverse(*id));
        Some(())
    }
}

#[inline(always)]
fn bucket(key: u64, last: u64) -> usize {
    64 - (key ^ last).leading_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_are_in_the_order_of_the_numbers() {
        let rising = [f64::MIN, -1.5, -1.0, -5e-324, 0.0, 5e-324, 1.0, 1.5, f64::MAX];
        assert!(rising.is_sorted_by(|a, b| ordered_key(*a) < ordered_key(*b)));
        assert_eq!(ordered_key(-0.0), ordered_key(0.0));
    }

    proptest! {
        #[test]
        fn it_pops_what_a_sort_gives(
            mut first in prop::collection::vec((1_u64..50, 0_u32..100), 0..60),
            rises in prop::collection::vec(1_u64..1 << 40, 0..60),
        ) {
            let mut queue = RadixQueue::new();
            first.iter().for_each(|(key, id)| queue.push(*key, *id));
            // Every pop pushes another entry above it for a while, as a flood does.
            let mut popped = Vec::new();
            let mut rises = rises.into_iter();
            while let Some(id) = queue.pop() {
                let key = queue.last;
                popped.push((key, id));
                if let Some(rise) = rises.next() {
                    queue.push(key + rise, id);
                    first.push((key + rise, id));
                }
            }
            first.sort_unstable();
            prop_assert_eq!(popped, first);
        }
    }
}

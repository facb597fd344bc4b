//! A heap that gives equal things back in the order of Python's `heapq`.
//!
//! Which of equal nodes an A* search looks at first decides which solution it
//! finds, and whether it finds one within its limit. That order is a matter of
//! how the heap moves its things, so it is done the same way here.

/// A heap of nodes, least first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    /// Priorities and nodes; the entry at `i` is no greater than those at `2 i + 1` and `2 i + 2`.
    slots: Vec<(i32, u32)>,
}

impl Heap {
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
    }

    pub(crate) fn push(&mut self, priority: i32, node: usize) {
        self.slots.push((priority, node as u32));
        self.rise(self.slots.len() - 1);
    }

    /// Takes a least node out. The last slot's goes all the way down where
    /// children are least, whatever its own priority, and rises from there.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let last = self.slots.pop()?;
        if self.slots.is_empty() {
            return Some(last.1 as usize);
        }
        let first = std::mem::replace(&mut self.slots[0], last);
        let mut slot = 0;
        while 2 * slot + 1 < self.slots.len() {
            let (left, right) = (2 * slot + 1, 2 * slot + 2);
            let is_left = right == self.slots.len() || self.slots[left].0 < self.slots[right].0;
            let child = if is_left { left } else { right };
            self.slots[slot] = self.slots[child];
            slot = child;
        }
        self.slots[slot] = last;
        self.rise(slot);
        Some(first.1 as usize)
    }

    /// Moves the entry of a slot up, past all greater ones.
    fn rise(&mut self, mut slot: usize) {
        let rising = self.slots[slot];
        while slot > 0 && rising.0 < self.slots[(slot - 1) / 2].0 {
            self.slots[slot] = self.slots[(slot - 1) / 2];
            slot = (slot - 1) / 2;
        }
        self.slots[slot] = rising;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of Python 3.11 for things that compare by `priority` alone.
    #[test]
    fn equals_come_in_the_order_of_python() {
        let mut heap = Heap::default();
        for (node, priority) in [2, 1, 1, 2, 1, 0, 1, 2, 0, 1].into_iter().enumerate() {
            heap.push(priority, node);
        }
        let order: Vec<usize> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(order, EXPECTED);
    }

    const EXPECTED: [usize; 10] = [5, 8, 1, 6, 2, 9, 4, 7, 3, 0];
}

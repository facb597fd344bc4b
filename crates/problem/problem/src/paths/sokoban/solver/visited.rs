//! Finding out whether something was seen before.

/// An open-addressing hash table of the indices of things, which themselves lie elsewhere.
///
/// It starts small for every level, so that forgetting a level costs no more
/// than solving it did; its memory is kept.
#[derive(Debug, Default)]
pub(super) struct Visited {
    /// Index plus one, or 0 where free; only the first `n_slots` are in use.
    slots: Vec<u32>,
    n_slots: usize,
}

impl Visited {
    const N_SLOTS_MIN: usize = 256;

    pub(super) fn clear(&mut self) {
        self.resize(Self::N_SLOTS_MIN);
    }

    /// The index of the thing that is the `same`, if there is one; otherwise
    /// `next`, which is remembered and must be the number of things before it.
    ///
    /// `hash` is the hash of the thing that is looked for, `hash_of` gives that
    /// of any thing before `next`.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        next: usize,
        hash: u64,
        hash_of: impl Fn(usize) -> u64,
        same: impl Fn(usize) -> bool,
    ) -> usize {
        if next * 2 >= self.n_slots {
            self.resize(self.n_slots * 2);
            for before in 0..next {
                self.place(before, hash_of(before), |_| false);
            }
        }
        self.place(next, hash, same)
    }

    #[inline]
    fn place(&mut self, next: usize, hash: u64, same: impl Fn(usize) -> bool) -> usize {
        let mask = self.n_slots - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let index = self.slots[slot] as usize - 1;
            if same(index) {
                return index;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = next as u32 + 1;
        next
    }

    fn resize(&mut self, n_slots: usize) {
        self.n_slots = n_slots;
        if self.slots.len() < n_slots {
            self.slots.resize(n_slots, 0);
        }
        self.slots[..n_slots].fill(0);
    }
}

#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    // Multiplying by an odd number with many ones carries every bit upward;
    // the fold brings the upper half back down to where slots are chosen.
    let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}
